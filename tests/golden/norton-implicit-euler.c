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
#define K_BOUND 20
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
  const real t1 = y[0] * radial[0];
  const real t2 = t1 + radial[5];
  whole[0] = t2;
  const real t3 = y[0] * radial[1];
  const real t4 = t3 + radial[6];
  whole[1] = t4;
  const real t5 = y[0] * radial[2];
  const real t6 = t5 + radial[7];
  whole[2] = t6;
  const real t7 = y[0] * radial[3];
  const real t8 = t7 + radial[8];
  whole[3] = t8;
  const real t9 = y[0] * radial[4];
  const real t10 = t9 + radial[9];
  whole[4] = t10;
  const real t11 = eps[1] - t2;
  const real t12 = t11 * t11;
  const real t13 = bound[15] * t12;
  const real t14 = eps[2] - t4;
  const real t15 = t14 * t14;
  const real t16 = bound[15] * t15;
  const real t17 = t13 + t16;
  const real t18 = eps[3] - t6;
  const real t19 = t18 * t18;
  const real t20 = bound[15] * t19;
  const real t21 = t17 + t20;
  const real t22 = eps[4] - t8;
  const real t23 = t22 * t22;
  const real t24 = bound[15] * t23;
  const real t25 = t21 + t24;
  const real t26 = eps[5] - t10;
  const real t27 = t26 * t26;
  const real t28 = bound[15] * t27;
  const real t29 = t25 + t28;
  whole[7] = t29;
  const real t30 = bound[16] * t29;
  const real t31 = k_pow0(t30, bound[2]);
  const real t32 = bound[10] * t11;
  const real t33 = t32 * t31;
  const real t34 = bound[17] * t33;
  const real t35 = radial[0] * t34;
  const real t36 = bound[10] * t14;
  const real t37 = t36 * t31;
  const real t38 = bound[17] * t37;
  const real t39 = radial[1] * t38;
  const real t40 = t35 + t39;
  const real t41 = bound[10] * t18;
  const real t42 = t41 * t31;
  const real t43 = bound[17] * t42;
  const real t44 = radial[2] * t43;
  const real t45 = t40 + t44;
  const real t46 = bound[10] * t22;
  const real t47 = t46 * t31;
  const real t48 = bound[17] * t47;
  const real t49 = radial[3] * t48;
  const real t50 = t45 + t49;
  const real t51 = bound[10] * t26;
  const real t52 = t51 * t31;
  const real t53 = bound[17] * t52;
  const real t54 = radial[4] * t53;
  const real t55 = t50 + t54;
  const real t56 = radial[0] * t55;
  const real t57 = t34 - t56;
  const real t58 = t57 * t57;
  const real t59 = radial[1] * t55;
  const real t60 = t38 - t59;
  const real t61 = t60 * t60;
  const real t62 = t58 + t61;
  const real t63 = radial[2] * t55;
  const real t64 = t43 - t63;
  const real t65 = t64 * t64;
  const real t66 = t62 + t65;
  const real t67 = radial[3] * t55;
  const real t68 = t48 - t67;
  const real t69 = t68 * t68;
  const real t70 = t66 + t69;
  const real t71 = radial[4] * t55;
  const real t72 = t53 - t71;
  const real t73 = t72 * t72;
  const real t74 = t70 + t73;
  whole[5] = t74;
  const real t75 = t55 * t55;
  whole[6] = t75;
  const real t76 = t2 * t2;
  const real t77 = t4 * t4;
  const real t78 = t76 + t77;
  const real t79 = t6 * t6;
  const real t80 = t78 + t79;
  const real t81 = t8 * t8;
  const real t82 = t80 + t81;
  const real t83 = t10 * t10;
  const real t84 = t82 + t83;
  const real t85 = bound[15] * t84;
  whole[8] = t85;
}

