/* described_law.c: reading and describing materials with their law and class.
 */
#include "law/described_law.h"

#include <string.h>

am_status am_know_material(am_arena *arena, am_report *report,
                           const char *name, am_described_law *known) {
  const char *path = NULL;
  am_material *material = NULL;
  *known = (am_described_law){.arena = arena};
  AM_TRY(am_material_find(arena, report, name, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &material));
  known->material = material;
  AM_TRY(am_law_new(arena, report, material, NULL, NULL, am_nowhere,
                    AM_STRATEGY_AUTOMATIC, false, &known->law));
  known->class = am_law_classify(arena, known->law);
  return AM_OK;
}

const char *am_strictness(const am_law *law) {
  return law->strict             ? "strict GSM"
         : am_law_has_given(law) ? "not from a potential"
                                 : "not strict GSM";
}

int am_members(const am_law *law, const char *base) {
  int count = 0;
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].member && !strcmp(law->variables[i].base, base))
      count++;
  return count;
}

const char *am_internal_type(const am_internal *v) {
  return v->kind == AM_SCALAR ? "scalar"
         : v->deviatoric      ? "deviatoric"
                              : "symmetric";
}

unsigned am_described_law_class(const am_described_law *k, const char *base,
                        int *unknowns) {
  unsigned all = 0;
  *unknowns = 0;
  for (int i = 0; i < k->law->count; i++) {
    if (strcmp(k->law->variables[i].base, base)) continue;
    all |= k->class.variables[i];
    *unknowns += k->law->variables[i].size;
  }
  return all;
}

const char *am_class_word(unsigned class) {
  return class & AM_CLASS_DAMAGE    ? "damage"
         : class & AM_CLASS_VISCOUS ? "viscous"
         : class & AM_CLASS_PLASTIC ? "plastic"
                                    : "at rest";
}

const char *am_described_law_arguments(const am_described_law *k,
                                       const char *first, const char *prefix) {
  am_buffer text = {.arena = k->arena};
  am_buffer_add(&text, "%s", first);
  for (int i = 0; i < k->material->internal_count; i++)
    am_buffer_add(&text, "%s%s%s", text.length ? ", " : "", prefix,
                  k->material->internals[i].name);
  return text.text;
}
