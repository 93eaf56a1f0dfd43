/* report.h: messages with a place, and the sources of texts.
 *
 * A fact that the user must know is reported once, by the function that detects
 * it, with am_error (which returns the status to forward), am_warn or am_note.
 * An attempt that may fail writes to a separate report, from which the caller
 * copies the relevant messages.  The command line prints the report at its end:
 *
 *     FILE:LINE:COLUMN: error: unknown key 'n_steps', expected one of …
 *       n_steps: 16
 *       ^ */
#ifndef AM_BASE_REPORT_H
#define AM_BASE_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/status.h"

/* Text of a file, or an assignment of the command line. */
typedef struct {
  const char *name; /* as shown in messages */
  const char *text; /* [length], followed by a NUL */
  size_t length;
} am_source;

/* Place in a source; line and column count from 1.  Without a source
 * (am_nowhere), the message is printed without a place. */
typedef struct {
  const am_source *source;
  int line, column;
} am_place;

extern const am_place am_nowhere;

/* Part of a source that is parsed separately, such as an expression in a YAML
 * scalar.  Its first line begins at line, column; each further line begins at
 * column `indent` of the next line of the source. */
typedef struct {
  const char *text; /* [length], followed by a NUL */
  size_t length;
  const am_source *source;
  int line, column, indent;
} am_snippet;

/* Place of byte `offset` of a snippet. */
am_place am_snippet_place(const am_snippet *snippet, size_t offset);

typedef enum {
  AM_SEVERITY_NOTE,
  AM_SEVERITY_WARNING,
  AM_SEVERITY_ERROR
} am_severity;

typedef struct am_message am_message;
struct am_message {
  am_severity severity;
  am_place place;
  const char *text;
  am_message *next;
};

typedef struct am_input_record am_input_record;

/* Tells the user that the slow operation `what` begins; NULL: it has ended. */
typedef void am_teller(void *data, const char *what);

/* Tells the user that `done` of `whole` units of work are complete. */
typedef void am_counter(void *data, double done, double whole);

typedef struct {
  am_arena *arena; /* memory of the messages */
  am_message *first, *last;
  am_input_record *inputs; /* files read so far (files.h) */
  bool apart;              /* each process of a launch has separate outputs
                              (file/parts.h) */
  am_teller *teller;   /* NULL: slow operations are not shown */
  am_counter *counter; /* NULL: progress is not shown */
  void *data;          /* argument of teller and counter */
} am_report;

am_report *am_report_new(am_arena *arena);

/* Creates a report for an attempt, which shares the teller and the known inputs
 * of `of`. */
am_report *am_report_apart(am_arena *arena, const am_report *of);

/* First error of a report, or NULL. */
const am_message *am_report_error(const am_report *report);

/* Call the teller or the counter if there is one. */
void am_report_tell(const am_report *report, const char *what);
void am_report_count(const am_report *report, double done, double whole);

/* Adds an error and returns `status`.  A text of more than 4000 bytes is
 * cut. */
am_status am_error(am_report *report, am_status status, am_place place,
                   const char *format, ...) AM_PRINTF(4, 5);
void am_warn(am_report *report, am_place place, const char *format, ...)
    AM_PRINTF(3, 4);
void am_note(am_report *report, am_place place, const char *format, ...)
    AM_PRINTF(3, 4);

/* AM_ENVIRONMENT: the arena (NULL: it could not be created) is out of memory;
 * the message gives the size of the failed allocation.  AM_FAILED if the stop
 * flag of the arena is set (arena.h).  `when` is "" or a phrase that follows
 * "out of memory" or "interrupted", such as " while reading". */
AM_MUST_USE am_status am_error_memory(am_report *report, const am_arena *arena,
                                      const char *when);

/* AM_USAGE if the value of a command line option is not one of `names` [count];
 * the message lists them. */
AM_MUST_USE am_status am_expect_one(am_report *report, const char *option,
                                    const char *value,
                                    const char *const *names, size_t count);

/* Prints the messages of severity `least` and above, and empties the report. */
void am_report_print(am_report *report, am_severity least, FILE *out);

/* Prints a text from outside with unprintable characters escaped
 * (am_utf8_show); with `prose`, a tab or a newline becomes a blank.  Returns
 * the number of columns. */
int am_print_bytes(FILE *out, const char *text, size_t length, bool prose);

#endif
