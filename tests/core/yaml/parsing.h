/* parsing.h: texts parsed in tests of this module. */
#ifndef AM_TESTS_YAML_PARSING_H
#define AM_TESTS_YAML_PARSING_H

#include <string.h>

#include "support.h"
#include "yaml/yaml.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_yaml *root;
  am_status status;
} parsed;

static inline am_source *source_of(am_arena *arena, const char *text,
                                   size_t length) {
  am_source *source = AM_NEW(arena, am_source);
  *source = (am_source){"test.yaml", text, length};
  return source;
}

static inline parsed parse_bytes(const char *text, size_t length) {
  parsed p = {.arena = test_arena()};
  p.report = am_report_new(p.arena);
  p.status = am_yaml_parse(p.arena, p.report,
                           source_of(p.arena, text, length), &p.root);
  ck_assert_msg((p.status == AM_OK) == !p.report->first, "%s: status %d, %s",
                text, (int)p.status,
                p.report->first ? p.report->first->text : "no message");
  return p;
}

static inline parsed parse(const char *text) {
  return parse_bytes(text, strlen(text));
}

/* A text that must be good. */
static inline parsed parse_good(const char *text) {
  parsed p = parse(text);
  ck_assert_msg(p.status == AM_OK, "%s: %s", text,
                p.report->first ? p.report->first->text : "");
  return p;
}

/* The node behind keys and positions from 1, "a.2.b". */
static inline am_yaml *node_at(am_yaml *node, const char *path) {
  char key[100];
  while (*path) {
    size_t length = strcspn(path, ".");
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    path += length + (path[length] == '.');
    size_t index = strtoul(key, NULL, 10);
    if (node->kind == AM_YAML_SEQUENCE && index <= node->count)
      node = node->items[index - 1];
    else
      node = am_yaml_get(node, key);
    ck_assert_msg(node != NULL, "no '%s'", key);
  }
  return node;
}

/* The only message has this place and contains this text. */
static inline void check_message(const am_report *report, int line,
                                 int column, const char *text) {
  const am_message *m = report->first;
  ck_assert_ptr_nonnull(m);
  ck_assert_ptr_null(m->next);
  ck_assert_int_eq(m->severity, AM_SEVERITY_ERROR);
  ck_assert_msg(strstr(m->text, text) != NULL, "'%s' lacks '%s'", m->text,
                text);
  ck_assert_msg(m->place.line == line && m->place.column == column,
                "%d:%d: %s, expected at %d:%d", m->place.line,
                m->place.column, m->text, line, column);
}

#endif
