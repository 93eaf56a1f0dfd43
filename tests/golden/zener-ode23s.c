/* Written by automat.
 * material zener, scheme ode23s, strategy automatic
 * 8 points at once, mixed control, without tangent */
/* ==== sizes */

#define K_NX 6
#define K_NA 6
#define K_NS 6
#define K_COLUMNS 6
#define K_PARAMETERS 4
#define K_GROUPS 0
#define K_SOLVED_GROUPS 1
#define K_VARIABLES 1
#define K_PASSES 1
#define K_ENERGIES 0
#define K_MIXED 1
#define K_TANGENT 0
#define K_STRESS_CONTROL 1
#define K_COUPLED 1
#define K_COLUMN_MODE 0
#define K_CONVENTIONAL 0
#define K_FAMILY 1
#define K_STAGES 3
#define K_FSAL 0
#define K_ORDER 2
#define K_GAMMA 0.29289321881345248
static const double k_a[][7] = {
  {0, 0, 0, 0, 0, 0, 0},
  {1.7071067811865475, 0, 0, 0, 0, 0, 0},
  {3.4142135623730949, 3.4142135623730949, 0, 0, 0, 0, 0}};
static const double k_m[][7] = {
  {0, 0, 0, 0, 0, 0, 0},
  {-3.4142135623730949, 0, 0, 0, 0, 0, 0},
  {-6.8284271247461898, -25.313708498984759, 0, 0, 0, 0, 0}};
static const double k_b[] = {3.4142135623730949, 3.4142135623730949, 0, 0, 0, 0, 0};
static const double k_e[] = {-0.56903559372884915, -3.0808802290397619, -0.56903559372884915, 0, 0, 0, 0};
static const double k_c[] = {0, 0.5, 1, 0, 0, 0, 0};
static const double k_g[] = {0.29289321881345248, 0, -0.29289321881345248, 0, 0, 0, 0};
static const k_group k_groups[] = {{0}};
static const k_group k_solved_groups[] = {{0, 6}, {0}};
static const k_variable k_variables[] = {{0, 6, 0}, {0}};
#define K_BOUND 13

/* ==== the law */

/* The state y: eps_v y[0] ... y[5] */

/* f = y': 12 operations, 0 of them powers or the like */
K_FN void k_rate(k_context *k, const real *eps, const real *rate, const real *y, real *f) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)rate, (void)bound;
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

K_FN void k_jacobian(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J) {
  (void)k, (void)eps, (void)y, (void)rate, (void)f, (void)J;
}

/* f, J = df/dy and B = df/deps: 12 operations, 0 of them powers or the like */
K_FN void k_gradient(k_context *k, const real *eps, const real *rate, const real *y, real *f, real *J, real *B) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)rate, (void)bound;
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

