/* csv_read.c: tables read from CSV files. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "output/table.h"

enum { LARGEST_FILE = 64 << 20, MOST_COLUMNS = 10000 };

static am_status unreadable(am_report *report, am_place place,
                            const char *path, am_obstacle why) {
  return am_error(report, why.status, place, "cannot read '%s': %s",
                  am_printable(report->arena, path, strlen(path)), why.text);
}

static am_status cannot_read(am_report *report, am_place place,
                             const char *path, const char *why) {
  return unreadable(report, place, path, (am_obstacle){AM_INPUT, why});
}

static am_status read_stream(am_arena *arena, am_report *report, FILE *in,
                             const char *path, am_place place,
                             am_source *source) {
  char *text = NULL;
  size_t capacity = 0;
  do {
    size_t grown = capacity ? 2 * capacity : 1 << 16;
    if (source->length > LARGEST_FILE)
      return cannot_read(report, place, path, "it is larger than 64 MB");
    text = am_arena_grow(arena, text, source->length, grown + 1);
    capacity = grown;
    source->length +=
        fread(text + source->length, 1, capacity - source->length, in);
    if (ferror(in))
      return unreadable(report, place, path, am_input_obstacle(errno));
  } while (!feof(in));
  source->text = text;
  if (memchr(text, 0, source->length))
    return cannot_read(report, place, path, "it is not a text file");
  return AM_OK;
}

static am_status read_source(am_arena *arena, am_report *report,
                             const char *path, am_place place,
                             am_source *source) {
  *source = (am_source){.name = path};
  am_obstacle why;
  FILE **in = am_input_open(arena, report, path, &why);
  if (!in) return unreadable(report, place, path, why);
  am_status result = read_stream(arena, report, *in, path, place, source);
  am_input_close(in);
  return result;
}

/* A reader's position: one line, cut into cells. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_source *source;
  const char *next; /* start of the next line */
  int number;       /* of the line, from 1 */
  bool (*wanted)(const char *name); /* columns to read, NULL: all */
  const char *line;
  char *scratch; /* the line cut up, [scratch_size] */
  size_t scratch_size;
  const char **cells; /* [count], blanks around them removed */
  size_t count, capacity;
} reader;

static am_place place_of_cell(const reader *r, size_t cell) {
  int column = (int)(r->cells[cell] - r->scratch) + 1;
  return (am_place){r->source, r->number, column};
}

static const char *printable_cell(const reader *r, size_t cell) {
  return am_printable(r->arena, r->cells[cell], strlen(r->cells[cell]));
}

static void add_cell(reader *r, char *begin, char *end) {
  while (begin < end && strchr(" \t", *begin)) begin++;
  while (end > begin && strchr(" \t\r", end[-1])) end--;
  *end = 0;
  AM_PUSH_ROOM(r->arena, r->cells, r->count, r->capacity);
  r->cells[r->count++] = begin;
}

/* Cuts the line behind its first `skip` bytes. */
static void split_line(reader *r, size_t skip) {
  size_t length = strcspn(r->line, "\n");
  if (length >= r->scratch_size) {
    r->scratch_size = 2 * length + 1;
    r->scratch = am_arena_alloc(r->arena, r->scratch_size);
  }
  memcpy(r->scratch, r->line, length);
  char *line_end = r->scratch + length;
  r->count = 0;
  for (char *begin = r->scratch + skip;; begin++) {
    char *end = memchr(begin, ',', (size_t)(line_end - begin));
    if (!end) end = line_end;
    add_cell(r, begin, end);
    if (end == line_end) return;
    begin = end;
  }
}

/* Texts of the present cells that stay. */
static const char **copied(const reader *r) {
  const char **texts = AM_ARRAY(r->arena, const char *, r->count);
  for (size_t i = 0; i < r->count; i++)
    texts[i] = am_copy(r->arena, r->cells[i], strlen(r->cells[i]));
  return texts;
}

/* The next line that is not blank; false at the end. */
static bool next_line(reader *r) {
  while (*r->next) {
    r->line = r->next;
    r->number++;
    r->next += strcspn(r->next, "\n");
    if (*r->next) r->next++;
    const char *text = r->line + strspn(r->line, " \t\r");
    if (*text && *text != '\n') return true;
  }
  return false;
}

