/* Images as files of VTK, and a collection of them. */
#include "base/text.h"
#include "output/images.h"
#include "output/xml.h"

static const char *path_of(const am_images *images, long image) {
  return am_format(images->arena, "%s_%04ld%s", images->layout.path,
                   images->layout.steps[image], images->format->endings[0]);
}

static am_status open_images(am_images *images, am_report *report) {
  (void)images;
  (void)report;
  return AM_OK;
}

static am_status begin(am_images *images, am_report *report) {
  am_vti_layout layout = images->layout.voxels;
  layout.time = images->layout.times[images->done];
  return am_vti_create(images->arena, report, path_of(images, images->done),
                       &layout, &images->vti);
}

static am_status put(am_images *images, am_report *report, size_t array,
                     const void *values) {
  const int *grid = images->layout.voxels.grid;
  (void)report;
  (void)array;
  am_vti_put(images->vti, values, (long)grid[0] * grid[1] * grid[2]);
  return AM_OK;
}

static am_status end(am_images *images, am_report *report) {
  return am_vti_close(images->vti, report);
}

static void describe(const am_images *images, FILE *out) {
  fputs("<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"Collection\" version=\"0.1\">\n"
        " <Collection>\n", out);
  for (long i = 0; i < images->done; i++)
    fprintf(out, "  <DataSet timestep=\"%.17g\" file=\"%s\"/>\n",
            images->layout.times[i],
            am_xml_escape(images->arena, am_images_name(path_of(images, i))));
  fputs(" </Collection>\n</VTKFile>\n", out);
}

static am_status close_images(am_images *images, am_report *report) {
  (void)images;
  (void)report;
  return AM_OK;
}

const am_images_format am_images_vti = {
    .name = "vti", .endings = {".vti", ".pvd"},
    .written = AM_WRITES_VTK, .open = open_images,
    .begin = begin, .put = put, .end = end, .describe = describe,
    .close = close_images};
