/* Written by automat.
 * material michel-suquet, scheme ode23, strategy automatic
 * 8 points at once, strain control, without tangent
/* ==== sizes */

#define K_NX 6
#define K_STATE 6
#define K_NA 6
#define K_NS 5
#define K_ND 0
#define K_NZ 5
#define K_NF 0
#define K_REMEMBERS 0
#define K_READS_RATE 0
#define K_COLUMNS 0
#define K_FOLLOWS 0
#define K_PARAMETERS 7
#define K_GROUPS 1
#define K_DERIVATIVES 0
#define K_SOLVED_GROUPS 1
#define K_VARIABLES 2
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
#define K_TANGENT 0
#define K_STRESS_CONTROL 1
#define K_NEWTON_ON_STRESS 0
#define K_COUPLED 1
#define K_COLUMN_MODE 0
#define K_CONVENTIONAL 0
#define K_FAMILY 0
#define K_STAGES 4
#define K_SUBSTEPS 1
#define K_GUARDED 1
#define K_METHOD -1
static const struct {
  int order, embedded, control, fsal;
  k_number gamma, caution, stable;
  k_number a[4][7], m[4][7];
  k_number b[7], e[7], guard[7], c[7], g[7], probe[7],
      probe_state[7];
} k_scheme = {
  3, 2, 2, 1, 0, 1, 2.5127000000000002,
  {{0, 0, 0, 0, 0, 0, 0},
   {0.5, 0, 0, 0, 0, 0, 0},
   {0, 0.75, 0, 0, 0, 0, 0},
   {0.22222222222222221, 0.33333333333333331, 0.44444444444444442, 0, 0, 0, 0},},
  {{0, 0, 0, 0, 0, 0, 0},
   {0, 0, 0, 0, 0, 0, 0},
   {0, 0, 0, 0, 0, 0, 0},
   {0, 0, 0, 0, 0, 0, 0},},
  {0.22222222222222221, 0.33333333333333331, 0.44444444444444442, 0, 0, 0, 0},
  {-0.069444444444444475, 0.083333333333333315, 0.1111111111111111, -0.125, 0, 0, 0},
  {0.020833333333333332, -0.041666666666666664, 0, 0.020833333333333332, 0, 0, 0},
  {0, 0.5, 0.75, 1, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 1, -2, 1, 0, 0, 0},
  {0.72222222222222221, -1.1666666666666667, 0.44444444444444442, 0, 0, 0, 0},};
#define K_SPARSE 0
static const struct {
  k_group groups[2], solved[2];
  struct {
    k_pivot pivots[6];
    int places[26];
  } order;
  k_variable variables[3];
} k_tables = {
  {{5, 1}, {0}},
  {{0, 5}, {0}},
  {{{0, 5, 4, 9, 4},
   {1, 13, 3, 16, 3},
   {2, 19, 2, 21, 2},
   {3, 23, 1, 24, 1},
   {4, 25, 0, 25, 0},
   {0}},
  {0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 3,
   4, 3, 4, 4, 4, 0}},
  {{0, 5, 0}, {5, 1, 6}, {0}}};
#define K_BOUND 13
static const int k_idle[] = {1, 0, 0, 0, 0, 0, };

/* ==== the law */

/* The state y: eps_vp y[0] ... y[4], alpha y[5] */

/* f = y': 36 operations; powers and transcendental functions: 1 */
K_FN void k_rate(k_context *k, const real *eps, const real *rate, const real *y, real *f) {
  const real *bound = k->bound;
  const real t1 = eps[1] - y[0];
  const real t2 = bound[1] * t1;
  const real t3 = k_fma(bound[2], y[0], t2);
  const real t4 = eps[2] - y[1];
  const real t5 = bound[1] * t4;
  const real t6 = k_fma(bound[2], y[1], t5);
  const real t7 = t6 * t6;
  const real t8 = k_fma(t3, t3, t7);
  const real t9 = eps[3] - y[2];
  const real t10 = bound[1] * t9;
  const real t11 = k_fma(bound[2], y[2], t10);
  const real t12 = k_fma(t11, t11, t8);
  const real t13 = eps[4] - y[3];
  const real t14 = bound[1] * t13;
  const real t15 = k_fma(bound[2], y[3], t14);
  const real t16 = k_fma(t15, t15, t12);
  const real t17 = eps[5] - y[4];
  const real t18 = bound[1] * t17;
  const real t19 = k_fma(bound[2], y[4], t18);
  const real t20 = k_fma(t19, t19, t16);
  const real t21 = 1.5 * t20;
  const real t22 = k_sqrt(t21);
  const real t23 = t22 - bound[3];
  const mask t24 = t23 <= 0.0;
  const real t25 = bound[4] * t23;
  const real t26 = k_pow0(t25, bound[5]);
  const real t27 = k_select(t24, k_set(0.0), t26);
  const real t28 = k_recip0(t22);
  const real t29 = t28 * t27;
  const real t30 = bound[6] * t29;
  const real t31 = t3 * t30;
  f[0] = t31;
  const real t32 = t6 * t30;
  f[1] = t32;
  const real t33 = t11 * t30;
  f[2] = t33;
  const real t34 = t15 * t30;
  f[3] = t34;
  const real t35 = t19 * t30;
  f[4] = t35;
  const real t36 = bound[7] * t27;
  f[5] = t36;
}

