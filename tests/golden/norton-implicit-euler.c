/* Written by automat.
 * material norton, scheme implicit-euler, strategy automatic
 * 8 points at once, strain control, with tangent
/* ==== sizes */

#define K_NX 5
#define K_NA 5
#define K_NS 5
#define K_ND 0
#define K_NZ 5
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
    k_pivot pivots[6];
    int places[26];
  } order;
  k_variable variables[2];
} k_tables = {
  {{0}},
  {{0, 5}, {0}},
  {{{0, 5, 4, 9, 4},
   {1, 13, 3, 16, 3},
   {2, 19, 2, 21, 2},
   {3, 23, 1, 24, 1},
   {4, 25, 0, 25, 0},
   {0}},
  {0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 3,
   4, 3, 4, 4, 4, 0}},
  {{0, 5, 0}, {0}}};
#define K_BOUND 16
static const int k_idle[] = {1, 0, 0, 0, 0, 0, };

/* ==== the law */

/* The state y: eps_p y[0] ... y[4] */

/* f = y': 18 operations; powers and transcendental functions: 1 */
K_FN void k_rate(k_context *k, const real *eps, const real *rate, const real *y, real *f) {
  const real *bound = k->bound;
  const real t1 = eps[1] - y[0];
  const real t2 = eps[2] - y[1];
  const real t3 = t2 * t2;
  const real t4 = k_fma(t1, t1, t3);
  const real t5 = eps[3] - y[2];
  const real t6 = k_fma(t5, t5, t4);
  const real t7 = eps[4] - y[3];
  const real t8 = k_fma(t7, t7, t6);
  const real t9 = eps[5] - y[4];
  const real t10 = k_fma(t9, t9, t8);
  const real t11 = bound[1] * t10;
  const real t12 = k_pow0(t11, bound[2]);
  const real t13 = bound[3] * t12;
  const real t14 = t1 * t13;
  f[0] = t14;
  const real t15 = t2 * t13;
  f[1] = t15;
  const real t16 = t5 * t13;
  f[2] = t16;
  const real t17 = t7 * t13;
  f[3] = t17;
  const real t18 = t9 * t13;
  f[4] = t18;
}

/* f, J = df/dy, and df/deps of the surfaces: 44 operations; powers and transcendental functions: 1 */
K_FN void k_jacobian(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *D) {
  const real *bound = k->bound;
  const real t1 = eps[1] - y[0];
  const real t2 = eps[2] - y[1];
  const real t3 = t2 * t2;
  const real t4 = k_fma(t1, t1, t3);
  const real t5 = eps[3] - y[2];
  const real t6 = k_fma(t5, t5, t4);
  const real t7 = eps[4] - y[3];
  const real t8 = t7 * t7;
  const real t9 = t8 + t6;
  const real t10 = eps[5] - y[4];
  const real t11 = t10 * t10;
  const real t12 = t11 + t9;
  const real t13 = bound[1] * t12;
  const real t14 = k_pow0(t13, bound[4]);
  const real t15 = t13 * t14;
  const mask t16 = 0.0 == t13;
  const real t17 = k_select(t16, bound[5], t15);
  const real t18 = bound[3] * t17;
  const real t19 = t1 * t18;
  f[0] = t19;
  const real t20 = t2 * t18;
  f[1] = t20;
  const real t21 = t5 * t18;
  f[2] = t21;
  const real t22 = t7 * t18;
  f[3] = t22;
  const real t23 = t10 * t18;
  f[4] = t23;
  const real t24 = bound[6] * t17;
  const real t25 = bound[7] * t14;
  const real t26 = t1 * t25;
  const real t27 = k_fma(t1, t26, t24);
  J[0] = t27;
  const real t28 = t2 * t26;
  J[1] = t28;
  J[5] = t28;
  const real t29 = t5 * t26;
  J[2] = t29;
  J[10] = t29;
  const real t30 = t7 * t26;
  J[3] = t30;
  J[15] = t30;
  const real t31 = t10 * t26;
  J[4] = t31;
  J[20] = t31;
  const real t32 = t2 * t25;
  const real t33 = k_fma(t2, t32, t24);
  J[6] = t33;
  const real t34 = t5 * t32;
  J[7] = t34;
  J[11] = t34;
  const real t35 = t7 * t32;
  J[8] = t35;
  J[16] = t35;
  const real t36 = t10 * t32;
  J[9] = t36;
  J[21] = t36;
  const real t37 = t5 * t25;
  const real t38 = k_fma(t5, t37, t24);
  J[12] = t38;
  const real t39 = t7 * t37;
  J[13] = t39;
  J[17] = t39;
  const real t40 = t10 * t37;
  J[14] = t40;
  J[22] = t40;
  const real t41 = k_fma(t8, t25, t24);
  J[18] = t41;
  const real t42 = t7 * t10;
  const real t43 = t42 * t25;
  J[19] = t43;
  J[23] = t43;
  const real t44 = k_fma(t11, t25, t24);
  J[24] = t44;
}

