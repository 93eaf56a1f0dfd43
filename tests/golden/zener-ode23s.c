/* Written by automat.
 * material zener, scheme ode23s, strategy automatic
 * 8 points at once, mixed control, without tangent
/* ==== sizes */

#define K_NX 6
#define K_STATE 6
#define K_NA 6
#define K_NS 6
#define K_ND 0
#define K_NZ 6
#define K_NF 0
#define K_REMEMBERS 0
#define K_READS_RATE 0
#define K_COLUMNS 0
#define K_FOLLOWS 0
#define K_PARAMETERS 4
#define K_GROUPS 0
#define K_DERIVATIVES 0
#define K_SOLVED_GROUPS 1
#define K_VARIABLES 1
#define K_PASSES 0
#define K_ENERGIES 0
#define K_MIXED 1
#define K_PATH 1
#define K_EQUATIONS 0
#define K_LINEAR 1
#define K_RESTS 0
#define K_CUTTING 0
#define K_BENDS 0
#define K_CONSTANT 1
#define K_SPREAD 0
#define K_STORAGE 0
#define K_TANGENT 0
#define K_STRESS_CONTROL 1
#define K_NEWTON_ON_STRESS 0
#define K_COUPLED 1
#define K_COLUMN_MODE 0
#define K_CONVENTIONAL 0
#define K_FAMILY 1
#define K_STAGES 3
#define K_SUBSTEPS 1
#define K_GUARDED 0
#define K_METHOD -1
static const struct {
  int order, embedded, control, fsal;
  k_number gamma, caution, stable;
  k_number a[3][7], m[3][7];
  k_number b[7], e[7], guard[7], c[7], g[7], probe[7],
      probe_state[7];
} k_scheme = {
  2, 3, 2, 0, 0.29289321881345248, 0.59999999999999998, 1,
  {{0, 0, 0, 0, 0, 0, 0},
   {1.7071067811865475, 0, 0, 0, 0, 0, 0},
   {3.4142135623730949, 3.4142135623730949, 0, 0, 0, 0, 0},},
  {{0, 0, 0, 0, 0, 0, 0},
   {-3.4142135623730949, 0, 0, 0, 0, 0, 0},
   {-6.8284271247461898, -25.313708498984759, 0, 0, 0, 0, 0},},
  {3.4142135623730949, 3.4142135623730949, 0, 0, 0, 0, 0},
  {-0.56903559372884915, -3.0808802290397619, -0.56903559372884915, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0.5, 1, 0, 0, 0, 0},
  {0.29289321881345248, 0, -0.29289321881345248, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},
  {0, 0, 0, 0, 0, 0, 0},};
#define K_SPARSE 0
static const struct {
  k_group groups[1], solved[2];
  struct {
    k_pivot pivots[7];
    int places[37];
  } order;
  k_variable variables[2];
} k_tables = {
  {{0}},
  {{0, 6}, {0}},
  {{{0, 6, 5, 11, 5},
   {1, 16, 4, 20, 4},
   {2, 24, 3, 27, 3},
   {3, 30, 2, 32, 2},
   {4, 34, 1, 35, 1},
   {5, 36, 0, 36, 0},
   {0}},
  {0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3, 4, 5,
   2, 3, 4, 5, 3, 4, 5, 3, 4, 5, 4, 5, 4, 5, 5, 5, 0}},
  {{0, 6, 0}, {0}}};
#define K_BOUND 13
static const int k_idle[] = {0, 0, 0, 0, 0, 0, };

/* ==== the law */

/* The state y: eps_v y[0] ... y[5] */

/* f = y': 12 operations; powers and transcendental functions: 0 */
K_FN void k_rate(k_context *k, const real *eps, const real *rate, const real *y, real *f) {
  const real *bound = k->bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[1] * t1;
  f[0] = t2;
  const real t3 = eps[1] - y[1];
  const real t4 = bound[2] * t3;
  f[1] = t4;
  const real t5 = eps[2] - y[2];
  const real t6 = bound[2] * t5;
  f[2] = t6;
  const real t7 = eps[3] - y[3];
  const real t8 = bound[2] * t7;
  f[3] = t8;
  const real t9 = eps[4] - y[4];
  const real t10 = bound[2] * t9;
  f[4] = t10;
  const real t11 = eps[5] - y[5];
  const real t12 = bound[2] * t11;
  f[5] = t12;
}

K_FN void k_jacobian(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *D) {
}