/* derivatives of J w_y + B w_eps by y and eps: 0 operations, 0 of them powers or the like */
K_FN void k_curvature(k_context *k, const real *eps, const real *rate, const real *y, const real *w, real *My, real *Meps) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)rate, (void)w, (void)bound;
  My[0] = k_set(0.0);
  My[1] = k_set(0.0);
  My[2] = k_set(0.0);
  My[3] = k_set(0.0);
  My[4] = k_set(0.0);
  My[5] = k_set(0.0);
  My[6] = k_set(0.0);
  My[7] = k_set(0.0);
  My[8] = k_set(0.0);
  My[9] = k_set(0.0);
  My[10] = k_set(0.0);
  My[11] = k_set(0.0);
  My[12] = k_set(0.0);
  My[13] = k_set(0.0);
  My[14] = k_set(0.0);
  My[15] = k_set(0.0);
  My[16] = k_set(0.0);
  My[17] = k_set(0.0);
  My[18] = k_set(0.0);
  My[19] = k_set(0.0);
  My[20] = k_set(0.0);
  My[21] = k_set(0.0);
  My[22] = k_set(0.0);
  My[23] = k_set(0.0);
  My[24] = k_set(0.0);
  My[25] = k_set(0.0);
  My[26] = k_set(0.0);
  My[27] = k_set(0.0);
  My[28] = k_set(0.0);
  My[29] = k_set(0.0);
  My[30] = k_set(0.0);
  My[31] = k_set(0.0);
  My[32] = k_set(0.0);
  My[33] = k_set(0.0);
  My[34] = k_set(0.0);
  My[35] = k_set(0.0);
  Meps[0] = k_set(0.0);
  Meps[1] = k_set(0.0);
  Meps[2] = k_set(0.0);
  Meps[3] = k_set(0.0);
  Meps[4] = k_set(0.0);
  Meps[5] = k_set(0.0);
  Meps[6] = k_set(0.0);
  Meps[7] = k_set(0.0);
  Meps[8] = k_set(0.0);
  Meps[9] = k_set(0.0);
  Meps[10] = k_set(0.0);
  Meps[11] = k_set(0.0);
  Meps[12] = k_set(0.0);
  Meps[13] = k_set(0.0);
  Meps[14] = k_set(0.0);
  Meps[15] = k_set(0.0);
  Meps[16] = k_set(0.0);
  Meps[17] = k_set(0.0);
  Meps[18] = k_set(0.0);
  Meps[19] = k_set(0.0);
  Meps[20] = k_set(0.0);
  Meps[21] = k_set(0.0);
  Meps[22] = k_set(0.0);
  Meps[23] = k_set(0.0);
  Meps[24] = k_set(0.0);
  Meps[25] = k_set(0.0);
  Meps[26] = k_set(0.0);
  Meps[27] = k_set(0.0);
  Meps[28] = k_set(0.0);
  Meps[29] = k_set(0.0);
  Meps[30] = k_set(0.0);
  Meps[31] = k_set(0.0);
  Meps[32] = k_set(0.0);
  Meps[33] = k_set(0.0);
  Meps[34] = k_set(0.0);
  Meps[35] = k_set(0.0);
}

/* f and FZ_c = J w_c + B_c theta in six directions c: 54 operations, 0 of them powers or the like */
K_FN void k_directed(k_context *k, const real *eps, const real *rate, const real *y, const real *theta, const real *w, real *f, real *FZ) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)rate, (void)theta, (void)w, (void)bound;
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
  const real t13 = theta[0] - w[0];
  const real t14 = bound[1] * t13;
  FZ[0] = t14;
  const real t15 = bound[4] * w[1];
  FZ[1] = t15;
  const real t16 = bound[4] * w[2];
  FZ[2] = t16;
  const real t17 = bound[4] * w[3];
  FZ[3] = t17;
  const real t18 = bound[4] * w[4];
  FZ[4] = t18;
  const real t19 = bound[4] * w[5];
  FZ[5] = t19;
  const real t20 = bound[3] * w[6];
  FZ[6] = t20;
  const real t21 = theta[0] - w[7];
  const real t22 = bound[2] * t21;
  FZ[7] = t22;
  const real t23 = bound[4] * w[8];
  FZ[8] = t23;
  const real t24 = bound[4] * w[9];
  FZ[9] = t24;
  const real t25 = bound[4] * w[10];
  FZ[10] = t25;
  const real t26 = bound[4] * w[11];
  FZ[11] = t26;
  const real t27 = bound[3] * w[12];
  FZ[12] = t27;
  const real t28 = bound[4] * w[13];
  FZ[13] = t28;
  const real t29 = theta[0] - w[14];
  const real t30 = bound[2] * t29;
  FZ[14] = t30;
  const real t31 = bound[4] * w[15];
  FZ[15] = t31;
  const real t32 = bound[4] * w[16];
  FZ[16] = t32;
  const real t33 = bound[4] * w[17];
  FZ[17] = t33;
  const real t34 = bound[3] * w[18];
  FZ[18] = t34;
  const real t35 = bound[4] * w[19];
  FZ[19] = t35;
  const real t36 = bound[4] * w[20];
  FZ[20] = t36;
  const real t37 = theta[0] - w[21];
  const real t38 = bound[2] * t37;
  FZ[21] = t38;
  const real t39 = bound[4] * w[22];
  FZ[22] = t39;
  const real t40 = bound[4] * w[23];
  FZ[23] = t40;
  const real t41 = bound[3] * w[24];
  FZ[24] = t41;
  const real t42 = bound[4] * w[25];
  FZ[25] = t42;
  const real t43 = bound[4] * w[26];
  FZ[26] = t43;
  const real t44 = bound[4] * w[27];
  FZ[27] = t44;
  const real t45 = theta[0] - w[28];
  const real t46 = bound[2] * t45;
  FZ[28] = t46;
  const real t47 = bound[4] * w[29];
  FZ[29] = t47;
  const real t48 = bound[3] * w[30];
  FZ[30] = t48;
  const real t49 = bound[4] * w[31];
  FZ[31] = t49;
  const real t50 = bound[4] * w[32];
  FZ[32] = t50;
  const real t51 = bound[4] * w[33];
  FZ[33] = t51;
  const real t52 = bound[4] * w[34];
  FZ[34] = t52;
  const real t53 = theta[0] - w[35];
  const real t54 = bound[2] * t53;
  FZ[35] = t54;
}

