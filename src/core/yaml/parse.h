/* parse.h: positions in a source, and the tree of a part of it; private to
 * yaml. */
#ifndef AM_YAML_PARSE_H
#define AM_YAML_PARSE_H

#include <yaml.h>

#include "yaml/yaml.h"

enum {
  AM_YAML_NESTING = 100,
  AM_YAML_NODES = 1000000,
  AM_YAML_ANCHORS = 256,
  AM_YAML_MEGABYTES = 64
};

/* Position that moves forward through a source.  libyaml counts characters; the
 * cursor also counts bytes and lines. */
typedef struct {
  const am_source *source;
  size_t offset;     /* byte in the source */
  size_t index;      /* character, counted from where libyaml began */
  size_t line_start; /* first byte of the line */
  int line;          /* from 1 */
} am_yaml_cursor;

/* Creates a cursor at the first byte after a byte order mark, if any;
 * am_yaml_cursor_step moves it by one character. */
am_yaml_cursor am_yaml_cursor_begin(const am_source *source);
void am_yaml_cursor_step(am_yaml_cursor *cursor);

/* Moves to character `index`, restarting at `begin` if it is before the
 * cursor. */
void am_yaml_cursor_seek(am_yaml_cursor *cursor, const am_yaml_cursor *begin,
                         size_t index);
am_place am_yaml_cursor_place(const am_yaml_cursor *cursor);

/* AM_INPUT at the first place that is not allowed in a text file: bytes that
 * are not UTF-8, control characters, line breaks other than LF and CR LF, and
 * %TAG lines, which libyaml would collect in quadratic time. */
AM_MUST_USE am_status am_yaml_check_text(am_report *report,
                                         const am_source *source);

/* Source text of a scalar event that begins at `at`.  Exact for scalars within
 * one line and for literal blocks. */
am_snippet am_yaml_snippet(am_arena *arena, am_yaml_cursor at,
                           const yaml_event_t *event);

/* Reports an error of libyaml. */
AM_MUST_USE am_status am_yaml_syntax_error(am_report *report,
                                           const yaml_parser_t *parser,
                                           const am_yaml_cursor *begin);

/* Parses the source from `begin` to its end, after am_yaml_check_text; depth:
 * number of levels above the result.  NULL if the source is empty. */
AM_MUST_USE am_status am_yaml_parse_from(am_arena *arena, am_report *report,
                                         const am_yaml_cursor *begin,
                                         int depth, am_yaml **node);

/* Adds an item to a sequence or mapping. */
void am_yaml_append(am_arena *arena, am_yaml *parent, am_yaml *item);

#endif
