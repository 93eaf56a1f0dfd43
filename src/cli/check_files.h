/* check_files.h: results of `automat check`, file by file; internal to its
 * sources.
 *
 *   check.c         options, names of checks, loop over files
 *   check_file.c    one file: its subject, its checks or case, its findings
 *   check_report.c  output of the results */
#ifndef AM_CLI_CHECK_FILES_H
#define AM_CLI_CHECK_FILES_H

#include "check/check.h"
#include "cli/command.h"
#include "cli/terminal.h"

typedef struct {
  const char *name;     /* as given */
  const char *title;    /* of the material or the case, or NULL */
  am_findings findings; /* replay: file of the case, or NULL */
  size_t failed;
  bool broken;          /* could not be checked */
  const char *message;  /* reason, or NULL */
  double seconds;
  int unknowns;         /* unknowns of the law */
} am_check_file;

typedef struct {
  am_check_file *items; /* [count] */
  size_t count, capacity;
  size_t comparisons, failed, broken;
  bool complete; /* not interrupted */
} am_check_files;

/* State of the command. */
typedef struct {
  am_context *context;
  am_arena *arena;       /* for data kept after the check of a file */
  am_check_files files;
  am_progress progress;
  const am_engine *engine, *other; /* other: NULL if none */
} am_check_session;

/* check.c: true if a check is requested, by name or with all others. */
bool am_check_is_wanted(const am_context *context, const char *name);

/* check_file.c: checks a file, prints its results and messages, and adds it to
 * session->files; returns the worst status. */
am_status am_check_one(am_check_session *session, const char *name);
am_status am_check_worse(am_status a, am_status b);
/* True if results are printed as text, that is unless a report goes to standard
 * output. */
bool am_check_has_page(const am_context *context);

/* check_report.c: prints the results as text.  Successful checks have a line
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