/* f, J = df/dy and B = df/deps: 67 operations; powers and transcendental functions: 1 */
K_FN void k_gradient(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *B) {
  const real *bound = k->bound;
  const real t1 = eps[2] - y[1];
  const real t2 = bound[8] * t1;
  const real t3 = t1 * t2;
  const real t4 = eps[1] - y[0];
  const real t5 = bound[8] * t4;
  const real t6 = t4 * t5;
  const real t7 = t3 + t6;
  const real t8 = eps[3] - y[2];
  const real t9 = t8 * t8;
  const real t10 = k_fma(bound[8], t9, t7);
  const real t11 = eps[4] - y[3];
  const real t12 = t11 * t11;
  const real t13 = k_fma(bound[8], t12, t10);
  const real t14 = eps[5] - y[4];
  const real t15 = t14 * t14;
  const real t16 = k_fma(bound[8], t15, t13);
  const real t17 = bound[9] * t16;
  const real t18 = t11 * t14;
  const real t19 = k_pow0(t17, bound[4]);
  const real t20 = bound[10] * t19;
  const real t21 = t18 * t20;
  B[23] = t21;
  B[28] = t21;
  const real t22 = bound[7] * t19;
  const real t23 = t18 * t22;
  J[19] = t23;
  J[23] = t23;
  const real t24 = t8 * t14;
  const real t25 = t24 * t20;
  B[17] = t25;
  B[27] = t25;
  const real t26 = t24 * t22;
  J[14] = t26;
  J[22] = t26;
  const real t27 = t8 * t11;
  const real t28 = t27 * t20;
  B[16] = t28;
  B[21] = t28;
  const real t29 = t27 * t22;
  J[13] = t29;
  J[17] = t29;
  const real t30 = t17 * t19;
  const mask t31 = 0.0 == t17;
  const real t32 = k_select(t31, bound[5], t30);
  const real t33 = t1 * t22;
  const real t34 = t14 * t33;
  J[9] = t34;
  J[21] = t34;
  const real t35 = t11 * t33;
  J[8] = t35;
  J[16] = t35;
  const real t36 = t8 * t33;
  J[7] = t36;
  J[11] = t36;
  const real t37 = bound[6] * t32;
  const real t38 = k_fma(t1, t33, t37);
  J[6] = t38;
  const real t39 = k_fma(t15, t22, t37);
  J[24] = t39;
  const real t40 = k_fma(t12, t22, t37);
  J[18] = t40;
  const real t41 = k_fma(t9, t22, t37);
  J[12] = t41;
  const real t42 = t4 * t22;
  const real t43 = k_fma(t4, t42, t37);
  J[0] = t43;
  const real t44 = t14 * t42;
  J[4] = t44;
  J[20] = t44;
  const real t45 = t11 * t42;
  J[3] = t45;
  J[15] = t45;
  const real t46 = t8 * t42;
  J[2] = t46;
  J[10] = t46;
  const real t47 = t1 * t42;
  J[1] = t47;
  J[5] = t47;
  const real t48 = bound[3] * t32;
  const real t49 = k_fma(t15, t20, t48);
  B[29] = t49;
  const real t50 = k_fma(t12, t20, t48);
  B[22] = t50;
  const real t51 = k_fma(t9, t20, t48);
  B[15] = t51;
  const real t52 = t1 * t20;
  const real t53 = t14 * t52;
  B[11] = t53;
  B[26] = t53;
  const real t54 = t4 * t20;
  const real t55 = t14 * t54;
  B[5] = t55;
  B[25] = t55;
  const real t56 = t14 * t48;
  f[4] = t56;
  const real t57 = t11 * t52;
  B[10] = t57;
  B[20] = t57;
  const real t58 = t11 * t54;
  B[4] = t58;
  B[19] = t58;
  const real t59 = t11 * t48;
  f[3] = t59;
  const real t60 = t8 * t52;
  B[9] = t60;
  B[14] = t60;
  const real t61 = t8 * t54;
  B[3] = t61;
  B[13] = t61;
  const real t62 = t8 * t48;
  f[2] = t62;
  const real t63 = k_fma(t1, t52, t48);
  B[8] = t63;
  const real t64 = t1 * t54;
  B[2] = t64;
  B[7] = t64;
  const real t65 = t1 * t48;
  f[1] = t65;
  const real t66 = k_fma(t4, t54, t48);
  B[1] = t66;
  const real t67 = t4 * t48;
  f[0] = t67;
  B[0] = k_set(0.0);
  B[6] = k_set(0.0);
  B[12] = k_set(0.0);
  B[18] = k_set(0.0);
  B[24] = k_set(0.0);
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

#define K_STRESS_SHARED 0
/* sig = d omega/d eps, and the common part of its derivatives: 11 operations; powers and transcendental functions: 0 */
K_FN void k_stress_shared(k_context *k, const real *eps, const real *y, real *sig, real *shared) {
  const real *bound = k->bound;
  const real t1 = bound[11] * eps[0];
  sig[0] = t1;
  const real t2 = eps[1] - y[0];
  const real t3 = bound[12] * t2;
  sig[1] = t3;
  const real t4 = eps[2] - y[1];
  const real t5 = bound[12] * t4;
  sig[2] = t5;
  const real t6 = eps[3] - y[2];
  const real t7 = bound[12] * t6;
  sig[3] = t7;
  const real t8 = eps[4] - y[3];
  const real t9 = bound[12] * t8;
  sig[4] = t9;
  const real t10 = eps[5] - y[4];
  const real t11 = bound[12] * t10;
  sig[5] = t11;
}

/* direction 0: 1 operations */
K_FN void k_stress_jvp_0(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound;
  const real t1 = bound[11] * theta[0];
  along[0] = t1;
  along[1] = k_set(0.0);
  along[2] = k_set(0.0);
  along[3] = k_set(0.0);
  along[4] = k_set(0.0);
  along[5] = k_set(0.0);
}

/* direction 1: 6 operations */
K_FN void k_stress_jvp_1(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound;
  const real t1 = theta[0] - w[0];
  const real t2 = bound[12] * t1;
  along[1] = t2;
  const real t3 = bound[13] * w[1];
  along[2] = t3;
  const real t4 = bound[13] * w[2];
  along[3] = t4;
  const real t5 = bound[13] * w[3];
  along[4] = t5;
  const real t6 = bound[13] * w[4];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 2: 6 operations */
K_FN void k_stress_jvp_2(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound;
  const real t1 = bound[13] * w[0];
  along[1] = t1;
  const real t2 = theta[0] - w[1];
  const real t3 = bound[12] * t2;
  along[2] = t3;
  const real t4 = bound[13] * w[2];
  along[3] = t4;
  const real t5 = bound[13] * w[3];
  along[4] = t5;
  const real t6 = bound[13] * w[4];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 3: 6 operations */
K_FN void k_stress_jvp_3(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound;
  const real t1 = bound[13] * w[0];
  along[1] = t1;
  const real t2 = bound[13] * w[1];
  along[2] = t2;
  const real t3 = theta[0] - w[2];
  const real t4 = bound[12] * t3;
  along[3] = t4;
  const real t5 = bound[13] * w[3];
  along[4] = t5;
  const real t6 = bound[13] * w[4];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 4: 6 operations */
K_FN void k_stress_jvp_4(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound;
  const real t1 = bound[13] * w[0];
  along[1] = t1;
  const real t2 = bound[13] * w[1];
  along[2] = t2;
  const real t3 = bound[13] * w[2];
  along[3] = t3;
  const real t4 = theta[0] - w[3];
  const real t5 = bound[12] * t4;
  along[4] = t5;
  const real t6 = bound[13] * w[4];
  along[5] = t6;
  along[0] = k_set(0.0);
}

/* direction 5: 6 operations */
K_FN void k_stress_jvp_5(k_context *k, const real *shared, const real *theta, const real *w, real *along) {
  const real *bound = k->bound;
  const real t1 = bound[13] * w[0];
  along[1] = t1;
  const real t2 = bound[13] * w[1];
  along[2] = t2;
  const real t3 = bound[13] * w[2];
  along[3] = t3;
  const real t4 = bound[13] * w[3];
  along[4] = t4;
  const real t5 = theta[0] - w[4];
  const real t6 = bound[12] * t5;
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

/* sig = d omega/d eps: 11 operations; powers and transcendental functions: 0 */
K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  const real *bound = k->bound;
  const real t1 = bound[11] * eps[0];
  sig[0] = t1;
  const real t2 = eps[1] - y[0];
  const real t3 = bound[12] * t2;
  sig[1] = t3;
  const real t4 = eps[2] - y[1];
  const real t5 = bound[12] * t4;
  sig[2] = t5;
  const real t6 = eps[3] - y[2];
  const real t7 = bound[12] * t6;
  sig[3] = t7;
  const real t8 = eps[4] - y[3];
  const real t9 = bound[12] * t8;
  sig[4] = t9;
  const real t10 = eps[5] - y[4];
  const real t11 = bound[12] * t10;
  sig[5] = t11;
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

/* M = d2 omega/dy2: 0 operations; powers and transcendental functions: 0 */
K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
  const real *bound = k->bound;
  M[0] = bound[12];
  M[1] = k_set(0.0);
  M[2] = k_set(0.0);
  M[3] = k_set(0.0);
  M[4] = k_set(0.0);
  M[5] = k_set(0.0);
  M[6] = bound[12];
  M[7] = k_set(0.0);
  M[8] = k_set(0.0);
  M[9] = k_set(0.0);
  M[10] = k_set(0.0);
  M[11] = k_set(0.0);
  M[12] = bound[12];
  M[13] = k_set(0.0);
  M[14] = k_set(0.0);
  M[15] = k_set(0.0);
  M[16] = k_set(0.0);
  M[17] = k_set(0.0);
  M[18] = bound[12];
  M[19] = k_set(0.0);
  M[20] = k_set(0.0);
  M[21] = k_set(0.0);
  M[22] = k_set(0.0);
  M[23] = k_set(0.0);
  M[24] = bound[12];
}

K_FN void k_forces(k_context *k, const real *eps, const real *y, real *A) {
}

/* omega: 13 operations; powers and transcendental functions: 0 */
K_FN void k_energy(k_context *k, const real *eps, const real *y, real *omega) {
  const real *bound = k->bound;
  const real t1 = eps[1] - y[0];
  const real t2 = eps[0] * eps[0];
  const real t3 = k_fma(t1, t1, t2);
  const real t4 = eps[2] - y[1];
  const real t5 = k_fma(t4, t4, t3);
  const real t6 = eps[3] - y[2];
  const real t7 = k_fma(t6, t6, t5);
  const real t8 = eps[4] - y[3];
  const real t9 = k_fma(t8, t8, t7);
  const real t10 = eps[5] - y[4];
  const real t11 = k_fma(t10, t10, t9);
  const real t12 = bound[14] * t11;
  const real t13 = k_fma(bound[15], t2, t12);
  omega[0] = t13;
}

/* Values that depend only on the parameters y. */
K_CALL void k_bind(const real *y, real *bound) {
  const real t1 = y[0] * y[1];
  const real t2 = 1.0 + y[1];
  const real t3 = 2.0 * y[1];
  const real t4 = 1.0 - t3;
  const real t5 = t2 * t4;
  const real t6 = t1 / t5;
  const real t7 = 2.0 * t2;
  const real t8 = y[0] / t7;
  bound[14] = t8;
  const real t9 = 1.4999999999999998 * t6;
  bound[15] = t9;
  const real t10 = 2.0 * t8;
  bound[12] = t10;
  const real t11 = t8 + t9;
  const real t12 = 2.0 * t11;
  bound[11] = t12;
  const real t13 = -2.0 * t8;
  bound[13] = t13;
  const real t14 = 1.0 + y[4];
  const real t15 = 1.0 / y[3];
  const real t16 = t15 * t15;
  const real t17 = 1.5 * t16;
  bound[9] = t17;
  const real t18 = 0.5 * t14;
  const real t19 = -1.0 + t18;
  bound[2] = t19;
  const real t20 = t8 * t8;
  const real t21 = 4.0 * t20;
  bound[8] = t21;
  const real t22 = 4.0 * t8;
  const real t23 = t10 + t22;
  const real t24 = t10 + t23;
  const real t25 = t10 + t24;
  const real t26 = t25 / 5.0;
  bound[0] = t26;
  const real t27 = 1.0 / t14;
  const real t28 = y[3] * t8;
  const real t29 = t15 * t28;
  const real t30 = t15 * t29;
  const real t31 = t14 * t30;
  const real t32 = y[2] * t31;
  const real t33 = t27 * t32;
  const real t34 = 3.0 * t33;
  bound[3] = t34;
  const real t35 = t15 * t20;
  const real t36 = t15 * t35;
  const real t37 = 6.0 * t36;
  bound[1] = t37;
  const real t38 = -2.0 + t18;
  bound[4] = t38;
  const real t39 = k_pow0(k_set(0.0), t19);
  bound[5] = t39;
  const real t40 = t8 * t20;
  const real t41 = -3.0 * t33;
  bound[6] = t41;
  const real t42 = y[3] * t40;
  const real t43 = t15 * t42;
  const real t44 = t15 * t43;
  const real t45 = t15 * t44;
  const real t46 = t15 * t45;
  const real t47 = t14 * t46;
  const real t48 = t19 * t47;
  const real t49 = y[2] * t48;
  const real t50 = t27 * t49;
  const real t51 = -36.0 * t50;
  bound[7] = t51;
  const real t52 = 36.0 * t50;
  bound[10] = t52;
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
}

