/* images.c: writes images of voxels at several times to one HDF5 file. */
#include "image/parts.h"
#include "image/images.h"

static const char *array_path(const am_images *images, long image,
                              size_t array) {
  const am_images_layout *l = &images->layout;
  const char *name = l->arrays[array].name;
  return l->steps ? am_format(images->arena, "step_%04ld/%s", l->steps[image],
                              name)
                  : name;
}

static am_status open_file(am_images *m, am_report *report) {
  const am_images_layout *layout = &m->layout;
  const double grid[3] = {layout->grid[0], layout->grid[1], layout->grid[2]};
  if (m->done)
    return am_snapshot_extend(m->arena, report, layout->path, &m->file);
  AM_TRY(am_snapshot_create(m->arena, report, layout->path, &m->file));
  am_status status = am_snapshot_explain(m->file, report, layout->conventions);
  if (status == AM_OK)
    status = am_snapshot_put(m->file, report,
                             &(am_snapshot_array){"grid", 1, {3}, NULL}, grid);
  if (status == AM_OK)
    status = am_snapshot_put(m->file, report,
                             &(am_snapshot_array){"size", 1, {3}, NULL},
                             layout->size);
  if (status != AM_OK) (void)!am_snapshot_close(m->file, report);
  return status;
}

am_status am_images_open(am_arena *arena, am_report *report,
                         const am_images_layout *layout, long done,
                         am_images **images) {
  am_images *m = *images = AM_NEW(arena, am_images);
  *m = (am_images){.arena = arena, .layout = *layout, .done = done};
  return am_team_agree(
      layout->team, report,
      am_team_leads(layout->team) ? open_file(m, report) : AM_OK);
}

/* Writes some planes of array i, and its attributes after the last one. */
static am_status put_planes(const am_images *images, am_report *report,
                            size_t i, am_slab planes, const double *values) {
  const am_image_array *array = &images->layout.arrays[i];
  const int *grid = images->layout.grid;
  const char *name = array_path(images, images->done, i);
  const am_snapshot_part part = {
      .start = {planes.first},
      .stride = {1, 1, 1, 1},
      .count = {planes.count, grid[1], grid[0], array->components},
      .block = {1, 1, 1, 1}};
  const am_snapshot_array all = {
      .name = name,
      .rank = array->components > 1 ? 4 : 3,
      .size = {grid[2], grid[1], grid[0], array->components},
      .part = &part};
  AM_TRY(am_snapshot_put(images->file, report, &all, values));
  if (planes.first + planes.count < grid[2]) return AM_OK;
  AM_TRY(am_snapshot_note(images->file, report, name, "unit", &array->unit, 0));
  AM_TRY(am_snapshot_note(images->file, report, name, "about", &array->about,
                          0));
  if (!array->component_names) return AM_OK;
  return am_snapshot_note(images->file, report, name, "components",
                          array->component_names, array->components);
}

typedef struct {
  const am_images *images;
  am_report *report;
  size_t array;
  am_status status;
} collected;

static void put_part(void *data, int rank, const void *values) {
  collected *c = data;
  const am_images_layout *l = &c->images->layout;
  if (c->status == AM_OK)
    c->status = put_planes(c->images, c->report, c->array,
                           am_team_slab(l->team, rank, l->grid[2]), values);
}

am_status am_images_put(am_images *images, am_report *report, size_t i,
                        double *values) {
  const am_images_layout *l = &images->layout;
  am_slab own = am_team_slab(l->team, l->team->rank, l->grid[2]);
  long count = own.count * l->grid[1] * l->grid[0] * l->arrays[i].components;
  collected c = {images, report, i, AM_OK};
  am_team_collect(l->team, values, sizeof *values * (size_t)count, put_part,
                  &c);
  return am_team_agree(l->team, report, c.status);
}

am_status am_images_end(am_images *images, am_report *report) {
  AM_TRY(am_team_agree(
      images->layout.team, report,
      images->file ? am_snapshot_flush(images->file, report) : AM_OK));
  images->done++;
  return AM_OK;
}

void am_images_abandon(am_images *images) {
  if (images->file) am_snapshot_abandon(images->file);
}

/* Description of array `i` for VTK. */
static am_vtkhdf_array vtkhdf_array(const am_images *images, size_t i) {
  const am_images_layout *l = &images->layout;
  const am_image_array *array = &l->arrays[i];
  const char **paths = AM_ARRAY(images->arena, const char *, images->done);
  for (long k = 0; k < images->done; k++)
    paths[k] = am_format(images->arena, "/%s", array_path(images, k, i));
  return (am_vtkhdf_array){
      .name = array->name, .components = array->components,
      .component_names = array->component_names, .paths = paths,
      .rank = array->components > 1 ? 4 : 3,
      .size = {l->grid[2], l->grid[1], l->grid[0], array->components},
      .time_axis = -1};
}

static am_status show_to_vtk(const am_images *images, am_report *report) {
  const am_images_layout *l = &images->layout;
  am_vtkhdf_array *arrays =
      AM_ARRAY(images->arena, am_vtkhdf_array, l->array_count);
  if (!images->done) return AM_OK;
  for (size_t i = 0; i < l->array_count; i++)
    arrays[i] = vtkhdf_array(images, i);
  am_vtkhdf image = {.arrays = arrays, .count = (long)l->array_count,
                     .times = l->times, .time_count = images->done};
  for (int d = 0; d < 3; d++) {
    image.grid[d] = l->grid[d];
    image.size[d] = l->size[d];
  }
  return am_snapshot_show(images->file, report, &image);
}

/* A failure to write the group for VTK is recorded by the file and reported
 * when it is closed. */
am_status am_images_close(am_images *images, am_report *report) {
  if (!images->file) return AM_OK;
  (void)!show_to_vtk(images, report);
  return am_snapshot_close(images->file, report);
}
