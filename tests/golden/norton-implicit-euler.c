/* Written by automat.
 * material norton, scheme implicit-euler, strategy automatic
 * 8 points at once, strain control, with tangent
/* ==== sizes */

#define K_NX 1
#define K_STATE 5
#define K_RADIAL 12
#define K_NA 1
#define K_NS 1
#define K_ND 0
#define K_NZ 1
#define K_NF 0
#define K_REMEMBERS 0
#define K_READS_RATE 0
#define K_COLUMNS 6
#define K_FOLLOWS 0
#define K_PARAMETERS 5
#define K_GROUPS 0
#define K_DERIVATIVES 0
#define K_SOLVED_GROUPS 1
#define K_VARIABLES 1
#define K_PASSES 0
#define K_ENERGIES 0
#define K_MIXED 0
#define K_PATH 0
#define K_EQUATIONS 0
#define K_LINEAR 0
#define K_RESTS 0
#define K_CUTTING 0
#define K_BENDS 0
#define K_CONSTANT 0
#define K_SPREAD 0
#define K_STORAGE 0
#define K_TANGENT 1
#define K_STRESS_CONTROL 1
#define K_NEWTON_ON_STRESS 0
#define K_COUPLED 1
#define K_COLUMN_MODE 0
#define K_CONVENTIONAL 0
#define K_FAMILY 2
#define K_STAGES 1
#define K_SUBSTEPS 1
#define K_GUARDED 0
#define K_METHOD -1
static const struct {
  int order, embedded, control, fsal;
  k_number gamma, caution, stable;
  k_number a[1][7], m[1][7];
  k_number b[7], e[7], guard[7], c[7], g[7], probe[7],
      probe_state[7];
} k_scheme = {
  1, 0, 0, 0, 0, 0, 1,
  {{0, 0, 0, 0, 0, 0, 0},},
  {{0, 0, 0, 0, 0, 0, 0},},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},};
#define K_SPARSE 0
static const struct {
  k_group groups[1], solved[2];
  struct {
    k_pivot pivots[2];
    int places[2];
  } order;
  k_variable variables[2];
} k_tables = {
  {{0}},
  {{0, 1}, {0}},
  {{{0, 1, 0, 1, 0},
   {0}},
  {0, 0}},
  {{0, 1, 0}, {0}}};
#define K_BOUND 20
static const int k_idle[] = {1, 0, 0, 0, 0, 0, };

/* ==== the law */

/* The state y: eps_p y[0] */

/* f = y': 25 operations; powers and transcendental functions: 1 */
K_FN void k_rate(k_context *k, const real *eps, const real *rate, const real *y, real *f) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] - radial[10];
  const real t2 = k_fma(t1, radial[0], radial[5]);
  const real t3 = eps[1] - t2;
  const real t4 = k_fma(t1, radial[1], radial[6]);
  const real t5 = eps[2] - t4;
  const real t6 = t5 * t5;
  const real t7 = k_fma(t3, t3, t6);
  const real t8 = radial[0] * t3;
  const real t9 = k_fma(radial[1], t5, t8);
  const real t10 = k_fma(t1, radial[2], radial[7]);
  const real t11 = eps[3] - t10;
  const real t12 = k_fma(radial[2], t11, t9);
  const real t13 = k_fma(t11, t11, t7);
  const real t14 = k_fma(t1, radial[3], radial[8]);
  const real t15 = eps[4] - t14;
  const real t16 = k_fma(t15, t15, t13);
  const real t17 = k_fma(radial[3], t15, t12);
  const real t18 = k_fma(radial[4], t1, radial[9]);
  const real t19 = eps[5] - t18;
  const real t20 = k_fma(radial[4], t19, t17);
  const real t21 = k_fma(t19, t19, t16);
  const real t22 = bound[1] * t21;
  const real t23 = k_pow0(t22, bound[2]);
  const real t24 = bound[3] * t23;
  const real t25 = t20 * t24;
  f[0] = t25;
}

