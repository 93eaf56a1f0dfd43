/* fold.h: lines that fit into a terminal. */
#ifndef AM_CLI_FOLD_H
#define AM_CLI_FOLD_H

#include <stdio.h>

/* The columns that a text of UTF-8 takes. */
int am_width(const char *text);

/* The columns of the terminal that `out` is, 0 where it is none. */
int am_columns(FILE *out);

/* Prints lines of text.  One of more than `columns` goes on below, `indent`
 * blanks further right: cut between columns of a table (two blanks), else at
 * a blank; words stay whole.  0 columns cut nothing. */
void am_print_folded(FILE *out, const char *text, int columns, int indent);

#endif