/* sig = d omega/d eps, C_c its derivatives in six directions c: 62 operations, 0 of them powers or the like */
K_FN void k_response_along(k_context *k, const real *eps, const real *y, const real *theta, const real *w, real *sig, real *C) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)theta, (void)w, (void)bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[5] * eps[0];
  const real t3 = k_fma(bound[6], t1, t2);
  sig[0] = t3;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(bound[8], eps[1], t5);
  sig[1] = t6;
  const real t7 = eps[2] - y[2];
  const real t8 = bound[7] * t7;
  const real t9 = k_fma(bound[8], eps[2], t8);
  sig[2] = t9;
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(bound[8], eps[3], t11);
  sig[3] = t12;
  const real t13 = eps[4] - y[4];
  const real t14 = bound[8] * eps[4];
  const real t15 = k_fma(bound[7], t13, t14);
  sig[4] = t15;
  const real t16 = eps[5] - y[5];
  const real t17 = bound[8] * eps[5];
  const real t18 = k_fma(bound[7], t16, t17);
  sig[5] = t18;
  const real t19 = theta[0] - w[0];
  const real t20 = bound[5] * theta[0];
  const real t21 = k_fma(bound[6], t19, t20);
  C[0] = t21;
  const real t22 = bound[9] * w[1];
  C[1] = t22;
  const real t23 = bound[9] * w[2];
  C[2] = t23;
  const real t24 = bound[9] * w[3];
  C[3] = t24;
  const real t25 = bound[9] * w[4];
  C[4] = t25;
  const real t26 = bound[9] * w[5];
  C[5] = t26;
  const real t27 = bound[10] * w[6];
  C[6] = t27;
  const real t28 = theta[0] - w[7];
  const real t29 = bound[8] * theta[0];
  const real t30 = k_fma(bound[7], t28, t29);
  C[7] = t30;
  const real t31 = bound[9] * w[8];
  C[8] = t31;
  const real t32 = bound[9] * w[9];
  C[9] = t32;
  const real t33 = bound[9] * w[10];
  C[10] = t33;
  const real t34 = bound[9] * w[11];
  C[11] = t34;
  const real t35 = bound[10] * w[12];
  C[12] = t35;
  const real t36 = bound[9] * w[13];
  C[13] = t36;
  const real t37 = theta[0] - w[14];
  const real t38 = k_fma(bound[7], t37, t29);
  C[14] = t38;
  const real t39 = bound[9] * w[15];
  C[15] = t39;
  const real t40 = bound[9] * w[16];
  C[16] = t40;
  const real t41 = bound[9] * w[17];
  C[17] = t41;
  const real t42 = bound[10] * w[18];
  C[18] = t42;
  const real t43 = bound[9] * w[19];
  C[19] = t43;
  const real t44 = bound[9] * w[20];
  C[20] = t44;
  const real t45 = theta[0] - w[21];
  const real t46 = k_fma(bound[7], t45, t29);
  C[21] = t46;
  const real t47 = bound[9] * w[22];
  C[22] = t47;
  const real t48 = bound[9] * w[23];
  C[23] = t48;
  const real t49 = bound[10] * w[24];
  C[24] = t49;
  const real t50 = bound[9] * w[25];
  C[25] = t50;
  const real t51 = bound[9] * w[26];
  C[26] = t51;
  const real t52 = bound[9] * w[27];
  C[27] = t52;
  const real t53 = theta[0] - w[28];
  const real t54 = k_fma(bound[7], t53, t29);
  C[28] = t54;
  const real t55 = bound[9] * w[29];
  C[29] = t55;
  const real t56 = bound[10] * w[30];
  C[30] = t56;
  const real t57 = bound[9] * w[31];
  C[31] = t57;
  const real t58 = bound[9] * w[32];
  C[32] = t58;
  const real t59 = bound[9] * w[33];
  C[33] = t59;
  const real t60 = bound[9] * w[34];
  C[34] = t60;
  const real t61 = theta[0] - w[35];
  const real t62 = k_fma(bound[7], t61, t29);
  C[35] = t62;
}