/* f, J = df/dy, and df/deps of the surfaces: 46 operations; powers and transcendental functions: 1 */
K_FN void k_jacobian(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *D) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] - radial[10];
  const real t2 = k_fma(t1, radial[0], radial[5]);
  const real t3 = eps[1] - t2;
  const real t4 = k_fma(t1, radial[1], radial[6]);
  const real t5 = eps[2] - t4;
  const real t6 = t5 * t5;
  const real t7 = k_fma(t3, t3, t6);
  const real t8 = k_fma(t1, radial[2], radial[7]);
  const real t9 = eps[3] - t8;
  const real t10 = k_fma(t9, t9, t7);
  const real t11 = k_fma(t1, radial[3], radial[8]);
  const real t12 = eps[4] - t11;
  const real t13 = k_fma(t12, t12, t10);
  const real t14 = k_fma(radial[4], t1, radial[9]);
  const real t15 = eps[5] - t14;
  const real t16 = k_fma(t15, t15, t13);
  const real t17 = bound[1] * t16;
  const real t18 = k_pow0(t17, bound[4]);
  const real t19 = t17 * t18;
  const mask t20 = 0.0 == t17;
  const real t21 = k_select(t20, bound[5], t19);
  const real t22 = bound[3] * t21;
  const real t23 = radial[0] * t3;
  const real t24 = k_fma(radial[1], t5, t23);
  const real t25 = k_fma(radial[2], t9, t24);
  const real t26 = k_fma(radial[3], t12, t25);
  const real t27 = k_fma(radial[4], t15, t26);
  const real t28 = t27 * t22;
  f[0] = t28;
  const real t29 = t27 * t18;
  const real t30 = bound[6] * t29;
  const real t31 = t3 * t30;
  const real t32 = k_fma(radial[0], t21, t31);
  const real t33 = t5 * t30;
  const real t34 = k_fma(radial[1], t21, t33);
  const real t35 = radial[1] * t34;
  const real t36 = k_fma(radial[0], t32, t35);
  const real t37 = radial[2] * t21;
  const real t38 = k_fma(t9, t30, t37);
  const real t39 = k_fma(radial[2], t38, t36);
  const real t40 = t12 * t30;
  const real t41 = k_fma(radial[3], t21, t40);
  const real t42 = k_fma(radial[3], t41, t39);
  const real t43 = radial[4] * t21;
  const real t44 = k_fma(t15, t30, t43);
  const real t45 = k_fma(radial[4], t44, t42);
  const real t46 = bound[7] * t45;
  J[0] = t46;
}

/* f, J = df/dy and B = df/deps: 82 operations; powers and transcendental functions: 1 */
K_FN void k_gradient(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *B) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] - radial[10];
  const real t2 = k_fma(t1, radial[3], radial[8]);
  const real t3 = eps[4] - t2;
  const real t4 = k_fma(t1, radial[2], radial[7]);
  const real t5 = eps[3] - t4;
  const real t6 = k_fma(t1, radial[0], radial[5]);
  const real t7 = eps[1] - t6;
  const real t8 = k_fma(t1, radial[1], radial[6]);
  const real t9 = eps[2] - t8;
  const real t10 = t9 * t9;
  const real t11 = k_fma(t7, t7, t10);
  const real t12 = k_fma(t5, t5, t11);
  const real t13 = k_fma(t3, t3, t12);
  const real t14 = k_fma(radial[4], t1, radial[9]);
  const real t15 = eps[5] - t14;
  const real t16 = t15 * t15;
  const real t17 = t13 + t16;
  const real t18 = bound[1] * t17;
  const mask t19 = 0.0 == t18;
  const real t20 = k_pow0(t18, bound[4]);
  const real t21 = t18 * t20;
  const real t22 = k_select(t19, bound[5], t21);
  const real t23 = bound[8] * t20;
  const real t24 = bound[3] * t22;
  const real t25 = k_fma(t16, t23, t24);
  const real t26 = radial[4] * t25;
  const real t27 = radial[3] * t3;
  const real t28 = radial[2] * t5;
  const real t29 = radial[1] * t9;
  const real t30 = k_fma(radial[0], t7, t29);
  const real t31 = t28 + t30;
  const real t32 = t27 + t31;
  const real t33 = t15 * t32;
  const real t34 = k_fma(t23, t33, t26);
  B[5] = t34;
  const real t35 = t3 * t23;
  const real t36 = k_fma(t3, t35, t24);
  const real t37 = radial[3] * t36;
  const real t38 = k_fma(t31, t35, t37);
  const real t39 = radial[4] * t15;
  const real t40 = k_fma(t39, t35, t38);
  B[4] = t40;
  const real t41 = t5 * t23;
  const real t42 = t30 * t41;
  const real t43 = k_fma(t5, t41, t24);
  const real t44 = k_fma(radial[2], t43, t42);
  const real t45 = k_fma(t27, t41, t44);
  const real t46 = k_fma(t39, t41, t45);
  B[3] = t46;
  const real t47 = radial[0] * t9;
  const real t48 = t7 * t23;
  const real t49 = t47 * t48;
  const real t50 = t9 * t23;
  const real t51 = k_fma(t9, t50, t24);
  const real t52 = k_fma(radial[1], t51, t49);
  const real t53 = radial[2] * t9;
  const real t54 = k_fma(t53, t41, t52);
  const real t55 = k_fma(t27, t50, t54);
  const real t56 = k_fma(t39, t50, t55);
  B[2] = t56;
  const real t57 = t29 * t48;
  const real t58 = k_fma(t7, t48, t24);
  const real t59 = k_fma(radial[0], t58, t57);
  const real t60 = k_fma(t28, t48, t59);
  const real t61 = k_fma(t27, t48, t60);
  const real t62 = k_fma(t39, t48, t61);
  B[1] = t62;
  const real t63 = t39 + t32;
  const real t64 = t63 * t24;
  f[0] = t64;
  const real t65 = t20 * t63;
  const real t66 = bound[6] * t65;
  const real t67 = radial[4] * t22;
  const real t68 = k_fma(t15, t66, t67);
  const real t69 = radial[2] * t22;
  const real t70 = k_fma(t5, t66, t69);
  const real t71 = t9 * t66;
  const real t72 = t7 * t66;
  const real t73 = t3 * t66;
  const real t74 = k_fma(radial[3], t22, t73);
  const real t75 = k_fma(radial[0], t22, t72);
  const real t76 = k_fma(radial[1], t22, t71);
  const real t77 = radial[1] * t76;
  const real t78 = k_fma(radial[0], t75, t77);
  const real t79 = k_fma(radial[2], t70, t78);
  const real t80 = k_fma(radial[3], t74, t79);
  const real t81 = k_fma(radial[4], t68, t80);
  const real t82 = bound[7] * t81;
  J[0] = t82;
  B[0] = k_set(0.0);
}

