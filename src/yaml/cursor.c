#include <string.h>

#include "base/text.h"
#include "yaml/parse.h"

am_yaml_cursor am_yaml_cursor_begin(const am_source *source) {
  static const char mark[] = "\xef\xbb\xbf";
  am_yaml_cursor cursor = {.source = source, .line = 1};
  if (source->length >= 3 && !memcmp(source->text, mark, 3))
    cursor.offset = cursor.line_start = 3;
  return cursor;
}

static bool continues(unsigned char byte) { return (byte & 0xc0) == 0x80; }

void am_yaml_cursor_step(am_yaml_cursor *cursor) {
  const am_source *source = cursor->source;
  if (cursor->offset >= source->length) return;
  bool line = source->text[cursor->offset++] == '\n';
  while (cursor->offset < source->length &&
         continues((unsigned char)source->text[cursor->offset]))
    cursor->offset++;
  cursor->index++;
  if (!line) return;
  cursor->line++;
  cursor->line_start = cursor->offset;
}

void am_yaml_cursor_seek(am_yaml_cursor *cursor, const am_yaml_cursor *begin,
                         size_t index) {
  if (cursor->index > index) *cursor = *begin;
  while (cursor->index < index && cursor->offset < cursor->source->length)
    am_yaml_cursor_step(cursor);
}

am_place am_yaml_cursor_place(const am_yaml_cursor *cursor) {
  return (am_place){cursor->source, cursor->line,
                    (int)(cursor->offset - cursor->line_start) + 1};
}

/* Behind the first line break from `offset` on, or the end. */
static size_t next_line(const am_source *source, size_t offset) {
  const char *text = source->text + offset;
  const char *end = memchr(text, '\n', source->length - offset);
  return end ? (size_t)(end - source->text) + 1 : source->length;
}

/* The column at which the lines of a block begin: the first line that is not
 * empty has so much more in the source than in the text; not more than its
 * spaces, when a folded text joins it with the next. */
static int block_column(const am_source *source, size_t offset,
                        const am_snippet *block) {
  size_t blank = strspn(block->text, "\n");
  for (size_t i = 0; i < blank; i++) offset = next_line(source, offset);
  size_t end = next_line(source, offset);
  while (end > offset && strchr("\r\n", source->text[end - 1])) end--;
  size_t length = strcspn(block->text + blank, "\n");
  size_t spaces = strspn(source->text + offset, " ");
  size_t more = end - offset > length ? end - offset - length : spaces;
  return (int)(more < spaces ? more : spaces) + 1;
}

am_snippet am_yaml_snippet(am_arena *arena, am_yaml_cursor at,
                           const yaml_event_t *event) {
  const char *value = (const char *)event->data.scalar.value;
  size_t length = event->data.scalar.length;
  yaml_scalar_style_t style = event->data.scalar.style;
  am_place place = am_yaml_cursor_place(&at);
  am_snippet text = {.text = am_copy(arena, value, length),
                     .length = length, .source = at.source,
                     .line = place.line, .column = place.column,
                     .indent = place.column};
  if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
      style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
    text.column = ++text.indent;
  if (style != YAML_LITERAL_SCALAR_STYLE && style != YAML_FOLDED_SCALAR_STYLE)
    return text;
  text.line++;
  text.column = text.indent =
      block_column(at.source, next_line(at.source, at.offset), &text);
  return text;
}
