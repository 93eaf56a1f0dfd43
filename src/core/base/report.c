/* report.c: messages, collected and printed with their source line. */
#include "base/base.h"

enum { LINE_SHOWN = 100, MESSAGE_LONGEST = 4000 };

const am_place am_nowhere = {0};

am_place am_snippet_place(const am_snippet *snippet, size_t offset) {
  am_place place = {snippet->source, snippet->line, snippet->column};
  for (size_t i = 0; i < offset && i < snippet->length; i++) {
    place.column++;
    if (snippet->text[i] != '\n') continue;
    place.line++;
    place.column = snippet->indent;
  }
  return place;
}

am_report *am_report_new(am_arena *arena) {
  am_report *report = AM_NEW(arena, am_report);
  report->arena = arena;
  return report;
}

am_report *am_report_apart(am_arena *arena, const am_report *of) {
  am_report *report = am_report_new(arena);
  report->teller = of->teller;
  report->data = of->data;
  report->inputs = of->inputs;
  return report;
}

const am_message *am_report_error(const am_report *report) {
  const am_message *m = report->first;
  while (m && m->severity != AM_SEVERITY_ERROR) m = m->next;
  return m;
}

void am_report_tell(const am_report *report, const char *what) {
  if (report->teller) report->teller(report->data, what);
}

void am_report_count(const am_report *report, double done, double whole) {
  if (report->counter) report->counter(report->data, done, whole);
}

/* Adds a message.  Long texts are cut, because a message may quote a whole
 * file. */
static void add_message(am_report *report, am_severity severity, am_place place,
                        const char *format, va_list arguments) {
  am_message *message = AM_NEW(report->arena, am_message);
  message->severity = severity;
  message->place = place;
  message->text = am_format_list(report->arena, format, arguments);
  size_t length = strlen(message->text);
  if (length > MESSAGE_LONGEST)
    message->text = am_format(report->arena, "%.*s... (%zu bytes in all)",
                              MESSAGE_LONGEST, message->text, length);
  if (report->last)
    report->last->next = message;
  else
    report->first = message;
  report->last = message;
}

#define AM_ADD(severity)                                     \
  va_list arguments;                                         \
  va_start(arguments, format);                               \
  add_message(report, (severity), place, format, arguments); \
  va_end(arguments)

am_status am_error(am_report *report, am_status status, am_place place,
                   const char *format, ...) {
  AM_ADD(AM_SEVERITY_ERROR);
  return status;
}

am_status am_error_memory(am_report *report, const am_arena *arena,
                          const char *when) {
  if (arena && am_arena_stopped(arena))
    return am_error(report, AM_FAILED, am_nowhere, "interrupted%s", when);
  double wanted = arena ? 1e-6 * (double)am_arena_wanted(arena) : 0;
  if (wanted < 1)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "out of memory%s",
                    when);
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "out of memory%s: could not allocate %.3g MB", when, wanted);
}

void am_warn(am_report *report, am_place place, const char *format, ...) {
  AM_ADD(AM_SEVERITY_WARNING);
}

void am_note(am_report *report, am_place place, const char *format, ...) {
  AM_ADD(AM_SEVERITY_NOTE);
}

am_status am_expect_one(am_report *report, const char *option,
                        const char *value, const char *const *names,
                        size_t count) {
  am_arena *arena = report->arena;
  for (size_t i = 0; i < count; i++)
    if (!strcmp(value, names[i])) return AM_OK;
  return am_error(report, AM_USAGE, am_nowhere,
                  "expected '%s' to be one of %s, found %s%s", option,
                  am_listed(arena, names, count), am_quoted(arena, value),
                  am_suggestion(arena, value, names, count));
}

int am_print_bytes(FILE *out, const char *text, size_t length, bool prose) {
  int columns = 0;
  for (const char *end = text + length; text < end;) {
    char shown[AM_SHOWN_SIZE] = " ";
    if (prose && strchr("\t\n", *text) && *text)
      text++;
    else
      text += am_utf8_show(text, (size_t)(end - text), shown);
    fputs(shown, out);
    columns += am_columns_of(shown, strlen(shown));
  }
  return columns;
}

/* Prints the line of a place, or the part around the column, and a caret below
 * the column. */
static void print_source_line(const am_place *place, FILE *out) {
  const char *text = place->source->text;
  for (int i = 1; i < place->line && text; i++) {
    text = strchr(text, '\n');
    if (text) text++;
  }
  if (!text || place->column < 1) return;

  size_t length = strcspn(text, "\r\n");
  size_t column = (size_t)place->column - 1;
  size_t skip = column > LINE_SHOWN / 2 ? column - LINE_SHOWN / 2 : 0;
  if (skip > length || !length) return;
  while (skip && (text[skip] & 0xc0) == 0x80) skip--;
  if (length - skip > LINE_SHOWN) length = skip + LINE_SHOWN;
  if (column > length) column = length;
  fputs("  ", out);
  int before = am_print_bytes(out, text + skip, column - skip, true);
  am_print_bytes(out, text + column, length - column, true);
  fprintf(out, "\n  %*s^\n", before, "");
}

void am_report_print(am_report *report, am_severity least, FILE *out) {
  static const char *const names[] = {"note", "warning", "error"};
  for (const am_message *m = report->first; m; m = m->next) {
    const am_place *place = &m->place;
    const char *name = place->source ? place->source->name : "automat";
    bool has_line = place->source && place->line;
    if (m->severity < least) continue;
    am_print_bytes(out, name, strlen(name), false);
    if (has_line) fprintf(out, ":%d:%d", place->line, place->column);
    fprintf(out, ": %s: ", names[m->severity]);
    am_print_bytes(out, m->text, strlen(m->text), true);
    fputc('\n', out);
    if (has_line) print_source_line(place, out);
  }
  report->first = report->last = NULL;
}
