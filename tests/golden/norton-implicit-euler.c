/* Written by automat.
 * material norton, scheme implicit-euler, strategy automatic
 * 8 points at once, strain control, with tangent
/* ==== sizes */

#define K_NX 1
#define K_STATE 5
#define K_RADIAL 11
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
#define K_BOUND 19
static const int k_idle[] = {1, 0, 0, 0, 0, 0, };

/* ==== the law */

/* The state y: eps_p y[0] */

/* f = y': 24 operations; powers and transcendental functions: 1 */
K_FN void k_rate(k_context *k, const real *eps, const real *rate, const real *y, real *f) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = k_fma(y[0], radial[0], radial[5]);
  const real t2 = eps[1] - t1;
  const real t3 = k_fma(y[0], radial[1], radial[6]);
  const real t4 = eps[2] - t3;
  const real t5 = t4 * t4;
  const real t6 = k_fma(t2, t2, t5);
  const real t7 = radial[1] * t4;
  const real t8 = k_fma(radial[0], t2, t7);
  const real t9 = k_fma(y[0], radial[2], radial[7]);
  const real t10 = eps[3] - t9;
  const real t11 = k_fma(radial[2], t10, t8);
  const real t12 = k_fma(t10, t10, t6);
  const real t13 = k_fma(radial[3], y[0], radial[8]);
  const real t14 = eps[4] - t13;
  const real t15 = k_fma(t14, t14, t12);
  const real t16 = k_fma(radial[3], t14, t11);
  const real t17 = k_fma(y[0], radial[4], radial[9]);
  const real t18 = eps[5] - t17;
  const real t19 = k_fma(radial[4], t18, t16);
  const real t20 = k_fma(t18, t18, t15);
  const real t21 = bound[1] * t20;
  const real t22 = k_pow0(t21, bound[2]);
  const real t23 = bound[3] * t22;
  const real t24 = t19 * t23;
  f[0] = t24;
}

/* f, J = df/dy, and df/deps of the surfaces: 45 operations; powers and transcendental functions: 1 */
K_FN void k_jacobian(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *D) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = k_fma(y[0], radial[0], radial[5]);
  const real t2 = eps[1] - t1;
  const real t3 = k_fma(y[0], radial[1], radial[6]);
  const real t4 = eps[2] - t3;
  const real t5 = t4 * t4;
  const real t6 = k_fma(t2, t2, t5);
  const real t7 = k_fma(y[0], radial[2], radial[7]);
  const real t8 = eps[3] - t7;
  const real t9 = k_fma(t8, t8, t6);
  const real t10 = k_fma(radial[3], y[0], radial[8]);
  const real t11 = eps[4] - t10;
  const real t12 = k_fma(t11, t11, t9);
  const real t13 = k_fma(y[0], radial[4], radial[9]);
  const real t14 = eps[5] - t13;
  const real t15 = k_fma(t14, t14, t12);
  const real t16 = bound[1] * t15;
  const real t17 = k_pow0(t16, bound[4]);
  const real t18 = t16 * t17;
  const mask t19 = 0.0 == t16;
  const real t20 = k_select(t19, bound[5], t18);
  const real t21 = bound[3] * t20;
  const real t22 = radial[1] * t4;
  const real t23 = k_fma(radial[0], t2, t22);
  const real t24 = k_fma(radial[2], t8, t23);
  const real t25 = k_fma(radial[3], t11, t24);
  const real t26 = k_fma(radial[4], t14, t25);
  const real t27 = t26 * t21;
  f[0] = t27;
  const real t28 = t26 * t17;
  const real t29 = bound[6] * t28;
  const real t30 = radial[0] * t20;
  const real t31 = k_fma(t2, t29, t30);
  const real t32 = t4 * t29;
  const real t33 = k_fma(radial[1], t20, t32);
  const real t34 = radial[1] * t33;
  const real t35 = k_fma(radial[0], t31, t34);
  const real t36 = radial[2] * t20;
  const real t37 = k_fma(t8, t29, t36);
  const real t38 = k_fma(radial[2], t37, t35);
  const real t39 = t11 * t29;
  const real t40 = k_fma(radial[3], t20, t39);
  const real t41 = k_fma(radial[3], t40, t38);
  const real t42 = t14 * t29;
  const real t43 = k_fma(radial[4], t20, t42);
  const real t44 = k_fma(radial[4], t43, t41);
  const real t45 = bound[7] * t44;
  J[0] = t45;
}