/* f, J = df/dy and B = df/deps: 12 operations; powers and transcendental functions: 0 */
K_FN void k_gradient(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *B) {
  const real *bound = k->bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[1] * t1;
  f[0] = t2;
  const real t3 = eps[1] - y[1];
  const real t4 = bound[2] * t3;
  f[1] = t4;
  const real t5 = eps[2] - y[2];
  const real t6 = bound[2] * t5;
  f[2] = t6;
  const real t7 = eps[3] - y[3];
  const real t8 = bound[2] * t7;
  f[3] = t8;
  const real t9 = eps[4] - y[4];
  const real t10 = bound[2] * t9;
  f[4] = t10;
  const real t11 = eps[5] - y[5];
  const real t12 = bound[2] * t11;
  f[5] = t12;
  J[0] = bound[3];
  J[1] = k_set(0.0);
  J[2] = k_set(0.0);
  J[3] = k_set(0.0);
  J[4] = k_set(0.0);
  J[5] = k_set(0.0);
  J[6] = k_set(0.0);
  J[7] = bound[4];
  J[8] = k_set(0.0);
  J[9] = k_set(0.0);
  J[10] = k_set(0.0);
  J[11] = k_set(0.0);
  J[12] = k_set(0.0);
  J[13] = k_set(0.0);
  J[14] = bound[4];
  J[15] = k_set(0.0);
  J[16] = k_set(0.0);
  J[17] = k_set(0.0);
  J[18] = k_set(0.0);
  J[19] = k_set(0.0);
  J[20] = k_set(0.0);
  J[21] = bound[4];
  J[22] = k_set(0.0);
  J[23] = k_set(0.0);
  J[24] = k_set(0.0);
  J[25] = k_set(0.0);
  J[26] = k_set(0.0);
  J[27] = k_set(0.0);
  J[28] = bound[4];
  J[29] = k_set(0.0);
  J[30] = k_set(0.0);
  J[31] = k_set(0.0);
  J[32] = k_set(0.0);
  J[33] = k_set(0.0);
  J[34] = k_set(0.0);
  J[35] = bound[4];
  B[0] = bound[1];
  B[1] = k_set(0.0);
  B[2] = k_set(0.0);
  B[3] = k_set(0.0);
  B[4] = k_set(0.0);
  B[5] = k_set(0.0);
  B[6] = k_set(0.0);
  B[7] = bound[2];
  B[8] = k_set(0.0);
  B[9] = k_set(0.0);
  B[10] = k_set(0.0);
  B[11] = k_set(0.0);
  B[12] = k_set(0.0);
  B[13] = k_set(0.0);
  B[14] = bound[2];
  B[15] = k_set(0.0);
  B[16] = k_set(0.0);
  B[17] = k_set(0.0);
  B[18] = k_set(0.0);
  B[19] = k_set(0.0);
  B[20] = k_set(0.0);
  B[21] = bound[2];
  B[22] = k_set(0.0);
  B[23] = k_set(0.0);
  B[24] = k_set(0.0);
  B[25] = k_set(0.0);
  B[26] = k_set(0.0);
  B[27] = k_set(0.0);
  B[28] = bound[2];
  B[29] = k_set(0.0);
  B[30] = k_set(0.0);
  B[31] = k_set(0.0);
  B[32] = k_set(0.0);
  B[33] = k_set(0.0);
  B[34] = k_set(0.0);
  B[35] = bound[2];
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

/* sig = d omega/d eps: 18 operations; powers and transcendental functions: 0 */
K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  const real *bound = k->bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[5] * eps[0];
  const real t3 = k_fma(bound[6], t1, t2);
  sig[0] = t3;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(bound[8], eps[1], t5);
  sig[1] = t6;
  const real t7 = eps[2] - y[2];
  const real t8 = bound[8] * eps[2];
  const real t9 = k_fma(bound[7], t7, t8);
  sig[2] = t9;
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(bound[8], eps[3], t11);
  sig[3] = t12;
  const real t13 = eps[4] - y[4];
  const real t14 = bound[7] * t13;
  const real t15 = k_fma(bound[8], eps[4], t14);
  sig[4] = t15;
  const real t16 = eps[5] - y[5];
  const real t17 = bound[7] * t16;
  const real t18 = k_fma(bound[8], eps[5], t17);
  sig[5] = t18;
}

