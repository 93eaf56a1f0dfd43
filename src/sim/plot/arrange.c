/* arrange.c: positions of the panels of a picture and their keys. */
#include "plot/script.h"

#include <string.h>

/* Sizes of a single panel, and of each of several: 120 and 85 mm wide. */
static const double WIDTH = 720, HEIGHT = 504;
static const double PART_WIDTH = 510, PART_HEIGHT = 380;
static const double MILLIMETRE = 6, HEADING = 40;

/* Dimensions of a key: sample line with its margins, letter width, line height;
 * then the room that axes take in a panel. */
static const double SAMPLE_WIDTH = 76, LETTER_WIDTH = 8.5, LINE_HEIGHT = 19;
static const double AXIS_WIDTH = 110, AXIS_HEIGHT = 110;

/* Maximum fraction of the width for keys at the side. */
static const double BESIDE = 0.45;

enum { INSIDE = 3 }; /* maximum number of names of a key inside a panel */

size_t am_panel_names(const am_panel *panel) {
  size_t names = 0;
  for (size_t i = 0; i < panel->count; i++)
    names += panel->curves[i].name != NULL;
  for (size_t i = 0; i < panel->band_count; i++)
    names += panel->bands[i].name != NULL;
  return names;
}

static size_t longer(size_t longest, const char *name) {
  size_t length = name ? strlen(name) : 0;
  return length > longest ? length : longest;
}

/* Width of the key of a panel. */
static double key_width(const am_panel *panel) {
  size_t longest = 0;
  for (size_t k = 0; k < panel->count; k++)
    longest = longer(longest, panel->curves[k].name);
  for (size_t k = 0; k < panel->band_count; k++)
    longest = longer(longest, panel->bands[k].name);
  if (longest > AM_NAME_SHOWN) longest = AM_NAME_SHOWN;
  return longest ? SAMPLE_WIDTH + LETTER_WIDTH * (double)longest : 0;
}

static bool is_same_name(const char *a, const char *b) {
  return a && b ? !strcmp(a, b) : a == b;
}

/* True if there are several panels, all with curves of the same names. */
static bool have_common_names(const am_picture *picture) {
  const am_panel *first = picture->panels;
  if (picture->count < 2 || !am_panel_names(first)) return false;
  for (size_t p = 1; p < picture->count; p++) {
    const am_panel *panel = &picture->panels[p];
    if (panel->count != first->count) return false;
    for (size_t k = 0; k < panel->count; k++)
      if (!is_same_name(panel->curves[k].name, first->curves[k].name))
        return false;
  }
  return true;
}

/* Free corner for the key of a panel; NULL: there is none, or there are too
 * many names. */
static const char *corner_of(const am_arrangement *a, const am_panel *panel) {
  size_t names = am_panel_names(panel);
  am_extent extent = am_panel_extent(panel);
  double width = key_width(panel) / (a->part.width - AXIS_WIDTH);
  double height =
      LINE_HEIGHT * (double)(names + 1) / (a->part.height - AXIS_HEIGHT);
  if (!names || names > INSIDE || width > 1 || height > 1) return NULL;
  return am_panel_free_corner(panel, &extent, width, height);
}

/* Width required for keys at the side, per panel or in common. */
static double beside(const am_arrangement *a, const am_picture *picture) {
  double widest = 0;
  for (size_t p = 0; p < picture->count; p++) {
    const am_panel *panel = &picture->panels[p];
    bool many = am_panel_names(panel) > INSIDE;
    if (!a->common ? !many : !many && a->corner) continue;
    double width = key_width(panel);
    widest = width > widest ? width : widest;
  }
  return widest;
}

/* Chooses the first panel with a free corner for the common key. */
static void find_owner(am_arrangement *a, const am_picture *picture) {
  for (size_t p = 0; p < picture->count && !a->corner; p++) {
    a->corner = corner_of(a, &picture->panels[p]);
    a->owner = p;
  }
}

am_arrangement am_picture_arrange(const am_picture *picture) {
  bool several = picture->count > 1;
  double columns = several ? 2 : 1, rows = (double)((picture->count + 1) / 2);
  if (!several) rows = 1;
  bool headed = several || picture->panels->title;
  am_arrangement a = {.common = have_common_names(picture),
                      .heading = headed && picture->title ? HEADING : 0};
  a.part = several ? (am_size){PART_WIDTH, PART_HEIGHT}
                   : (am_size){WIDTH, HEIGHT};
  if (a.common) find_owner(&a, picture);
  a.beside = beside(&a, picture);
  double keys = a.common ? a.beside : columns * a.beside;
  if (picture->size.width > 0) {
    a.whole = (am_size){MILLIMETRE * picture->size.width,
                        MILLIMETRE * picture->size.height};
    a.below = keys > BESIDE * a.whole.width;
    if (a.below) a.beside = 0;
  } else {
    a.whole = (am_size){columns * a.part.width + keys,
                        rows * a.part.height + (several ? a.heading : 0)};
  }
  a.part.width = (a.whole.width - (a.common ? a.beside : 0)) / columns;
  a.part.height = (a.whole.height - a.heading) / rows;
  a.axis = a.part.width - AXIS_WIDTH - (a.common ? 0 : a.beside);
  return a;
}

bool am_panel_key_beside(const am_arrangement *a, const am_panel *panel) {
  return !a->common && !a->below && am_panel_names(panel) > INSIDE;
}

/* Position of panel p from the lower left, as fractions of the whole. */
void am_panel_place(const am_arrangement *a, size_t p, FILE *out) {
  double left = (double)(p % 2) * a->part.width;
  double top = a->heading + (double)(p / 2) * a->part.height;
  fprintf(out, "set origin %.6g,%.6g\nset size %.6g,%.6g\n",
          left / a->whole.width,
          1 - (top + a->part.height) / a->whole.height,
          a->part.width / a->whole.width, a->part.height / a->whole.height);
}

void am_panel_key(const am_arrangement *a, const am_picture *picture, size_t p,
                  FILE *out) {
  static const char style[] = "Left reverse samplen 3";
  const am_panel *panel = &picture->panels[p];
  bool own = !a->common;
  const char *corner = own || p == a->owner ? corner_of(a, panel) : NULL;
  if (corner && (own || a->beside == 0))
    fprintf(out, "set key inside %s vertical %s\n", corner, style);
  else if (!am_panel_names(panel) || (!own && p + 1 < picture->count))
    fputs("unset key\n", out);
  else if (!own && a->beside > 0)
    fprintf(out, "set key at screen %.6g,%.6g left top vertical %s\n",
            1 - a->beside / a->whole.width,
            1 - (a->heading + LINE_HEIGHT) / a->whole.height, style);
  else if (am_panel_key_beside(a, panel))
    fprintf(out, "set key outside right top vertical %s\n", style);
  else
    fprintf(out, "set key below center horizontal %s\n", style);
}
