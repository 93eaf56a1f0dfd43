/* images.c: images of voxels at several times, as files of VTK with a
 * collection of them, or in one HDF5 file with its description in XDMF. */
#include "image/images.h"

#include <string.h>

#include "base/text.h"
#include "image/snapshot.h"
#include "file/xml.h"

const char *am_images_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

am_status am_images_open(am_arena *arena, am_report *report,
                         const am_images_format *format,
                         const am_images_layout *layout, long done,
                         am_images **images) {
  *images = AM_NEW(arena, am_images);
  **images = (am_images){
      .arena = arena, .format = format, .layout = *layout, .done = done};
  const char *path =
      am_format(arena, "%s%s", layout->path, format->endings[1]);
  AM_TRY(am_file_create(arena, report, path, &(*images)->described));
  am_status status = format->open(*images, report);
  if (status != AM_OK) am_file_discard(&(*images)->described);
  return status;
}

am_status am_images_begin(am_images *images, am_report *report) {
  return images->format->begin(images, report);
}

am_status am_images_put(am_images *images, am_report *report, size_t array,
                        am_slab planes, const void *values) {
  return images->format->put(images, report, array, planes, values);
}

am_status am_images_end(am_images *images, am_report *report) {
  AM_TRY(images->format->end(images, report));
  images->done++;
  return AM_OK;
}

void am_images_abandon(am_images *images) { images->format->abandon(images); }

am_status am_images_close(am_images *images, am_report *report) {
  am_status status = images->format->close(images, report);
  if (status != AM_OK && images->done == 0) {
    am_file_discard(&images->described);
    return status;
  }
  images->format->describe(images, images->described.stream);
  (void)am_file_failed(&images->described);
  am_status committed = am_file_commit(&images->described, report);
  return status == AM_OK ? committed : status;
}

/* What a format has nothing to do for. */
static am_status do_nothing(am_images *images, am_report *report) {
  (void)images;
  (void)report;
  return AM_OK;
}

/* ---- files of VTK ------------------------------------------------------- */

static const char *vti_path(const am_images *images, long image) {
  return am_format(images->arena, "%s_%04ld%s", images->layout.path,
                   images->layout.steps[image], images->format->endings[0]);
}

static am_status vti_begin(am_images *images, am_report *report) {
  am_vti_layout layout = images->layout.voxels;
  layout.time = images->layout.times[images->done];
  return am_vti_create(images->arena, report, vti_path(images, images->done),
                       &layout, &images->vti);
}

static am_status vti_put(am_images *images, am_report *report, size_t array,
                         am_slab planes, const void *values) {
  const int *grid = images->layout.voxels.grid;
  (void)report;
  (void)array;
  am_vti_put(images->vti, values, (long)grid[0] * grid[1] * planes.count);
  return AM_OK;
}

static am_status vti_end(am_images *images, am_report *report) {
  return am_vti_close(images->vti, report);
}

static void vti_abandon(am_images *images) { am_vti_discard(images->vti); }

static void vti_describe(const am_images *images, FILE *out) {
  fputs("<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"Collection\" version=\"0.1\">\n"
        " <Collection>\n", out);
  for (long i = 0; i < images->done; i++)
    fprintf(out, "  <DataSet timestep=\"%.17g\" file=\"%s\"/>\n",
            images->layout.times[i],
            am_xml_escape(images->arena, am_images_name(vti_path(images, i))));
  fputs(" </Collection>\n</VTKFile>\n", out);
}

const am_images_format am_images_vti = {
    .name = "vti", .endings = {".vti", ".pvd"},
    .written = AM_WRITES_VTK, .open = do_nothing,
    .begin = vti_begin, .put = vti_put, .end = vti_end,
    .abandon = vti_abandon,
    .describe = vti_describe,
    .close = do_nothing};

/* ---- HDF5 --------------------------------------------------------------- */

static const char *hdf5_path(const am_images *images) {
  return am_format(images->arena, "%s%s", images->layout.path,
                   images->format->endings[0]);
}

static const char *array_path(const am_images *images, long image,
                              size_t array) {
  return am_format(images->arena, "step_%04ld/%s",
                   images->layout.steps[image],
                   images->layout.voxels.arrays[array].name);
}

