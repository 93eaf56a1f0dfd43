/* cases.h: cases from texts, with a scope of parameters for their paths. */
#ifndef AM_TESTS_PATH_CASES_H
#define AM_TESTS_PATH_CASES_H

#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "case/path.h"
#include "support.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_case *description;
  am_path *path;
} opened;

static inline am_status read_case(opened *o, const char *text, bool inner) {
  am_yaml *root;
  am_source *source;
  o->arena = test_arena();
  source = AM_NEW(o->arena, am_source);
  *source = (am_source){"test.yaml", text, strlen(text)};
  o->report = am_report_new(o->arena);
  AM_TRY(am_yaml_parse(o->arena, o->report, source, &root));
  return am_case_from(o->arena, o->report, root, "/tmp", inner,
                      &o->description);
}

/* Parameters in scope: a = 2, b = 0.5; the tensor d. */
static inline am_status open_path(opened *o) {
  static const double values[8] = {2, 0.5};
  am_graph *graph = am_graph_new(o->arena, 100000);
  am_scope *scope = am_scope_new(o->arena, NULL);
  static const char *const names[] = {"a", "b"};
  am_node *nodes = AM_ARRAY(o->arena, am_node, 8);
  for (int i = 0; i < 8; i++)
    nodes[i] = am_input(graph, AM_INPUT_PARAMETER, i);
  for (int i = 0; i < 2; i++)
    am_scope_add(scope, names[i], "a parameter",
                 am_value_scalar(o->arena, nodes[i]));
  am_scope_add(scope, "d", "a parameter",
               am_value_new(AM_TENSOR, -1, nodes + 2));
  const am_path_names all = {.graph = graph, .scope = scope,
                             .values = values, .numbers = 8};
  return am_path_new(o->arena, o->report, o->description, &all, &o->path);
}

static inline opened open_case(const char *text) {
  opened o = {0};
  am_status status = read_case(&o, text, false);
  ck_assert_msg(status == AM_OK, "%s: %s", text,
                o.report->first ? o.report->first->text : "");
  return o;
}

/* A case whose path is `path`, the text of a YAML list. */
static inline opened open_segments(const char *path) {
  char text[4000];
  snprintf(text, sizeof text, "case: c\nmaterial: m\npath:\n%s", path);
  opened o = open_case(am_copy(test_arena(), text, strlen(text)));
  am_status status = open_path(&o);
  ck_assert_msg(status == AM_OK, "%s: %s", path,
                o.report->first ? o.report->first->text : "");
  return o;
}

/* "LINE:COLUMN: text" of the only message. */
static inline const char *only_message(const opened *o) {
  const am_message *message = o->report->first;
  if (!message || message->next) return "none or several";
  return am_format(o->arena, "%d:%d: %s", message->place.line,
                   message->place.column, message->text);
}

static inline void write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  fputs(text, out);
  fclose(out);
}

#endif
