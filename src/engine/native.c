#include "engine/engine.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/threads.h"
#include "emit/source.h"
#include "engine/agreement.h"
#include "engine/check.h"
#include "engine/compiler.h"
#include "engine/conventional.h"
#include "engine/object.h"
#include "engine/processor.h"
#include "engine/stack.h"

/* Points that a thread takes at a time. */
enum { PIECE = 2048 };

/* Bytes of stack, generously counted, that every thread has: about a tenth is
 * used. */
enum { SHALLOW = 4 << 20 };

struct am_engine_program {
  am_object object;
  am_tolerances tolerances;
  const double *parameters; /* of the law */
  double **sequences;       /* [threads], recorded substeps */
  am_stack **stacks;        /* [threads] */
  bool deep;                /* the stack of whoever calls may not do */
  int threads;
  am_engine_program *interp; /* instead of the object, or NULL */
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

/* Bytes that a block takes at most of a stack: matrices of solved variables,
 * columns, parameters, and values of long functions. */
static size_t depth_of(const am_law *law, const am_law_source *source,
                       int lanes) {
  size_t n = (size_t)law->ns, rows = (size_t)law->nx + 6;
  size_t columns = (size_t)law->sensitive_count + 14;
  return sizeof(double) * (size_t)lanes *
         (16 * n * n + 64 * columns * rows +
          4 * (size_t)law->parameter_numbers + strlen(source->text) / 16 +
          4096);
}

static am_status make_stacks(am_arena *arena, am_report *report,
                             am_engine_program *p, size_t depth) {
  bool there = (double)depth * p->threads / 2 < (double)am_memory_free();
  p->deep = depth > SHALLOW;
  p->stacks = AM_ARRAY(arena, am_stack *, p->threads);
  for (int i = 0; i < p->threads && there; i++)
    there = (p->stacks[i] = am_stack_new(arena, depth));
  if (there) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "compiled code of this law takes up to %.3g MB of stack "
                  "for each of %d threads, which are not to be had",
                  1e-6 * (double)depth, p->threads);
}

static void set_up(am_arena *arena, am_engine_program *p,
                   const am_solver *solver, const am_law_source *source,
                   int lanes, int threads) {
  size_t size = (size_t)source->passes * (size_t)solver->max_substeps *
                (size_t)lanes * sizeof(double);
  p->tolerances = am_engine_tolerances(solver);
  p->threads = threads ? threads : am_threads();
  p->sequences = AM_ARRAY(arena, double *, p->threads);
  for (int i = 0; size && i < p->threads; i++)
    p->sequences[i] = am_arena_room(arena, size);
}

/* What went wrong becomes a warning, and the interpreter takes over. */
static am_status fall_back(am_arena *arena, am_report *report,
                           const am_report *told, am_law *law,
                           const am_solver *solver,
                           const am_engine_options *options,
                           am_engine_program *p) {
  am_warn(report, am_nowhere, "engine native: %s; the interpreter is used",
          told->first ? told->first->text : "failed");
  return am_engine_interp.compile(arena, report, law, solver, options,
                                  &p->interp);
}

/* Points first … end - 1, advanced on a stack. */
typedef struct {
  const am_object *object;
  const am_fields *fields;
  const am_tolerances *tolerances;
  double *sequence;
  long first, end;
} piece;

static void advance_piece(void *data) {
  const piece *p = data;
  p->object->advance(p->fields, p->tolerances, p->sequence, p->first, p->end);
}

/* What the check of an object needs. */
typedef struct {
  am_arena *arena;
  am_agreement agreement;
  am_stack *stack;
  const am_object *object;
  int passes, lanes;
} trial;

static void advance_for_check(void *data, const am_fields *fields,
                              const am_tolerances *tolerances, long count) {
  const trial *t = data;
  double *sequence = AM_ARRAY(t->arena, double,
                              t->passes * t->lanes * tolerances->max_substeps);
  piece all = {t->object, fields, tolerances, sequence, 0, count};
  am_stack_run(t->stack, advance_piece, &all);
}

static am_status check_object(void *data, am_report *report,
                              const am_object *object) {
  trial *t = data;
  t->object = object;
  return am_agreement_check(t->arena, report, &t->agreement);
}

static am_status compile(am_arena *arena, am_report *report, am_law *law,
                         const am_solver *solver,
                         const am_engine_options *options,
                         am_engine_program **program) {
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  am_report *own = am_report_apart(arena, report);
  am_law_source_options wanted = {
      .mixed = options->mixed,
      .follows = am_engine_follows(law, solver, options),
      .update = am_update_text(law, solver)};
  am_law_source source;
  AM_TRY(am_engine_check(report, &am_engine_native, law, solver, options));
  AM_TRY(choose_lanes(report, options->lanes, &wanted.lanes));
  am_law_source_write(arena, law, solver, &wanted, &source);
  AM_TRY(am_law_check_size(report, law));
  p->parameters = law->parameters;
  set_up(arena, p, solver, &source, wanted.lanes, options->threads);
  if (make_stacks(arena, own, p, depth_of(law, &source, wanted.lanes)) != AM_OK)
    return fall_back(arena, report, own, law, solver, options, p);
  trial checked = {.arena = arena, .stack = p->stacks[0],
                   .passes = source.passes, .lanes = wanted.lanes};
  checked.agreement =
      (am_agreement){law,      solver, options, &p->tolerances,
                     advance_for_check, &checked};
  const am_object_request request = {source.text, wanted.lanes, check_object,
                                     &checked};
  if (am_object_load(arena, own, &request, &p->object) == AM_OK) return AM_OK;
  return fall_back(arena, report, own, law, solver, options, p);
}

static const char *used(const am_engine_program *program) {
  return program->interp ? "interp" : "native";
}

static void advance_from(const am_engine_program *p, const am_fields *fields,
                         long first, long count, bool apart) {
  long end = first + PIECE < count ? first + PIECE : count;
  piece own = {&p->object, fields, &p->tolerances, p->sequences[am_thread()],
               first, end};
  if (apart)
    am_stack_run(p->stacks[am_thread()], advance_piece, &own);
  else
    advance_piece(&own);
}

static void advance(am_engine_program *p, const am_fields *fields,
                    long count) {
  am_fields own = *fields;
  long pieces = (count + PIECE - 1) / PIECE;
  if (p->interp) {
    am_engine_interp.advance(p->interp, fields, count);
    return;
  }
  if (!own.parameters) own.parameters = p->parameters;
  int threads =
      am_threads_here(pieces < p->threads ? (int)pieces : p->threads);
  bool apart = p->deep || threads > 1;
#pragma omp parallel for num_threads(threads) schedule(dynamic) \
    if (threads > 1)
  for (long i = 0; i < pieces; i++)
    advance_from(p, &own, i * PIECE, count, apart);
}

static am_status place(am_arena *arena, am_report *report,
                       const char **what) {
  am_compiler compiler;
  *what = am_format(arena, "lanes of this processor: %d",
                    am_processor_lanes());
  if (am_compiler_find(arena, &compiler)) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "no C compiler: '%s' is not found", compiler.words[0]);
}

const am_engine am_engine_native = {
    .name = "native",
    .about = "code compiled for this processor, several points at once",
    .sensitivities = true,
    .place = place,
    .compile = compile,
    .advance = advance,
    .used = used};