#define K_CURVATURE_SHARED 0
K_FN void k_curvature_shared(k_context *k, const real *eps, const real *rate, const real *y, const real *u, real *shared) {
}
K_FN void k_curvature_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

#define K_RATE_SHARED 0
K_FN void k_rate_shared(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *shared) {
}
K_FN void k_rate_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

#define K_STRESS_SHARED 10
/* sig = d omega/d eps, and the common part of its derivatives: 22 operations; powers and transcendental functions: 0 */
K_FN void k_stress_shared(k_context *k, const real *eps, const real *y, real *sig, real *shared) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = bound[9] * eps[0];
  sig[0] = t1;
  const real t2 = y[0] - radial[10];
  const real t3 = k_fma(radial[0], t2, radial[5]);
  const real t4 = eps[1] - t3;
  const real t5 = bound[10] * t4;
  sig[1] = t5;
  const real t6 = k_fma(t2, radial[1], radial[6]);
  const real t7 = eps[2] - t6;
  const real t8 = bound[10] * t7;
  sig[2] = t8;
  const real t9 = k_fma(t2, radial[2], radial[7]);
  const real t10 = eps[3] - t9;
  const real t11 = bound[10] * t10;
  sig[3] = t11;
  const real t12 = k_fma(t2, radial[3], radial[8]);
  const real t13 = eps[4] - t12;
  const real t14 = bound[10] * t13;
  sig[4] = t14;
  const real t15 = k_fma(t2, radial[4], radial[9]);
  const real t16 = eps[5] - t15;
  const real t17 = bound[10] * t16;
  sig[5] = t17;
  const real t18 = bound[11] * radial[4];
  shared[5] = t18;
  const real t19 = bound[11] * radial[3];
  shared[6] = t19;
  const real t20 = bound[11] * radial[2];
  shared[7] = t20;
  const real t21 = bound[11] * radial[1];
  shared[8] = t21;
  const real t22 = bound[11] * radial[0];
  shared[9] = t22;
  shared[0] = radial[0];
  shared[1] = radial[1];
  shared[2] = radial[2];
  shared[3] = radial[3];
  shared[4] = radial[4];
}

/* direction 0: 1 operations */
K_FN void k_stress_jvp_0(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = bound[9] * theta[0];
  along[0] = t1;
  along[1] = k_set(0.0);
  along[2] = k_set(0.0);
  along[3] = k_set(0.0);
  along[4] = k_set(0.0);
  along[5] = k_set(0.0);
}

