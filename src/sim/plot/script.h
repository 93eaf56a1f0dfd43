/* script.h: writes gnuplot's script of a picture, including its data; see
 * picture.h. Texts of users are quoted, so that they contain no commands or
 * markup. */
#ifndef AM_PLOT_SCRIPT_H
#define AM_PLOT_SCRIPT_H

#include "plot/picture.h"

/* quote.c: quoted strings of gnuplot. */

/* Notation of texts and numbers in a picture format. */
typedef struct {
  const char *ticks, *powers; /* format of numbers at linear and logarithmic
                                 axes */
  const char *end;            /* end of a label */
  bool tex;                   /* LaTeX instead of gnuplot's enhanced text */
} am_markup;

/* Writes a text, escaped as by base/text.h, with line ends as blanks, truncated
 * to `most` characters. Requires the keyword `noenhanced`. */
void am_quote_text(FILE *out, const am_markup *markup, const char *text,
                   size_t most);

/* Writes the quoted label of an axis, "strain [1/s]"; label: enhanced text
 * written by automat. In the unit, letters, digits and / * ( ) . - are kept,
 * and exponents are raised; either may be NULL. */
void am_quote_axis(FILE *out, const am_markup *markup, const char *label,
                   const char *unit);

/* Writes the name of a file with special bytes escaped. */
void am_quote_path(FILE *out, const char *path);

/* Writes a script that draws to `path`, whose extension must be known; with
 * `piped`, in the format of `path` to standard output. */
void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped);

#endif
