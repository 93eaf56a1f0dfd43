/* sheet.c: writes a page and its sections, each of which may fail
 * independently; elements of HTML: escaped text, numbers, tables, pictures. */
#include "config.h"

#include <assert.h>

#include "report/parts.h"

static const char style[] =
#include "report/style.inc"
    ;

void am_sheet_keep(am_sheet *sheet) { sheet->whole = sheet->out->length; }

const char *am_sheet_reason(am_arena *arena, const am_report *report) {
  const am_message *m = am_report_error(report);
  return m ? am_copy(arena, m->text, strlen(m->text)) : "";
}

void am_sheet_paragraph(am_sheet *sheet, const char *class, const char *text) {
  if (!*text) return;
  am_html_add(sheet->out, "<p class=\"%s\">%s</p>\n", class, text);
}

void am_sheet_note(am_sheet *sheet, am_status status, const char *reason) {
  if (status == AM_ENVIRONMENT && !sheet->failure)
    sheet->failure = am_copy(sheet->page, reason, strlen(reason));
}

/* Makes a section; exhausted memory or a signal ends this section only. */
static am_status make_section(am_sheet *sheet, am_report *messages,
                              const am_sheet_section *section) {
  sheet->report = messages;
  if (!sheet->arena || am_arena_recover(sheet->arena))
    return am_error_memory(messages, sheet->arena, "");
  am_arena_watch(sheet->arena, am_arena_flag(sheet->page));
  am_report_tell(messages, section->title);
  return section->write(sheet);
}

/* Writes the messages of a section below it. */
static void write_messages(am_sheet *sheet, am_report *report,
                           const am_sheet_section *section) {
  for (am_message *m = sheet->report->first; m; m = m->next) {
    bool error = m->severity == AM_SEVERITY_ERROR;
    am_sheet_paragraph(sheet, error ? "bad" : "note", m->text);
    if (m->severity != AM_SEVERITY_NOTE && !sheet->failure)
      am_warn(report, m->place, "%s: %s", section->title, m->text);
  }
}

static void write_section(am_sheet *sheet, am_report *report,
                          const am_sheet_section *section) {
  size_t before = sheet->out->length;
  am_buffer_add(sheet->out, "<section id=\"%s\">\n<h2>%s</h2>\n", section->id,
                section->title);
  am_sheet_keep(sheet);
  size_t empty = sheet->whole;
  sheet->id = section->id;
  am_report *messages = am_report_apart(sheet->page, report);
  sheet->arena = am_arena_new();
  am_status status = am_arena_stopped(sheet->page)
                         ? am_error(messages, AM_FAILED, am_nowhere,
                                    "interrupted before this section was "
                                    "complete")
                         : make_section(sheet, messages, section);
  am_arena_free(sheet->arena); /* including a report of a failed attempt */
  am_sheet_note(sheet, status, am_sheet_reason(sheet->page, messages));
  sheet->report = messages;
  sheet->arena = sheet->page;
  if (status != AM_OK) sheet->out->length = sheet->whole;
  if (sheet->out->length) sheet->out->text[sheet->out->length] = 0;
  write_messages(sheet, report, section);
  if (sheet->out->length == empty) { /* section without content */
    sheet->out->length = before;
    sheet->out->text[before] = 0;
    return;
  }
  am_buffer_add(sheet->out, "</section>\n");
}

am_status am_sheet_write(am_sheet *sheet, am_report *report, const char *name,
                         const char *title,
                         const am_sheet_section *sections) {
  am_buffer *out = sheet->out;
  am_html_add(
      out,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"generator\" content=\"automat %s\"/>\n"
      "<title>%s</title>\n<style>\n%m</style>\n</head>\n<body>\n<main>\n"
      "<h1>%s</h1>\n",
      PACKAGE_VERSION, name, style, name);
  am_sheet_paragraph(sheet, "title", title);
  for (; sections->id; sections++) write_section(sheet, report, sections);
  am_report_tell(report, NULL);
  if (sheet->failure)
    am_sheet_paragraph(sheet, "bad",
                       am_format(sheet->page, "The page is incomplete: %s",
                                 sheet->failure));
  am_buffer_add(out, "<footer>Made by automat %s.</footer>\n</main>\n</body>\n"
                     "</html>\n", PACKAGE_VERSION);
  if (sheet->failure)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the page is incomplete: %s", sheet->failure);
  return am_arena_stopped(sheet->page)
             ? am_error(report, AM_FAILED, am_nowhere,
                        "interrupted: the page is incomplete and names the "
                        "missing sections")
             : AM_OK;
}

/* ---- elements of an HTML page -------------------------------------------- */

static const char *entity_of(char letter) {
  switch (letter) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\n':
    case '\r':
    case '\t': return " ";
    default: return NULL;
  }
}

void am_html_text(am_buffer *out, const char *text) {
  char shown[AM_SHOWN_SIZE];
  for (size_t length = strlen(text), size; length; length -= size) {
    const char *entity = entity_of(*text);
    size = am_utf8_show(text, length, shown);
    am_buffer_add(out, "%s", entity ? entity : shown);
    text += size;
  }
}

/* Writes a template up to `end` or its end; returns the rest. */
static const char *write_template(am_buffer *out, const char *format, char end,
                                  va_list *values) {
  while (*format && *format != end) {
    const char stops[] = {'%', end, 0};
    size_t plain = strcspn(format, stops);
    am_buffer_add(out, "%.*s", (int)plain, format);
    format += plain;
    if (*format != '%') continue;
    switch (format[1]) {
      case 's': am_html_text(out, va_arg(*values, const char *)); break;
      case 'm': am_buffer_add(out, "%s", va_arg(*values, const char *)); break;
      case 'd': am_buffer_add(out, "%d", va_arg(*values, int)); break;
      default: assert(false);
    }
    format += 2;
  }
  return format;
}

