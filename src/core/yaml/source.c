/* source.c: checks that a source is text, converts characters to places, and
 * replaces libyaml's messages about syntax errors. */
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

/* ---- messages about syntax errors ---------------------------------------- */

typedef enum { AT_PROBLEM, AT_CONTEXT } where;

/* Messages of libyaml, the place to show, and their replacements. */
static const struct {
  const char *problem;
  where where;
  const char *message;
} problems[] = {
    {"found unexpected end of stream", AT_CONTEXT,
     "the quote that begins here is not closed"},
    {"did not find expected <document start>", AT_PROBLEM,
     "unexpected text after the document (all keys of a mapping begin in the "
     "same column)"},
    {"did not find expected key", AT_PROBLEM,
     "expected a line 'key: value' in the column of the keys above"},
    {"did not find expected '-' indicator", AT_PROBLEM,
     "expected '- ' in the column of the items above"},
    {"could not find expected ':'", AT_CONTEXT,
     "expected 'key: value', with a space after the colon"},
    {"block sequence entries are not allowed in this context", AT_PROBLEM,
     "a list item '- ' must begin on its own line (a text beginning with '- ' "
     "needs quotes)"},
    {"mapping keys are not allowed in this context", AT_PROBLEM,
     "a text beginning with '?' needs quotes"},
    {"found unknown escape character", AT_PROBLEM,
     "unknown escape in double quotes (in single quotes a backslash is only "
     "a backslash)"},
    {"did not find expected alphabetic or numeric character", AT_CONTEXT,
     "a text beginning with '*' or '&' needs quotes"},
    {"found undefined tag handle", AT_PROBLEM,
     "tags are not supported (a text beginning with '!' needs quotes)"},
    {"did not find expected comment or line break", AT_PROBLEM,
     "the text of a '|' or '>' block begins on the next line"},
    {"found a tab character where an indentation space is expected",
     AT_PROBLEM, "a tab cannot indent a line: use spaces"},
    {"did not find expected node content", AT_PROBLEM,
     "expected a value (a text beginning with ',', ']' or '}' needs quotes)"},
};

static const char colon[] =
    "unexpected ':' (a text or expression containing ' : ' or ': ' needs a '|' "
    "block or quotes; all keys of a mapping begin in the same column)";

/* Followed by the missing closing bracket. */
static const char flow[] = "did not find expected ',' or '";

static char byte_at(const am_yaml_cursor *cursor) {
  const am_source *source = cursor->source;
  return cursor->offset < source->length ? source->text[cursor->offset] : 0;
}

static am_yaml_cursor cursor_at(const am_yaml_cursor *begin, size_t index) {
  am_yaml_cursor cursor = *begin;
  am_yaml_cursor_seek(&cursor, begin, index);
  return cursor;
}

am_status am_yaml_syntax_error(am_report *report, const yaml_parser_t *parser,
                               const am_yaml_cursor *begin) {
  if (parser->error == YAML_MEMORY_ERROR)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  const char *problem = parser->problem ? parser->problem : "unreadable";
  am_yaml_cursor at = cursor_at(begin, parser->problem_mark.index);
  am_yaml_cursor open = cursor_at(begin, parser->context_mark.index);
  am_place place = am_yaml_cursor_place(&at);
  bool in_flow = !strncmp(problem, flow, strlen(flow));
  if (byte_at(&at) == ':' && !(in_flow && at.line > open.line))
    return am_error(report, AM_INPUT, place, "%s", colon);
  am_place context = am_yaml_cursor_place(&open);
  if (in_flow)
    return am_error(report, AM_INPUT, byte_at(&at) ? place : context,
                    "expected ',' or '%c' after the '%c' of line %d (a text "
                    "containing ' : ', ',' or a bracket needs quotes there)",
                    problem[strlen(flow)], byte_at(&open), open.line);
  if (!strcmp(problem, "found character that cannot start any token")) {
    if (byte_at(&at) == '\t')
      return am_error(report, AM_INPUT, place,
                      "a tab cannot indent a line: use spaces");
    return am_error(report, AM_INPUT, place,
                    "a text beginning with '%c' needs quotes", byte_at(&at));
  }

  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
    if (!strcmp(problem, problems[i].problem))
      return am_error(report, AM_INPUT,
                      problems[i].where == AT_CONTEXT ? context : place, "%s",
                      problems[i].message);
  return am_error(report, AM_INPUT, place, "not valid YAML: %s", problem);
}
