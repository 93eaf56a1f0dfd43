/* convexity.c: the free energy is convex in strain and internal variables,
 * the force potential in the forces: no eigenvalue of their Hessians is
 * negative. */
#include <math.h>

#include "base/text.h"
#include "check/checks.h"
#include "check/eigen.h"
#include "check/nodes.h"
#include "check/sampling.h"

/* Of a Hessian whose diagonal is 1. */
#define NEGLIGIBLE 1e-9

typedef struct {
  am_subject *subject;
  const char *what;
  am_values *hessian; /* [n][n] */
  int n, strains;     /* the first so many coordinates are those of eps */
  double *vector;     /* [n] */
  double least;       /* eigenvalue of the worst */
  am_finding worst;
} potential;

/* The quantity that takes most of an eigenvector. */
static const char *most_of(const potential *p) {
  const am_law *law = p->subject->law;
  const char *name = "eps";
  double most = 0;
  for (int i = 0; i < p->strains; i++) most += p->vector[i] * p->vector[i];
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    double part = 0;
    for (int c = p->strains + v->offset; c < p->strains + v->offset + v->size;
         c++)
      part += p->vector[c] * p->vector[c];
    if (!(part > most)) continue;
    most = part;
    name = v->name;
  }
  return am_format(p->subject->arena, "mostly along %s%s",
                   p->strains ? "" : "A_", name);
}

static bool visit(void *data, const am_drawn *drawn) {
  potential *p = data;
  am_subject *s = p->subject;
  const double *h = am_values_at(p->hessian, drawn->spot);
  double least = am_eigen_least(s->arena, h, p->n, p->vector);
  if (p->worst.what && least >= p->least) return true;
  p->least = least;
  p->worst = (am_finding){
      .check = "convexity", .what = p->what, .entry = most_of(p), .time = NAN,
      .ours = least > 0 ? 0 : least, .bound = NEGLIGIBLE,
      .state = am_state_keep(s, drawn->state),
      .note = am_format(s->arena, "least eigenvalue %.3g, scaled to a "
                        "diagonal of 1", least)};
  return true;
}

static am_status check(am_subject *s, const char *what, const am_node *nodes,
                       int n, int strains) {
  potential p = {.subject = s, .what = what, .n = n, .strains = strains,
                 .hessian = am_values_new(s, nodes, n * n),
                 .vector = AM_ARRAY(s->arena, double, n)};
  AM_TRY(am_check_states(s, "convexity", visit, &p));
  if (p.worst.what) am_finding_add(s, &p.worst);
  return AM_OK;
}

static am_status run(am_subject *s) {
  int na = s->law->na;
  AM_TRY(check(s, "omega", am_check_energy_hessian(s), 6 + na, 6));
  if (!na) return AM_OK;
  return check(s, "Psi", am_check_flow_hessian(s), na, 0);
}

const am_check am_check_convexity = {
    "convexity", "free energy and force potential are convex", run};
