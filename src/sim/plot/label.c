/* label.c: labels of axes. */
#include "plot/picture.h"

#include <string.h>

#include "base/base.h"

/* Prefix of a column's name, its label and its symbol. */
static const struct {
  const char *stem, *label, *symbol;
} known[] = {
    {"time", "time", "t"},
    {"strain", "strain", "ε"},
    {"stress", "stress", "σ"},
    {"F", "deformation gradient", "F"},
    {"P", "stress", "P"},
    {"cauchy", "stress", "σ"},
};

/* In gnuplot's enhanced text, a backslash makes the next character literal. */
const char *am_label_plain(am_arena *arena, const char *text) {
  am_buffer label = {.arena = arena};
  am_buffer_add(&label, "%s", "");
  while (*text) {
    char shown[AM_SHOWN_SIZE], first = *text;
    text += am_utf8_show(text, strlen(text), shown);
    for (const char *c = first == '\'' ? "’" : first == '\n' ? " " : shown; *c;
         c++)
      am_buffer_add(&label, "%s%c", strchr("\\^_{}@&~", *c) ? "\\" : "", *c);
  }
  return label.text;
}

const char *am_label_of_column(am_arena *arena, const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t length = strlen(known[i].stem);
    if (strncmp(name, known[i].stem, length)) continue;
    const char *rest = name + length;
    bool component = *rest == '.' && strlen(rest) == 3;
    if (*rest && !component) continue;
    return am_format(arena, component ? "%s {/:Italic %s}_{%s}"
                                      : "%s {/:Italic %s}",
                     known[i].label, known[i].symbol, rest + component);
  }
  return am_label_plain(arena, name);
}
