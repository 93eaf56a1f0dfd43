/* parts.h: parts of file for other modules, in addition to file.h:
 *
 *   output_lock  checks that output files may be written
 *   csv_write  writes tables as CSV files (table/table.h), row by row
 *   json       writes JSON (RFC 8259)
 *   schema     writes tables of keys (yaml/keys.h) as a JSON schema, draft 7
 *   xml        reads the subset of XML used by VTK files
 */
#ifndef AM_FILE_PARTS_H
#define AM_FILE_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "file/output_lock.h"
#include "file/xml.h"
#include "table/table.h"
#include "yaml/keys.h"

/* ---- csv_write.c: tables as CSV files, row by row ------------------------ */

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

/* ---- json.c: JSON (RFC 8259) --------------------------------------------- */

/* State of the writer; members are separated by commas. */
typedef struct {
  FILE *out;
  bool begun; /* the present object or list has members */
} am_json;

/* Write a member of an object; key NULL: an element of a list, or the whole
 * text. Brackets: '{' and '}', '[' and ']'. */
void am_json_open(am_json *json, const char *key, char bracket);
void am_json_close(am_json *json, char bracket);
void am_json_text(am_json *json, const char *key, const char *text);
void am_json_truth(am_json *json, const char *key, bool value);

/* Writes null if the value is not finite. */
void am_json_number(am_json *json, const char *key, double value, int digits);

/* ---- schema.c: tables of keys as a JSON schema, draft 7 ------------------ */

typedef struct {
  const char *name;         /* kind of file: "material" */
  const am_yaml_shape root;
  const am_yaml_key *parts; /* shapes of keys marked `elsewhere` */
} am_schema;

/* Writes the schema; the text is deterministic. */
void am_schema_write(am_arena *arena, const am_schema *schema, FILE *out);

#endif
