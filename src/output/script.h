/* script.h: gnuplot's script of a picture, data and all; see plot.h. */
#ifndef AM_OUTPUT_SCRIPT_H
#define AM_OUTPUT_SCRIPT_H

#include <stdio.h>

#include "output/picture.h"

/* Draws to `path`, whose ending is known, or with `piped` in the format of
 * `path` to standard output. */
void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped);

#endif
