/* terminal.h: text for people: lines that fit, rows of listings, and a line on
 * the terminal while long work goes on. */
#ifndef AM_CLI_TERMINAL_H
#define AM_CLI_TERMINAL_H

#include "cli/command.h"

enum { AM_PRINT_COLUMNS = 100 };

/* A text of a user, as am_print_bytes shows prose; what is longer than some
 * lines is cut. */
void am_print_text(FILE *out, const char *text);

/* The words of a text, in lines of at most AM_PRINT_COLUMNS columns, each but
 * the first behind `indent` blanks; the first one begins in `column`. */
void am_print_wrapped(FILE *out, int column, int indent, const char *text);

/* Rows of a listing: a name, blanks up to `width`, an explanation. */
void am_print_row(FILE *out, int width, const char *name, const char *about);

/* The lines of a text, each behind so many blanks. */
void am_print_lines(FILE *out, int indent, const char *text);

/* The columns that a text takes. */
int am_text_width(const char *text);

/* The columns of the terminal that `out` is, 0 where it is none. */
int am_terminal_width(FILE *out);

/* Prints lines of text.  One of more than `columns` goes on below, `indent`
 * blanks further right: cut between columns of a table (two blanks), else at
 * a blank; words stay whole.  0 columns cut nothing. */
void am_print_folded(FILE *out, const char *text, int columns, int indent);

/* ---- progress ------------------------------------------------------------ */

typedef struct {
  bool shown; /* standard error is a terminal, and nobody asked for quiet */
  const char *unit;   /* what is counted: "steps" */
  double whole, done;
  double start, last; /* [s] */
} am_progress;

/* `whole`: what there is to do; `wanted`: whether to show anything. */
void am_progress_start(am_progress *progress, const char *unit, double whole,
                       bool wanted);

/* So much is done. */
void am_progress_set(am_progress *progress, double done);

/* A text instead, shown at once. */
void am_progress_tell(am_progress *progress, const char *format, ...)
    AM_PRINTF(2, 3);

/* Since the start [s]. */
double am_progress_time(const am_progress *progress);

/* Clears the line. */
void am_progress_end(const am_progress *progress);

/* What is told to a report (am_teller): a line of the same kind, until it is
 * over.  data: the am_context, which may be quiet. */
void am_progress_look(void *context, const char *what);

#endif
