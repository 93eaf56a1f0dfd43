/* parts.h: headers of engine for other modules, in addition to engine.h, and
 * what engines share: checks before and after compilation, hand-written
 * updates, chains of schemes, breaks of external fields, and stresses of
 * deformation gradients. */
#ifndef AM_ENGINE_PARTS_H
#define AM_ENGINE_PARTS_H

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/engine.h"
#include "kernel/dialect.h"
#include "kernel/points/fields.h"
#include "law/law.h"

/* ---- fields.c: the table of fields, kernel/points/fields.def: allocates
 * fields, and loops over rows of the table instead of naming each field */

/* Rows of the table: AM_FIELD_strain0 ... */
#define AM_ENUMERATOR(name, role, need, becomes, components) AM_FIELD_##name,
enum {
  AM_FIELDS(AM_ENUMERATOR, 0, 0, 0, 0, 0, 0)
  AM_FIELD_COUNT,
  AM_FIELD_none = -1
};
#undef AM_ENUMERATOR

typedef struct {
  const char *name;
  bool found;     /* result of an engine, else input */
  int becomes;    /* of an input: row of the result that replaces it in the next
                     loading step, or AM_FIELD_none */
} am_field;

extern const am_field am_field_table[AM_FIELD_COUNT];

/* Sets of fields as bit masks */
#define AM_FIELD_BIT(name) (1u << AM_FIELD_##name)
#define AM_REQUIRED_BIT(name, role, need, becomes, components) \
  | AM_BIT_##need(name)
#define AM_BIT_REQUIRED(name) AM_FIELD_BIT(name)
#define AM_BIT_OPTIONAL(name) 0u
#define AM_FIELDS_REQUIRED (0u AM_FIELDS(AM_REQUIRED_BIT, 0, 0, 0, 0, 0, 0))
#define AM_FIELDS_ALL ((1u << AM_FIELD_COUNT) - 1)

/* Number of components of every field at a point. directions: 6, or 0 without
 * tangents. */
void am_field_components(const am_law *law, int directions,
                         int components[AM_FIELD_COUNT]);

/* Number of components of all fields of a set at a point. */
int am_fields_rows(const int *components, unsigned set);

/* Gets or sets the array of a row. */
double *am_field_get(const am_fields *fields, int row);
void am_field_set(am_fields *fields, int row, double *array);

/* Allocates arrays of zeros for the fields of a set that have components. If
 * the set contains parameters, each point has its own. */
am_fields am_fields_new(am_arena *arena, const int *components, unsigned set,
                        long stride);

/* Like am_fields_new, but each result shares the array of its input. */
am_fields am_fields_in_place(am_arena *arena, const int *components,
                             unsigned set, long stride);

/* Sets the external fields of `count` points to the defaults of the law. */
void am_fields_rest(am_fields *fields, const am_law *law, long count);

/* Makes results the inputs of the next loading step. am_field_swap swaps the
 * arrays of an input and its result; am_fields_continue lets all inputs use the
 * arrays of their results. */
void am_field_swap(am_fields *fields, int row);
void am_fields_continue(am_fields *fields);

/* ---- cache.c: compiled units on disk, so that a kernel is compiled once
 *
 * An entry is a shared object, or code for a device, followed by a hash of its
 * key and data; a file that does not match it is ignored. Entries are renamed
 * into place when complete, so that any number of processes can share a folder.
 * The suffix of the file name is the kind of the entry, for example ".so". */

enum { AM_KEY_LENGTH = 32 };

/* Key in hexadecimal digits: the wide hash of base/hash.h. */
typedef struct {
  char text[AM_KEY_LENGTH + 1];
} am_key;

am_key am_key_of(const char *const *texts, int count);

/* True if only the user or the administrator can rename files in this folder.
 * Compiled code is executed, so it must stay in such a folder from its first
 * byte. Every folder above it, after following links, must belong to the user
 * or the administrator, and must not be writable for others except the user's
 * own group, unless it is sticky, like /tmp. A link on the path must belong to
 * the user or to the owner of its folder (base/files.h). */
bool am_folder_is_safe(am_arena *arena, const char *path);

/* $XDG_CACHE_HOME/automat or ~/.cache/automat, created if missing;
 * removes entries that were not used for 90 days. NULL if no folder exists that
 * only the user can write to. Entries belong to the user and are not writable
 * for others. */
const char *am_cache_folder(am_arena *arena);

/* Statistics of the entries of a folder */
typedef struct {
  long count;
  double bytes;
  time_t oldest; /* last use of the oldest entry, 0 if there is none */
} am_cache_content;

/* Statistics of the entries last used before a time (s since 1970), INFINITY:
 * of all entries; if `removing`, removes them, and counts the removed ones. */
am_cache_content am_cache_scan(am_arena *arena, const char *folder,
                               double before, bool removing);

/* Path of the entry in `folder`; NULL if there is no valid one. */
const char *am_cache_find(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix);

