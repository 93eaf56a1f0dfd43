/* csv_read.c: reads tables from CSV files. */
#include <strings.h>

#include "table/table.h"

enum { MEGABYTES = 64, MOST_COLUMNS = 10000 };

/* Lines divided into cells.
 *
 * The separator is ',', ';' or a tab.  A quoted cell may contain the separator,
 * and a quote written as two quotes (RFC 4180); it must end on the same
 * line. */

typedef struct {
  const char *text; /* without surrounding blanks and quotes */
  int column;       /* its first column in the line, from 1 */
  bool quoted;
} cell;

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_source *source;
  char separator;
  const char *line; /* current line */
  int number;       /* of the current line, from 1 */
  cell *items;      /* [count] */
  size_t count, capacity;
  char *scratch;    /* [scratch_size] copy of the line, divided */
  size_t scratch_size;
} line_cells;

static am_place cell_place(const line_cells *c, size_t i) {
  return (am_place){c->source, c->number, c->items[i].column};
}

/* Text of a cell for messages. */
static const char *shown_cell(const line_cells *c, size_t i) {
  return am_printable(c->arena, c->items[i].text, strlen(c->items[i].text));
}

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

static am_status add_cell(line_cells *c, char *begin, char *end) {
  trim(&begin, &end, c->separator);
  AM_PUSH_ROOM(c->arena, c->items, c->count, c->capacity);
  cell *new = &c->items[c->count++];
  *new = (cell){.text = begin, .column = (int)(begin - c->scratch) + 1,
                .quoted = *begin == '"'};
  if (!new->quoted) return AM_OK;
  const char *rest = unquote(begin, end);
  if (rest == end) {
    end = begin + strlen(begin);
    trim(&begin, &end, c->separator);
    new->text = begin;
    return AM_OK;
  }
  new->text = "";
  return am_error(c->report, AM_INPUT, cell_place(c, c->count - 1),
                  rest ? "expected a separator after the quoted text"
                       : "expected a closing quote on the same line");
}

