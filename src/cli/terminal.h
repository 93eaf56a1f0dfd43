/* terminal.h: text output: wrapped lines, rows of listings, and a progress line
 * on the terminal. */
#ifndef AM_CLI_TERMINAL_H
#define AM_CLI_TERMINAL_H

#include "cli/command.h"

enum { AM_PRINT_COLUMNS = 100 };

/* Prints user text as prose (am_print_bytes); truncates it after some lines. */
void am_print_text(FILE *out, const char *text);

/* Prints the words of a text in lines of at most AM_PRINT_COLUMNS columns,
 * indented by `indent` blanks except the first, which starts in `column`. */
void am_print_wrapped(FILE *out, int column, int indent, const char *text);

/* Prints a row of a listing: name, blanks up to `width`, explanation. */
void am_print_row(FILE *out, int width, const char *name, const char *about);

/* Prints the lines of a text, each indented. */
void am_print_lines(FILE *out, int indent, const char *text);

/* Number of columns of a text. */
int am_text_width(const char *text);

/* Number of columns of the terminal `out`; 0 if it is not a terminal. */
int am_terminal_width(FILE *out);

/* Prints lines of text.  A line with more than `columns` columns continues
 * below, indented by `indent` more blanks; it is split between columns of a
 * table (two blanks) or at a blank, never within words. columns 0: lines are
 * not split. */
void am_print_folded(FILE *out, const char *text, int columns, int indent);

/* ---- progress ------------------------------------------------------------ */

typedef struct {
  bool shown; /* standard error is a terminal, without --quiet */
  const char *unit;   /* counted unit: "steps" */
  double whole, done;
  double start, last; /* (s) */
} am_progress;

/* `whole`: total amount; `wanted`: show progress. */
void am_progress_start(am_progress *progress, const char *unit, double whole,
                       bool wanted);

/* Sets the completed amount. */
void am_progress_set(am_progress *progress, double done);

/* Shows a text instead, immediately. */
void am_progress_tell(am_progress *progress, const char *format, ...)
    AM_PRINTF(2, 3);

/* Time since the start (s). */
double am_progress_time(const am_progress *progress);

/* Clears the line. */
void am_progress_end(const am_progress *progress);

/* Shows the slow operations of a report (am_teller) in the same line. data: the
 * am_context, which may be quiet. */
void am_progress_look(void *context, const char *what);

#endif