/* The byte behind the '#' of a comment, NULL in other lines. */
static const char *comment(const reader *r) {
  const char *text = r->line + strspn(r->line, " \t\r");
  return *text == '#' ? text + 1 : NULL;
}

/* A byte order mark belongs to the start of a file. */
static bool is_marked(const char *text) {
  return !strncmp(text, "\xef\xbb\xbf", 3);
}

static am_status read_names(reader *r, const char *const **names) {
  bool more = next_line(r);
  while (more && comment(r)) more = next_line(r);
  if (!more)
    return am_error(r->report, AM_INPUT, (am_place){r->source, 0, 0},
                    "expected a line of column names, found nothing");
  split_line(r, 0);
  if (r->count > MOST_COLUMNS)
    return am_error(r->report, AM_INPUT, place_of_cell(r, 0),
                    "found %zu columns, expected at most %d", r->count,
                    MOST_COLUMNS);
  for (size_t i = 0; i < r->count; i++) {
    if (!*r->cells[i])
      return am_error(r->report, AM_INPUT, place_of_cell(r, i),
                      "column %zu has no name", i + 1);
    if (is_marked(r->cells[i]))
      return am_error(r->report, AM_INPUT, place_of_cell(r, i),
                      "the name of column %zu begins with a byte order mark",
                      i + 1);
    for (size_t k = 0; k < i; k++)
      if (!strcmp(r->cells[i], r->cells[k]))
        return am_error(r->report, AM_INPUT, place_of_cell(r, i),
                        "column '%s' is there twice", printable_cell(r, i));
  }
  *names = copied(r);
  return AM_OK;
}

static am_status read_cell(reader *r, const char *name, size_t i,
                           double *value) {
  *value = NAN;
  if (!*r->cells[i] || (r->wanted && !r->wanted(name))) return AM_OK;
  if (!am_parse_number(r->cells[i], value))
    return am_error(r->report, AM_INPUT, place_of_cell(r, i),
                    "expected a number, found '%s'", printable_cell(r, i));
  if (!isfinite(*value))
    return am_error(r->report, AM_INPUT, place_of_cell(r, i),
                    "the number '%s' is too large", printable_cell(r, i));
  return AM_OK;
}

static am_status read_row(reader *r, am_table *table, double *row) {
  split_line(r, 0);
  if (r->count != table->columns)
    return am_error(r->report, AM_INPUT, place_of_cell(r, 0),
                    "expected %zu cell%s, one for each column, found %zu",
                    table->columns, table->columns == 1 ? "" : "s", r->count);
  for (size_t i = 0; i < r->count; i++)
    AM_TRY(read_cell(r, table->names[i], i, &row[i]));
  am_table_add(table, row);
  return AM_OK;
}

am_status am_csv_read(am_arena *arena, am_report *report, const char *path,
                      am_place place, am_table **table) {
  return am_csv_read_columns(arena, report, path, place, NULL, table);
}

am_status am_csv_read_columns(am_arena *arena, am_report *report,
                              const char *path, am_place place,
                              bool (*wanted)(const char *name),
                              am_table **table) {
  am_source *source = AM_NEW(arena, am_source);
  AM_TRY(read_source(arena, report, path, place, source));
  reader r = {.arena = arena, .report = report, .source = source,
              .wanted = wanted};
  r.next = source->text + (is_marked(source->text) ? 3 : 0);
  const char *const *names = NULL;
  AM_TRY(read_names(&r, &names));
  *table = am_table_new(arena, names, NULL, r.count);
  double *row = AM_ARRAY(arena, double, r.count);
  int units_line = r.number + 1;
  while (next_line(&r)) {
    am_arena_look(arena);
    const char *text = comment(&r);
    if (!text) {
      AM_TRY(read_row(&r, *table, row));
    } else if (r.number == units_line) {
      /* They are units where there are as many cells as names. */
      split_line(&r, (size_t)(text - r.line));
      if (r.count == (*table)->columns) (*table)->units = copied(&r);
    }
  }
  return AM_OK;
}
