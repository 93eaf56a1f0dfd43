/* compare.c: answers of a library against the interpreter. */
#include "export/compare.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { THREADS = 2 };

/* A quantity of an am_host_answer. */
typedef struct {
  const double *(*values)(const am_host_answer *a);
  int count; /* 0: coordinates of the state */
} quantity;

static const double *stress_of(const am_host_answer *a) { return a->stress; }
static const double *tangent_of(const am_host_answer *a) { return a->tangent; }
static const double *state_of(const am_host_answer *a) { return a->state; }
static const double *stored_of(const am_host_answer *a) { return &a->stored; }
static const double *dissipated_of(const am_host_answer *a) {
  return &a->dissipated;
}

static const quantity quantities[AM_HOST_QUANTITIES] = {{stress_of, 6},
                                                        {tangent_of, 36},
                                                        {state_of, 0},
                                                        {stored_of, 1},
                                                        {dissipated_of, 1}};

const char *const am_host_quantity_names[AM_HOST_QUANTITIES] = {
    "stress", "tangent", "state", "free energy", "dissipation"};

/* A stress that vanishes is a difference of large ones: this part of what the
 * tangent makes of the strain is its size at least. */
static const double CANCELS = 1e-3;

static double largest_of(const double *x, int count) {
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* What the numbers of a quantity round to: of energies, what stress and strain
 * make of them. */
static double size_of(const am_host_comparison *c, const quantity *q, int count,
                      const am_loading *loading) {
  const am_host_answer *a = &c->expected;
  double most = largest_of(q->values(a), count);
  double strain = largest_of(loading->from, 6) + largest_of(loading->to, 6);
  double stress = fmax(largest_of(a->stress, 6),
                       CANCELS * largest_of(a->tangent, 36) * strain);
  if (q->values == stress_of) return stress;
  return q->count == 1 ? fmax(most, stress * strain) : most;
}

am_host_comparison am_host_comparison_new(const am_host_session *s,
                                          double tolerance) {
  am_arena *arena = s->subject->arena;
  return (am_host_comparison){.s = s, .tolerance = tolerance,
                              .of_others = tolerance,
                              .expected = am_host_answer_new(arena, s->law),
                              .found = am_host_answer_new(arena, s->law)};
}

static void compare(am_host_comparison *c, int by, const am_loading *loading) {
  for (int q = 0; q < AM_HOST_QUANTITIES; q++) {
    const quantity *row = &quantities[q];
    const double *ours = row->values(&c->found);
    const double *expected = row->values(&c->expected);
    int count = row->count ? row->count : c->s->law->na;
    bool solved = row->values == stress_of || row->values == state_of;
    double allowed = (solved ? c->tolerance : c->of_others) *
                     size_of(c, row, count, loading);
    for (int i = 0; i < count; i++)
      if (am_worst_take(c->worst[by][q], c->found.good ? ours[i] : NAN,
                        expected[i], allowed, loading))
        c->worst[by][q]->finding.entry = am_format(
            c->s->subject->arena, "%s, %s, component %d",
            am_host_ways[by].name, am_host_quantity_names[q], i + 1);
  }
}

static bool equal(const am_host_comparison *c, const am_host_answer *a) {
  const am_host_answer *b = &c->found;
  size_t na = (size_t)c->s->law->na;
  return a->good == b->good &&
         !memcmp(a->stress, b->stress, sizeof a->stress) &&
         !memcmp(a->tangent, b->tangent, sizeof a->tangent) &&
         (!na || !memcmp(a->state, b->state, na * sizeof(double)));
}

/* The step again by two threads at once, bit for bit. */
static void compare_threads(am_host_comparison *c, const am_host_way *by,
                            const am_loading *loading) {
  am_host_answer again[THREADS];
  for (int i = 0; i < THREADS; i++) 
    again[i] = am_host_answer_new(c->s->subject->arena, c->s->law);
#pragma omp parallel for num_threads(THREADS)
  for (int i = 0; i < THREADS; i++) by->take(c->s, loading, &again[i]);
  for (int i = 0; i < THREADS; i++)
    am_worst_take(c->threads, equal(c, &again[i]), 1, 0.5, loading);
}

bool am_host_compare(void *data, const am_loading *loading) {
  am_host_comparison *c = data;
  am_host_expected(c->s, loading, &c->expected);
  if (!c->expected.good) return false;
  for (int i = 0; i < AM_HOST_WAYS; i++) {
    am_host_ways[i].take(c->s, loading, &c->found);
    compare(c, i, loading);
    compare_threads(c, &am_host_ways[i], loading);
  }
  return true;
}
