#include <string.h>

#include "base/text.h"
#include "yaml/parse.h"

/* Characters that a text file written by hand does not have. */
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
    {0xfffe, 0xffff, "character that stands for nothing"},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *strangeness(const am_source *source, size_t offset,
                               uint32_t code) {
  if ((code >= ' ' && code <= '~') || code == '\n') return NULL;
  if (code == '\r' && source->text[offset + 1] == '\n') return NULL;
  for (size_t i = 0; i < COUNT(strange); i++)
    if (code >= strange[i].first && code <= strange[i].last)
      return strange[i].what;
  return NULL;
}

static am_place place_of(const am_source *source, size_t offset) {
  am_place place = {source, 1, (int)offset + 1};
  for (size_t i = 0; i < offset; i++)
    if (source->text[i] == '\n') {
      place.line++;
      place.column = (int)(offset - i);
    }
  return place;
}

static am_status check_line_start(am_report *report, const am_source *source,
                                  size_t offset) {
  if (strncmp(source->text + offset, "%TAG", 4)) return AM_OK;
  return am_error(report, AM_INPUT, place_of(source, offset),
                  "tags are not supported");
}

am_status am_yaml_check_text(am_report *report, const am_source *source) {
  size_t offset = am_yaml_cursor_begin(source).offset;
  bool line_start = true;
  while (offset < source->length) {
    const char *at = source->text + offset;
    uint32_t code = 0;
    if (line_start) AM_TRY(check_line_start(report, source, offset));
    size_t length = am_utf8_decode(at, source->length - offset, &code);
    if (!length)
      return am_error(report, AM_INPUT, place_of(source, offset),
                      "the byte \\x%02x is not UTF-8: expected a text file",
                      (unsigned char)*at);
    const char *what = strangeness(source, offset, code);
    if (what)
      return am_error(report, AM_INPUT, place_of(source, offset),
                      "expected a text file, found a %s (U+%04X)", what,
                      (unsigned)code);
    line_start = code == '\n';
    offset += length;
  }
  return AM_OK;
}
