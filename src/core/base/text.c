/* text.c: strings, names, numbers and characters of UTF-8. */
#include <ctype.h>

#include "base/base.h"

enum { QUOTED = 60, LISTED = 1000, NAME_LENGTH = 63 };

char *am_format_list(am_arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = am_arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

char *am_format(am_arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = am_format_list(arena, format, arguments);
  va_end(arguments);
  return text;
}

char *am_copy(am_arena *arena, const char *text, size_t length) {
  char *copy = am_arena_alloc(arena, length + 1);
  if (length) memcpy(copy, text, length);
  return copy;
}

/* Characters of typeset text that look like ASCII characters. */
static const struct {
  uint32_t code;
  const char *name, *meant;
} lookalikes[] = {
    {0x00a0, "no-break space", " "},
    {0x00b7, "middle dot", "*"},
    {0x00d7, "multiplication sign", "*"},
    {0x2009, "thin space", " "},
    {0x2010, "hyphen", "-"},
    {0x2011, "no-break hyphen", "-"},
    {0x2013, "en dash", "-"},
    {0x2014, "em dash", "-"},
    {0x2018, "quotation mark", "'"},
    {0x2019, "quotation mark", "'"},
    {0x201c, "quotation mark", "\""},
    {0x201d, "quotation mark", "\""},
    {0x202f, "narrow no-break space", " "},
    {0x2212, "minus sign", "-"},
    {0x22c5, "dot operator", "*"},
};

enum { LATIN_END = 0x0250 };

static void escape(uint32_t code, char shown[AM_SHOWN_SIZE]) {
  snprintf(shown, AM_SHOWN_SIZE, code < 0x10000 ? "\\u%04x" : "\\U%08x",
           (unsigned)code);
}

/* Appends the first character of a text as am_printable shows it; returns its
 * length (bytes). */
static size_t quote_character(am_buffer *buffer, const char *text,
                              size_t room) {
  char shown[AM_SHOWN_SIZE];
  uint32_t code = 0;
  size_t length = am_utf8_decode(text, room, &code);
  for (size_t i = 0; i < sizeof lookalikes / sizeof *lookalikes; i++)
    if (length && code == lookalikes[i].code) {
      am_buffer_add(buffer, "<%s U+%04X, not '%s'>", lookalikes[i].name,
                    (unsigned)code, lookalikes[i].meant);
      return length;
    }
  length = am_utf8_show(text, room, shown);
  if (code >= LATIN_END) escape(code, shown);
  am_buffer_add(buffer, "%s", shown);
  return length;
}

const char *am_printable(am_arena *arena, const char *text, size_t length) {
  am_buffer buffer = {.arena = arena};
  size_t at = 0, most = length < QUOTED ? length : QUOTED;
  am_buffer_add(&buffer, "%s", "");
  while (at < most) at += quote_character(&buffer, text + at, length - at);
  if (at < length) am_buffer_add(&buffer, "...");
  return buffer.text;
}

const char *am_quoted(am_arena *arena, const char *text) {
  return am_format(arena, "'%s'", am_printable(arena, text, strlen(text)));
}

/* Distance of two names: 2 for each insertion, deletion and replacement, 1 for
 * an exchange of neighbours, so that yx is nearer to xy than to xx.  Names
 * longer than a row have the distance 2 ROW. */
static size_t edit_distance(const char *a, const char *b) {
  enum { ROW = NAME_LENGTH + 2 };
  size_t rows[3][ROW], m = strlen(a), n = strlen(b);
  if (m >= ROW || n >= ROW) return 2 * ROW;
  for (size_t j = 0; j <= n; j++) rows[0][j] = 2 * j;
  for (size_t i = 1; i <= m; i++) {
    size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
    const size_t *second = rows[(i + 1) % 3];
    row[0] = 2 * i;
    for (size_t j = 1; j <= n; j++) {
      bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                       a[i - 2] == b[j - 1];
      row[j] = above[j - 1] + 2 * (a[i - 1] != b[j - 1]);
      if (above[j] + 2 < row[j]) row[j] = above[j] + 2;
      if (row[j - 1] + 2 < row[j]) row[j] = row[j - 1] + 2;
      if (exchanged && second[j - 2] + 1 < row[j]) row[j] = second[j - 2] + 1;
    }
  }
  return rows[m % 3][n];
}

const char *am_nearest(const char *name, const char *const *names,
                       size_t count) {
  size_t best = 2 * ((strlen(name) + 1) / 3);
  const char *nearest = NULL;
  for (size_t i = 0; i < count; i++) {
    size_t d = edit_distance(name, names[i]);
    if (d < best || (d == best && !nearest)) {
      best = d;
      nearest = names[i];
    }
  }
  return nearest;
}

const char *am_suggestion(am_arena *arena, const char *name,
                          const char *const *names, size_t count) {
  const char *nearest = am_nearest(name, names, count);
  return nearest ? am_format(arena, " (did you mean '%s'?)", nearest) : "";
}

int am_compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *am_listed(am_arena *arena, const char *const *names, size_t count) {
  am_buffer list = {.arena = arena};
  for (size_t i = 0; i < count && list.length < LISTED; i++)
    am_buffer_add(&list, "%s%s", i ? ", " : "",
                  am_printable(arena, names[i], strlen(names[i])));
  if (list.length >= LISTED) am_buffer_add(&list, ", ... (%zu in all)", count);
  return count ? list.text : "";
}

const char *am_name_hint(am_arena *arena, const char *name,
                         const char *const *names, size_t count) {
  const char *similar = am_suggestion(arena, name, names, count);
  if (*similar || !count) return similar;
  return am_format(arena, ", expected one of %s",
                   am_listed(arena, names, count));
}

void am_number_text(double number, char text[AM_NUMBER_SIZE]) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, AM_NUMBER_SIZE, "%.*g", digits, number);
    if (strtod(text, NULL) == number) return;
  }
}

