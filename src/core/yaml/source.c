/* source.c: checks that a source is text, and converts characters to places. */
#include "yaml/yaml.h"
#include "yaml/parse.h"

/* Characters that do not occur in hand-written text files. */
static const struct {
  uint32_t first, last;
  const char *what;
} strange[] = {
    {0x0000, 0x0008, "control character"},
    {0x000b, 0x000c, "control character"},
    {0x000d, 0x000d, "carriage return without a line feed"},
    {0x000e, 0x001f, "control character"},
    {0x007f, 0x0084, "control character"},
    {0x0085, 0x0085, "unusual line break"},
    {0x0086, 0x009f, "control character"},
    {0x2028, 0x2029, "unusual line break"},
    {0xfeff, 0xfeff, "byte order mark inside the text"},
    {0xfffe, 0xffff, "noncharacter"},
};

enum { STRANGE = sizeof strange / sizeof *strange };

/* Description of a character in a row of `strange`; NULL if the character is in
 * none. */
static const char *strangeness(const am_source *source, size_t offset,
                               uint32_t code) {
  if ((code >= ' ' && code <= '~') || code == '\n') return NULL;
  if (code == '\r' && source->text[offset + 1] == '\n') return NULL;
  for (size_t i = 0; i < STRANGE; i++)
    if (code >= strange[i].first && code <= strange[i].last)
      return strange[i].what;
  return NULL;
}

static am_place place_of_byte(const am_source *source, size_t offset) {
  const am_snippet whole = {.text = source->text, .length = source->length,
                            .source = source,
                            .line = 1, .column = 1, .indent = 1};
  return am_snippet_place(&whole, offset);
}

am_status am_yaml_check_text(am_report *report, const am_source *source) {
  size_t offset = am_yaml_cursor_begin(source).offset;
  bool line_start = true;
  while (offset < source->length) {
    const char *at = source->text + offset;
    uint32_t code = 0;
    if (line_start && !strncmp(at, "%TAG", 4))
      return am_error(report, AM_INPUT, place_of_byte(source, offset),
                      "tags are not supported");
    size_t length = am_utf8_decode(at, source->length - offset, &code);
    if (!length)
      return am_error(report, AM_INPUT, place_of_byte(source, offset),
                      "the byte \\x%02x is not UTF-8: expected a text file",
                      (unsigned char)*at);
    const char *what = strangeness(source, offset, code);
    if (what)
      return am_error(report, AM_INPUT, place_of_byte(source, offset),
                      "expected a text file, found a %s (U+%04X)", what,
                      (unsigned)code);
    line_start = code == '\n';
    offset += length;
  }
  return AM_OK;
}

am_yaml_cursor am_yaml_cursor_begin(const am_source *source) {
  static const char mark[] = "\xef\xbb\xbf";
  am_yaml_cursor cursor = {.source = source, .line = 1};
  if (source->length >= 3 && !memcmp(source->text, mark, 3))
    cursor.offset = cursor.line_start = 3;
  return cursor;
}

void am_yaml_cursor_step(am_yaml_cursor *cursor) {
  const am_source *source = cursor->source;
  if (cursor->offset >= source->length) return;
  bool line = source->text[cursor->offset++] == '\n';
  while (cursor->offset < source->length &&
         (source->text[cursor->offset] & 0xc0) == 0x80)
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
  return (am_place){.source = cursor->source,
                    .line = cursor->line,
                    .column = (int)(cursor->offset - cursor->line_start) + 1};
}

/* First byte after the next line break from `offset` on, or the end. */
static size_t next_line(const am_source *source, size_t offset) {
  const char *text = source->text + offset;
  const char *end = memchr(text, '\n', source->length - offset);
  return end ? (size_t)(end - source->text) + 1 : source->length;
}

/* Column at which the lines of a block begin, counted from 1.  The first
 * nonempty line is longer in the source than in the text by its indentation.
 * If a folded text joins this line with the next one, counts the leading spaces
 * instead. */
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
