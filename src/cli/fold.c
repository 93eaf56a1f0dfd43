#include "cli/fold.h"

#include <string.h>
#include <sys/ioctl.h>

static int is_begin(char byte) { return (byte & 0xc0) != 0x80; }

int am_width(const char *text) {
  int width = 0;
  for (; *text; text++) width += is_begin(*text);
  return width;
}

int am_columns(FILE *out) {
  struct winsize size = {0};
  return ioctl(fileno(out), TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* Where a line [length] is cut that is to take so many columns: its length
 * where it fits. */
static size_t cut_of(const char *line, size_t length, int columns) {
  size_t word = 0, column = 0, first = strspn(line, " ");
  int width = 0;
  for (size_t i = 0; i < length; i++) {
    if (line[i] == ' ' && i > first) {
      if (line[i - 1] != ' ') word = i;
      if (line[i - 1] != ' ' && line[i + 1] == ' ') column = i;
    }
    width += is_begin(line[i]);
    if (width > columns && (word || column)) return column ? column : word;
  }
  return length;
}

static void print_line(FILE *out, const char *line, size_t length,
                       int columns, int indent) {
  size_t cut = columns > indent ? cut_of(line, length, columns) : length;
  fwrite(line, 1, cut, out);
  while (cut < length && line[cut] == ' ') cut++;
  putc('\n', out);
  for (line += cut, length -= cut; length; line += cut, length -= cut) {
    cut = cut_of(line, length, columns - indent);
    fprintf(out, "%*s%.*s\n", indent, "", (int)cut, line);
    while (cut < length && line[cut] == ' ') cut++;
  }
}

void am_print_folded(FILE *out, const char *text, int columns, int indent) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    print_line(out, text, length, columns, indent);
    text += length + (text[length] == '\n');
  }
}
