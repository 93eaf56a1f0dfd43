/* parse.h: what the files of this module share: positions in a source, and
 * the tree of a part of it; private to yaml. */
#ifndef AM_YAML_PARSE_H
#define AM_YAML_PARSE_H

#include <stdint.h>
#include <yaml.h>

#include "yaml/yaml.h"

enum {
  AM_YAML_NESTING = 100,
  AM_YAML_NODES = 1000000,
  AM_YAML_ANCHORS = 256,
  AM_YAML_BYTES = 64 << 20
};

/* A position that moves forward through a source character by character, as
 * libyaml counts, and knows the byte and the line. */
typedef struct {
  const am_source *source;
  size_t offset;     /* byte in the source */
  size_t index;      /* character, counted from where libyaml began */
  size_t line_start; /* byte at which the line begins */
  int line;          /* from 1 */
} am_yaml_cursor;

/* The first byte behind a byte order mark. */
am_yaml_cursor am_yaml_cursor_begin(const am_source *source);
void am_yaml_cursor_step(am_yaml_cursor *cursor);

/* To character `index`; from the source's `begin` when that lies behind. */
void am_yaml_cursor_seek(am_yaml_cursor *cursor, const am_yaml_cursor *begin,
                         size_t index);
am_place am_yaml_cursor_place(const am_yaml_cursor *cursor);

/* AM_INPUT, at the first place that is not text: bytes that are not UTF-8,
 * control characters, line breaks other than LF and CR LF, and %TAG lines,
 * which libyaml would collect in quadratic time. */
AM_MUST_USE am_status am_yaml_check_text(am_report *report,
                                         const am_source *source);

/* The piece of the source that a scalar event, which begins at `at`, makes
 * up.  Exact for scalars within one line and for literal blocks. */
am_snippet am_yaml_snippet(am_arena *arena, am_yaml_cursor at,
                           const yaml_event_t *event);

/* The message for what libyaml complains about. */
AM_MUST_USE am_status am_yaml_syntax_error(am_report *report,
                                           const yaml_parser_t *parser,
                                           const am_yaml_cursor *begin);

/* The tree of the source from `begin` to its end, already checked for being
 * text; `depth` levels stand above it.  NULL when nothing stands there. */
AM_MUST_USE am_status am_yaml_parse_from(am_arena *arena, am_report *report,
                                         const am_yaml_cursor *begin,
                                         int depth, am_yaml **node);

/* Adds an item to a sequence or mapping. */
void am_yaml_append(am_arena *arena, am_yaml *parent, am_yaml *item);

#endif
