/* input.h: files to be read, whose names may come from other files. */
#ifndef AM_BASE_INPUT_H
#define AM_BASE_INPUT_H

#include <stdio.h>

/* Opens a file for reading; NULL and why, which is no folder and no terminal.
 * A pipe is given two seconds until somebody writes into it, and is empty
 * otherwise: whoever names a file cannot make its reader wait for ever. */
FILE *am_input_open(const char *path, const char **why);

#endif