/* f, J = df/dy and B = df/deps: 81 operations; powers and transcendental functions: 1 */
K_FN void k_gradient(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *B) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = k_fma(radial[3], y[0], radial[8]);
  const real t2 = eps[4] - t1;
  const real t3 = k_fma(y[0], radial[2], radial[7]);
  const real t4 = eps[3] - t3;
  const real t5 = k_fma(y[0], radial[0], radial[5]);
  const real t6 = eps[1] - t5;
  const real t7 = k_fma(y[0], radial[1], radial[6]);
  const real t8 = eps[2] - t7;
  const real t9 = t8 * t8;
  const real t10 = k_fma(t6, t6, t9);
  const real t11 = k_fma(t4, t4, t10);
  const real t12 = k_fma(t2, t2, t11);
  const real t13 = k_fma(y[0], radial[4], radial[9]);
  const real t14 = eps[5] - t13;
  const real t15 = t14 * t14;
  const real t16 = t12 + t15;
  const real t17 = bound[1] * t16;
  const mask t18 = 0.0 == t17;
  const real t19 = k_pow0(t17, bound[4]);
  const real t20 = t17 * t19;
  const real t21 = k_select(t18, bound[5], t20);
  const real t22 = bound[8] * t19;
  const real t23 = bound[3] * t21;
  const real t24 = k_fma(t15, t22, t23);
  const real t25 = radial[3] * t2;
  const real t26 = radial[1] * t8;
  const real t27 = k_fma(radial[0], t6, t26);
  const real t28 = radial[2] * t4;
  const real t29 = t27 + t28;
  const real t30 = t25 + t29;
  const real t31 = t14 * t30;
  const real t32 = t22 * t31;
  const real t33 = k_fma(radial[4], t24, t32);
  B[5] = t33;
  const real t34 = t2 * t22;
  const real t35 = k_fma(t2, t34, t23);
  const real t36 = radial[3] * t35;
  const real t37 = k_fma(t29, t34, t36);
  const real t38 = radial[4] * t14;
  const real t39 = k_fma(t38, t34, t37);
  B[4] = t39;
  const real t40 = t4 * t22;
  const real t41 = t27 * t40;
  const real t42 = k_fma(t4, t40, t23);
  const real t43 = k_fma(radial[2], t42, t41);
  const real t44 = k_fma(t25, t40, t43);
  const real t45 = k_fma(t38, t40, t44);
  B[3] = t45;
  const real t46 = t6 * t22;
  const real t47 = t8 * t22;
  const real t48 = k_fma(t8, t47, t23);
  const real t49 = radial[1] * t48;
  const real t50 = radial[0] * t8;
  const real t51 = k_fma(t50, t46, t49);
  const real t52 = radial[2] * t8;
  const real t53 = k_fma(t52, t40, t51);
  const real t54 = k_fma(t25, t47, t53);
  const real t55 = k_fma(t38, t47, t54);
  B[2] = t55;
  const real t56 = t26 * t46;
  const real t57 = k_fma(t6, t46, t23);
  const real t58 = k_fma(radial[0], t57, t56);
  const real t59 = k_fma(t28, t46, t58);
  const real t60 = k_fma(t25, t46, t59);
  const real t61 = k_fma(t38, t46, t60);
  B[1] = t61;
  const real t62 = t38 + t30;
  const real t63 = t62 * t23;
  f[0] = t63;
  const real t64 = t19 * t62;
  const real t65 = bound[6] * t64;
  const real t66 = radial[2] * t21;
  const real t67 = k_fma(t4, t65, t66);
  const real t68 = radial[0] * t21;
  const real t69 = k_fma(t6, t65, t68);
  const real t70 = t8 * t65;
  const real t71 = t2 * t65;
  const real t72 = t14 * t65;
  const real t73 = k_fma(radial[4], t21, t72);
  const real t74 = k_fma(radial[3], t21, t71);
  const real t75 = k_fma(radial[1], t21, t70);
  const real t76 = radial[1] * t75;
  const real t77 = k_fma(radial[0], t69, t76);
  const real t78 = k_fma(radial[2], t67, t77);
  const real t79 = k_fma(radial[3], t74, t78);
  const real t80 = k_fma(radial[4], t73, t79);
  const real t81 = bound[7] * t80;
  J[0] = t81;
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
/* sig = d omega/d eps, and the common part of its derivatives: 21 operations; powers and transcendental functions: 0 */
K_FN void k_stress_shared(k_context *k, const real *eps, const real *y, real *sig, real *shared) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = bound[9] * eps[0];
  sig[0] = t1;
  const real t2 = k_fma(radial[0], y[0], radial[5]);
  const real t3 = eps[1] - t2;
  const real t4 = bound[10] * t3;
  sig[1] = t4;
  const real t5 = k_fma(y[0], radial[1], radial[6]);
  const real t6 = eps[2] - t5;
  const real t7 = bound[10] * t6;
  sig[2] = t7;
  const real t8 = k_fma(y[0], radial[2], radial[7]);
  const real t9 = eps[3] - t8;
  const real t10 = bound[10] * t9;
  sig[3] = t10;
  const real t11 = k_fma(y[0], radial[3], radial[8]);
  const real t12 = eps[4] - t11;
  const real t13 = bound[10] * t12;
  sig[4] = t13;
  const real t14 = k_fma(y[0], radial[4], radial[9]);
  const real t15 = eps[5] - t14;
  const real t16 = bound[10] * t15;
  sig[5] = t16;
  const real t17 = bound[11] * radial[4];
  shared[5] = t17;
  const real t18 = bound[11] * radial[3];
  shared[6] = t18;
  const real t19 = bound[11] * radial[2];
  shared[7] = t19;
  const real t20 = bound[11] * radial[1];
  shared[8] = t20;
  const real t21 = bound[11] * radial[0];
  shared[9] = t21;
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