/* sig = d omega/d eps: 18 operations, 0 of them powers or the like */
K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[5] * eps[0];
  const real t3 = k_fma(bound[6], t1, t2);
  sig[0] = t3;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(bound[8], eps[1], t5);
  sig[1] = t6;
  const real t7 = eps[2] - y[2];
  const real t8 = bound[7] * t7;
  const real t9 = k_fma(bound[8], eps[2], t8);
  sig[2] = t9;
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(bound[8], eps[3], t11);
  sig[3] = t12;
  const real t13 = eps[4] - y[4];
  const real t14 = bound[8] * eps[4];
  const real t15 = k_fma(bound[7], t13, t14);
  sig[4] = t15;
  const real t16 = eps[5] - y[5];
  const real t17 = bound[8] * eps[5];
  const real t18 = k_fma(bound[7], t16, t17);
  sig[5] = t18;
}

/* sig = d omega/d eps, Ce = d sig/d eps, Cy = d sig/dy: 18 operations, 0 of them powers or the like */
K_FN void k_stiffness(k_context *k, const real *eps, const real *y, real *sig, real *Ce, real *Cy) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)bound;
  const real t1 = eps[0] - y[0];
  const real t2 = bound[5] * eps[0];
  const real t3 = k_fma(bound[6], t1, t2);
  sig[0] = t3;
  const real t4 = eps[1] - y[1];
  const real t5 = bound[7] * t4;
  const real t6 = k_fma(bound[8], eps[1], t5);
  sig[1] = t6;
  const real t7 = eps[2] - y[2];
  const real t8 = bound[7] * t7;
  const real t9 = k_fma(bound[8], eps[2], t8);
  sig[2] = t9;
  const real t10 = eps[3] - y[3];
  const real t11 = bound[7] * t10;
  const real t12 = k_fma(bound[8], eps[3], t11);
  sig[3] = t12;
  const real t13 = eps[4] - y[4];
  const real t14 = bound[8] * eps[4];
  const real t15 = k_fma(bound[7], t13, t14);
  sig[4] = t15;
  const real t16 = eps[5] - y[5];
  const real t17 = bound[8] * eps[5];
  const real t18 = k_fma(bound[7], t16, t17);
  sig[5] = t18;
  Ce[0] = bound[11];
  Ce[1] = k_set(0.0);
  Ce[2] = k_set(0.0);
  Ce[3] = k_set(0.0);
  Ce[4] = k_set(0.0);
  Ce[5] = k_set(0.0);
  Ce[6] = k_set(0.0);
  Ce[7] = bound[12];
  Ce[8] = k_set(0.0);
  Ce[9] = k_set(0.0);
  Ce[10] = k_set(0.0);
  Ce[11] = k_set(0.0);
  Ce[12] = k_set(0.0);
  Ce[13] = k_set(0.0);
  Ce[14] = bound[12];
  Ce[15] = k_set(0.0);
  Ce[16] = k_set(0.0);
  Ce[17] = k_set(0.0);
  Ce[18] = k_set(0.0);
  Ce[19] = k_set(0.0);
  Ce[20] = k_set(0.0);
  Ce[21] = bound[12];
  Ce[22] = k_set(0.0);
  Ce[23] = k_set(0.0);
  Ce[24] = k_set(0.0);
  Ce[25] = k_set(0.0);
  Ce[26] = k_set(0.0);
  Ce[27] = k_set(0.0);
  Ce[28] = bound[12];
  Ce[29] = k_set(0.0);
  Ce[30] = k_set(0.0);
  Ce[31] = k_set(0.0);
  Ce[32] = k_set(0.0);
  Ce[33] = k_set(0.0);
  Ce[34] = k_set(0.0);
  Ce[35] = bound[12];
  Cy[0] = bound[10];
  Cy[1] = k_set(0.0);
  Cy[2] = k_set(0.0);
  Cy[3] = k_set(0.0);
  Cy[4] = k_set(0.0);
  Cy[5] = k_set(0.0);
  Cy[6] = k_set(0.0);
  Cy[7] = bound[9];
  Cy[8] = k_set(0.0);
  Cy[9] = k_set(0.0);
  Cy[10] = k_set(0.0);
  Cy[11] = k_set(0.0);
  Cy[12] = k_set(0.0);
  Cy[13] = k_set(0.0);
  Cy[14] = bound[9];
  Cy[15] = k_set(0.0);
  Cy[16] = k_set(0.0);
  Cy[17] = k_set(0.0);
  Cy[18] = k_set(0.0);
  Cy[19] = k_set(0.0);
  Cy[20] = k_set(0.0);
  Cy[21] = bound[9];
  Cy[22] = k_set(0.0);
  Cy[23] = k_set(0.0);
  Cy[24] = k_set(0.0);
  Cy[25] = k_set(0.0);
  Cy[26] = k_set(0.0);
  Cy[27] = k_set(0.0);
  Cy[28] = bound[9];
  Cy[29] = k_set(0.0);
  Cy[30] = k_set(0.0);
  Cy[31] = k_set(0.0);
  Cy[32] = k_set(0.0);
  Cy[33] = k_set(0.0);
  Cy[34] = k_set(0.0);
  Cy[35] = bound[9];
}

