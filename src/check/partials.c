/* partials.c: the first derivatives that a material file states by hand
 * against the automatic ones, at states of random steps. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "check/compare.h"
#include "expr/evaluate.h"

/* Relative to the largest component of the same quantity in all states: what
 * nearly cancels has no digits of its own. */
static const double tolerance = 1e-11;

enum { DRAWS = 8 };

/* A law's stress, forces and rates at a state. */
typedef struct {
  const am_law *law;
  am_frame *frame;
  double *values; /* stress [6], force [na], rate [na] */
} view;

typedef struct {
  am_subject *subject;
  view by_hand, automatic;
  am_worst *worst; /* [count]: stress, forces, rates */
  double *scale;   /* [count] largest components */
  int count;
  am_loading loading;
} partials;

static view view_of(am_subject *subject, const am_law *law) {
  am_arena *arena = subject->arena;
  int na = law->na;
  am_node *nodes = AM_ARRAY(arena, am_node, 6 + 2 * na);
  memcpy(nodes, law->stress, sizeof law->stress);
  for (int i = 0; i < na; i++) {
    nodes[6 + i] = law->force[i];
    nodes[6 + na + i] = law->rate[i];
  }
  view v = {law,
            am_frame_new(arena, am_program_new(arena, law->graph, nodes,
                                               6 + 2 * na)),
            AM_ARRAY(arena, double, 6 + 2 * na)};
  am_frame_bind(v.frame, law->parameters);
  return v;
}

static const am_variable *variable_of(const am_law *law, const char *name) {
  const am_variable *v = law->variables;
  while (strcmp(v->name, name)) v++;
  return v;
}

/* A state of the automatic law in the order of the other. */
static void reorder(const am_law *from, const am_law *to, const double *y,
                    double *reordered) {
  for (int i = 0; i < to->count; i++) {
    const am_variable *v = &to->variables[i];
    const am_variable *w = variable_of(from, v->name);
    memcpy(reordered + v->offset, y + w->offset,
           (size_t)v->size * sizeof(double));
  }
}

static void evaluate(const view *v, const double *strain,
                     const double *state) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = strain,
                                          [AM_INPUT_STATE] = state};
  am_frame_run(v->frame, inputs, v->values);
}

/* What is done with quantity i, of `count` components. */
typedef void visit(partials *p, int i, const double *ours,
                 const double *reference, int count);

static void measure(partials *p, int i, const double *ours,
                    const double *reference, int count) {
  (void)ours;
  p->scale[i] = fmax(p->scale[i], am_largest(reference, count));
}

static void compare(partials *p, int i, const double *ours,
                    const double *reference, int count) {
  am_worst *worst = &p->worst[i];
  double bound = tolerance * p->scale[i];
  for (int c = 0; c < count; c++)
    if (am_worst_take(worst, ours[c], reference[c], bound, &p->loading) &&
        count > 1)
      worst->finding.entry =
          am_format(p->subject->arena, "%s[%s]", worst->finding.what,
                    am_component_names[c]);
}

/* Forces or rates, which begin at value `first`, as quantities from `at`. */
static void for_variables(partials *p, visit *use, int at, int first) {
  const am_law *law = p->automatic.law;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    const am_variable *w = variable_of(p->by_hand.law, v->name);
    double ours[6], reference[6];
    am_variable_to_user(w, p->by_hand.values + first, ours);
    am_variable_to_user(v, p->automatic.values + first, reference);
    use(p, at + i, ours, reference, v->kind == AM_SCALAR ? 1 : 6);
  }
}

static void for_all(partials *p, visit *use) {
  const am_law *law = p->automatic.law;
  double ours[6], reference[6];
  am_basis_to_tensor(p->by_hand.values, ours);
  am_basis_to_tensor(p->automatic.values, reference);
  use(p, 0, ours, reference, 6);
  for_variables(p, use, 1, 6);
  for_variables(p, use, 1 + law->count, 6 + law->na);
}

/* The strain at the end of a step and the state at its start, where the law
 * flows fast. */
static void look(partials *p, visit *use) {
  double *y = AM_ARRAY(p->subject->arena, double, p->automatic.law->na + 1);
  reorder(p->automatic.law, p->by_hand.law, p->loading.state, y);
  evaluate(&p->automatic, p->loading.to, p->loading.state);
  evaluate(&p->by_hand, p->loading.to, y);
  memcpy(p->loading.from, p->loading.to, sizeof p->loading.from);
  p->loading.duration = NAN;
  for_all(p, use);
}

static void prepare(partials *p, am_subject *subject, const am_law *law) {
  *p = (partials){.subject = subject,
                  .by_hand = view_of(subject, law),
                  .automatic = view_of(subject, subject->law)};
  int variables = subject->law->count;
  p->count = 1 + 2 * variables;
  p->worst = AM_ARRAY(subject->arena, am_worst, p->count);
  p->scale = AM_ARRAY(subject->arena, double, p->count);
  p->worst[0] = am_worst_new(subject, "partials", "stress", NULL);
  for (int i = 0; i < variables; i++) {
    const char *name = subject->law->variables[i].name;
    p->worst[1 + i] =
        am_worst_new(subject, "partials",
                     am_format(subject->arena, "A_%s", name), NULL);
    p->worst[1 + variables + i] =
        am_worst_new(subject, "partials",
                     am_format(subject->arena, "rate_%s", name), NULL);
  }
}

static void walk(partials *p, am_steps *steps, visit *use) {
  for (int i = 0; i < p->subject->samples; i++)
    for (int draw = 0; draw < DRAWS; draw++)
      if (!am_check_stopped(p->subject) &&
          am_steps_draw(steps, i, draw, &p->loading)) {
        look(p, use);
        break;
      }
}

static am_status run(am_subject *subject) {
  partials p;
  if (!am_subject_has(subject, AM_STRATEGY_SEMI_AUTOMATIC)) {
    am_finding_skip(subject, "partials", "none", "the material has none");
    return AM_OK;
  }
  am_law *law = am_subject_law(subject, AM_STRATEGY_SEMI_AUTOMATIC);
  am_steps *steps = law ? am_steps_new(subject, subject->law) : NULL;
  if (!steps) return AM_INPUT;
  prepare(&p, subject, law);
  walk(&p, steps, measure);
  walk(&p, steps, compare);
  for (int i = 0; i < p.count; i++) am_worst_add(&p.worst[i]);
  return AM_OK;
}

const am_check am_check_partials = {
    .name = "partials",
    .about = "hand-derived partials equal the automatic derivatives",
    .run = run};
