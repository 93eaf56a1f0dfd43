/* csv_cells.c: divides lines of a CSV file into cells. */
#include "table/table.h"
#include "table/csv_cells.h"

am_place am_cells_place(const am_cells *c, size_t cell) {
  return (am_place){c->source, c->number, c->columns[cell]};
}

const char *am_cells_printable(const am_cells *c, size_t cell) {
  return am_printable(c->arena, c->cells[cell], strlen(c->cells[cell]));
}

/* ---- cells --------------------------------------------------------------- */

static bool is_blank(char byte, char separator) {
  return byte == ' ' || byte == '\r' || (byte == '\t' && separator != '\t');
}

/* Removes the quotes of a quoted text that begins at `begin`.  Returns the end
 * of the quoted text; NULL if the closing quote is missing. */
static char *unquote(char *begin, const char *end) {
  char *to = begin;
  for (const char *from = begin + 1; from < end; from++) {
    if (*from == '"') {
      if (from + 1 == end || from[1] != '"') {
        *to = 0;
        return (char *)from + 1;
      }
      from++;
    }
    *to++ = *from;
  }
  return NULL;
}

/* End of the cell that begins at `begin`, in a line that ends at `end`. */
static const char *end_of_cell(const char *begin, const char *end,
                               char separator) {
  while (begin < end && is_blank(*begin, separator)) begin++;
  if (begin < end && *begin == '"')
    for (begin++; begin < end; begin++) {
      if (*begin != '"') continue;
      if (begin + 1 == end || begin[1] != '"') break;
      begin++;
    }
  while (begin < end && *begin != separator) begin++;
  return begin;
}

static void trim(char **begin, char **end, char separator) {
  while (*begin < *end && is_blank(**begin, separator)) ++*begin;
  while (*end > *begin && is_blank((*end)[-1], separator)) --*end;
  **end = 0;
}

static am_status add_cell(am_cells *c, char *begin, char *end) {
  trim(&begin, &end, c->separator);
  size_t count = c->count;
  AM_PUSH_ROOM(c->arena, c->cells, count, c->capacity);
  AM_PUSH_ROOM(c->arena, c->columns, count, c->column_capacity);
  AM_PUSH_ROOM(c->arena, c->quoted, count, c->quoted_capacity);
  c->columns[count] = (int)(begin - c->scratch) + 1;
  c->quoted[count] = *begin == '"';
  c->cells[count] = begin;
  c->count++;
  if (!c->quoted[count]) return AM_OK;
  const char *rest = unquote(begin, end);
  if (rest == end) {
    end = begin + strlen(begin);
    trim(&begin, &end, c->separator);
    c->cells[count] = begin;
    return AM_OK;
  }
  c->cells[count] = "";
  return am_error(c->report, AM_INPUT, am_cells_place(c, count),
                  rest ? "expected a separator after the quoted text"
                       : "expected a closing quote on the same line");
}

am_status am_cells_cut(am_cells *c, size_t skip) {
  size_t length = strcspn(c->line, "\n");
  if (length >= c->scratch_size) {
    c->scratch_size = 2 * length + 1;
    c->scratch = am_arena_alloc(c->arena, c->scratch_size);
  }
  memcpy(c->scratch, c->line, length);
  char *line_end = c->scratch + length;
  c->count = 0;
  for (char *begin = c->scratch + skip;;) {
    char *end = (char *)end_of_cell(begin, line_end, c->separator);
    bool last = end == line_end;
    AM_TRY(add_cell(c, begin, end));
    if (last) return AM_OK;
    begin = end + 1;
  }
}

/* ---- separators ---------------------------------------------------------- */

/* True if the separator divides the line into more than one cell, and no cell
 * begins or ends with a comma, since the comma would then be the separator. */
static bool parts(const char *line, char separator) {
  const char *end = line + strcspn(line, "\n");
  int count = 0;
  for (const char *begin = line;; count++) {
    const char *next = end_of_cell(begin, end, separator), *last = next;
    while (begin < last && is_blank(*begin, separator)) begin++;
    while (last > begin && is_blank(last[-1], separator)) last--;
    if (last > begin && (*begin == ',' || last[-1] == ',')) return false;
    if (next == end) return count > 0;
    begin = next + 1;
  }
}

char am_cells_separator(const char *names, const char *row) {
  static const char others[] = ";\t";
  for (const char *s = others; *s; s++)
    if (parts(names, *s) && (!row || parts(row, *s))) return *s;
  return ',';
}

/* ---- numbers ------------------------------------------------------------- */

enum { LONGEST = 64 };

bool am_cells_number(const am_cells *c, size_t cell, double *value,
                     char *decimal) {
  const char *text = c->cells[cell], *comma = strchr(text, ',');
  size_t length = strlen(text);
  bool percent = length && text[length - 1] == '%';
  bool free = c->separator != ',' || c->quoted[cell];
  *decimal = comma ? ',' : strchr(text, '.') ? '.' : 0;
  if (!percent && !comma) return am_parse_number(text, value);
  if (length >= LONGEST || (comma && (!free || strchr(text, '.'))))
    return false;
  char copy[LONGEST];
  memcpy(copy, text, length + 1);
  if (comma) copy[comma - text] = '.';
  if (percent) length--;
  while (length && (copy[length - 1] == ' ' || copy[length - 1] == '\t'))
    length--;
  copy[length] = 0;
  if (!am_parse_number(copy, value)) return false;
  if (percent) *value /= 100;
  return true;
}
