/* start.c: initial stress of a law. */
#include "law/start.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "expr/parts.h"

void am_law_stress(am_arena *arena, const am_law *law, const am_law_point *at,
                   double *stress) {
  static const double still[6 + AM_MOST_EXTERNAL];
  am_frame *frame = am_frame_new(
      arena, am_program_new(arena, law->graph, law->stress, 6));
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_STRAIN] = at->strain, [AM_INPUT_STATE] = at->state,
      [AM_INPUT_EXTERNAL] = at->external, [AM_INPUT_RATE] = still};
  am_frame_bind(frame, at->parameters ? at->parameters : law->parameters);
  am_frame_run(frame, inputs, stress);
}

/* Initial fields in the syntax of `initial`: "T: 823, ". */
static const char *list_fields(am_arena *arena, const am_law *law,
                               const double *external) {
  am_buffer text = {.arena = arena};
  for (int i = 0; i < law->nf; i++)
    am_buffer_add(&text, "%s: %.15g, ", law->material->externals[i].name,
                  external[i]);
  return text.text;
}

bool am_law_note_stress(am_report *report, const am_law *law,
                        const am_start_stress_note *note) {
  const char *unit = law->material->stress_unit;
  int most = 0;
  for (int c = 0; c < note->count; c++)
    if (fabs(note->stress[c]) > fabs(note->stress[most])) most = c;
  if (!law->nf || !(fabs(note->stress[most]) > 1e-9 * law->stress_scale))
    return false;
  const char *fields = list_fields(report->arena, law, note->external);
  am_note(report, note->place,
          "the initial state is not stress-free: %s.%s is %.6g%s%s%s at "
          "'%.*s'%s%s%s",
          note->quantity, am_gradient_names[most], note->stress[most],
          *unit ? " " : "", unit, note->where, (int)strlen(fields) - 2, fields,
          note->refused ? "" : "; 'initial: {", note->refused ? "" : fields,
          note->refused ? "" : "stress: {}}' makes it stress-free");
  return true;
}
