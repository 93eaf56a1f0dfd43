#include "study/sheet.h"

#include <math.h>
#include <string.h>

am_sheet *am_sheet_new(am_arena *arena, const char *const *names,
                       const char *const *units, size_t columns) {
  am_sheet *sheet = AM_NEW(arena, am_sheet);
  *sheet = (am_sheet){
      .arena = arena, .names = names, .units = units, .columns = columns};
  return sheet;
}

am_sheet_cell *am_sheet_add(am_sheet *sheet) {
  size_t width = sheet->columns * sizeof(am_sheet_cell);
  if (sheet->rows == sheet->capacity) {
    size_t capacity = sheet->capacity ? 2 * sheet->capacity : 64;
    sheet->cells = am_arena_grow(sheet->arena, sheet->cells,
                                 sheet->rows * width, capacity * width);
    sheet->capacity = capacity;
  }
  am_sheet_cell *row = sheet->cells + sheet->rows++ * sheet->columns;
  for (size_t i = 0; i < sheet->columns; i++) row[i] = AM_NUMBER(NAN);
  return row;
}

long am_sheet_column(const am_sheet *sheet, const char *name) {
  for (size_t i = 0; i < sheet->columns; i++)
    if (!strcmp(sheet->names[i], name)) return (long)i;
  return -1;
}

/* What people read: the beginning of a text, a number in few digits. */
enum { SHOWN = 24 };

static void show(const am_sheet_cell *cell, char *text) {
  text[0] = '\0';
  if (cell->text)
    snprintf(text, SHOWN, "%s", cell->text);
  else if (!isnan(cell->number))
    snprintf(text, SHOWN, "%.6g", cell->number);
}

/* Texts stand on the left, numbers on the right; lines [rows + 1], the first
 * one of names. */
static void align_column(const am_sheet *sheet, size_t column,
                         const char **lines) {
  char text[SHOWN];
  int width = (int)strlen(sheet->names[column]);
  bool left = false;
  for (size_t r = 0; r < sheet->rows; r++) {
    const am_sheet_cell *cell = &sheet->cells[r * sheet->columns + column];
    show(cell, text);
    if ((int)strlen(text) > width) width = (int)strlen(text);
    left |= cell->text != NULL;
  }
  if (left) width = -width;
  lines[0] = am_format(sheet->arena, "%s  %*s", lines[0], width,
                       sheet->names[column]);
  for (size_t r = 0; r < sheet->rows; r++) {
    const am_sheet_cell *cell = &sheet->cells[r * sheet->columns + column];
    show(cell, text);
    lines[r + 1] =
        am_format(sheet->arena, "%s  %*s", lines[r + 1], width, text);
  }
}

void am_sheet_align(const am_sheet *sheet, const char *const *names,
                    size_t count, am_buffer *out) {
  const char **lines = AM_ARRAY(sheet->arena, const char *, sheet->rows + 1);
  for (size_t r = 0; r <= sheet->rows; r++) lines[r] = "";
  for (size_t i = 0; i < count; i++) {
    long column = am_sheet_column(sheet, names[i]);
    if (column >= 0) align_column(sheet, (size_t)column, lines);
  }
  for (size_t r = 0; r <= sheet->rows; r++)
    am_buffer_add(out, "%s\n", lines[r]);
}

static void write_text(FILE *out, const char *text) {
  if (!text[strcspn(text, ",\"\r\n")]) {
    fputs(text, out);
    return;
  }
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

static void write_cell(FILE *out, const am_sheet_cell *cell) {
  if (cell->text)
    write_text(out, cell->text);
  else if (!isnan(cell->number))
    fprintf(out, "%.17g", cell->number);
}

static void write_names(FILE *out, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i) putc(',', out);
    write_text(out, names[i] ? names[i] : "");
  }
  putc('\n', out);
}

void am_sheet_write(const am_sheet *sheet, FILE *out) {
  write_names(out, sheet->names, sheet->columns);
  putc('#', out);
  write_names(out, sheet->units, sheet->columns);
  for (size_t i = 0; i < sheet->rows * sheet->columns; i++) {
    write_cell(out, &sheet->cells[i]);
    putc((i + 1) % sheet->columns ? ',' : '\n', out);
  }
}
