/* format.c: formats of pictures. */
#include "plot/script.h"

#include <string.h>

/* Viewers of SVG drop blanks between italic and upright words unless the file
 * says that blanks are preserved; gnuplot says so where two blanks are
 * adjacent, here small ones at the end. Letters have 8 points in print. */
#define BLANKS "{/*0.1   }"

static const am_picture_format formats[] = {
    {".svg", "svg size %g,%g fixed background 'white' font 'Helvetica,16'", 1,
     {"%h", "10^{%L}", BLANKS, false}},
    {".png", "pngcairo size %g,%g font 'Helvetica,12' fontscale 2 "
             "linewidth 2 pointscale 2", 2,
     {"%h", "10^{%L}", "", false}},
    {".pdf", "pdfcairo size %gcm,%gcm font 'Helvetica,11' fontscale 0.5 "
             "linewidth 1.2 pointscale 0.8", 1. / 60,
     {"%h", "10^{%L}", "", false}},
    {".eps", "epscairo size %gcm,%gcm font 'Helvetica,11' fontscale 0.5 "
             "linewidth 1.2 pointscale 0.8", 1. / 60,
     {"%h", "10^{%L}", "", false}},
    {".tex", "tikz size %gcm,%gcm font '\\footnotesize'", 1. / 60,
     {"$%h$", "$10^{%L}$", "", true}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

const am_picture_format *am_picture_format_of(const char *path) {
  size_t length = strlen(path);
  for (int i = 0; i < FORMATS; i++) {
    size_t ending = strlen(formats[i].ending);
    if (length > ending && !strcmp(path + length - ending, formats[i].ending))
      return &formats[i];
  }
  return NULL;
}

bool am_picture_known(const char *path) {
  return am_picture_format_of(path) != NULL;
}