/* Content of the entry, [*size] bytes; NULL if there is no valid one. */
const void *am_cache_read(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix, size_t *size);

/* Appends the hash to the object, a file on the same file system, and
 * renames it to the entry; false on failure. */
bool am_cache_store(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const char *object);

/* Creates an entry of `size` bytes; false on failure. */
bool am_cache_write(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const void *data, size_t size);

/* ---- compiler.c: the processor, and the system's C compiler: $AUTOMAT_CC
 * (with optional arguments) or cc */

/* Maximum number of lanes of generated code on this processor: 8 with AVX-512,
 * 4 with AVX2 and FMA, else 1. */
int am_processor_lanes(void);

typedef struct {
  const char **words;   /* [word_count] words of the command */
  int word_count;
  const char *file;     /* path of the program, NULL: not found */
  const char *identity; /* changes with the compiler and with the processor */
} am_compiler;

/* False if no compiler is found. */
bool am_compiler_find(am_arena *arena, am_compiler *compiler);

/* Files, flags and libraries of one compilation; lists are terminated by
 * NULL. */
typedef struct {
  const char *const *flags, *const *libraries;
  const char *source, *object;
} am_compilation;

/* Compiles a source to a shared object, next to which the output of the
 * compiler is written; AM_ENVIRONMENT with its first error message.  *hopeless:
 * another attempt would fail, too. */
AM_MUST_USE am_status am_compiler_run(am_arena *arena, am_report *report,
                                      const am_compiler *compiler,
                                      const am_compilation *files,
                                      bool *hopeless);

/* " and said: ..." with an excerpt of compiler output: the first line that
 * contains the word error, from that word on, else the first line; "" if the
 * output is empty. */
const char *am_compiler_complaint(am_arena *arena, const char *text);

/* Compiles the source of a unit into a function of this process, which advances
 * points first … end - 1; internal to engine. */

typedef void am_object(const am_fields *fields, const am_tolerances *tolerances,
                       double *sequence, long first, long end);

typedef struct am_agreement am_agreement; /* check.c */

/* Loads the object of a source from the cache, or compiles, checks and stores
 * it; the arena unloads it. AM_ENVIRONMENT on failure. agreement: checks a
 * compiled object; its program must use *object. */
AM_MUST_USE am_status am_object_load(am_arena *arena, am_report *report,
                                     const char *text,
                                     const am_agreement *agreement,
                                     am_object **object);

/* ---- check.c: checks of engine, solver and law before compilation, and of
 * compiled code after it */

/* AM_INPUT if the engine lacks the precision or derivatives by parameters, or
 * if the solver does not suit the law and its control. */
AM_MUST_USE am_status am_engine_check(am_report *report,
                                      const am_engine *engine,
                                      const am_law *law,
                                      const am_solver *solver,
                                      const am_engine_options *options);

/* True if the scheme can integrate laws of the material. */
bool am_scheme_suits(const am_material *material, const am_scheme *scheme);

/* Settings for integrating a law. A chain of schemes is replaced by its last
 * scheme, backward Euler, if the law has an elastic domain, or if a tangent is
 * computed with given components of deformation gradient and nominal stress. */
am_solver am_engine_solver(const am_law *law, const am_solver *asked,
                           bool mixed);

/* True if points of the program follow recorded substeps. */
bool am_engine_follows(const am_law *law, const am_solver *solver,
                       const am_engine_options *options);

/* AM_USAGE if no engine has the name given by --engine (NULL: not given).
 * automatic: accepts "auto", too. */
AM_MUST_USE am_status am_engine_check_name(am_report *report,
                                           const char *name, bool automatic);

/* Compiled program, and a function that advances its points */
struct am_agreement {
  am_law *law;
  const am_solver *solver;
  const am_engine_options *options;
  am_tolerances *tolerances; /* of the program, changed during the check */
  void (*advance)(am_engine_program *program, const am_fields *fields,
                  long count);
  am_engine_program *program;
};

/* AM_ENVIRONMENT unless the results agree in a small loading step of a few
 * points: equal statuses, and stresses to 1e-9 of the largest component. In
 * single precision stresses agree to 1e-4, or ten times rtol if larger, and
 * either program may reach the limit of substeps. */
AM_MUST_USE am_status am_agreement_check(am_arena *arena, am_report *report,
                                         const am_agreement *agreement);

/* Hand-written updates of installed materials, compiled into the program. The
 * build lists the files materials/NAME.update.h.
 *
 * Such a file defines, in the dialect of kernel/dialect.h,
 *
 *   K_FN void k_update(const real *eps1, const real *a0, real dt,
 *                      const real *par, real *a1, real *sig, real *C,
 *                      mask *ok)
 *
 * one backward Euler step. Symmetric tensors, including deviatoric ones, have
 * Kelvin-Mandel components [6]. a0, a1: internal variables in the order of the
 * file; par: parameters in the order of the file; C: tangent [6][6], or NULL;
 * ok: false in lanes in which the update failed. */