void am_html_add(am_buffer *out, const char *format, ...) {
  va_list values;
  va_start(values, format);
  write_template(out, format, '\0', &values);
  va_end(values);
}

const char *am_html_format(am_arena *arena, const char *format, ...) {
  am_buffer out = {.arena = arena};
  va_list values;
  va_start(values, format);
  write_template(&out, format, '\0', &values);
  va_end(values);
  return out.text ? out.text : "";
}

void am_html_lines(am_buffer *out, const char *text) {
  am_buffer_add(out, "<pre>");
  while (*text) {
    size_t length = strcspn(text, "\n");
    am_html_text(out, am_copy(out->arena, text, length));
    text += length;
    if (*text) am_buffer_add(out, "\n");
    text += *text == '\n';
  }
  am_buffer_add(out, "</pre>");
}

const char *am_html_number(am_arena *arena, double value, int digits) {
  if (isnan(value)) return "–";
  if (isinf(value)) return value > 0 ? "∞" : "−∞";
  char *text = am_format(arena, "%.*g", digits, value);
  char *power = strchr(text, 'e');
  long exponent = power ? strtol(power + 1, NULL, 10) : 0;
  if (power) *power = 0;
  const char *sign = *text == '-' ? "−" : "";
  text += *text == '-';
  if (!power) return am_format(arena, "%s%s", sign, text);
  bool one = !strcmp(text, "1");
  return am_format(arena, "%s%s10<sup>%s%ld</sup>", sign,
                   one ? "" : am_format(arena, "%s·", text),
                   exponent < 0 ? "−" : "", labs(exponent));
}

void am_html_facts(am_buffer *out, const am_html_fact *facts, size_t count) {
  am_buffer_add(out, "<dl>\n");
  for (size_t i = 0; i < count; i++)
    if (*facts[i].text)
      am_buffer_add(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", facts[i].name,
                    facts[i].text);
  am_buffer_add(out, "</dl>\n");
}

/* ---- tables -------------------------------------------------------------- */

/* Column of a table: its heading [length], and whether it contains numbers. */
typedef struct {
  const char *head;
  int length;
  bool number;
} column;

static column next_column(const char **heads) {
  bool number = **heads == '#';
  const char *head = *heads + number;
  size_t length = strcspn(head, "|");
  *heads = head + length + (head[length] == '|');
  return (column){head, (int)length, number};
}

am_html_table am_html_table_open(am_buffer *out, const char *class,
                                 const char *heads) {
  const am_html_table table = {out, heads};
  am_buffer_add(out, "<table class=\"%s\">\n<thead><tr>", class);
  while (*heads) {
    const column c = next_column(&heads);
    am_buffer_add(out, "<th%s>%.*s</th>", c.number ? " class=\"n\"" : "",
                  c.length, c.head);
  }
  am_buffer_add(out, "</tr></thead>\n<tbody>\n");
  return table;
}

/* Style of narrow pages: each cell is on a separate line after its heading. */
void am_html_table_row(const am_html_table *t, const char *format, ...) {
  va_list values;
  va_start(values, format);
  am_buffer_add(t->out, "<tr>");
  for (const char *heads = t->heads; *heads;) {
    const column c = next_column(&heads);
    am_buffer cell = {.arena = t->out->arena};
    format = write_template(&cell, format, '|', &values);
    format += *format == '|';
    am_buffer_add(t->out, "<td class=\"%s%s\" data-head=\"%.*s\">%s</td>",
                  c.number ? "n" : "t", cell.length ? "" : " none", c.length,
                  c.head, cell.length ? cell.text : "");
  }
  am_buffer_add(t->out, "</tr>\n");
  va_end(values);
}

void am_html_table_close(const am_html_table *t) {
  am_buffer_add(t->out, "</tbody></table>\n");
}

/* ---- pictures ------------------------------------------------------------ */

/* Parts of a picture that are replaced, from `begin` up to and including `end`;
 * end NULL: only `begin`. A prefix follows a replacement. */
static const struct {
  const char *begin, *end, *written; /* NULL: omitted */
} replaced[] = {{" id=\"", NULL, " id=\""},
                {" id='", NULL, " id='"},
                {"xlink:href='#", NULL, "href='#"},
                {"xlink:href=\"#", NULL, "href=\"#"},
                {"url(#", NULL, "url(#"},
                {" xmlns:xlink=\"http://www.w3.org/1999/xlink\"", NULL, NULL},
                {" xmlns=\"http://www.w3.org/2000/svg\"", NULL, NULL},
                {"<title>", "</title>", NULL},
                {"<desc>", "</desc>", NULL}};

enum { REPLACED = sizeof replaced / sizeof *replaced };

void am_html_svg(am_buffer *out, const char *svg, const char *prefix,
                 const char *title) {
  const char *at = strstr(svg, "<svg"), *end;
  if (!at) return;
  am_html_add(out, "<svg role=\"img\" aria-label=\"%s\"", title);
  for (at += strlen("<svg"); *at;) {
    size_t plain = 1 + strcspn(at + 1, " xu<"), length = 0;
    int i = 0;
    while (i < REPLACED &&
           strncmp(at, replaced[i].begin, length = strlen(replaced[i].begin)))
      i++;
    if (i < REPLACED && replaced[i].written)
      am_buffer_add(out, "%s%s", replaced[i].written, prefix);
    else if (i == REPLACED)
      am_buffer_add(out, "%.*s", (int)plain, at);
    at += i == REPLACED ? plain : length;
    if (i < REPLACED && replaced[i].end && (end = strstr(at, replaced[i].end)))
      at = end + strlen(replaced[i].end);
  }
  am_buffer_add(out, "\n");
}
