/* check_files.h: what `automat check` found, file by file; internal to its
 * files.
 *
 *   check.c         its options, the names of checks, one file after the other
 *   check_file.c    one file: its subject, its checks or case, its findings
 *   check_report.c  what was found, written */
#ifndef AM_CLI_CHECK_FILES_H
#define AM_CLI_CHECK_FILES_H

#include "check/check.h"
#include "cli/command.h"
#include "cli/terminal.h"

/* Its own options. */
typedef struct {
  bool quick, thorough, list, table, no_replays;
  am_option_list onlies;     /* each --only, … */
  const char *only, *replays, *json, *junit; /* NULL: not given; … only: all of
                                them, joined by commas */
  const char *kinematics;    /* NULL: those of the material */
  long seed, samples;                        /* 0: not given */
} am_check_options;

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

/* The whole command while it works. */
typedef struct {
  am_context *context;
  am_arena *arena;       /* of what outlives a file */
  am_check_files files;
  am_progress progress;
  const am_scheme **schemes; /* closed by NULL */
  const am_engine *engine, *other; /* other: NULL where there is none */
} am_check_session;

/* check.c: is a check asked for, by its name or with all others? */
bool am_check_is_wanted(const am_context *context, const char *name);

/* check_file.c: checks a file, prints what was found and its messages, and
 * adds it to session->files; the worst of what happened. */
am_status am_check_one(am_check_session *session, const char *name);
am_status am_check_worse(am_status a, am_status b);
/* Is the page printed: does no report go where it would stand? */
bool am_check_has_page(const am_context *context);

/* check_report.c: what people read.  Of a check that is good, the line of its
 * worst finding, or with --verbose all; of one that has failed, all failed
 * ones. */
void am_check_print_file(const am_context *context,
                         const am_check_file *file, FILE *out);
void am_check_print_tally(const am_check_files *files, FILE *out);

/* A row for each file, in Markdown: what laws were verified against, and the
 * largest deviation. */
void am_check_print_table(const am_check_files *files, FILE *out);

/* All findings, as JSON (RFC 8259) and as JUnit's XML. */
typedef void am_check_write(am_arena *arena, const am_check_files *files,
                            FILE *out);
am_check_write am_check_write_json, am_check_write_junit;

#endif
