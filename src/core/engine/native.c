/* native.c: engine native: points in blocks of lanes, blocks in parallel
 * threads. */
#include <pthread.h>

#include "engine/parts.h"
#include "emit/source.h"

/* Points that a thread advances at a time */
enum { PIECE = 2048 };

/* Largest estimate of the required stack (bytes) for which the stack of any
 * thread suffices. The estimate is about ten times the actual use. */
enum { SHALLOW = 4 << 20 };

struct am_engine_program {
  am_engine_base base;
  am_object *object;
  am_tolerances tolerances;
  const double *parameters; /* of the law */
  double **sequences;       /* [threads], recorded substeps */
  size_t stack;             /* size (bytes) of the stack of a piece; 0: the
                               stack of any thread suffices */
  bool lost;                /* a thread with this stack could not be created */
  int threads;
};

static am_status choose_lanes(am_report *report, int wanted, int *lanes) {
  static const struct {
    int lanes;
    const char *choice;
  } widths[] = {{1, "1"}, {2, "1 or 2"}, {4, "1, 2 or 4"}, {8, "1, 2, 4 or 8"}};
  int most = am_processor_lanes();
  const char *choice = "";
  *lanes = wanted ? wanted : most;
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    if (widths[i].lanes == *lanes && *lanes <= most) return AM_OK;
    if (widths[i].lanes <= most) choice = widths[i].choice;
  }
  return am_error(report, AM_INPUT, am_nowhere,
                  "%d lanes, but this processor has %s", wanted, choice);
}

/* Finds the size of the stacks: compiled code keeps the data of a block of
 * points there. Upper bound for matrices of solved variables, columns,
 * parameters, and values of long functions. */
static am_status find_stack(am_report *report, am_engine_program *p,
                            const am_law *law, size_t length, int lanes) {
  size_t n = (size_t)law->ns, rows = (size_t)law->nx + 6;
  size_t columns = (size_t)law->sensitive_count + 14;
  size_t depth = sizeof(double) * (size_t)lanes *
                 (16 * n * n + 64 * columns * rows +
                  4 * (size_t)law->parameter_numbers + length / 16 + 4096);
  if (depth > SHALLOW) p->stack = depth;
  if ((double)depth * p->threads / 2 < (double)am_memory_free()) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "compiled code of this law needs up to %.3g MB of stack for "
                  "each of %d threads, which could not be allocated",
                  1e-6 * (double)depth, p->threads);
}

/* Reports the error as a warning, and compiles for the interpreter. */
static am_status fall_back(am_arena *arena, am_report *report,
                           const am_report *told, am_law *law,
                           const am_solver *solver,
                           const am_engine_options *options,
                           am_engine_program **program) {
  am_warn(report, am_nowhere, "engine native: %s; the interpreter is used",
          told->first ? told->first->text : "failed");
  return am_engine_compile(arena, report, &am_engine_interp, law, solver,
                           options, program);
}

/* Points first … end - 1 */
typedef struct {
  am_object *object;
  const am_fields *fields;
  const am_tolerances *tolerances;
  double *sequence;
  long first, end;
} piece;

static void *advance_piece(void *data) {
  const piece *p = data;
  p->object(p->fields, p->tolerances, p->sequence, p->first, p->end);
  return NULL;
}

/* Advances a piece; with a stack of another size, on a thread that is created
 * for it. If that fails, the points are lost. */
static bool run_piece(piece *p, size_t stack) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (!stack) {
    advance_piece(p);
    return true;
  }
  pthread_attr_init(&attributes);
  bool created = !pthread_attr_setstacksize(&attributes, stack) &&
                 !pthread_create(&thread, &attributes, advance_piece, p);
  pthread_attr_destroy(&attributes);
  if (created) pthread_join(thread, NULL);
  for (long i = p->first; !created && i < p->end; i++)
    p->fields->status[i] = AM_POINT_LOST;
  return created;
}

static void native_advance(am_engine_program *p, const am_fields *fields,
                           long count) {
  am_fields own = *fields;
  long pieces = (count + PIECE - 1) / PIECE;
  if (!own.parameters) own.parameters = p->parameters;
  int threads = am_threads_here(pieces < p->threads ? (int)pieces : p->threads);
#pragma omp parallel for num_threads(threads) schedule(dynamic) \
    if (threads > 1)
  for (long first = 0; first < count; first += PIECE) {
    piece some = {.object = p->object, .fields = &own,
                  .tolerances = &p->tolerances,
                  .sequence = p->sequences[am_thread()], .first = first,
                  .end = first + PIECE < count ? first + PIECE : count};
    if (run_piece(&some, p->stack)) continue;
#pragma omp atomic write
    p->lost = true;
  }
}

static am_status native_compile(am_arena *arena, am_report *report, am_law *law,
                                const am_solver *solver,
                                const am_engine_options *options,
                                am_engine_program **program) {
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  am_report *own = am_report_apart(arena, report);
  am_law_source_options wanted = {
      .mixed = options->mixed,
      .rows = options->rows,
      .follows = am_engine_follows(law, solver, options),
      .later = options->later,
      .update = am_update_text(law, solver)};
  am_law_source source;
  AM_TRY(choose_lanes(report, options->lanes, &wanted.lanes));
  am_law_source_write(arena, law, solver, &wanted, &source);
  AM_TRY(am_law_check_size(report, law));
  p->parameters = law->parameters;
  p->tolerances = am_engine_tolerances(solver);
  p->threads = options->threads ? options->threads : am_threads();
  size_t passes = (size_t)source.passes;
  size_t size = passes * (size_t)solver->max_substeps * (size_t)wanted.lanes *
                sizeof(double);
  p->sequences = AM_ARRAY(arena, double *, p->threads);
  for (int i = 0; size && i < p->threads; i++)
    p->sequences[i] = am_arena_room(arena, size);
  if (find_stack(own, p, law, strlen(source.text), wanted.lanes) != AM_OK)
    return fall_back(arena, report, own, law, solver, options, program);
  const am_agreement agreement = {.law = law, .solver = solver,
                                  .options = options,
                                  .tolerances = &p->tolerances,
                                  .advance = native_advance, .program = p};
  if (am_object_load(arena, own, source.text, &agreement, &p->object) == AM_OK)
    return AM_OK;
  return fall_back(arena, report, own, law, solver, options, program);
}

static const char *find_failure(const am_engine_program *program) {
  return program->lost
             ? "a thread with the stack that this law needs could not "
               "be created: free memory or use fewer threads"
             : NULL;
}

static am_status find_place(am_arena *arena, am_report *report,
                            const char **what) {
  am_compiler compiler;
  *what = am_format(arena, "lanes of this processor: %d",
                    am_processor_lanes());
  if (am_compiler_find(arena, &compiler)) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "no C compiler: '%s' was not found", compiler.words[0]);
}

const am_engine am_engine_native = {
    .name = "native",
    .about = "code compiled for this processor, several points at once",
    .sensitivities = true,
    .place = find_place,
    .compile = native_compile,
    .advance = native_advance,
    .failure = find_failure};