K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
  (void)k, (void)eps, (void)y, (void)M;
}

/* omega: 32 operations, 0 of them powers or the like */
K_FN void k_energy(k_context *k, const real *eps, const real *y, real *omega) {
  const real *bound = k->bound;
  (void)k, (void)eps, (void)y, (void)bound;
  const real t1 = eps[1] - y[1];
  const real t2 = bound[7] * t1;
  const real t3 = t1 * t2;
  const real t4 = eps[0] - y[0];
  const real t5 = bound[6] * t4;
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

/* What follows from the parameters y. */
K_FN void k_bind(const real *y, real *bound) {
  (void)y;
  const real t1 = 1.0 + y[2];
  const real t2 = 2.0 * y[2];
  const real t3 = 1.0 - t2;
  const real t4 = t1 * t3;
  const real t5 = y[2] / t4;
  const real t6 = 3.0 * t5;
  const real t7 = 2.0 * t1;
  const real t8 = 1.0 / t7;
  const real t9 = 2.0 * t8;
  const real t10 = t9 + t6;
  const real t11 = y[0] * t10;
  bound[5] = t11;
  const real t12 = y[1] * t10;
  bound[6] = t12;
  const real t13 = t11 + t12;
  bound[11] = t13;
  const real t14 = y[0] * t9;
  bound[8] = t14;
  const real t15 = y[1] * t9;
  bound[7] = t15;
  const real t16 = t14 + t15;
  bound[12] = t16;
  const real t17 = t13 + t16;
  const real t18 = t16 + t17;
  const real t19 = t16 + t18;
  const real t20 = t16 + t19;
  const real t21 = t16 + t20;
  const real t22 = t21 / 6.0;
  bound[0] = t22;
  const real t23 = 2.0 * y[3];
  const real t24 = 1.0 / t23;
  const real t25 = 2.0 * t24;
  const real t26 = t12 * t25;
  bound[1] = t26;
  const real t27 = t15 * t25;
  bound[2] = t27;
  const real t28 = -t26;
  bound[3] = t28;
  const real t29 = -t27;
  bound[4] = t29;
  const real t30 = -t15;
  bound[9] = t30;
  const real t31 = -t12;
  bound[10] = t31;
}

K_FN void k_update_of(k_context *k, const real *eps1,
                      const real *a0, real dt, real *a1, real *sig,
                      real *C, mask *ok) {
  (void)k, (void)eps1, (void)a0, (void)dt, (void)a1, (void)sig, (void)C, (void)ok;
}