/* Divides the line after its first `skip` bytes into cells. */
static am_status cut_line(line_cells *c, size_t skip) {
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

/* Finds the separator from the line of names and the first line of numbers,
 * `row` (NULL: none). */
static char find_separator(const char *names, const char *row) {
  static const char others[] = ";\t";
  for (const char *s = others; *s; s++)
    if (parts(names, *s) && (!row || parts(row, *s))) return *s;
  return ',';
}

/* Reads a cell as a number, with a decimal point, or with a decimal comma if a
 * comma can occur in the cell; a percentage is divided by 100.  *decimal is '.'
 * or ',', or 0 without either. */
static bool read_number(const line_cells *c, size_t i, double *value,
                        char *decimal) {
  enum { LONGEST = 64 };
  const char *text = c->items[i].text, *comma = strchr(text, ',');
  size_t length = strlen(text);
  bool percent = length && text[length - 1] == '%';
  bool free = c->separator != ',' || c->items[i].quoted;
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

static am_status read_source(am_arena *arena, am_report *report,
                             const char *path, am_place place,
                             am_source *source) {
  am_obstacle why;
  bool read = am_input_read(arena, report, path, MEGABYTES, source, &why);
  if (read && !memchr(source->text, 0, source->length)) return AM_OK;
  if (read) why = (am_obstacle){AM_INPUT, "it is not a text file"};
  return am_error(report, why.status, place, "cannot read %s: %s",
                  am_quoted(report->arena, path), why.text);
}

/* ---- lines --------------------------------------------------------------- */

/* State of a reader. */
typedef struct {
  am_arena *arena;
  am_report *report;
  line_cells cells; /* of the current line */
  const char *next; /* start of the next line */
  const am_csv_wanted *wanted; /* columns to read; NULL: all */
  bool voigt;       /* Voigt notation, declared by a comment */
  char decimal;     /* '.' or ',' in the numbers so far; 0: neither */
  int decimal_line; /* line in which it was found */
  am_csv_origin *origin;
  size_t capacity;
} reader;

/* Reads the next line that is not blank; false at the end. */
static bool next_line(reader *r) {
  while (*r->next) {
    r->cells.line = r->next;
    r->cells.number++;
    r->next += strcspn(r->next, "\n");
    if (*r->next) r->next++;
    const char *text = r->cells.line + strspn(r->cells.line, " \t\r");
    if (*text && *text != '\n') return true;
  }
  return false;
}

/* Passes over lines, also blank ones and comments. */
static void skip_lines(reader *r, long count) {
  for (; count > 0 && *r->next; count--) {
    r->next += strcspn(r->next, "\n");
    if (*r->next) r->next++;
    r->cells.number++;
  }
}

/* Text of a comment after '#'; NULL if the line is not a comment. */
static const char *comment(const reader *r) {
  const char *text = r->cells.line + strspn(r->cells.line, " \t\r");
  return *text == '#' ? text + 1 : NULL;
}

/* Reads a comment that declares the notation, which must be known. */
static am_status read_notation(reader *r, const char *text, bool *found) {
  static const char key[] = "notation:";
  text += strspn(text, " \t");
  *found = !strncmp(text, key, strlen(key));
  if (!*found) return AM_OK;
  size_t length = strcspn(text, "\r\n");
  while (length && strchr(" \t", text[length - 1])) length--;
  size_t word = strlen(AM_VOIGT); /* an explanation may follow */
  r->voigt = length >= word && !strncmp(text, AM_VOIGT, word) &&
             (length == word || text[word] == ' ');
  if (r->voigt) return AM_OK;
  return am_error(r->report, AM_INPUT,
                  (am_place){r->cells.source, r->cells.number,
                             (int)(text - r->cells.line) + 1},
                  "expected '" AM_VOIGT "', or a line without 'notation', "
                                        "found '%s'",
                  am_printable(r->arena, text, length));
}

/* Reads the next line that is not a comment; false at the end. */
static bool next_data(reader *r) {
  bool more = next_line(r);
  while (more && comment(r)) more = next_line(r);
  return more;
}

/* Copies the texts of the current cells. */
static const char **copied(const reader *r) {
  const line_cells *c = &r->cells;
  const char **texts = AM_ARRAY(r->arena, const char *, c->count);
  for (size_t i = 0; i < c->count; i++)
    texts[i] = am_copy(r->arena, c->items[i].text, strlen(c->items[i].text));
  return texts;
}

/* True if the text begins with a byte order mark. */
static bool is_marked(const char *text) {
  return !strncmp(text, "\xef\xbb\xbf", 3);
}

/* Drops an empty last cell: instruments often end lines with a separator. */
static void drop_last(line_cells *c, size_t columns) {
  if (c->count == columns + 1 && c->count > 1 && !*c->items[columns].text)
    c->count--;
}

static am_status check_column_name(const reader *r, size_t i) {
  const line_cells *c = &r->cells;
  if (!*c->items[i].text)
    return am_error(r->report, AM_INPUT, cell_place(c, i),
                    "column %zu has no name", i + 1);
  if (is_marked(c->items[i].text))
    return am_error(r->report, AM_INPUT, cell_place(c, i),
                    "the name of column %zu begins with a byte order mark",
                    i + 1);
  for (size_t k = 0; k < i; k++)
    if (!strcmp(c->items[i].text, c->items[k].text))
      return am_error(r->report, AM_INPUT, cell_place(c, i),
                      "duplicate column '%s'", shown_cell(c, i));
  return AM_OK;
}

static am_status read_names(reader *r, const char *const **names) {
  line_cells *c = &r->cells;
  bool more, said;
  while ((more = next_line(r)) && comment(r))
    AM_TRY(read_notation(r, comment(r), &said));
  if (!more)
    return am_error(r->report, AM_INPUT, (am_place){c->source, 0, 0},
                    "expected a line of column names, found nothing");
  reader ahead = *r;
  c->separator = find_separator(
      c->line, next_data(&ahead) ? ahead.cells.line : NULL);
  AM_TRY(cut_line(c, 0));
  drop_last(c, c->count - 1);
  if (c->count > MOST_COLUMNS)
    return am_error(r->report, AM_INPUT, cell_place(c, 0),
                    "found %zu columns, expected at most %d", c->count,
                    MOST_COLUMNS);
  for (size_t i = 0; i < c->count; i++) AM_TRY(check_column_name(r, i));
  *names = copied(r);
  return AM_OK;
}

static am_status refuse_cell(const reader *r, size_t i, const char *expected) {
  return am_error(r->report, AM_INPUT, cell_place(&r->cells, i),
                  "expected %s, found '%s'", expected,
                  shown_cell(&r->cells, i));
}

static bool is_wanted(const reader *r, const char *name) {
  return !r->wanted || r->wanted->is(r->wanted->data, name);
}

static am_status read_cell(reader *r, const char *name, size_t i,
                           double *value) {
  char decimal;
  *value = NAN;
  if (!*r->cells.items[i].text || !is_wanted(r, name)) return AM_OK;
  if (!read_number(&r->cells, i, value, &decimal))
    return refuse_cell(r, i, "a number");
  if (!isfinite(*value))
    return am_error(r->report, AM_INPUT, cell_place(&r->cells, i),
                    "the number '%s' is too large", shown_cell(&r->cells, i));
  if (decimal && r->decimal && decimal != r->decimal)
    return refuse_cell(
        r, i,
        am_format(r->arena, "a number with a decimal %s, as in line %d",
                  r->decimal == ',' ? "comma" : "point", r->decimal_line));
  if (decimal && !r->decimal) r->decimal_line = r->cells.number;
  if (decimal) r->decimal = decimal;
  return AM_OK;
}

/* Advice if a row has another number of cells than the names, which may be a
 * line above the names unless one of them is read. */
static const char *advice_on_names(const reader *r, const am_table *table) {
  for (size_t i = 0; table->rows && i < table->columns; i++)
    if (is_wanted(r, table->names[i])) return "";
  return r->wanted && r->wanted->skippable
             ? "; begin lines above the column names with '#', or give their "
               "number as 'skip' beside 'table'"
             : "; begin lines above the column names with '#'";
}

static am_status read_row(reader *r, am_table *table, double *row) {
  line_cells *c = &r->cells;
  am_csv_origin *origin = r->origin;
  if (c->count != table->columns)
    return am_error(r->report, AM_INPUT, cell_place(c, 0),
                    "expected %zu cell%s, one for each column, found %zu%s",
                    table->columns, table->columns == 1 ? "" : "s", c->count,
                    advice_on_names(r, table));
  for (size_t i = 0; i < c->count; i++)
    AM_TRY(read_cell(r, table->names[i], i, &row[i]));
  AM_PUSH_ROOM(r->arena, origin->lines, table->rows, r->capacity);
  origin->lines[table->rows] = (am_csv_line){c->line, c->number};
  am_table_add(table, row);
  return AM_OK;
}

/* True for words that other programs write for a missing number. */
static bool is_nothing(const char *text) {
  static const char *const words[] = {"nan", "inf",  "-inf", "na",
                                      "n/a", "null", "none"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(text, words[i])) return true;
  return false;
}

/* True if the line after the names contains units: texts that are not numbers,
 * at least one of them in a column that is read. */
static bool are_units(const reader *r, const am_table *table) {
  const line_cells *c = &r->cells;
  bool found = false;
  for (size_t i = 0; i < c->count && i < table->columns; i++) {
    double value;
    char decimal;
    if (!*c->items[i].text) continue;
    if (read_number(c, i, &value, &decimal) || is_nothing(c->items[i].text))
      return false;
    found |= is_wanted(r, table->names[i]);
  }
  return found && c->count == table->columns;
}

/* Warns of a comment that looks like units: a text without blanks that contains
 * a separator. */
static void warn_of_units(const reader *r, const am_table *table,
                          const char *text) {
  text += strspn(text, " \t");
  size_t length = strcspn(text, "\r\n");
  while (length && text[length - 1] == ' ') length--;
  if (memchr(text, ' ', length) || strcspn(text, ",;\t") >= length) return;
  am_warn(r->report,
          (am_place){r->cells.source, r->cells.number,
                     (int)(text - r->cells.line) + 1},
          "expected %zu unit%s, separated like the column names, found '%s': "
          "the line is treated as a comment, and no units are read",
          table->columns, table->columns == 1 ? "" : "s",
          am_printable(r->arena, text, length));
}

/* Reads a comment before the rows as units if it has as many cells as names.
 * The cells may contain blanks only in the line after the names. */
static void read_comment(reader *r, am_table *table, const char *text,
                         bool first) {
  line_cells *c = &r->cells;
  if (table->units || table->rows || (!first && table->columns == 1)) return;
  c->report = am_report_new(r->arena);
  am_status status = cut_line(c, (size_t)(text - c->line));
  c->report = r->report;
  if (status == AM_OK) drop_last(c, table->columns);
  bool units = status == AM_OK && c->count == table->columns;
  for (size_t i = 0; i < c->count && !first; i++)
    units = units && !strchr(c->items[i].text, ' ');
  if (units)
    table->units = copied(r);
  else if (first)
    warn_of_units(r, table, text);
}

/* Reads a comment, a line of units, or a row.  A line of texts directly after
 * the names contains units if data follow.  *first: since the names, only lines
 * with the notation have been read. */
static am_status read_line(reader *r, am_table *table, bool *first,
                           double *row) {
  const char *text = comment(r);
  bool said = false, behind = *first;
  if (text) AM_TRY(read_notation(r, text, &said));
  *first = said && behind;
  if (said) return AM_OK;
  if (text) {
    read_comment(r, table, text, behind);
    return AM_OK;
  }
  AM_TRY(cut_line(&r->cells, 0));
  drop_last(&r->cells, table->columns);
  reader ahead = *r;
  if (!behind || !are_units(r, table) || !next_data(&ahead))
    return read_row(r, table, row);
  table->units = copied(r);
  return AM_OK;
}

am_status am_csv_read(am_arena *arena, am_report *report, const char *path,
                      am_place place, const am_csv_wanted *wanted,
                      am_table **table) {
  am_source *source = AM_NEW(arena, am_source);
  AM_TRY(read_source(arena, report, path, place, source));
  return am_csv_parse(arena, report, source, wanted, table);
}

am_status am_csv_parse(am_arena *arena, am_report *report,
                       const am_source *source, const am_csv_wanted *wanted,
                       am_table **table) {
  am_csv_origin *origin = AM_NEW(arena, am_csv_origin);
  reader r = {.arena = arena, .report = report, .wanted = wanted,
              .origin = origin,
              .cells = {.arena = arena, .report = report, .source = source}};
  r.next = source->text + (is_marked(source->text) ? 3 : 0);
  const char *const *names = NULL;
  if (wanted) skip_lines(&r, wanted->skip);
  AM_TRY(read_names(&r, &names));
  *table = am_table_new(arena, names, NULL, r.cells.count);
  *origin = (am_csv_origin){.source = source, .separator = r.cells.separator,
                            .names = {r.cells.line, r.cells.number}};
  double *row = AM_ARRAY(arena, double, r.cells.count);
  bool first = true;
  while (next_line(&r)) {
    am_arena_poll(arena);
    AM_TRY(read_line(&r, *table, &first, row));
  }
  (*table)->voigt = r.voigt;
  (*table)->origin = origin;
  return AM_OK;
}

am_place am_csv_place(am_arena *arena, const am_table *table, long row,
                      size_t column) {
  const am_csv_origin *origin = table->origin;
  const am_csv_line *line = row < 0 ? &origin->names : &origin->lines[row];
  line_cells cells = {.arena = arena, .report = am_report_new(arena),
                    .source = origin->source, .separator = origin->separator,
                    .line = line->text, .number = line->number};
  if (cut_line(&cells, 0) != AM_OK) return am_nowhere;
  return cell_place(&cells, column);
}