K_FN void k_across_of(k_context *k, const real *eps, const real *y, real *across) {
  const real *bound = k->bound, *radial = k->radial;
  const real t1 = y[0] * radial[0];
  const real t2 = t1 + radial[5];
  const real t3 = eps[1] - t2;
  const real t4 = 2.0 * t3;
  const real t5 = radial[0] * t4;
  const real t6 = bound[18] * t5;
  const real t7 = y[0] * radial[1];
  const real t8 = t7 + radial[6];
  const real t9 = eps[2] - t8;
  const real t10 = 2.0 * t9;
  const real t11 = radial[1] * t10;
  const real t12 = bound[18] * t11;
  const real t13 = t6 + t12;
  const real t14 = y[0] * radial[2];
  const real t15 = t14 + radial[7];
  const real t16 = eps[3] - t15;
  const real t17 = 2.0 * t16;
  const real t18 = radial[2] * t17;
  const real t19 = bound[18] * t18;
  const real t20 = t13 + t19;
  const real t21 = y[0] * radial[3];
  const real t22 = t21 + radial[8];
  const real t23 = eps[4] - t22;
  const real t24 = 2.0 * t23;
  const real t25 = radial[3] * t24;
  const real t26 = bound[18] * t25;
  const real t27 = t20 + t26;
  const real t28 = y[0] * radial[4];
  const real t29 = t28 + radial[9];
  const real t30 = eps[5] - t29;
  const real t31 = 2.0 * t30;
  const real t32 = radial[4] * t31;
  const real t33 = bound[18] * t32;
  const real t34 = t27 + t33;
  const real t35 = t3 * t3;
  const real t36 = bound[15] * t35;
  const real t37 = t9 * t9;
  const real t38 = bound[15] * t37;
  const real t39 = t36 + t38;
  const real t40 = t16 * t16;
  const real t41 = bound[15] * t40;
  const real t42 = t39 + t41;
  const real t43 = t23 * t23;
  const real t44 = bound[15] * t43;
  const real t45 = t42 + t44;
  const real t46 = t30 * t30;
  const real t47 = bound[15] * t46;
  const real t48 = t45 + t47;
  const real t49 = bound[16] * t48;
  const real t50 = k_pow0(t49, bound[4]);
  const real t51 = t34 * t50;
  const real t52 = t3 * t51;
  const real t53 = bound[19] * t52;
  const real t54 = k_pow0(t49, bound[2]);
  const real t55 = bound[11] * radial[0];
  const real t56 = t54 * t55;
  const real t57 = t56 + t53;
  const real t58 = bound[17] * t57;
  const real t59 = radial[0] * t58;
  const real t60 = t9 * t51;
  const real t61 = bound[19] * t60;
  const real t62 = bound[11] * radial[1];
  const real t63 = t54 * t62;
  const real t64 = t63 + t61;
  const real t65 = bound[17] * t64;
  const real t66 = radial[1] * t65;
  const real t67 = t59 + t66;
  const real t68 = t16 * t51;
  const real t69 = bound[19] * t68;
  const real t70 = bound[11] * radial[2];
  const real t71 = t54 * t70;
  const real t72 = t71 + t69;
  const real t73 = bound[17] * t72;
  const real t74 = radial[2] * t73;
  const real t75 = t67 + t74;
  const real t76 = t23 * t51;
  const real t77 = bound[19] * t76;
  const real t78 = bound[11] * radial[3];
  const real t79 = t54 * t78;
  const real t80 = t79 + t77;
  const real t81 = bound[17] * t80;
  const real t82 = radial[3] * t81;
  const real t83 = t75 + t82;
  const real t84 = t30 * t51;
  const real t85 = bound[19] * t84;
  const real t86 = bound[11] * radial[4];
  const real t87 = t54 * t86;
  const real t88 = t87 + t85;
  const real t89 = bound[17] * t88;
  const real t90 = radial[4] * t89;
  const real t91 = t83 + t90;
  const real t92 = t91 / bound[11];
  const real t93 = bound[10] * t3;
  const real t94 = t93 * t54;
  const real t95 = bound[17] * t94;
  const real t96 = radial[0] * t95;
  const real t97 = bound[10] * t9;
  const real t98 = t97 * t54;
  const real t99 = bound[17] * t98;
  const real t100 = radial[1] * t99;
  const real t101 = t96 + t100;
  const real t102 = bound[10] * t16;
  const real t103 = t102 * t54;
  const real t104 = bound[17] * t103;
  const real t105 = radial[2] * t104;
  const real t106 = t101 + t105;
  const real t107 = bound[10] * t23;
  const real t108 = t107 * t54;
  const real t109 = bound[17] * t108;
  const real t110 = radial[3] * t109;
  const real t111 = t106 + t110;
  const real t112 = bound[10] * t30;
  const real t113 = t112 * t54;
  const real t114 = bound[17] * t113;
  const real t115 = radial[4] * t114;
  const real t116 = t111 + t115;
  const real t117 = radial[0] * t93;
  const real t118 = radial[1] * t97;
  const real t119 = t117 + t118;
  const real t120 = radial[2] * t102;
  const real t121 = t119 + t120;
  const real t122 = radial[3] * t107;
  const real t123 = t121 + t122;
  const real t124 = radial[4] * t112;
  const real t125 = t123 + t124;
  const real t126 = t116 / t125;
  const real t127 = t125 * t125;
  const mask t128 = 0.0 < t127;
  const real t129 = k_select(t128, t126, t92);
  const real t130 = t129 * radial[10];
  const real t131 = bound[18] * t130;
  const real t132 = bound[11] * t130;
  const real t133 = 1.0 - t132;
  const real t134 = t131 / t133;
  const real t135 = radial[0] * radial[0];
  const real t136 = 1.0 - t135;
  const real t137 = t134 * t136;
  across[0] = t137;
  const real t138 = radial[0] * radial[1];
  const real t139 = t134 * t138;
  const real t140 = -t139;
  across[1] = t140;
  across[5] = t140;
  const real t141 = radial[0] * radial[2];
  const real t142 = t134 * t141;
  const real t143 = -t142;
  across[2] = t143;
  across[10] = t143;
  const real t144 = radial[0] * radial[3];
  const real t145 = t134 * t144;
  const real t146 = -t145;
  across[3] = t146;
  across[15] = t146;
  const real t147 = radial[0] * radial[4];
  const real t148 = t134 * t147;
  const real t149 = -t148;
  across[4] = t149;
  across[20] = t149;
  const real t150 = radial[1] * radial[1];
  const real t151 = 1.0 - t150;
  const real t152 = t134 * t151;
  across[6] = t152;
  const real t153 = radial[1] * radial[2];
  const real t154 = t134 * t153;
  const real t155 = -t154;
  across[7] = t155;
  across[11] = t155;
  const real t156 = radial[1] * radial[3];
  const real t157 = t134 * t156;
  const real t158 = -t157;
  across[8] = t158;
  across[16] = t158;
  const real t159 = radial[1] * radial[4];
  const real t160 = t134 * t159;
  const real t161 = -t160;
  across[9] = t161;
  across[21] = t161;
  const real t162 = radial[2] * radial[2];
  const real t163 = 1.0 - t162;
  const real t164 = t134 * t163;
  across[12] = t164;
  const real t165 = radial[2] * radial[3];
  const real t166 = t134 * t165;
  const real t167 = -t166;
  across[13] = t167;
  across[17] = t167;
  const real t168 = radial[2] * radial[4];
  const real t169 = t134 * t168;
  const real t170 = -t169;
  across[14] = t170;
  across[22] = t170;
  const real t171 = radial[3] * radial[3];
  const real t172 = 1.0 - t171;
  const real t173 = t134 * t172;
  across[18] = t173;
  const real t174 = radial[3] * radial[4];
  const real t175 = t134 * t174;
  const real t176 = -t175;
  across[19] = t176;
  across[23] = t176;
  const real t177 = radial[4] * radial[4];
  const real t178 = 1.0 - t177;
  const real t179 = t134 * t178;
  across[24] = t179;
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
  bound[13] = t21;
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
  bound[14] = t61;
  const real t62 = t21 + t61;
  const real t63 = 2.0 * t62;
  bound[12] = t63;
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
}

