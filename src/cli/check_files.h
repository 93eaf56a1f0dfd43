/* check_files.h: what `automat check` found, file by file; internal to its
 * files. */
#ifndef AM_CLI_CHECK_FILES_H
#define AM_CLI_CHECK_FILES_H

#include "check/check.h"
#include "cli/command.h"

/* A finding, and the case that was written for it, or NULL. */
typedef struct {
  am_finding finding; /* replay: its text; no state */
  const char *file;
} am_check_line;

typedef struct {
  const char *name;     /* as given */
  const char *title;    /* of the material or the case, or NULL */
  am_check_line *lines; /* [count] */
  size_t count, failed;
  bool broken;          /* it could not be checked */
  const char *message;  /* why, or NULL */
  double seconds;
  int unknowns;         /* of the law */
} am_check_file;

typedef struct {
  am_check_file *items; /* [count] */
  size_t count, capacity;
  size_t comparisons, failed, broken;
  bool complete; /* nobody has stopped it */
} am_check_files;

/* Names of verdicts: "ok", "FAILED", "-". */
extern const char *const am_verdict_names[];

/* check_own.c: runs the case and adds a finding for each comparison of its
 * `expect`. */
AM_MUST_USE am_status am_check_expectations(am_context *context,
                                            am_subject *subject,
                                            const char *path);

/* check_page.c: what people read.  Of a check that is good, the line of its
 * worst finding, or with --verbose all; of one that has failed, all failed
 * ones. */
void am_check_print_file(const am_context *context,
                         const am_check_file *file, FILE *out);
/* Where the worst entry is, what was expected there, and the note. */
const char *am_check_where(am_arena *arena, const am_finding *finding);
void am_check_print_tally(const am_check_files *files, FILE *out);

/* check_table.c: a row for each file, in Markdown. */
void am_check_print_table(const am_check_files *files, FILE *out);

/* check_report.c: all findings, as JSON (RFC 8259) and as JUnit's XML. */
typedef void am_check_write(am_arena *arena, const am_check_files *files,
                            FILE *out);
am_check_write am_check_write_json, am_check_write_junit;

#endif
