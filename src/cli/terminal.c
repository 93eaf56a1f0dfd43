/* terminal.c: text output and progress line. */
#include <sys/ioctl.h>

#include "cli/command.h"

enum { TEXT_LONGEST = 1000 };

void am_print_text(FILE *out, const char *text) {
  size_t length = strlen(text);
  am_print_bytes(out, text, length < TEXT_LONGEST ? length : TEXT_LONGEST,
                 true);
  if (length > TEXT_LONGEST) fputs("...", out);
}

/* True for the first byte of a UTF-8 character, which takes a column. */
static bool begins_character(char byte) { return (byte & 0xc0) != 0x80; }

int am_text_width(const char *text) {
  return am_columns_of(text, strlen(text));
}

void am_print_wrapped(FILE *out, int column, int indent, const char *text) {
  static const char blanks[] = " \t\r\n";
  int at = -1; /* column after the last word; -1: none */
  while (*(text += strspn(text, blanks))) {
    size_t length = strcspn(text, blanks);
    int width = am_columns_of(text, length);
    if (at < 0) {
      at = column;
    } else if (at + 1 + width > AM_PRINT_COLUMNS) {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
    } else {
      fputc(' ', out);
      at++;
    }
    am_print_bytes(out, text, length, true);
    at += width;
    text += length;
  }
  fputc('\n', out);
}

void am_print_row(FILE *out, int width, const char *name,
                  const char *about) {
  bool alone = !about || !*about;
  int room = width - am_text_width(name);
  fputs("  ", out);
  am_print_text(out, name);
  if (!alone) fprintf(out, "%*s", room > 0 ? room + 2 : 2, "");
  if (!alone) am_print_text(out, about);
  fputc('\n', out);
}

void am_print_lines(FILE *out, int indent, const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    fprintf(out, "%*s", length ? indent : 0, "");
    am_print_bytes(out, text, length, true);
    putc('\n', out);
    text += length + (text[length] == '\n');
  }
}

/* ---- folding ------------------------------------------------------------- */

int am_terminal_width(FILE *out) {
  struct winsize size = {0};
  return ioctl(fileno(out), TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* Position at which a line [length] is split to fit the columns; its length if
 * it fits. */
static size_t find_cut(const char *line, size_t length, int columns) {
  size_t word = 0, column = 0, first = strspn(line, " ");
  int width = 0;
  for (size_t i = 0; i < length; i++) {
    if (line[i] == ' ' && i > first) {
      if (line[i - 1] != ' ') word = i;
      if (line[i - 1] != ' ' && line[i + 1] == ' ') column = i;
    }
    width += begins_character(line[i]);
    if (width > columns && (word || column)) return column ? column : word;
  }
  return length;
}

void am_print_folded(FILE *out, const char *text, int columns, int indent) {
  while (*text) {
    const char *line = text, *end = text + strcspn(text, "\n");
    int shift = 0; /* of the parts below the first */
    do {
      size_t length = (size_t)(end - line), cut = length;
      if (columns > indent) cut = find_cut(line, length, columns - shift);
      fprintf(out, "%*s%.*s\n", shift, "", (int)cut, line);
      for (line += cut; line < end && *line == ' ';) line++;
      shift = indent;
    } while (line < end);
    text = end + (*end == '\n');
  }
}

/* ---- progress ------------------------------------------------------------ */

/* Time between two updates, and before the first one (s). */
static const double PERIOD = 0.25;

enum { LINE = 200 };

void am_progress_start(am_context *context, const char *unit, bool wanted) {
  am_progress *progress = &context->progress;
  progress->unit = unit;
  progress->shown =
      wanted && !context->options.quiet && isatty(STDERR_FILENO);
  progress->start = progress->last = am_clock();
}

void am_progress_count(void *data, double done, double whole) {
  am_context *context = data;
  am_progress *progress = &context->progress;
  double time = am_clock();
  if (!progress->shown || time - progress->last < PERIOD) return;
  progress->last = time;
  double rate = done / (time - progress->start), left = (whole - done) / rate;
  fprintf(stderr, "\r%.0f of %.0f %s, %.3g %s/s, %.0f s left\x1b[K", done,
          whole, progress->unit, rate, progress->unit, left > 0 ? left : 0);
}

void am_progress_tell(am_context *context, const char *format, ...) {
  va_list arguments;
  if (!context->progress.shown) return;
  context->progress.last = am_clock();
  char text[LINE];
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  putc('\r', stderr);
  am_print_bytes(stderr, text, strlen(text), true);
  fputs("\x1b[K", stderr);
}

double am_progress_time(const am_context *context) {
  return am_clock() - context->progress.start;
}

void am_progress_end(const am_context *context) {
  const am_progress *progress = &context->progress;
  if (progress->shown && progress->last > progress->start)
    fputs("\r\x1b[K", stderr);
}

void am_progress_look(void *data, const char *what) {
  const am_context *context = data;
  if (context->options.quiet || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%s%s\x1b[K", what ? what : "", what ? " ..." : "");
}
