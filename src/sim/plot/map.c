/* map.c: writes colour maps. */
#include "plot/script.h"

/* Nine colours of viridis, from low to high values. */
static const char palette[] =
    "set palette defined (0 '#440154', 1 '#472d7b', 2 '#3b528b', "
    "3 '#2c728e', 4 '#21918c', 5 '#28ae80', 6 '#5ec962', 7 '#addc30', "
    "8 '#fde725')\n";

/* Repeats single pixels, because gnuplot needs at least two in each
 * direction. */
static size_t copies_of(size_t count) { return count == 1 ? 2 : 1; }

void am_map_write_data(FILE *out, const am_colour_map *map, size_t p) {
  fprintf(out, "$panel%zu_map << END\n", p + 1);
  for (size_t j = 0; j < map->rows * copies_of(map->rows); j++) {
    const double *row =
        map->values + j / copies_of(map->rows) * map->columns;
    for (size_t i = 0; i < map->columns * copies_of(map->columns); i++) {
      double value = row[i / copies_of(map->columns)];
      if (isfinite(value))
        fprintf(out, "%s%.9g", i ? " " : "", value);
      else
        fprintf(out, "%sNaN", i ? " " : "");
    }
    fputc('\n', out);
  }
  fputs("END\n", out);
}

void am_map_write(FILE *out, const am_markup *markup, const am_colour_map *map,
                  size_t p) {
  double dx =
      map->width / (double)(map->columns * copies_of(map->columns));
  double dy = map->height / (double)(map->rows * copies_of(map->rows));
  fputs(palette, out);
  fputs("set cblabel ", out);
  am_quote_axis(out, markup, map->colour.label, map->colour.unit);
  /* Adds space for numbers, which are wider than gnuplot assumes. */
  fprintf(out, " offset 2,0\nset format cb '%s'\n", markup->ticks);
  fputs("set size ratio -1\n", out);
  fprintf(out,
          "plot $panel%zu_map matrix using (($1 + 0.5)*%.9g):"
          "(($2 + 0.5)*%.9g):3 with image%s notitle\n",
          p + 1, dx, dy, markup->bitmap ? "" : " pixels");
  fputs("set size noratio\n", out);
}