/* direction 1: 6 operations */
K_FN void k_stress_jvp_1(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = k_fnma(shared[0], w[0], theta[0]);
  const real t2 = bound[10] * t1;
  along[1] = t2;
  const real t3 = shared[8] * w[0];
  along[2] = t3;
  const real t4 = shared[7] * w[0];
  along[3] = t4;
  const real t5 = shared[6] * w[0];
  along[4] = t5;
  const real t6 = shared[5] * w[0];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 2: 6 operations */
K_FN void k_stress_jvp_2(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = shared[9] * w[0];
  along[1] = t1;
  const real t2 = k_fnma(shared[1], w[0], theta[0]);
  const real t3 = bound[10] * t2;
  along[2] = t3;
  const real t4 = shared[7] * w[0];
  along[3] = t4;
  const real t5 = shared[6] * w[0];
  along[4] = t5;
  const real t6 = shared[5] * w[0];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 3: 6 operations */
K_FN void k_stress_jvp_3(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = shared[9] * w[0];
  along[1] = t1;
  const real t2 = shared[8] * w[0];
  along[2] = t2;
  const real t3 = k_fnma(shared[2], w[0], theta[0]);
  const real t4 = bound[10] * t3;
  along[3] = t4;
  const real t5 = shared[6] * w[0];
  along[4] = t5;
  const real t6 = shared[5] * w[0];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 4: 6 operations */
K_FN void k_stress_jvp_4(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = shared[9] * w[0];
  along[1] = t1;
  const real t2 = shared[8] * w[0];
  along[2] = t2;
  const real t3 = shared[7] * w[0];
  along[3] = t3;
  const real t4 = k_fnma(shared[3], w[0], theta[0]);
  const real t5 = bound[10] * t4;
  along[4] = t5;
  const real t6 = shared[5] * w[0];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 5: 6 operations */
K_FN void k_stress_jvp_5(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = shared[9] * w[0];
  along[1] = t1;
  const real t2 = shared[8] * w[0];
  along[2] = t2;
  const real t3 = shared[7] * w[0];
  along[3] = t3;
  const real t4 = shared[6] * w[0];
  along[4] = t4;
  const real t5 = k_fnma(shared[4], w[0], theta[0]);
  const real t6 = bound[10] * t5;
  along[5] = t6;
  along[0] = k_set(0.0);
}

K_FN void k_stress_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
  switch (c) {
    case 0: k_stress_jvp_0(k, shared, theta, w, along); break;
    case 1: k_stress_jvp_1(k, shared, theta, w, along); break;
    case 2: k_stress_jvp_2(k, shared, theta, w, along); break;
    case 3: k_stress_jvp_3(k, shared, theta, w, along); break;
    case 4: k_stress_jvp_4(k, shared, theta, w, along); break;
    case 5: k_stress_jvp_5(k, shared, theta, w, along); break;
  }
}

K_FN void k_stress_change(k_context *k, const real *eps, const real *y, const real *u, real *sig, real *along) {
}

/* sig = d omega/d eps: 17 operations; powers and transcendental functions: 0 */
K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = bound[12] * eps[0];
  sig[0] = t1;
  const real t2 = y[0] - radial[10];
  const real t3 = k_fma(radial[0], t2, radial[5]);
  const real t4 = eps[1] - t3;
  const real t5 = bound[10] * t4;
  sig[1] = t5;
  const real t6 = k_fma(t2, radial[1], radial[6]);
  const real t7 = eps[2] - t6;
  const real t8 = bound[10] * t7;
  sig[2] = t8;
  const real t9 = k_fma(t2, radial[2], radial[7]);
  const real t10 = eps[3] - t9;
  const real t11 = bound[10] * t10;
  sig[3] = t11;
  const real t12 = k_fma(t2, radial[3], radial[8]);
  const real t13 = eps[4] - t12;
  const real t14 = bound[10] * t13;
  sig[4] = t14;
  const real t15 = k_fma(t2, radial[4], radial[9]);
  const real t16 = eps[5] - t15;
  const real t17 = bound[10] * t16;
  sig[5] = t17;
}

K_FN void k_stiffness(k_context *k, const real *eps, const real *y, real *sig, real *Ce, real *Cy) {
}

K_FN void k_elasticity(k_context *k, const real *eps, const real *y, real *sig, real *Ce) {
}

K_FN void k_stress_by_external(k_context *k, const real *eps, const real *y, real *Ct) {
}

#define K_RATE_PATH_SHARED 0
K_FN void k_rate_path_shared(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *shared) {
}
K_FN void k_rate_path_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

#define K_STRESS_PATH_SHARED 0
K_FN void k_stress_path_shared(k_context *k, const real *eps, const real *y, real *sig, real *shared) {
}
K_FN void k_stress_path_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

#define K_CURVATURE_PATH_SHARED 0
K_FN void k_curvature_path_shared(k_context *k, const real *eps, const real *rate, const real *y, const real *u, real *shared) {
}
K_FN void k_curvature_path_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

#define K_STRESS_CURVATURE_PATH_SHARED 0
K_FN void k_stress_curvature_path_shared(k_context *k, const real *eps, const real *y, const real *u, real *shared) {
}
K_FN void k_stress_curvature_path_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

K_FN void k_maxima(k_context *k, const real *eps, const real *y, real *next) {
}

#define K_MEMORY_SHARED 0
K_FN void k_maxima_shared(k_context *k, const real *eps, const real *y, real *next, real *shared) {
}
K_FN void k_maxima_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

/* M = d2 omega/dy2: 6 operations; powers and transcendental functions: 0 */
K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = radial[1] * radial[1];
  const real t2 = k_fma(radial[0], radial[0], t1);
  const real t3 = k_fma(radial[2], radial[2], t2);
  const real t4 = k_fma(radial[3], radial[3], t3);
  const real t5 = k_fma(radial[4], radial[4], t4);
  const real t6 = bound[10] * t5;
  M[0] = t6;
}

K_FN void k_forces(k_context *k, const real *eps, const real *y, real *A) {
}

/* omega: 19 operations; powers and transcendental functions: 0 */
K_FN void k_energy(k_context *k, const real *eps, const real *y, real *omega) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] - radial[10];
  const real t2 = k_fma(t1, radial[0], radial[5]);
  const real t3 = eps[1] - t2;
  const real t4 = eps[0] * eps[0];
  const real t5 = k_fma(t3, t3, t4);
  const real t6 = k_fma(t1, radial[1], radial[6]);
  const real t7 = eps[2] - t6;
  const real t8 = k_fma(t7, t7, t5);
  const real t9 = k_fma(t1, radial[2], radial[7]);
  const real t10 = eps[3] - t9;
  const real t11 = k_fma(t10, t10, t8);
  const real t12 = k_fma(t1, radial[3], radial[8]);
  const real t13 = eps[4] - t12;
  const real t14 = k_fma(t13, t13, t11);
  const real t15 = k_fma(t1, radial[4], radial[9]);
  const real t16 = eps[5] - t15;
  const real t17 = k_fma(t16, t16, t14);
  const real t18 = bound[13] * t4;
  const real t19 = k_fma(bound[14], t17, t18);
  omega[0] = t19;
}

