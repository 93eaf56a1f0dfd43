/* source_context.h: the counterpart of context.h for generated sources.  Sizes
 * are constants defined before this text, arrays are local variables, and
 * functions of the law are generated code. */

typedef struct {
  const real *parameters; /* [K_PARAMETERS] of the points of a block */
  const real *bound;      /* [K_BOUND] constants computed from them */
  const real *radial;     /* [K_RADIAL] (points/radial.h) */
  const am_tolerances *solver;
  double *sequence; /* [K_PASSES][capacity][row] recorded substeps; K_LANES
                       numbers of each row are used */
  long capacity, row;
  int attempts;
  const volatile int *stop;
  int first_launch; /* 1: rare branches are deferred to a second launch … */
  mask deferred;    /* … for these points (first_launch.h) */
  mask other, watched, trial; /* chain.h */
  int substep_limit; /* limit of substeps (chain.h) */
  real budget;  /* limit of evaluations of a pass (chain.h) */
} k_context;

/* Number of strains and external fields. */
#define K_INPUTS (6 + K_NF)
#define K_INPUT_ROOM K_INPUTS
#define K_THETA_ROOM (K_INPUTS + 1 + K_INPUTS * K_READS_RATE)

/* Number of values shared by the directions of a function. */
#define K_SHARED(WORD) K_##WORD##_SHARED

/* K_BY_PARAMETER wraps calls that exist only in sources with derivatives by
 * parameters, together with the array that they write. */
#ifdef K_SENSITIVITIES
#define K_BY_PARAMETER(shared, call) call
#define K_SHARED_BY(WORD) K_SHARED(WORD)
#else
#define K_SENSITIVITIES 0
#define K_BY_PARAMETER(shared, call) ((void)(shared))
#define K_SHARED_BY(WORD) 0
#endif

#define K_EQUATION_ROOM (K_EQUATIONS ? 36 : 1)

/* K_DEFORMED wraps calls that exist only in sources for finite strain. */
#ifdef K_LOGARITHMIC
#define K_DEFORMED(call) call
#else
#define K_LOGARITHMIC 0
#define K_DEFORMED(call) ((void)0)
#endif
#define K_GRADIENT_ROOM (K_LOGARITHMIC ? 9 : 1)

/* K_TURNED wraps calls that exist only in sources with radial returns. */
#ifdef K_RADIAL
#define K_TURNED(call) call
#else
#define K_RADIAL 0
#define K_TURNED(call) ((void)0)
#endif

#define K_STRESS_SCALE (k->bound[0])

#define K_IDLE(i) k_idle[i]
#define K_TABLES k_tables
#define K_SCHEME k_scheme

/* Laws without plateaus omit this call, because device compilers inline a
 * function that is called once. */
#if K_ND && K_PATH
#define K_FREE_FLOW(lanes) (lanes)
#else
#define K_FREE_FLOW(lanes) k_not(k_all_lanes())
#endif

/* Functions that some sources call more than once. */
#if K_FAMILY == 3
#define K_DOUBLING_CALL K_CALL
#else
#define K_DOUBLING_CALL K_FN
#endif

/* Array for the derivatives in all directions: `size` numbers from place `at`
 * of the thread's share of fast device memory, K_STORAGE numbers long (0:
 * none). */
#if K_STORAGE
#define K_FAST_ARRAY(name, at, size)              \
  extern __shared__ real k_storage[];       \
  real *name = k_storage + (int)threadIdx.x * K_STORAGE + (at)
#else
#define K_FAST_ARRAY(name, at, size) K_ARRAY(name, size)
#endif

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
