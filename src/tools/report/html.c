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

/* On narrow pages, each cell is on a separate line after its heading. */
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

/* Prefixes of identifiers in a picture, and their replacements. */
static const struct {
  const char *found, *written;
} references[] = {{" id=\"", " id=\""},
                  {" id='", " id='"},
                  {"xlink:href='#", "href='#"},
                  {"xlink:href=\"#", "href=\"#"},
                  {"url(#", "url(#"}};

enum { REFERENCES = sizeof references / sizeof *references };

/* Attributes of the element <svg> that a page does not need. */
static const char *const left_out[] = {
    " xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
    " xmlns=\"http://www.w3.org/2000/svg\""};

enum { LEFT_OUT = sizeof left_out / sizeof *left_out };

/* Number of bytes of `text` to omit. */
static size_t bytes_left_out(const char *text) {
  for (int i = 0; i < LEFT_OUT; i++)
    if (!strncmp(text, left_out[i], strlen(left_out[i])))
      return strlen(left_out[i]);
  return 0;
}

/* Skips the elements "<title>…</title>" and "<desc>…</desc>" of gnuplot, which
 * are not useful to readers. */
static const char *behind_element(const char *at, const char *open,
                                  const char *close) {
  if (strncmp(at, open, strlen(open))) return at;
  const char *end = strstr(at, close);
  return end ? end + strlen(close) : at;
}

void am_html_svg(am_arena *arena, am_buffer *out, const char *svg,
                 const char *prefix, const char *title) {
  const char *at = strstr(svg, "<svg");
  am_buffer text = {.arena = arena};
  if (!at) return;
  am_buffer_add(out, "<svg role=\"img\" aria-label=\"%s\"",
                am_html_escape(arena, title));
  at += strlen("<svg");
  for (const char *from = at; *at;) {
    int i = 0;
    size_t skipped = bytes_left_out(at);
    const char *next = behind_element(at, "<title>", "</title>");
    next = behind_element(next, "<desc>", "</desc>");
    while (i < REFERENCES && strncmp(at, references[i].found,
                                     strlen(references[i].found)))
      i++;
    if (!skipped && next == at && i == REFERENCES) {
      if (*++at) continue;
      am_buffer_add(&text, "%s", from);
      break;
    }
    am_buffer_add(&text, "%.*s", (int)(at - from), from);
    if (i < REFERENCES) {
      am_buffer_add(&text, "%s%s", references[i].written, prefix);
      at += strlen(references[i].found);
    } else {
      at = skipped ? at + skipped : next;
    }
    from = at;
  }
  am_buffer_add(out, "%s\n", text.text ? text.text : "");
}