K_FN void k_turn_of(k_context *k, const real *eps, const real *y, real *turn, real *start) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = eps[1] - y[0];
  const real t2 = t1 * t1;
  const real t3 = bound[15] * t2;
  const real t4 = eps[2] - y[1];
  const real t5 = t4 * t4;
  const real t6 = bound[15] * t5;
  const real t7 = t3 + t6;
  const real t8 = eps[3] - y[2];
  const real t9 = t8 * t8;
  const real t10 = bound[15] * t9;
  const real t11 = t7 + t10;
  const real t12 = eps[4] - y[3];
  const real t13 = t12 * t12;
  const real t14 = bound[15] * t13;
  const real t15 = t11 + t14;
  const real t16 = eps[5] - y[4];
  const real t17 = t16 * t16;
  const real t18 = bound[15] * t17;
  const real t19 = t15 + t18;
  const real t20 = k_sqrt(t19);
  const mask t21 = 0.0 < t20;
  const real t22 = bound[10] * t1;
  const real t23 = t22 / t20;
  const real t24 = k_select(t21, t23, k_set(1.0));
  turn[0] = t24;
  const real t25 = bound[10] * t4;
  const real t26 = t25 / t20;
  const real t27 = k_select(t21, t26, k_set(0.0));
  turn[1] = t27;
  const real t28 = bound[10] * t8;
  const real t29 = t28 / t20;
  const real t30 = k_select(t21, t29, k_set(0.0));
  turn[2] = t30;
  const real t31 = bound[10] * t12;
  const real t32 = t31 / t20;
  const real t33 = k_select(t21, t32, k_set(0.0));
  turn[3] = t33;
  const real t34 = bound[10] * t16;
  const real t35 = t34 / t20;
  const real t36 = k_select(t21, t35, k_set(0.0));
  turn[4] = t36;
  const real t37 = y[0] * y[0];
  const real t38 = y[1] * y[1];
  const real t39 = t37 + t38;
  const real t40 = y[2] * y[2];
  const real t41 = t39 + t40;
  const real t42 = y[3] * y[3];
  const real t43 = t41 + t42;
  const real t44 = y[4] * y[4];
  const real t45 = t43 + t44;
  const real t46 = k_sqrt(t45);
  turn[10] = t46;
  start[0] = t46;
  turn[5] = y[0];
  turn[6] = y[1];
  turn[7] = y[2];
  turn[8] = y[3];
  turn[9] = y[4];
}

