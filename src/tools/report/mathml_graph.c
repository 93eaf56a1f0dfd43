/* mathml_graph.c: parses the lines of a printed graph as expressions. */
#include <string.h>

#include "report/mathml.h"

static am_status parse_side(am_arena *arena, am_report *report,
                            const char *text, size_t length, am_expr **expr) {
  am_source *source = AM_NEW(arena, am_source);
  am_snippet *snippet = AM_NEW(arena, am_snippet);
  const char *copy = am_copy(arena, text, length);
  *source = (am_source){.name = "graph", .text = copy, .length = length};
  *snippet = (am_snippet){.text = copy, .length = length, .source = source,
                          .line = 1, .column = 1};
  return am_expr_parse(arena, report, snippet, expr);
}

am_status am_mathml_graph(am_arena *arena, am_report *report,
                          const char *text, am_mathml_line *line,
                          void *data) {
  static const char equals[] = " = ";
  while (*text) {
    size_t length = strcspn(text, "\n");
    const char *sign = strstr(text, equals);
    am_expr *name, *value;
    if (!sign) return AM_OK;
    const char *right = sign + sizeof equals - 1;
    AM_TRY(parse_side(arena, report, text, (size_t)(sign - text), &name));
    AM_TRY(parse_side(arena, report, right,
                      length - (size_t)(right - text), &value));
    line(data, name, value);
    text += length + (text[length] == '\n');
  }
  return AM_OK;
}
