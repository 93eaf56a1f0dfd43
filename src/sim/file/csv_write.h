/* csv_write.h: tables written as CSV files (table/table.h), row by row. */
#ifndef AM_FILE_CSV_WRITE_H
#define AM_FILE_CSV_WRITE_H

#include "table/table.h"

/* Writes rows as they come.  A file appears under its name only when it is
 * closed whole (temporary file beside it, rename); path NULL: standard
 * output. */
typedef struct am_csv am_csv;

AM_MUST_USE am_status am_csv_create(am_arena *arena, am_report *report,
                                    const char *path, am_csv **csv);

/* Writes the names and units of a table and the rows that it has; further rows
 * have its columns. */
void am_csv_table(am_csv *csv, const am_table *table);
void am_csv_row(am_csv *csv, const double *row);

/* Has a write failed already?  Closing reports why. */
bool am_csv_failed(const am_csv *csv);

/* Gives up: nothing is left of it. */
void am_csv_discard(am_csv *csv);

/* Closes and renames; AM_ENVIRONMENT when anything could not be written. */
AM_MUST_USE am_status am_csv_close(am_csv *csv, am_report *report);

#endif