K_FN void k_end_of(k_context *k, const real *eps, const real *y, real *whole, real *test, real *across) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] - radial[10];
  const real t2 = radial[0] * t1;
  const real t3 = t2 + radial[5];
  whole[0] = t3;
  const real t4 = radial[1] * t1;
  const real t5 = t4 + radial[6];
  whole[1] = t5;
  const real t6 = radial[2] * t1;
  const real t7 = t6 + radial[7];
  whole[2] = t7;
  const real t8 = radial[3] * t1;
  const real t9 = t8 + radial[8];
  whole[3] = t9;
  const real t10 = radial[4] * t1;
  const real t11 = t10 + radial[9];
  whole[4] = t11;
  const real t12 = eps[1] - t3;
  const real t13 = t12 * t12;
  const real t14 = bound[15] * t13;
  const real t15 = eps[2] - t5;
  const real t16 = t15 * t15;
  const real t17 = bound[15] * t16;
  const real t18 = t14 + t17;
  const real t19 = eps[3] - t7;
  const real t20 = t19 * t19;
  const real t21 = bound[15] * t20;
  const real t22 = t18 + t21;
  const real t23 = eps[4] - t9;
  const real t24 = t23 * t23;
  const real t25 = bound[15] * t24;
  const real t26 = t22 + t25;
  const real t27 = eps[5] - t11;
  const real t28 = t27 * t27;
  const real t29 = bound[15] * t28;
  const real t30 = t26 + t29;
  test[2] = t30;
  const real t31 = bound[16] * t30;
  const real t32 = k_pow0(t31, bound[2]);
  const real t33 = bound[10] * t12;
  const real t34 = t33 * t32;
  const real t35 = bound[17] * t34;
  const real t36 = radial[0] * t35;
  const real t37 = bound[10] * t15;
  const real t38 = t37 * t32;
  const real t39 = bound[17] * t38;
  const real t40 = radial[1] * t39;
  const real t41 = t36 + t40;
  const real t42 = bound[10] * t19;
  const real t43 = t42 * t32;
  const real t44 = bound[17] * t43;
  const real t45 = radial[2] * t44;
  const real t46 = t41 + t45;
  const real t47 = bound[10] * t23;
  const real t48 = t47 * t32;
  const real t49 = bound[17] * t48;
  const real t50 = radial[3] * t49;
  const real t51 = t46 + t50;
  const real t52 = bound[10] * t27;
  const real t53 = t52 * t32;
  const real t54 = bound[17] * t53;
  const real t55 = radial[4] * t54;
  const real t56 = t51 + t55;
  const real t57 = radial[0] * t56;
  const real t58 = t35 - t57;
  const real t59 = t58 * t58;
  const real t60 = radial[1] * t56;
  const real t61 = t39 - t60;
  const real t62 = t61 * t61;
  const real t63 = t59 + t62;
  const real t64 = radial[2] * t56;
  const real t65 = t44 - t64;
  const real t66 = t65 * t65;
  const real t67 = t63 + t66;
  const real t68 = radial[3] * t56;
  const real t69 = t49 - t68;
  const real t70 = t69 * t69;
  const real t71 = t67 + t70;
  const real t72 = radial[4] * t56;
  const real t73 = t54 - t72;
  const real t74 = t73 * t73;
  const real t75 = t71 + t74;
  test[0] = t75;
  const real t76 = t56 * t56;
  test[1] = t76;
  const real t77 = t3 * t3;
  const real t78 = t5 * t5;
  const real t79 = t77 + t78;
  const real t80 = t7 * t7;
  const real t81 = t79 + t80;
  const real t82 = t9 * t9;
  const real t83 = t81 + t82;
  const real t84 = t11 * t11;
  const real t85 = t83 + t84;
  const real t86 = bound[15] * t85;
  test[3] = t86;
  const real t87 = 2.0 * t12;
  const real t88 = radial[0] * t87;
  const real t89 = bound[18] * t88;
  const real t90 = 2.0 * t15;
  const real t91 = radial[1] * t90;
  const real t92 = bound[18] * t91;
  const real t93 = t89 + t92;
  const real t94 = 2.0 * t19;
  const real t95 = radial[2] * t94;
  const real t96 = bound[18] * t95;
  const real t97 = t93 + t96;
  const real t98 = 2.0 * t23;
  const real t99 = radial[3] * t98;
  const real t100 = bound[18] * t99;
  const real t101 = t97 + t100;
  const real t102 = 2.0 * t27;
  const real t103 = radial[4] * t102;
  const real t104 = bound[18] * t103;
  const real t105 = t101 + t104;
  const real t106 = k_pow0(t31, bound[4]);
  const real t107 = t105 * t106;
  const real t108 = t12 * t107;
  const real t109 = bound[19] * t108;
  const real t110 = bound[11] * radial[0];
  const real t111 = t32 * t110;
  const real t112 = t111 + t109;
  const real t113 = bound[17] * t112;
  const real t114 = radial[0] * t113;
  const real t115 = t15 * t107;
  const real t116 = bound[19] * t115;
  const real t117 = bound[11] * radial[1];
  const real t118 = t32 * t117;
  const real t119 = t118 + t116;
  const real t120 = bound[17] * t119;
  const real t121 = radial[1] * t120;
  const real t122 = t114 + t121;
  const real t123 = t19 * t107;
  const real t124 = bound[19] * t123;
  const real t125 = bound[11] * radial[2];
  const real t126 = t32 * t125;
  const real t127 = t126 + t124;
  const real t128 = bound[17] * t127;
  const real t129 = radial[2] * t128;
  const real t130 = t122 + t129;
  const real t131 = t23 * t107;
  const real t132 = bound[19] * t131;
  const real t133 = bound[11] * radial[3];
  const real t134 = t32 * t133;
  const real t135 = t134 + t132;
  const real t136 = bound[17] * t135;
  const real t137 = radial[3] * t136;
  const real t138 = t130 + t137;
  const real t139 = t27 * t107;
  const real t140 = bound[19] * t139;
  const real t141 = bound[11] * radial[4];
  const real t142 = t32 * t141;
  const real t143 = t142 + t140;
  const real t144 = bound[17] * t143;
  const real t145 = radial[4] * t144;
  const real t146 = t138 + t145;
  const real t147 = t146 / bound[11];
  const real t148 = radial[0] * t33;
  const real t149 = radial[1] * t37;
  const real t150 = t148 + t149;
  const real t151 = radial[2] * t42;
  const real t152 = t150 + t151;
  const real t153 = radial[3] * t47;
  const real t154 = t152 + t153;
  const real t155 = radial[4] * t52;
  const real t156 = t154 + t155;
  const real t157 = t56 / t156;
  const real t158 = t156 * t156;
  const mask t159 = 0.0 < t158;
  const real t160 = k_select(t159, t157, t147);
  const real t161 = t160 * radial[11];
  const real t162 = bound[18] * t161;
  const real t163 = bound[11] * t161;
  const real t164 = 1.0 - t163;
  const real t165 = t162 / t164;
  const real t166 = radial[0] * radial[0];
  const real t167 = 1.0 - t166;
  const real t168 = t165 * t167;
  across[0] = t168;
  const real t169 = radial[0] * radial[1];
  const real t170 = t165 * t169;
  const real t171 = -t170;
  across[1] = t171;
  across[5] = t171;
  const real t172 = radial[0] * radial[2];
  const real t173 = t165 * t172;
  const real t174 = -t173;
  across[2] = t174;
  across[10] = t174;
  const real t175 = radial[0] * radial[3];
  const real t176 = t165 * t175;
  const real t177 = -t176;
  across[3] = t177;
  across[15] = t177;
  const real t178 = radial[0] * radial[4];
  const real t179 = t165 * t178;
  const real t180 = -t179;
  across[4] = t180;
  across[20] = t180;
  const real t181 = radial[1] * radial[1];
  const real t182 = 1.0 - t181;
  const real t183 = t165 * t182;
  across[6] = t183;
  const real t184 = radial[1] * radial[2];
  const real t185 = t165 * t184;
  const real t186 = -t185;
  across[7] = t186;
  across[11] = t186;
  const real t187 = radial[1] * radial[3];
  const real t188 = t165 * t187;
  const real t189 = -t188;
  across[8] = t189;
  across[16] = t189;
  const real t190 = radial[1] * radial[4];
  const real t191 = t165 * t190;
  const real t192 = -t191;
  across[9] = t192;
  across[21] = t192;
  const real t193 = radial[2] * radial[2];
  const real t194 = 1.0 - t193;
  const real t195 = t165 * t194;
  across[12] = t195;
  const real t196 = radial[2] * radial[3];
  const real t197 = t165 * t196;
  const real t198 = -t197;
  across[13] = t198;
  across[17] = t198;
  const real t199 = radial[2] * radial[4];
  const real t200 = t165 * t199;
  const real t201 = -t200;
  across[14] = t201;
  across[22] = t201;
  const real t202 = radial[3] * radial[3];
  const real t203 = 1.0 - t202;
  const real t204 = t165 * t203;
  across[18] = t204;
  const real t205 = radial[3] * radial[4];
  const real t206 = t165 * t205;
  const real t207 = -t206;
  across[19] = t207;
  across[23] = t207;
  const real t208 = radial[4] * radial[4];
  const real t209 = 1.0 - t208;
  const real t210 = t165 * t209;
  across[24] = t210;
}

