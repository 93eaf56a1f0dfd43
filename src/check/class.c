/* class.c: is the law a generalized standard material in the strict sense,
 * whose force potential reads nothing but the forces?  Where it is none, what
 * that costs is measured. */
#include <math.h>

#include "base/text.h"
#include "check/checks.h"
#include "check/functions.h"
#include "check/properties.h"

static bool reads(const bool *needed, const am_node *inputs, int count) {
  for (int i = 0; i < count; i++)
    if (needed[inputs[i]]) return true;
  return false;
}

/* "eps, alpha": what the force potential reads besides forces. */
static const char *what_is_read(am_subject *s) {
  am_law *law = s->law;
  const am_node *eps = am_check_inputs(s, AM_INPUT_STRAIN, 0, 6);
  const am_node *y = am_check_inputs(s, AM_INPUT_STATE, 0, law->na);
  bool *needed = AM_ARRAY(s->arena, bool, am_graph_size(law->graph) + 1);
  am_buffer list = {.arena = s->arena};
  am_graph_needed(law->graph, &law->dissipation_potential, 1, needed);
  if (reads(needed, eps, 6)) am_buffer_add(&list, "eps");
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (reads(needed, y + v->offset, v->size))
      am_buffer_add(&list, "%s%s", list.length ? ", " : "", v->name);
  }
  return list.length ? list.text : "nothing but forces";
}

static void report(am_subject *s, const char *what, const am_finding *worst,
                   const char *format) {
  if (!worst->what) return;
  double size = fabs(worst->ours - worst->reference);
  am_finding_skip(s, "class", what,
                  am_format(s->arena, format,
                            worst->entry ? worst->entry : "", size));
}

/* The findings are made for their figures; none of them can fail. */
static am_status measure(am_subject *s) {
  am_finding real, imaginary, tangent;
  AM_TRY(am_measure_eigenvalues(s, "class", &real, &imaginary));
  AM_TRY(am_measure_asymmetry(s, "class", &tangent));
  report(s, "real parts", &real,
         "theorem 1: %s, positive by %.3g of the largest");
  report(s, "imaginary parts", &imaginary,
         "theorem 1: %s, imaginary by %.3g of the largest");
  report(s, "tangent", &tangent, "symmetry of implicit Euler: %s differs from "
         "its mirror by %.3g");
  return AM_OK;
}

static am_status run(am_subject *s) {
  am_finding found = {.check = "class", .what = "strict", .time = NAN,
                      .note = "a generalized standard material in the strict "
                              "sense"};
  if (s->law->strict) {
    am_finding_add(s, &found);
    return AM_OK;
  }
  am_finding_skip(
      s, "class", "not strict",
      am_format(s->arena, "the force potential reads %s: no generalized "
                "standard material in the strict sense", what_is_read(s)));
  return measure(s);
}

const am_check am_check_class = {
    "class", "generalized standard in the strict sense, or what is lost",
    run};