/* sig = d omega/d eps: 16 operations; powers and transcendental functions: 0 */
K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = bound[12] * eps[0];
  sig[0] = t1;
  const real t2 = k_fma(radial[0], y[0], radial[5]);
  const real t3 = eps[1] - t2;
  const real t4 = bound[10] * t3;
  sig[1] = t4;
  const real t5 = k_fma(y[0], radial[1], radial[6]);
  const real t6 = eps[2] - t5;
  const real t7 = bound[10] * t6;
  sig[2] = t7;
  const real t8 = k_fma(y[0], radial[2], radial[7]);
  const real t9 = eps[3] - t8;
  const real t10 = bound[10] * t9;
  sig[3] = t10;
  const real t11 = k_fma(y[0], radial[3], radial[8]);
  const real t12 = eps[4] - t11;
  const real t13 = bound[10] * t12;
  sig[4] = t13;
  const real t14 = k_fma(y[0], radial[4], radial[9]);
  const real t15 = eps[5] - t14;
  const real t16 = bound[10] * t15;
  sig[5] = t16;
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

/* omega: 18 operations; powers and transcendental functions: 0 */
K_FN void k_energy(k_context *k, const real *eps, const real *y, real *omega) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = k_fma(y[0], radial[0], radial[5]);
  const real t2 = eps[1] - t1;
  const real t3 = eps[0] * eps[0];
  const real t4 = k_fma(t2, t2, t3);
  const real t5 = k_fma(radial[1], y[0], radial[6]);
  const real t6 = eps[2] - t5;
  const real t7 = k_fma(t6, t6, t4);
  const real t8 = k_fma(y[0], radial[2], radial[7]);
  const real t9 = eps[3] - t8;
  const real t10 = k_fma(t9, t9, t7);
  const real t11 = k_fma(y[0], radial[3], radial[8]);
  const real t12 = eps[4] - t11;
  const real t13 = k_fma(t12, t12, t10);
  const real t14 = k_fma(y[0], radial[4], radial[9]);
  const real t15 = eps[5] - t14;
  const real t16 = k_fma(t15, t15, t13);
  const real t17 = bound[13] * t16;
  const real t18 = k_fma(bound[14], t3, t17);
  omega[0] = t18;
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
  const real t24 = k_select(t21, t23, k_set(0.0));
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
  const real t47 = t24 * t46;
  const real t48 = y[0] - t47;
  turn[5] = t48;
  const real t49 = t27 * t46;
  const real t50 = y[1] - t49;
  turn[6] = t50;
  const real t51 = t30 * t46;
  const real t52 = y[2] - t51;
  turn[7] = t52;
  const real t53 = t33 * t46;
  const real t54 = y[3] - t53;
  turn[8] = t54;
  const real t55 = t36 * t46;
  const real t56 = y[4] - t55;
  turn[9] = t56;
}

