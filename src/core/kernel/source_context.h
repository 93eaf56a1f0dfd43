/* source_context.h: what context.h is to the interpreter, for generated
 * sources: sizes are constants that stand before this text, arrays are locals,
 * functions of the law are generated. */

typedef struct {
  const real *parameters; /* [K_PARAMETERS] of the points of a block */
  const real *bound;      /* [K_BOUND] what follows from them */
  const am_tolerances *solver;
  double *sequence; /* [K_PASSES][capacity][row], K_LANES of each row */
  long capacity, row;
  int attempts;
  const volatile int *stop;
  int first_launch; /* rare ways are left to a second launch … */
  mask deferred;    /* … by these points (first_launch.h) */
  mask other, watched, trial; /* chain.h */
  int patience; /* substeps */
  real budget;  /* evaluations of a pass (chain.h) */
} k_context;

/* Numbers of a strain and of the external fields behind it. */
#define K_INPUTS (6 + K_NF)
#define K_INPUT_ROOM K_INPUTS
#define K_THETA_ROOM (K_INPUTS + 1 + 6 * K_READS_RATE)

/* What the directions of a function share. */
#define K_SHARED(WORD) K_##WORD##_SHARED

/* Most laws are not differentiated by their parameters: K_BY is around calls
 * of functions, with what they write to, that others do not have. */
#ifdef K_SENSITIVITIES
#define K_BY(shared, call) call
#define K_SHARED_BY(WORD) K_SHARED(WORD)
#else
#define K_SENSITIVITIES 0
#define K_BY(shared, call) ((void)(shared))
#define K_SHARED_BY(WORD) 0
#endif

/* Most schemes are alone; of a chain the first one looks out for stiffness. */
#ifndef K_METHOD
#define K_METHOD (-1)
#endif
#if K_METHOD == 0
#define K_PROBE_ROW k_probe
#define K_PROBE_STATE_ROW k_probe_state
#else
#define K_PROBE_ROW k_b
#define K_PROBE_STATE_ROW k_b
#define K_STABLE 1.0
#endif

/* Most backward Euler steps are whole loading steps. */
#ifndef K_SUBSTEPS
#define K_SUBSTEPS 1
#endif

/* What is made once for all points. */
#ifndef K_ONCE
#define K_ONCE K_FN
#endif

/* Few loading steps have equations between components. */
#ifndef K_EQUATIONS
#define K_EQUATIONS 0
#endif
#define K_EQUATION_ROOM (K_EQUATIONS ? 36 : 1)

/* Most strains are small: K_DEFORMED is around calls of functions that others
 * do not have. */
#ifdef K_LOGARITHMIC
#define K_DEFORMED(call) call
#else
#define K_LOGARITHMIC 0
#define K_DEFORMED(call) ((void)0)
#endif
#define K_GRADIENT_ROOM (K_LOGARITHMIC ? 9 : 1)

/* Most points follow no substeps. */
#ifndef K_FOLLOWS
#define K_FOLLOWS 0
#endif

#define K_DEFER(where) (k->deferred = k->deferred | (where))
#define K_DEFERRED (K_FIRST_LAUNCH && k_any(k->deferred))

#define K_STRESS_SCALE (k->bound[0])

#define K_GROUP(i) k_groups[i]
#define K_SOLVED_GROUP(i) k_solved_groups[i]
#define K_PIVOT(s) k_pivots[s]
#define K_PLACES k_places
#define K_IDLE(i) k_idle[i]
#define K_VARIABLE(i) k_variables[i]
#define K_A_ROW(i) k_a[i]
#define K_B_ROW k_b
#define K_E_ROW k_e
#define K_GUARD_ROW k_guard
#define K_E(i) k_e[i]
#define K_C(i) k_c[i]
#define K_G(i) k_g[i]
#define K_M(i, j) k_m[i][j]

/* Functions that some sources call more than once. */
#if K_MIXED && !K_PATH
#define K_MIXED_CALL K_CALL
#else
#define K_MIXED_CALL K_FN
#endif
/* A call that laws without plateaus do not have: compilers for devices inline
 * what is called once. */
#if K_ND && K_PATH
#define K_FREE_FLOW(lanes) (lanes)
#else
#define K_FREE_FLOW(lanes) k_not(k_all_lanes())
#endif

#if K_FAMILY == 3
#define K_DOUBLING_CALL K_CALL
#else
#define K_DOUBLING_CALL K_FN
#endif

/* Derivatives in all directions, from place `at` on of the fast memory that the
 * thread has on a device: K_STORAGE numbers, 0: none. */
#if K_STORAGE
#define K_FAST_ARRAY(name, at, size)              \
  extern __shared__ real k_storage[];       \
  real *name = k_storage + (int)threadIdx.x * K_STORAGE + (at)
#else
#define K_FAST_ARRAY(name, at, size) K_ARRAY(name, size)
#endif

#define K_ENTER (void)k
#define K_LEAVE (void)k
#define K_ARRAY(name, size) real name[(size) > 0 ? (size) : 1]

K_FN double *k_substep_at(k_context *k, int slot, long index) {
  return k->sequence + ((long)slot * k->capacity + index) * k->row;
}

#if K_LANES > 1
#define K_LANE(x, i) (x)[i]
#else
#define K_LANE(x, i) (x)
#endif

K_FN real k_recorded(k_context *k, int slot, real index) {
  real size = k_set(0);
  for (int i = 0; i < K_LANES; i++)
    K_LANE(size, i) = k_substep_at(k, slot, (long)K_LANE(index, i))[i];
  return size;
}

K_FN void k_record(k_context *k, int slot, real index, real size,
                   mask where) {
  if (!K_PASSES) return;
  for (int i = 0; i < K_LANES; i++)
    if (K_LANE(where, i))
      k_substep_at(k, slot, (long)K_LANE(index, i))[i] = K_LANE(size, i);
}