static am_status hdf5_open(am_images *images, am_report *report) {
  const am_vti_layout *l = &images->layout.voxels;
  const char *path = hdf5_path(images);
  const long three = 3;
  const double grid[3] = {l->grid[0], l->grid[1], l->grid[2]};
  if (images->done)
    return am_snapshot_extend(images->arena, report, path, &images->file);
  AM_TRY(am_snapshot_create(images->arena, report, path, &images->file));
  am_status status =
      am_snapshot_explain(images->file, report, &am_conventions_fields);
  if (status == AM_OK)
    status = am_snapshot_put(images->file, report, "grid", 1, &three, grid);
  if (status == AM_OK)
    status = am_snapshot_put(images->file, report, "size", 1, &three, l->size);
  if (status != AM_OK) (void)!am_snapshot_close(images->file, report);
  return status;
}

/* Integers become doubles. */
static am_status hdf5_put(am_images *images, am_report *report, size_t i,
                          am_slab planes, const void *values) {
  const am_vti_array *array = &images->layout.voxels.arrays[i];
  const int *grid = images->layout.voxels.grid, *integers = values;
  const char *name = array_path(images, images->done, i);
  const long size[] = {grid[2], grid[1], grid[0], array->components};
  const am_snapshot_part part = {
      .start = {planes.first},
      .stride = {1, 1, 1, 1},
      .count = {planes.count, size[1], size[2], size[3]},
      .block = {1, 1, 1, 1}};
  if (array->type != AM_VTI_DOUBLE) {
    long count = am_snapshot_numbers(&part, AM_SNAPSHOT_RANK);
    if (!images->room) images->room = AM_ARRAY(images->arena, double, count);
    for (long k = 0; k < count; k++) images->room[k] = integers[k];
    values = images->room;
  }
  AM_TRY(am_snapshot_put_part(images->file, report, name,
                              array->components > 1 ? 4 : 3, size, &part,
                              values));
  if (planes.first + planes.count < grid[2]) return AM_OK;
  AM_TRY(am_snapshot_note(images->file, report, name, "unit",
                          &images->layout.units[i], 0));
  AM_TRY(am_snapshot_note(images->file, report, name, "about",
                          &images->layout.abouts[i], 0));
  if (!array->component_names) return AM_OK;
  return am_snapshot_note(images->file, report, name, "components",
                          array->component_names, array->components);
}

static am_status hdf5_end(am_images *images, am_report *report) {
  return am_snapshot_flush(images->file, report);
}

static void hdf5_abandon(am_images *images) {
  am_snapshot_abandon(images->file);
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
          am_xml_escape(arena, am_images_name(hdf5_path(images))),
          am_xml_escape(arena, array_path(images, image, i)));
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

static void hdf5_describe(const am_images *images, FILE *out) {
  fputs("<?xml version=\"1.0\"?>\n"
        "<Xdmf Version=\"3.0\">\n"
        " <Domain>\n"
        "  <Grid Name=\"voxels\" GridType=\"Collection\" "
        "CollectionType=\"Temporal\">\n", out);
  for (long i = 0; i < images->done; i++) describe_image(images, out, i);
  fputs("  </Grid>\n </Domain>\n</Xdmf>\n", out);
}

/* VTK's description in the file itself. */
static am_status hdf5_show(const am_images *images, am_report *report) {
  const am_images_layout *l = &images->layout;
  size_t arrays = l->voxels.count, all = (size_t)images->done * arrays;
  if (!all) return AM_OK;
  const char **paths = AM_ARRAY(images->arena, const char *, all);
  for (size_t k = 0; k < all; k++)
    paths[k] = am_format(images->arena, "/%s",
                         array_path(images, (long)(k / arrays), k % arrays));
  return am_snapshot_show(images->file, report,
                          &(am_vtkhdf){&l->voxels, paths, l->times,
                                       images->done});
}

/* The images before one that fails are kept; whether VTK's description could
 * be written the file knows. */
static am_status hdf5_close(am_images *images, am_report *report) {
  (void)!hdf5_show(images, report);
  am_status status = am_snapshot_close(images->file, report);
  if (status != AM_OK && !am_snapshot_is_kept(images->file)) images->done = 0;
  return status;
}

const am_images_format am_images_hdf5 = {
    .name = "hdf5", .endings = {".h5", ".xdmf"},
    .written = AM_WRITES_HDF5, .open = hdf5_open,
    .begin = do_nothing, .put = hdf5_put, .end = hdf5_end,
    .abandon = hdf5_abandon,
    .describe = hdf5_describe,
    .close = hdf5_close};