K_FN void k_whole_of(k_context *k, const real *eps, const real *y, real *whole) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] * radial[1];
  const real t2 = t1 + radial[6];
  whole[1] = t2;
  const real t3 = y[0] * radial[0];
  const real t4 = t3 + radial[5];
  whole[0] = t4;
  const real t5 = t4 * t4;
  const real t6 = t2 * t2;
  const real t7 = t5 + t6;
  const real t8 = y[0] * radial[2];
  const real t9 = t8 + radial[7];
  whole[2] = t9;
  const real t10 = t9 * t9;
  const real t11 = t7 + t10;
  const real t12 = y[0] * radial[3];
  const real t13 = t12 + radial[8];
  whole[3] = t13;
  const real t14 = t13 * t13;
  const real t15 = t11 + t14;
  const real t16 = y[0] * radial[4];
  const real t17 = t16 + radial[9];
  whole[4] = t17;
  const real t18 = t17 * t17;
  const real t19 = t15 + t18;
  whole[7] = t19;
  const real t20 = eps[1] - t4;
  const real t21 = t20 * t20;
  const real t22 = bound[15] * t21;
  const real t23 = eps[2] - t2;
  const real t24 = t23 * t23;
  const real t25 = bound[15] * t24;
  const real t26 = t22 + t25;
  const real t27 = eps[3] - t9;
  const real t28 = t27 * t27;
  const real t29 = bound[15] * t28;
  const real t30 = t26 + t29;
  const real t31 = eps[4] - t13;
  const real t32 = t31 * t31;
  const real t33 = bound[15] * t32;
  const real t34 = t30 + t33;
  const real t35 = eps[5] - t17;
  const real t36 = t35 * t35;
  const real t37 = bound[15] * t36;
  const real t38 = t34 + t37;
  const real t39 = bound[10] * t23;
  const real t40 = bound[16] * t38;
  const real t41 = k_pow0(t40, bound[2]);
  const real t42 = t39 * t41;
  const real t43 = bound[17] * t42;
  const real t44 = bound[10] * t20;
  const real t45 = t44 * t41;
  const real t46 = bound[17] * t45;
  const real t47 = radial[0] * t46;
  const real t48 = radial[1] * t43;
  const real t49 = t47 + t48;
  const real t50 = bound[10] * t27;
  const real t51 = t50 * t41;
  const real t52 = bound[17] * t51;
  const real t53 = radial[2] * t52;
  const real t54 = t49 + t53;
  const real t55 = bound[10] * t31;
  const real t56 = t55 * t41;
  const real t57 = bound[17] * t56;
  const real t58 = radial[3] * t57;
  const real t59 = t54 + t58;
  const real t60 = bound[10] * t35;
  const real t61 = t60 * t41;
  const real t62 = bound[17] * t61;
  const real t63 = radial[4] * t62;
  const real t64 = t59 + t63;
  const real t65 = radial[1] * t64;
  const real t66 = t43 - t65;
  const real t67 = radial[0] * t64;
  const real t68 = t46 - t67;
  const real t69 = t68 * t68;
  const real t70 = t66 * t66;
  const real t71 = t69 + t70;
  const real t72 = radial[2] * t64;
  const real t73 = t52 - t72;
  const real t74 = t73 * t73;
  const real t75 = t71 + t74;
  const real t76 = radial[3] * t64;
  const real t77 = t57 - t76;
  const real t78 = t77 * t77;
  const real t79 = t75 + t78;
  const real t80 = radial[4] * t64;
  const real t81 = t62 - t80;
  const real t82 = t81 * t81;
  const real t83 = t79 + t82;
  whole[5] = t83;
  const real t84 = t64 * t64;
  whole[6] = t84;
}