bool am_parse_number(const char *text, double *value) {
  const char *digits = text + (*text == '+' || *text == '-');
  if (!isdigit((unsigned char)*digits) && *digits != '.') return false;
  if (strpbrk(text, "xXpP")) return false;
  char *end;
  *value = strtod(text, &end);
  return end != text && !*end;
}

bool am_number_underflows(const char *text) {
  double value;
  size_t mantissa = strcspn(text, "eE");
  return am_parse_number(text, &value) && value == 0 &&
         strcspn(text, "123456789") < mantissa;
}

static bool is_identifier(const char *text, const char *further) {
  static const char letters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (!*text || !strchr(letters, *text)) return false;
  size_t n = 0;
  while (text[n] && (strchr(letters, text[n]) || strchr(further, text[n]))) n++;
  return !text[n] && n <= NAME_LENGTH;
}

bool am_is_name(const char *text) { return is_identifier(text, "0123456789_"); }

bool am_is_label(const char *text) {
  return is_identifier(text, "0123456789_-");
}

const char *am_errno_text(int error) {
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!plain) return "out of memory";
  const char *text = strerror_l(error, plain);
  freelocale(plain);
  return text;
}

void am_buffer_add(am_buffer *buffer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t room = buffer->capacity - buffer->length;
  va_list again;
  va_copy(again, arguments);
  int added = vsnprintf(buffer->text ? buffer->text + buffer->length : NULL,
                        room, format, again);
  va_end(again);
  if ((size_t)added >= room) {
    size_t capacity = 2 * (buffer->length + (size_t)added + 32);
    buffer->text = am_arena_grow(buffer->arena, buffer->text, buffer->length,
                                 capacity);
    buffer->capacity = capacity;
    vsnprintf(buffer->text + buffer->length, capacity - buffer->length,
              format, arguments);
  }
  buffer->length += (size_t)added;
  va_end(arguments);
}

/* Forms of a UTF-8 character: mask and bits of the lead byte, length, and
 * smallest code point of this form. */
static const struct {
  unsigned mask, lead;
  size_t length;
  uint32_t least;
} forms[] = {{0x80, 0x00, 1, 0},
             {0xe0, 0xc0, 2, 0x80},
             {0xf0, 0xe0, 3, 0x800},
             {0xf8, 0xf0, 4, 0x10000}};

enum {
  FORMS = sizeof forms / sizeof *forms,
  SURROGATES = 0xd800,
  SURROGATES_END = 0xe000,
  CODES = 0x110000
};

size_t am_utf8_decode(const char *text, size_t room, uint32_t *code) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t form = 0;
  while (form < FORMS && (bytes[0] & forms[form].mask) != forms[form].lead)
    form++;
  if (form == FORMS || forms[form].length > room) return 0;
  *code = bytes[0] & ~forms[form].mask & 0xff;
  for (size_t i = 1; i < forms[form].length; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    *code = *code << 6 | (bytes[i] & 0x3f);
  }
  bool valid = *code >= forms[form].least && *code < CODES &&
               (*code < SURROGATES || *code >= SURROGATES_END);
  return valid ? forms[form].length : 0;
}

/* Ranges of characters that control a terminal or are invisible: first,
 * last. */
static const uint32_t unseen[][2] = {
    {0x0000, 0x001f},   /* controls */
    {0x007f, 0x009f},   /* delete, and the controls of Latin 1 */
    {0x00ad, 0x00ad},   /* soft hyphen */
    {0x034f, 0x034f},   /* grapheme joiner */
    {0x061c, 0x061c},   /* Arabic letter mark */
    {0x115f, 0x1160},   /* fillers of Hangul */
    {0x17b4, 0x17b5},   /* invisible vowels of Khmer */
    {0x180b, 0x180f},   /* Mongolian selectors and vowel separator */
    {0x200b, 0x200f},   /* zero width; directional marks */
    {0x2028, 0x202e},   /* line separators; directional controls */
    {0x2060, 0x206f},   /* zero width; isolates */
    {0x3164, 0x3164},   /* filler */
    {0xfe00, 0xfe0f},   /* variation selectors */
    {0xfeff, 0xfeff},   /* byte order mark */
    {0xffa0, 0xffa0},   /* filler */
    {0xfff0, 0xfffb},   /* annotations */
    {0xfffe, 0xffff},   /* noncharacters */
    {0x1bca0, 0x1bca3}, /* shorthand controls */
    {0x1d173, 0x1d17a}, /* musical controls */
    {0xe0000, 0xe0fff}, /* tags */
};

bool am_utf8_is_plain(uint32_t code) {
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
    if (code >= unseen[i][0] && code <= unseen[i][1]) return false;
  return true;
}

size_t am_utf8_show(const char *text, size_t room, char shown[AM_SHOWN_SIZE]) {
  uint32_t code = (unsigned char)*text;
  size_t size = am_utf8_decode(text, room, &code);
  bool plain = size && am_utf8_is_plain(code);
  if (plain) {
    memcpy(shown, text, size);
    shown[size] = '\0';
  } else if (!size || code < 0x80) {
    snprintf(shown, AM_SHOWN_SIZE, "\\x%02x", (unsigned char)*text);
  } else {
    escape(code, shown);
  }
  return size ? size : 1;
}

int am_columns_of(const char *text, size_t length) {
  int columns = 0;
  for (size_t at = 0; at < length;) {
    char shown[AM_SHOWN_SIZE];
    at += am_utf8_show(text + at, length - at, shown);
    columns += *shown & 0x80 ? 1 : (int)strlen(shown);
  }
  return columns;
}