/* sig = d omega/d eps, Ce = d sig/d eps, Cy = d sig/dy: 18 operations; powers and transcendental functions: 0 */
K_FN void k_stiffness(k_context *k, const real *eps, const real *y, real *sig, real *Ce, real *Cy) {
  const real *bound = k->bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[5] * eps[0];
  const real t3 = k_fma(bound[6], t1, t2);
  sig[0] = t3;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(bound[8], eps[1], t5);
  sig[1] = t6;
  const real t7 = eps[2] - y[2];
  const real t8 = bound[8] * eps[2];
  const real t9 = k_fma(bound[7], t7, t8);
  sig[2] = t9;
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(bound[8], eps[3], t11);
  sig[3] = t12;
  const real t13 = eps[4] - y[4];
  const real t14 = bound[7] * t13;
  const real t15 = k_fma(bound[8], eps[4], t14);
  sig[4] = t15;
  const real t16 = eps[5] - y[5];
  const real t17 = bound[7] * t16;
  const real t18 = k_fma(bound[8], eps[5], t17);
  sig[5] = t18;
  Ce[0] = bound[9];
  Ce[1] = k_set(0.0);
  Ce[2] = k_set(0.0);
  Ce[3] = k_set(0.0);
  Ce[4] = k_set(0.0);
  Ce[5] = k_set(0.0);
  Ce[6] = k_set(0.0);
  Ce[7] = bound[10];
  Ce[8] = k_set(0.0);
  Ce[9] = k_set(0.0);
  Ce[10] = k_set(0.0);
  Ce[11] = k_set(0.0);
  Ce[12] = k_set(0.0);
  Ce[13] = k_set(0.0);
  Ce[14] = bound[10];
  Ce[15] = k_set(0.0);
  Ce[16] = k_set(0.0);
  Ce[17] = k_set(0.0);
  Ce[18] = k_set(0.0);
  Ce[19] = k_set(0.0);
  Ce[20] = k_set(0.0);
  Ce[21] = bound[10];
  Ce[22] = k_set(0.0);
  Ce[23] = k_set(0.0);
  Ce[24] = k_set(0.0);
  Ce[25] = k_set(0.0);
  Ce[26] = k_set(0.0);
  Ce[27] = k_set(0.0);
  Ce[28] = bound[10];
  Ce[29] = k_set(0.0);
  Ce[30] = k_set(0.0);
  Ce[31] = k_set(0.0);
  Ce[32] = k_set(0.0);
  Ce[33] = k_set(0.0);
  Ce[34] = k_set(0.0);
  Ce[35] = bound[10];
  Cy[0] = bound[11];
  Cy[1] = k_set(0.0);
  Cy[2] = k_set(0.0);
  Cy[3] = k_set(0.0);
  Cy[4] = k_set(0.0);
  Cy[5] = k_set(0.0);
  Cy[6] = k_set(0.0);
  Cy[7] = bound[12];
  Cy[8] = k_set(0.0);
  Cy[9] = k_set(0.0);
  Cy[10] = k_set(0.0);
  Cy[11] = k_set(0.0);
  Cy[12] = k_set(0.0);
  Cy[13] = k_set(0.0);
  Cy[14] = bound[12];
  Cy[15] = k_set(0.0);
  Cy[16] = k_set(0.0);
  Cy[17] = k_set(0.0);
  Cy[18] = k_set(0.0);
  Cy[19] = k_set(0.0);
  Cy[20] = k_set(0.0);
  Cy[21] = bound[12];
  Cy[22] = k_set(0.0);
  Cy[23] = k_set(0.0);
  Cy[24] = k_set(0.0);
  Cy[25] = k_set(0.0);
  Cy[26] = k_set(0.0);
  Cy[27] = k_set(0.0);
  Cy[28] = bound[12];
  Cy[29] = k_set(0.0);
  Cy[30] = k_set(0.0);
  Cy[31] = k_set(0.0);
  Cy[32] = k_set(0.0);
  Cy[33] = k_set(0.0);
  Cy[34] = k_set(0.0);
  Cy[35] = bound[12];
}