K_FN void k_jacobian(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *D) {
}

K_FN void k_gradient(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *B) {
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
K_FN void k_stress_shared(k_context *k, const real *eps, const real *y, real *sig, real *shared) {
}
K_FN void k_stress_jvp(k_context *k, int c, const real *shared, const real *theta, const real *w, real *along) {
}

K_FN void k_stress_change(k_context *k, const real *eps, const real *y, const real *u, real *sig, real *along) {
}

/* sig = d omega/d eps: 11 operations; powers and transcendental functions: 0 */
K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  const real *bound = k->bound;
  const real t1 = bound[8] * eps[0];
  sig[0] = t1;
  const real t2 = eps[1] - y[0];
  const real t3 = bound[9] * t2;
  sig[1] = t3;
  const real t4 = eps[2] - y[1];
  const real t5 = bound[9] * t4;
  sig[2] = t5;
  const real t6 = eps[3] - y[2];
  const real t7 = bound[9] * t6;
  sig[3] = t7;
  const real t8 = eps[4] - y[3];
  const real t9 = bound[9] * t8;
  sig[4] = t9;
  const real t10 = eps[5] - y[4];
  const real t11 = bound[9] * t10;
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

K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
}

K_FN void k_forces(k_context *k, const real *eps, const real *y, real *A) {
}

/* omega: 20 operations; powers and transcendental functions: 0 */
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
  const real t12 = bound[10] * t11;
  const real t13 = k_fma(bound[11], t2, t12);
  const real t14 = y[1] * y[1];
  const real t15 = k_fma(y[0], y[0], t14);
  const real t16 = k_fma(y[2], y[2], t15);
  const real t17 = k_fma(y[3], y[3], t16);
  const real t18 = k_fma(y[4], y[4], t17);
  const real t19 = k_fma(bound[12], t18, t13);
  const real t20 = k_fma(bound[3], y[5], t19);
  omega[0] = t20;
}

/* Values that depend only on the parameters y. */
K_CALL void k_bind(const real *y, real *bound) {
  const real t1 = 1.0 + y[1];
  const real t2 = 2.0 * t1;
  const real t3 = y[0] / t2;
  bound[10] = t3;
  const real t4 = 2.0 * t3;
  bound[9] = t4;
  const real t5 = 4.0 * t3;
  const real t6 = t4 + t5;
  const real t7 = t4 + t6;
  const real t8 = t4 + t7;
  const real t9 = t8 / 5.0;
  bound[0] = t9;
  const real t10 = -2.0 * t3;
  bound[1] = t10;
  const real t11 = 0.66666666666666663 * y[3];
  bound[2] = t11;
  const real t12 = 1.0 / y[5];
  bound[4] = t12;
  const real t13 = 1.0 + y[6];
  const real t14 = y[5] * t12;
  const real t15 = y[4] * t14;
  const real t16 = t13 * t15;
  const real t17 = 1.0 / t13;
  const real t18 = t17 * t16;
  bound[7] = t18;
  const real t19 = -1.5 * t18;
  bound[6] = t19;
  const real t20 = 2.0 * y[1];
  const real t21 = 1.0 - t20;
  const real t22 = t1 * t21;
  const real t23 = y[0] * y[1];
  const real t24 = t23 / t22;
  const real t25 = 1.4999999999999998 * t24;
  bound[11] = t25;
  const real t26 = t3 + t25;
  const real t27 = 2.0 * t26;
  bound[8] = t27;
  const real t28 = y[3] / 3.0;
  bound[12] = t28;
  bound[3] = y[2];
  bound[5] = y[6];
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
}

