/* chain.c: later schemes of a chain. */
#include "engine/parts.h"

struct am_chain {
  am_arena *arena;
  am_law *law;
  am_solver solver;
  am_engine_options options;
  const char *const *names;                /* [AM_METHODS] */
  am_engine_program *programs[AM_METHODS]; /* without the first one */
  bool tried[AM_METHODS];                  /* compilation was attempted */
  bool used[AM_METHODS];
};

am_chain *am_chain_new(am_arena *arena, am_engine_program *first, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options) {
  if (!am_scheme_is_chain(solver->scheme)) return NULL;
  am_chain *c = AM_NEW(arena, am_chain);
  *c = (am_chain){.arena = arena,
                  .law = law,
                  .solver = *solver,
                  .options = *options,
                  .names = solver->scheme->chain,
                  .programs = {first},
                  .tried = {true},
                  .used = {true}};
  return c;
}

/* Program of a scheme, compiled on first use; NULL if compilation failed. */
static am_engine_program *program_of(am_chain *c, int method) {
  if (c->tried[method]) return c->programs[method];
  am_solver solver = c->solver;
  am_engine_options options = c->options;
  am_report *report = am_report_new(c->arena);
  solver.scheme = am_scheme_find(c->names[method]);
  options.later = method;
  options.first = c->programs[0];
  c->tried[method] = true;
  if (am_engine_compile(c->arena, report, am_engine_of(c->programs[0]), c->law,
                        &solver, &options, &c->programs[method]) != AM_OK)
    c->programs[method] = NULL;
  return c->programs[method];
}

/* Order of the rounds: the later schemes, then the schemes before a remembered
 * one, finally the first scheme. */
void am_chain_run_rounds(am_chain *c, const am_chain_rounds *rounds) {
  static const am_round later[] = {AM_ROUND_NEXT, AM_ROUND_BACK};
  for (int t = 0; t < 2; t++)
    for (int i = 1; i < AM_METHODS && c->names[i]; i++) {
      if (!rounds->is_left(rounds->data)) return;
      am_engine_program *program = program_of(c, i);
      if (!program) continue;
      rounds->advance(rounds->data, program, later[t]);
      c->used[i] = true;
    }
  if (rounds->is_left(rounds->data))
    rounds->advance(rounds->data, c->programs[0], AM_ROUND_NEXT);
}

/* ---- fields of a call ------------------------------------------------- */

typedef struct {
  am_engine_program *program; /* the first one */
  const am_fields *fields;
  long count;
} call;

/* True if a point is not done. */
static bool is_left(void *data) {
  const call *c = data;
  const double *status = c->fields->status;
  am_engine_fetch(c->program, status);
  for (long i = 0; i < c->count; i++)
    if (status[i] != AM_POINT_GOOD && status[i] != AM_POINT_STOPPED &&
        status[i] != AM_POINT_LOST && status[i] != AM_POINT_SINGULAR &&
        status[i] != AM_POINT_PLATEAU && status[i] != AM_POINT_PASSED)
      return true;
  return false;
}

static void run_round(void *data, am_engine_program *program, am_round round) {
  const call *c = data;
  am_fields fields = *c->fields;
  fields.round = round;
  am_engine_advance(program, &fields, c->count);
}

void am_chain_continue(am_chain *chain, const am_fields *fields, long count) {
  if (fields->round != AM_ROUND_FIRST) return;
  call c = {chain->programs[0], fields, count};
  am_chain_run_rounds(chain, &(am_chain_rounds){is_left, run_round, &c});
}

const char *am_engine_tried(am_arena *arena, const am_engine_program *program) {
  const am_chain *c = am_engine_base_of(program)->chain;
  am_buffer out = {.arena = arena};
  if (!c) return "";
  for (int i = 0; i < AM_METHODS && c->names[i]; i++)
    if (c->used[i]) am_buffer_add(&out, "%s%s", i ? ", " : "", c->names[i]);
  return out.text;
}

void am_engine_complete(const am_engine_program *program) {
  am_chain *c = am_engine_base_of(program)->chain;
  for (int i = 1; c && i < AM_METHODS && c->names[i]; i++)
    (void)program_of(c, i);
}
