/* quote.h: texts of users between gnuplot's quotes, where nothing of them is
 * a command or markup. */
#ifndef AM_PLOT_QUOTE_H
#define AM_PLOT_QUOTE_H

#include <stdbool.h>
#include <stdio.h>

/* How a format of pictures takes texts and numbers. */
typedef struct {
  const char *ticks, *powers; /* numbers at linear and logarithmic axes */
  const char *end;            /* of a label */
  bool tex;                   /* LaTeX, not gnuplot's enhanced text */
} am_markup;

/* A text as it is shown (base/text.h), ends of lines as blanks, cut between
 * characters behind `most` of them.  Goes with the word `noenhanced`. */
void am_quote_text(FILE *out, const am_markup *markup, const char *text,
                   size_t most);

/* The quoted text beside an axis, "strain [1/s]"; label: enhanced text, ours;
 * of the unit letters, digits and / * ( ) . - stay, exponents are raised;
 * either NULL: none. */
void am_quote_axis(FILE *out, const am_markup *markup, const char *label,
                   const char *unit);

/* The name of a file, every byte that might mean something escaped. */
void am_quote_path(FILE *out, const char *path);

#endif
