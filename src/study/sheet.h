/* sheet.h: a table whose cells are numbers or texts; internal to study.
 *
 * As CSV: a line of names, a line beginning with '#' of units, numbers with 17
 * significant digits; texts that hold a comma or a quote are quoted
 * (RFC 4180); NaN is an empty cell. */
#ifndef AM_STUDY_SHEET_H
#define AM_STUDY_SHEET_H

#include <stdio.h>

#include "base/text.h"

typedef struct {
  const char *text; /* NULL: a number */
  double number;
} am_sheet_cell;

typedef struct {
  am_arena *arena;
  const char *const *names; /* [columns] */
  const char *const *units; /* [columns], NULL or "" where there is none */
  size_t columns;
  am_sheet_cell *cells; /* [rows][columns] */
  size_t rows, capacity;
} am_sheet;

#define AM_TEXT(value) ((am_sheet_cell){.text = (value)})
#define AM_NUMBER(value) ((am_sheet_cell){.number = (value)})

am_sheet *am_sheet_new(am_arena *arena, const char *const *names,
                       const char *const *units, size_t columns);

/* A row of empty cells, to be filled. */
am_sheet_cell *am_sheet_add(am_sheet *sheet);

/* -1 when there is no such column. */
long am_sheet_column(const am_sheet *sheet, const char *name);

/* The columns `names` [count], those that there are, aligned for reading: a
 * line of names, a line for each row; long texts are cut. */
void am_sheet_align(const am_sheet *sheet, const char *const *names,
                    size_t count, am_buffer *out);

/* The file is neither closed nor looked at for errors. */
void am_sheet_write(const am_sheet *sheet, FILE *out);

#endif
