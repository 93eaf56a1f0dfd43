/* check_files.h: results of `automat check`, file by file; check.c collects and
 * check_report.c writes them. */
#ifndef AM_CLI_CHECK_FILES_H
#define AM_CLI_CHECK_FILES_H

#include "cli/command.h"

typedef struct {
  const char *name;     /* as given */
  const char *kind;     /* "law" or "case", or NULL if it cannot be read */
  const char *title;    /* of the material or the case, or NULL */
  const char *ranges;   /* am_check_ranges */
  am_findings findings; /* replay: file of the case, or NULL */
  size_t failed;
  bool broken;          /* could not be checked */
  const char *message;  /* reason, or NULL */
  double seconds;
  int unknowns;         /* unknowns of the law */
} am_check_file;

typedef struct {
  am_check_file *items; /* [count] */
  size_t count;
  size_t comparisons, failed, broken;
  bool complete; /* not interrupted */
} am_check_files;

/* Prints the results as text.  Successful checks have a line
 * for their worst finding, or with --verbose for all; failed checks for all
 * failed findings. */
void am_check_print_file(const am_context *context,
                         const am_check_file *file, FILE *out);
void am_check_print_tally(const am_check_files *files, FILE *out);

/* Markdown table with a row for each file: its expected values, and the largest
 * deviation. */
void am_check_print_table(const am_check_files *files, FILE *out);

/* All findings as JSON (RFC 8259) and as JUnit XML. */
typedef void am_check_write(am_arena *arena, const am_check_files *files,
                            FILE *out);
am_check_write am_check_write_json, am_check_write_junit;

#endif
