/* script_map.h: what of a script draws a map; internal to output. */
#ifndef AM_OUTPUT_SCRIPT_MAP_H
#define AM_OUTPUT_SCRIPT_MAP_H

#include <stdio.h>

#include "output/plot.h"

/* The block of data of panel `p`, from 0, and its plot, behind the axes. */
void am_script_map_data(FILE *out, const am_colour_map *map, size_t p);
void am_script_map_plot(FILE *out, const am_colour_map *map, size_t p);

#endif