K_FN void k_across_of(k_context *k, const real *eps, const real *y, real *across) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] * radial[0];
  const real t2 = t1 + radial[5];
  const real t3 = eps[1] - t2;
  const real t4 = bound[10] * t3;
  const real t5 = radial[0] * t4;
  const real t6 = y[0] * radial[1];
  const real t7 = t6 + radial[6];
  const real t8 = eps[2] - t7;
  const real t9 = bound[10] * t8;
  const real t10 = radial[1] * t9;
  const real t11 = t5 + t10;
  const real t12 = y[0] * radial[2];
  const real t13 = t12 + radial[7];
  const real t14 = eps[3] - t13;
  const real t15 = bound[10] * t14;
  const real t16 = radial[2] * t15;
  const real t17 = t11 + t16;
  const real t18 = y[0] * radial[3];
  const real t19 = t18 + radial[8];
  const real t20 = eps[4] - t19;
  const real t21 = bound[10] * t20;
  const real t22 = radial[3] * t21;
  const real t23 = t17 + t22;
  const real t24 = y[0] * radial[4];
  const real t25 = t24 + radial[9];
  const real t26 = eps[5] - t25;
  const real t27 = bound[10] * t26;
  const real t28 = radial[4] * t27;
  const real t29 = t23 + t28;
  const real t30 = y[0] - radial[10];
  const real t31 = t30 / t29;
  const mask t32 = 0.0 < t29;
  const real t33 = k_select(t32, t31, k_set(0.0));
  const real t34 = bound[18] * t33;
  const real t35 = bound[11] * t33;
  const real t36 = 1.0 - t35;
  const real t37 = t34 / t36;
  const real t38 = radial[4] * radial[4];
  const real t39 = 1.0 - t38;
  const real t40 = t37 * t39;
  across[24] = t40;
  const real t41 = radial[3] * radial[4];
  const real t42 = t37 * t41;
  const real t43 = -t42;
  across[19] = t43;
  across[23] = t43;
  const real t44 = radial[3] * radial[3];
  const real t45 = 1.0 - t44;
  const real t46 = t37 * t45;
  across[18] = t46;
  const real t47 = radial[2] * radial[4];
  const real t48 = t37 * t47;
  const real t49 = -t48;
  across[14] = t49;
  across[22] = t49;
  const real t50 = radial[2] * radial[3];
  const real t51 = t37 * t50;
  const real t52 = -t51;
  across[13] = t52;
  across[17] = t52;
  const real t53 = radial[2] * radial[2];
  const real t54 = 1.0 - t53;
  const real t55 = t37 * t54;
  across[12] = t55;
  const real t56 = radial[1] * radial[4];
  const real t57 = t37 * t56;
  const real t58 = -t57;
  across[9] = t58;
  across[21] = t58;
  const real t59 = radial[1] * radial[3];
  const real t60 = t37 * t59;
  const real t61 = -t60;
  across[8] = t61;
  across[16] = t61;
  const real t62 = radial[1] * radial[2];
  const real t63 = t37 * t62;
  const real t64 = -t63;
  across[7] = t64;
  across[11] = t64;
  const real t65 = radial[1] * radial[1];
  const real t66 = 1.0 - t65;
  const real t67 = t37 * t66;
  across[6] = t67;
  const real t68 = radial[0] * radial[4];
  const real t69 = t37 * t68;
  const real t70 = -t69;
  across[4] = t70;
  across[20] = t70;
  const real t71 = radial[0] * radial[3];
  const real t72 = t37 * t71;
  const real t73 = -t72;
  across[3] = t73;
  across[15] = t73;
  const real t74 = radial[0] * radial[2];
  const real t75 = t37 * t74;
  const real t76 = -t75;
  across[2] = t76;
  across[10] = t76;
  const real t77 = radial[0] * radial[0];
  const real t78 = 1.0 - t77;
  const real t79 = t37 * t78;
  across[0] = t79;
  const real t80 = radial[0] * radial[1];
  const real t81 = t37 * t80;
  const real t82 = -t81;
  across[1] = t82;
  across[5] = t82;
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
  const real t10 = y[2] * y[3];
  const real t11 = t10 / t4;
  const real t12 = t11 * t6;
  const real t13 = t3 * t12;
  const real t14 = 2.0 * t13;
  bound[17] = t14;
  const real t15 = 2.0 * y[1];
  const real t16 = 1.0 - t15;
  const real t17 = 1.0 + y[1];
  const real t18 = t17 * t16;
  const real t19 = 2.0 * t17;
  const real t20 = y[0] / t19;
  bound[13] = t20;
  const real t21 = -2.0 * t20;
  bound[11] = t21;
  const real t22 = y[3] * t20;
  const real t23 = t1 * t22;
  const real t24 = t1 * t23;
  const real t25 = t4 * t24;
  const real t26 = y[2] * t25;
  const real t27 = t5 * t26;
  const real t28 = -3.0 * t27;
  bound[7] = t28;
  const real t29 = 3.0 * t27;
  bound[3] = t29;
  const real t30 = 4.0 * t20;
  const real t31 = t20 * t20;
  const real t32 = -4.0 * t31;
  bound[18] = t32;
  const real t33 = 4.0 * t31;
  bound[15] = t33;
  const real t34 = t20 * t31;
  const real t35 = y[3] * t34;
  const real t36 = t1 * t35;
  const real t37 = t1 * t36;
  const real t38 = t1 * t37;
  const real t39 = t1 * t38;
  const real t40 = t4 * t39;
  const real t41 = t8 * t40;
  const real t42 = y[2] * t41;
  const real t43 = t5 * t42;
  const real t44 = 36.0 * t43;
  bound[8] = t44;
  const real t45 = t1 * t31;
  const real t46 = t1 * t45;
  const real t47 = t8 * t46;
  const real t48 = 12.0 * t47;
  bound[6] = t48;
  const real t49 = 6.0 * t46;
  bound[1] = t49;
  const real t50 = 2.0 * t20;
  bound[10] = t50;
  const real t51 = t50 + t30;
  const real t52 = t50 + t51;
  const real t53 = t50 + t52;
  const real t54 = t53 / 5.0;
  bound[0] = t54;
  const real t55 = y[0] * y[1];
  const real t56 = t55 / t18;
  const real t57 = 2.9999999999999996 * t56;
  const real t58 = t50 + t57;
  bound[9] = t58;
  const real t59 = 1.4999999999999998 * t56;
  bound[14] = t59;
  const real t60 = t20 + t59;
  const real t61 = 2.0 * t60;
  bound[12] = t61;
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
}