typedef void am_update(const real *eps1, const real *a0, real dt,
                       const real *par, real *a1, real *sig, real *C, mask *ok);

/* Update in FILE, "michel-suquet.update.h"; NULL if it is not compiled in. */
am_update *am_update_find(const char *file);

/* Text of the update of the solver, for generated units; NULL if the strategy
 * is not conventional, or if the update is not compiled in. */
const char *am_update_text(const am_law *law, const am_solver *solver);

/* Programs of a chain of schemes (am_scheme.chain); internal to engines.
 *
 * The program that an engine compiles for a chain is that of its first scheme.
 * This program owns an am_chain, which compiles the other schemes when a point
 * needs them. Each scheme works in place on the points that earlier schemes
 * have left (kernel/points/chain.h). */

/* NULL if the solver's scheme is not a chain. */
am_chain *am_chain_new(am_arena *arena, am_engine_program *first, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options);

/* Runs the other schemes on the points that the first program has left. */
void am_chain_continue(am_chain *chain, const am_fields *fields, long count);

/* Rounds after the first one, for callers that advance points themselves.
 * Before each round is_left tests whether any point is left; `advance` runs the
 * round with a program, with fields->round set. */
typedef struct {
  bool (*is_left)(void *data);
  void (*advance)(void *data, am_engine_program *program, am_round round);
  void *data;
} am_chain_rounds;

void am_chain_run_rounds(am_chain *chain, const am_chain_rounds *rounds);

/* Finds breaks, times inside a loading step at which substeps must end because
 * a term of the external fields has an extremum or jump there (field_curves.c).
 *
 * Error control evaluates rates only at the stages of a substep. Between two
 * breaks all terms are monotone to within AM_BREAK_PART of their magnitude, so
 * that stages cannot miss a peak or dip. A change that is complete before the
 * middle of a monotone interval gets its own break, because schemes that
 * evaluate only later times would miss it. */

#define AM_BREAK_PART 1e-3

typedef struct am_breaks am_breaks;

/* NULL if the law has no terms that could need breaks, or if substeps are
 * fixed. */
am_breaks *am_breaks_new(am_arena *arena, const am_law *law,
                         const am_solver *solver);

/* Computes the breaks of a loading step, am_fields.breaks [AM_BREAKS], from the
 * fields at its ends [nf] and the parameters values[i * stride]. If there are
 * more than AM_BREAKS breaks, keeps those of the largest changes. */
void am_breaks_find(am_breaks *breaks, const double *parameters, long stride,
                    const double *from, const double *to, double *times);

/* Advances points 0 … count - 1 by calls of `advance`, one for each group of
 * consecutive points with equal breaks; by a single call if fields->breaks is
 * set. */
typedef void am_breaks_advance(void *data, const am_fields *fields, long count);
void am_breaks_for_points(am_breaks *breaks, const am_fields *fields,
                          long count, am_breaks_advance *advance, void *data);

/* Converts a deformation gradient to logarithmic strain, and the conjugate
 * stress to the stress measures P and Cauchy (kernel/control/logarithmic.h).
 * Components of F and P are in the order xx yy zz yz xz xy zy zx yx. */

/* Logarithmic strain of F [9], in coordinates of base/basis.h [6]; NaN if det F
 * is not positive. */
void am_logarithmic_strain(const double *F, double *strain);

/* Converts the stress T (coordinates [6], per reference volume) to P [9], work
 * conjugate to F, and to the Cauchy stress (tensor components [6]). */
void am_nominal_stress(const double *F, const double *stress, double *P);
void am_cauchy_stress(const double *F, const double *stress, double *cauchy);

/* The stress of a measure; Kirchhoff and Cauchy stresses have all nine
 * components. */
void am_measure_stress(am_measure measure, const double *F,
                       const double *stress, double *S);

/* det F, the ratio of current to reference volume. */
double am_gradient_determinant(const double *F);

/* dP/dF [9][9] from dT/dE [6][6]. */
void am_nominal_tangent(const double *F, const double *stress,
                        const double *tangent, double *result);

/* Directional derivatives for changes F_by [9] of F and stress_by [6] of the
 * stress, in coordinates: of the strain (coordinates [6]), of P [9], and of the
 * Cauchy stress (tensor components [6]). */
void am_logarithmic_strain_by(const double *F, const double *F_by,
                              double *strain_by);
void am_nominal_stress_by(const double *F, const double *stress,
                          const double *F_by, const double *stress_by,
                          double *P_by);
void am_measure_stress_by(am_measure measure, const double *F,
                          const double *stress, const double *F_by,
                          const double *stress_by, double *S_by);
void am_cauchy_stress_by(const double *F, const double *stress,
                         const double *F_by, const double *stress_by,
                         double *cauchy_by);

#endif
