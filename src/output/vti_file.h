/* vti_file.h: what the readers of vti.h share. */
#ifndef AM_OUTPUT_VTI_FILE_H
#define AM_OUTPUT_VTI_FILE_H

#include <sys/types.h>

#include "output/vti.h"
#include "output/vti_data.h"
#include "output/xml.h"

/* A DataArray of CellData. */
typedef struct {
  const char *name, *type, *format;
  double components, offset;
  off_t position; /* of what stands inside of the tag */
} am_vti_entry;

typedef struct am_vti_file am_vti_file;
struct am_vti_file {
  am_arena *arena;
  am_report *report;
  const char *name; /* in quotes */
  am_place place;
  am_xml *xml;
  FILE *in;
  am_vti_coding coding;
  am_vti_image image;
  am_vti_entry *entries; /* [image.count] */
  int capacity, images, pieces, point_arrays;
  double whole[6], extent[6], spacing[3];
  bool appended_base64;
  off_t appended; /* behind its '_', 0: there is none */
};

/* AM_INPUT with "'FILE': …". */
am_status am_vti_wrong(const am_vti_file *f, const char *format, ...)
    AM_PRINTF(2, 3);

/* A text as a message may quote it. */
const char *am_vti_shown(const am_vti_file *f, const char *text);

#endif
