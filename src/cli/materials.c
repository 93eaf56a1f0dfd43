#include "cli/materials.h"

#include <string.h>

#include "base/text.h"

am_status am_know_material(am_arena *arena, am_report *report,
                           const char *name, am_known_material *known) {
  const char *path = NULL;
  *known = (am_known_material){.arena = arena};
  AM_TRY(am_material_find(arena, report, name, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &known->material));
  AM_TRY(am_law_new(arena, report, known->material, NULL, NULL, am_nowhere,
                    AM_STRATEGY_AUTOMATIC, false, &known->law));
  known->class = am_law_classify(arena, known->law);
  return AM_OK;
}

const char *am_strictness(const am_law *law) {
  return law->strict ? "strict GSM" : "not strict GSM";
}

const char *am_unknowns(am_arena *arena, int count) {
  return am_format(arena, "%d unknown%s", count, count == 1 ? "" : "s");
}

int am_members(const am_law *law, const char *base) {
  int count = 0;
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].member && !strcmp(law->variables[i].base, base))
      count++;
  return count;
}

/* "internal variables: eps_p, a[1..2], p; 16 unknowns" */
static const char *variables_of(const am_known_material *k) {
  const am_material *m = k->material;
  am_buffer text = {.arena = k->arena};
  if (!m->internal_count) return "no internal variables";
  am_buffer_add(&text, "internal variable%s: ",
                m->internal_count == 1 ? "" : "s");
  for (int i = 0; i < m->internal_count; i++) {
    int members = am_members(k->law, m->internals[i].name);
    am_buffer_add(&text, "%s%s", i ? ", " : "", m->internals[i].name);
    if (members) am_buffer_add(&text, "[1..%d]", members);
  }
  am_buffer_add(&text, "; %s", am_unknowns(k->arena, k->law->na));
  return text.text;
}

static void print_known(const char *name, const am_known_material *k) {
  enum { INDENT = 6 };
  const char *lines[] = {
      am_format(k->arena, "%s, %s; %s",
                am_class_name(k->arena, &k->class), am_strictness(k->law),
                variables_of(k)),
      k->material->source};
  const char *title = k->material->title;
  fputs("  ", stdout);
  am_print_wrapped(stdout, 2, INDENT,
                   am_format(k->arena, "%s%s%s", name, *title ? ": " : "",
                             title));
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!*lines[i]) continue;
    printf("%*s", INDENT, "");
    am_print_wrapped(stdout, INDENT, INDENT, lines[i]);
  }
}

static am_status list_one(am_context *context, am_arena *arena,
                          const char *name) {
  am_known_material known;
  if (!arena || am_arena_recover(arena))
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "out of memory while reading material '%s'", name);
  AM_TRY(am_know_material(arena, context->report, name, &known));
  print_known(name, &known);
  return AM_OK;
}

am_status am_list_materials(am_context *context) {
  size_t count;
  am_status status = AM_OK;
  const char *const *names = am_material_names(context->arena, &count);
  for (size_t i = 0; i < count; i++) {
    am_arena *arena = am_arena_new();
    am_status one = list_one(context, arena, names[i]);
    if (one > status) status = one;
    fflush(stdout);
    am_context_print(context);
    am_arena_free(arena);
  }
  return status;
}
