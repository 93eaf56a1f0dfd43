/* Images in one HDF5 file, and its description (xdmf.h). */
#include "base/text.h"
#include "output/images.h"
#include "output/snapshot.h"
#include "output/xml.h"

static const char *path_of(const am_images *images) {
  return am_format(images->arena, "%s%s", images->layout.path,
                   images->format->endings[0]);
}

static const char *array_of(const am_images *images, long image,
                            size_t array) {
  return am_format(images->arena, "step_%04ld/%s",
                   images->layout.steps[image],
                   images->layout.voxels.arrays[array].name);
}

/* What belongs to the file. */
static am_status describe_file(am_images *images, am_report *report) {
  const am_vti_layout *l = &images->layout.voxels;
  const long three = 3;
  double grid[3];
  for (int d = 0; d < 3; d++) grid[d] = l->grid[d];
  AM_TRY(am_snapshot_put(images->file, report, "grid", 1, &three, grid));
  return am_snapshot_put(images->file, report, "size", 1, &three, l->size);
}

static am_status open_file(am_images *images, am_report *report) {
  const char *path = path_of(images);
  if (images->done)
    return am_snapshot_extend(images->arena, report, path, &images->file);
  AM_TRY(am_snapshot_create(images->arena, report, path, &images->file));
  am_status status = describe_file(images, report);
  if (status != AM_OK) (void)!am_snapshot_close(images->file, report);
  return status;
}

static am_status begin(am_images *images, am_report *report) {
  (void)images;
  (void)report;
  return AM_OK;
}

static am_status describe_array(am_images *images, am_report *report,
                                const char *name, size_t i) {
  const am_vti_array *array = &images->layout.voxels.arrays[i];
  AM_TRY(am_snapshot_note(images->file, report, name, "unit",
                          &images->layout.units[i], 0));
  AM_TRY(am_snapshot_note(images->file, report, name, "about",
                          &images->layout.abouts[i], 0));
  if (!array->component_names) return AM_OK;
  return am_snapshot_note(images->file, report, name, "components",
                          array->component_names, array->components);
}

static const double *as_doubles(am_images *images,
                                const am_vti_array *array,
                                const void *values) {
  const int *grid = images->layout.voxels.grid;
  long count = (long)grid[0] * grid[1] * grid[2] * array->components;
  if (array->type == AM_VTI_DOUBLE) return values;
  const int *integers = values;
  if (!images->room) images->room = AM_ARRAY(images->arena, double, count);
  for (long i = 0; i < count; i++) images->room[i] = integers[i];
  return images->room;
}

static am_status put(am_images *images, am_report *report, size_t i,
                     const void *values) {
  const am_vti_array *array = &images->layout.voxels.arrays[i];
  const int *grid = images->layout.voxels.grid;
  const char *name = array_of(images, images->done, i);
  const long size[] = {grid[2], grid[1], grid[0], array->components};
  AM_TRY(am_snapshot_put(images->file, report, name,
                         array->components > 1 ? 4 : 3, size,
                         as_doubles(images, array, values)));
  return describe_array(images, report, name, i);
}

static am_status end(am_images *images, am_report *report) {
  return am_snapshot_flush(images->file, report);
}

/* A component is the part START:STRIDE:COUNT:SIZE of its dataset. */
static void describe_component(const am_images *images, FILE *out,
                               long image, size_t i, int component) {
  const am_vti_array *array = &images->layout.voxels.arrays[i];
  const int *n = images->layout.voxels.grid;
  am_arena *arena = images->arena;
  fprintf(out, "    <Attribute Name=\"%s",
          am_xml_escape(arena, array->name));
  if (array->components > 1)
    fprintf(out, ".%s", array->component_names[component]);
  fprintf(out,
          "\" AttributeType=\"Scalar\" Center=\"Cell\">\n"
          "     <DataItem Dimensions=\"%d %d %d\" NumberType=\"Float\" "
          "Precision=\"8\" Format=\"HDF\">%s:/%s",
          n[2], n[1], n[0],
          am_xml_escape(arena, am_images_name(path_of(images))),
          am_xml_escape(arena, array_of(images, image, i)));
  if (array->components > 1)
    fprintf(out, "|0 0 0 %d:1 1 1 1:%d %d %d 1:%d %d %d %d", component, n[2],
            n[1], n[0], n[2], n[1], n[0], array->components);
  fputs("</DataItem>\n    </Attribute>\n", out);
}

static void describe_image(const am_images *images, FILE *out, long image) {
  const am_vti_layout *l = &images->layout.voxels;
  fprintf(out,
          "   <Grid Name=\"voxels\" GridType=\"Uniform\">\n"
          "    <Time Value=\"%.17g\"/>\n"
          "    <Topology TopologyType=\"3DCoRectMesh\" "
          "Dimensions=\"%d %d %d\"/>\n"
          "    <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
          "     <DataItem Dimensions=\"3\" Format=\"XML\">0 0 0</DataItem>\n"
          "     <DataItem Dimensions=\"3\" Format=\"XML\">%.17g %.17g "
          "%.17g</DataItem>\n"
          "    </Geometry>\n",
          images->layout.times[image], l->grid[2] + 1, l->grid[1] + 1,
          l->grid[0] + 1, l->size[2] / l->grid[2], l->size[1] / l->grid[1],
          l->size[0] / l->grid[0]);
  for (size_t i = 0; i < l->count; i++)
    for (int c = 0; c < l->arrays[i].components; c++)
      describe_component(images, out, image, i, c);
  fputs("   </Grid>\n", out);
}

static void describe(const am_images *images, FILE *out) {
  fputs("<?xml version=\"1.0\"?>\n"
        "<Xdmf Version=\"3.0\">\n"
        " <Domain>\n"
        "  <Grid Name=\"voxels\" GridType=\"Collection\" "
        "CollectionType=\"Temporal\">\n", out);
  for (long i = 0; i < images->done; i++) describe_image(images, out, i);
  fputs("  </Grid>\n </Domain>\n</Xdmf>\n", out);
}

/* The images before one that fails are kept. */
static am_status close_file(am_images *images, am_report *report) {
  am_status status = am_snapshot_close(images->file, report);
  if (status != AM_OK && !am_snapshot_is_kept(images->file)) images->done = 0;
  return status;
}

const am_images_format am_images_hdf5 = {
    .name = "hdf5", .endings = {".h5", ".xdmf"},
    .written = AM_WRITES_HDF5, .open = open_file,
    .begin = begin, .put = put, .end = end, .describe = describe,
    .close = close_file};
