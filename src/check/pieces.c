#include "check/pieces.h"

#include <math.h>
#include <string.h>

#include "check/compare.h"
#include "expr/evaluate.h"

struct am_pieces {
  am_subject *subject;
  am_law *law;
  const am_engine *engine;
  am_engine_program *program;
  am_solver solver;
  am_step *step;
  double *state; /* [nx] at the start of a piece */
  am_frame *energy;
  double substeps;
};

const am_solver *am_pieces_solver(const am_pieces *p) { return &p->solver; }

double am_pieces_substeps(const am_pieces *p) { return p->substeps; }

am_pieces *am_pieces_with(am_subject *subject, const am_engine *engine,
                          const am_solver *solver) {
  am_arena *arena = subject->arena;
  am_law *law = subject->law;
  am_pieces *p = AM_NEW(arena, am_pieces);
  *p = (am_pieces){.subject = subject, .law = law, .engine = engine,
                   .solver = *solver};
  p->solver.energies = law->energies;
  p->step = am_subject_point(subject, law);
  p->state = AM_ARRAY(arena, double, law->nx + 1);
  p->energy =
      am_frame_new(arena, am_program_new(arena, law->graph, &law->energy, 1));
  am_frame_bind(p->energy, law->parameters);
  am_status status = engine->compile(
      arena, subject->report, law, &p->solver,
      &(am_engine_options){.threads = 1, .lanes = 1}, &p->program);
  return status == AM_OK ? p : NULL;
}

am_pieces *am_pieces_new(am_subject *subject, const am_engine *engine,
                         const am_scheme *scheme) {
  am_solver solver = am_solver_default;
  solver.scheme = scheme;
  solver.tangent = false;
  solver.rtol = solver.atol = 1e6; /* every substep is accepted */
  return am_pieces_with(subject, engine, &solver);
}

static double energy_of(am_pieces *p, const double *strain,
                        const double *state) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = strain,
                                          [AM_INPUT_STATE] = state};
  double energy;
  am_frame_run(p->energy, inputs, &energy);
  return energy;
}

/* Piece i of count; from where the last one has ended. */
static am_loading piece(const am_pieces *p, const am_loading *whole, int i,
                        int count) {
  am_loading l = *whole;
  double from = (double)i / count, to = (double)(i + 1) / count;
  l.duration /= count;
  l.state = p->state;
  for (int c = 0; c < 6; c++) {
    double way = whole->to[c] - whole->from[c];
    l.from[c] = whole->from[c] + from * way;
    l.to[c] = whole->from[c] + to * way;
  }
  return l;
}

static void conclude(am_pieces *p, const am_loading *whole,
                     am_response *r) {
  const am_law *law = p->law;
  memcpy(r->stress, p->step->stress, sizeof r->stress);
  memcpy(r->state, p->state, (size_t)law->nx * sizeof(double));
  r->stored = energy_of(p, whole->to, p->state) -
              energy_of(p, whole->from, whole->state);
  if (!law->energies) return;
  double dissipation = p->state[law->na] - whole->state[law->na];
  double work = p->state[law->na + 1] - whole->state[law->na + 1];
  r->balance = work - dissipation - r->stored;
  r->size = fabs(work) + fabs(dissipation) + fabs(r->stored);
}

bool am_pieces_walk(am_pieces *p, const am_loading *whole, int count,
                    am_response *r) {
  size_t size = (size_t)p->law->nx * sizeof(double);
  if (!r->state) r->state = AM_ARRAY(p->subject->arena, double, p->law->nx + 1);
  memcpy(p->state, whole->state, size);
  p->substeps = 0;
  for (int i = 0; i < count; i++) {
    am_arena_look(p->subject->arena);
    am_loading l = piece(p, whole, i, count);
    am_loading_put(&l, p->step);
    am_engine_step(p->engine, p->program, p->step);
    if (p->step->status != AM_POINT_GOOD) return false;
    memcpy(p->state, p->step->state, size);
    p->substeps += p->step->substeps;
  }
  conclude(p, whole, r);
  return true;
}

double am_pieces_order(const double *errors, int order, double least) {
  const double *last = errors + AM_PIECES_MOST - 1;
  return *last <= least ? order : fmin(order, log2(last[-1] / *last));
}
