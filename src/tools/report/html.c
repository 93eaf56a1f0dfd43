/* html.c: elements of an HTML page: escaped text, numbers, tables, pictures. */
#include "report/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

const char *am_html_escape(am_arena *arena, const char *text) {
  am_buffer out = {.arena = arena};
  am_html_text(&out, text);
  return out.text ? out.text : "";
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

am_html_table am_html_table_open(am_buffer *out, const char *class,
                                 const am_html_column *columns, int count) {
  am_buffer_add(out, "<table class=\"%s\">\n<thead><tr>", class);
  for (int i = 0; i < count; i++)
    am_buffer_add(out, "<th%s>%s</th>",
                  columns[i].number ? " class=\"n\"" : "", columns[i].head);
  am_buffer_add(out, "</tr></thead>\n<tbody>\n");
  return (am_html_table){out, columns, count};
}

/* Style of narrow pages: each cell is on a separate line after its heading. */
void am_html_table_row(const am_html_table *t, const char *const *cells) {
  am_buffer_add(t->out, "<tr>");
  for (int i = 0; i < t->count; i++)
    am_buffer_add(t->out, "<td class=\"%s%s\" data-head=\"%s\">%s</td>",
                  t->columns[i].number ? "n" : "t", *cells[i] ? "" : " none",
                  t->columns[i].head, cells[i]);
  am_buffer_add(t->out, "</tr>\n");
}

void am_html_table_close(const am_html_table *t) {
  am_buffer_add(t->out, "</tbody></table>\n");
}

/* ---- pictures ------------------------------------------------------------ */

/* Parts of a picture that are replaced, from `begin` up to and including `end`;
 * end NULL: only `begin`.  A prefix follows a replacement. */
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

void am_html_svg(am_arena *arena, am_buffer *out, const char *svg,
                 const char *prefix, const char *title) {
  const char *at = strstr(svg, "<svg"), *end;
  if (!at) return;
  am_buffer_add(out, "<svg role=\"img\" aria-label=\"%s\"",
                am_html_escape(arena, title));
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
