/* csv_write.h: writes tables as CSV files (table/table.h), row by row. */
#ifndef AM_FILE_CSV_WRITE_H
#define AM_FILE_CSV_WRITE_H

#include "table/table.h"

/* Writes rows one by one. The file appears under its name only when it is
 * closed and complete (temporary file and rename); path NULL: standard
 * output. */
typedef struct am_csv am_csv;

AM_MUST_USE am_status am_csv_create(am_arena *arena, am_report *report,
                                    const char *path, am_csv **csv);

/* Writes the names and units of a table and its rows; further rows have the
 * same columns. */
void am_csv_table(am_csv *csv, const am_table *table);
void am_csv_row(am_csv *csv, const double *row);

/* True if a write has failed; am_csv_close reports the reason. */
bool am_csv_failed(const am_csv *csv);

/* Abandons the file and removes it. */
void am_csv_discard(am_csv *csv);

/* Closes and renames the file; AM_ENVIRONMENT if a write failed. */
AM_MUST_USE am_status am_csv_close(am_csv *csv, am_report *report);

#endif
