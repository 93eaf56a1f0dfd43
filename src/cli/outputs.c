/* The files that a command writes. */
#include "base/text.h"
#include "cli/command.h"
#include "output/claim.h"

enum { MOST = 16 };

am_status am_outputs_claim(am_context *context, const char *output,
                           const char *const *others) {
  const am_options *o = &context->options;
  const char *paths[MOST] = {
      output, o->plot, o->json, o->curves, o->junit,
      o->keep_script ? am_format(context->arena, "%s.gp", o->plot) : NULL};
  size_t count = 6;
  for (size_t i = 0; others && others[i]; i++) paths[count++] = others[i];
  return am_claim_outputs(context->report, paths, count);
}
