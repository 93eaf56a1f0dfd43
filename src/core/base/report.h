/* report.h: messages with a place, and where texts come from.
 *
 * A fact that the user must know is written once, where it is known, with
 * am_error (which returns the status to forward), am_warn or am_note.  An
 * attempt that may fail writes to a report of its own, from which its caller
 * takes what matters.  The command line prints the report at its end:
 *
 *     FILE:LINE:COLUMN: error: unknown key 'n_steps', expected one of …
 *       n_steps: 16
 *       ^
 */
#ifndef AM_BASE_REPORT_H
#define AM_BASE_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/status.h"

/* A text as it was read: a file, or an assignment of the command line. */
typedef struct {
  const char *name; /* as shown in messages */
  const char *text; /* [length], followed by a NUL */
  size_t length;
} am_source;

/* A place in a source; line and column count from 1.  A place without source
 * is nowhere: its message is printed without a prefix. */
typedef struct {
  const am_source *source;
  int line, column;
} am_place;

extern const am_place am_nowhere;

/* A piece of a source that is a text of its own: an expression in a YAML
 * scalar.  Its first line begins at line, column; each further line begins at
 * column `indent` of the next line of the source. */
typedef struct {
  const char *text; /* [length], followed by a NUL */
  size_t length;
  const am_source *source;
  int line, column, indent;
} am_snippet;

/* The place of byte `offset` of a snippet. */
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

typedef struct am_known_input am_known_input;

/* Shows the user what takes long, when it begins; with NULL when it is over. */
typedef void am_teller(void *data, const char *what);

typedef struct {
  am_arena *arena; /* of the messages */
  am_message *first, *last;
  am_known_input *inputs; /* files that were read (input.h) */
  bool apart; /* outputs of this process are no other's (file/claim.h) */
  am_teller *teller; /* NULL: nobody is shown anything */
  void *data;        /* of the teller */
} am_report;

am_report *am_report_new(am_arena *arena);

/* A report of an attempt, with the teller of another one, and what that knows
 * to be read. */
am_report *am_report_apart(am_arena *arena, const am_report *of);

/* Calls the teller, if there is one. */
void am_report_tell(const am_report *report, const char *what);

/* Adds an error and returns `status`.  The text is cut after some thousand
 * bytes. */
am_status am_error(am_report *report, am_status status, am_place place,
                   const char *format, ...) AM_PRINTF(4, 5);
void am_warn(am_report *report, am_place place, const char *format, ...)
    AM_PRINTF(3, 4);
void am_note(am_report *report, am_place place, const char *format, ...)
    AM_PRINTF(3, 4);

/* AM_ENVIRONMENT: the arena (NULL: it could not be made) has run out of
 * memory; with the bytes that were not to be had.  AM_FAILED where its stop
 * flag is set (arena.h).  `when` is a phrase behind "out of memory"
 * or "interrupted", such as " while reading", or "". */
AM_MUST_USE am_status am_error_memory(am_report *report,
                                      const am_arena *arena,
                                      const char *when);

/* Is the value of an option of the command line one of `names` [count]?
 * AM_USAGE with a message that names them all where not. */
AM_MUST_USE am_status am_expect_one(am_report *report, const char *option,
                                    const char *value,
                                    const char *const *names, size_t count);

/* Prints and forgets all messages; lowest severity printed: `least`. */
void am_report_print(am_report *report, am_severity least, FILE *out);

/* Prints a name or a text of others as it is shown (am_utf8_show); of prose,
 * tabs and ends of lines as a blank each.  The columns that it takes. */
int am_print_bytes(FILE *out, const char *text, size_t length, bool prose);

#endif