/* sig = d omega/d eps, Ce = d sig/d eps: 18 operations; powers and transcendental functions: 0 */
K_FN void k_elasticity(k_context *k, const real *eps, const real *y, real *sig, real *Ce) {
  const real *bound = k->bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[5] * eps[0];
  const real t3 = k_fma(bound[6], t1, t2);
  sig[0] = t3;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(bound[8], eps[1], t5);
  sig[1] = t6;
  const real t7 = eps[2] - y[2];
  const real t8 = bound[8] * eps[2];
  const real t9 = k_fma(bound[7], t7, t8);
  sig[2] = t9;
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(bound[8], eps[3], t11);
  sig[3] = t12;
  const real t13 = eps[4] - y[4];
  const real t14 = bound[7] * t13;
  const real t15 = k_fma(bound[8], eps[4], t14);
  sig[4] = t15;
  const real t16 = eps[5] - y[5];
  const real t17 = bound[7] * t16;
  const real t18 = k_fma(bound[8], eps[5], t17);
  sig[5] = t18;
  Ce[0] = bound[9];
  Ce[1] = k_set(0.0);
  Ce[2] = k_set(0.0);
  Ce[3] = k_set(0.0);
  Ce[4] = k_set(0.0);
  Ce[5] = k_set(0.0);
  Ce[6] = k_set(0.0);
  Ce[7] = bound[10];
  Ce[8] = k_set(0.0);
  Ce[9] = k_set(0.0);
  Ce[10] = k_set(0.0);
  Ce[11] = k_set(0.0);
  Ce[12] = k_set(0.0);
  Ce[13] = k_set(0.0);
  Ce[14] = bound[10];
  Ce[15] = k_set(0.0);
  Ce[16] = k_set(0.0);
  Ce[17] = k_set(0.0);
  Ce[18] = k_set(0.0);
  Ce[19] = k_set(0.0);
  Ce[20] = k_set(0.0);
  Ce[21] = bound[10];
  Ce[22] = k_set(0.0);
  Ce[23] = k_set(0.0);
  Ce[24] = k_set(0.0);
  Ce[25] = k_set(0.0);
  Ce[26] = k_set(0.0);
  Ce[27] = k_set(0.0);
  Ce[28] = bound[10];
  Ce[29] = k_set(0.0);
  Ce[30] = k_set(0.0);
  Ce[31] = k_set(0.0);
  Ce[32] = k_set(0.0);
  Ce[33] = k_set(0.0);
  Ce[34] = k_set(0.0);
  Ce[35] = bound[10];
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

/* omega: 32 operations; powers and transcendental functions: 0 */
K_FN void k_energy(k_context *k, const real *eps, const real *y, real *omega) {
  const real *bound = k->bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[6] * t1;
  const real t3 = t1 * t2;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(t4, t5, t3);
  const real t7 = eps[2] - y[2];
  const real t8 = bound[7] * t7;
  const real t9 = k_fma(t7, t8, t6);
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(t10, t11, t9);
  const real t13 = eps[4] - y[4];
  const real t14 = bound[7] * t13;
  const real t15 = k_fma(t13, t14, t12);
  const real t16 = eps[5] - y[5];
  const real t17 = bound[7] * t16;
  const real t18 = k_fma(t16, t17, t15);
  const real t19 = 0.5 * t18;
  const real t20 = bound[5] * eps[0];
  const real t21 = bound[8] * eps[1];
  const real t22 = eps[1] * t21;
  const real t23 = k_fma(eps[0], t20, t22);
  const real t24 = bound[8] * eps[2];
  const real t25 = k_fma(eps[2], t24, t23);
  const real t26 = bound[8] * eps[3];
  const real t27 = k_fma(eps[3], t26, t25);
  const real t28 = bound[8] * eps[4];
  const real t29 = k_fma(eps[4], t28, t27);
  const real t30 = bound[8] * eps[5];
  const real t31 = k_fma(eps[5], t30, t29);
  const real t32 = k_fma(k_set(0.5), t31, t19);
  omega[0] = t32;
}

/* Values that depend only on the parameters y. */
K_CALL void k_bind(const real *y, real *bound) {
  const real t1 = 1.0 + y[2];
  const real t2 = 2.0 * t1;
  const real t3 = 1.0 / t2;
  const real t4 = 2.0 * t3;
  const real t5 = y[0] * t4;
  bound[8] = t5;
  const real t6 = y[1] * t4;
  bound[7] = t6;
  const real t7 = t5 + t6;
  bound[10] = t7;
  const real t8 = 2.0 * t7;
  const real t9 = t7 + t8;
  const real t10 = t7 + t9;
  const real t11 = t7 + t10;
  const real t12 = t11 / 5.0;
  bound[0] = t12;
  const real t13 = 2.0 * y[2];
  const real t14 = 1.0 - t13;
  const real t15 = t1 * t14;
  const real t16 = y[2] / t15;
  const real t17 = 3.0 * t16;
  const real t18 = t4 + t17;
  const real t19 = y[1] * t18;
  bound[6] = t19;
  const real t20 = 2.0 * y[3];
  const real t21 = 1.0 / t20;
  const real t22 = 2.0 * t21;
  const real t23 = t19 * t22;
  bound[1] = t23;
  const real t24 = t6 * t22;
  bound[2] = t24;
  const real t25 = -t23;
  bound[3] = t25;
  const real t26 = -t24;
  bound[4] = t26;
  const real t27 = y[0] * t18;
  bound[5] = t27;
  const real t28 = t27 + t19;
  bound[9] = t28;
  const real t29 = -t19;
  bound[11] = t29;
  const real t30 = -t6;
  bound[12] = t30;
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
}