/* Values that depend only on the parameters y. */
K_CALL void k_bind(const real *y, real *bound) {
  const real t1 = 1.0 / y[3];
  const real t2 = t1 * t1;
  const real t3 = 1.5 * t2;
  bound[16] = t3;
  const real t4 = 1.0 + y[4];
  const real t5 = 1.0 / t4;
  const real t6 = 0.5 * t4;
  const real t7 = -2.0 + t6;
  bound[4] = t7;
  const real t8 = -1.0 + t6;
  bound[2] = t8;
  const real t9 = k_pow0(k_set(0.0), t8);
  bound[5] = t9;
  const real t10 = t3 * t8;
  const real t11 = y[2] * y[3];
  const real t12 = t11 / t4;
  const real t13 = t12 * t6;
  const real t14 = t3 * t13;
  const real t15 = 2.0 * t14;
  bound[17] = t15;
  const real t16 = 2.0 * y[1];
  const real t17 = 1.0 - t16;
  const real t18 = 1.0 + y[1];
  const real t19 = t18 * t17;
  const real t20 = 2.0 * t18;
  const real t21 = y[0] / t20;
  bound[14] = t21;
  const real t22 = -2.0 * t21;
  bound[11] = t22;
  const real t23 = y[3] * t21;
  const real t24 = t1 * t23;
  const real t25 = t1 * t24;
  const real t26 = t4 * t25;
  const real t27 = y[2] * t26;
  const real t28 = t5 * t27;
  const real t29 = -3.0 * t28;
  bound[7] = t29;
  const real t30 = 3.0 * t28;
  bound[3] = t30;
  const real t31 = 4.0 * t21;
  const real t32 = t21 * t21;
  const real t33 = -4.0 * t32;
  bound[18] = t33;
  const real t34 = 4.0 * t32;
  bound[15] = t34;
  const real t35 = t21 * t32;
  const real t36 = y[3] * t35;
  const real t37 = t1 * t36;
  const real t38 = t1 * t37;
  const real t39 = t1 * t38;
  const real t40 = t1 * t39;
  const real t41 = t4 * t40;
  const real t42 = t8 * t41;
  const real t43 = y[2] * t42;
  const real t44 = t5 * t43;
  const real t45 = 36.0 * t44;
  bound[8] = t45;
  const real t46 = t1 * t32;
  const real t47 = t1 * t46;
  const real t48 = t8 * t47;
  const real t49 = 12.0 * t48;
  bound[6] = t49;
  const real t50 = 6.0 * t47;
  bound[1] = t50;
  const real t51 = 2.0 * t21;
  bound[10] = t51;
  const real t52 = t51 * t10;
  bound[19] = t52;
  const real t53 = t51 + t31;
  const real t54 = t51 + t53;
  const real t55 = t51 + t54;
  const real t56 = t55 / 5.0;
  bound[0] = t56;
  const real t57 = y[0] * y[1];
  const real t58 = t57 / t19;
  const real t59 = 2.9999999999999996 * t58;
  const real t60 = t51 + t59;
  bound[9] = t60;
  const real t61 = 1.4999999999999998 * t58;
  bound[13] = t61;
  const real t62 = t21 + t61;
  const real t63 = 2.0 * t62;
  bound[12] = t63;
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
}

