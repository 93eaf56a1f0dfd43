/* fields.h: result fields of a volume element, key output.fields
 * (automat-case(5)): which values are written for every voxel, and after which
 * loading steps (file format: image/images.h).
 *
 * Tensors are written as tensor components xx yy zz yz xz xy.  A variable is
 * one array for all phases, with NaN in phases that do not have it. */
#ifndef AM_HOMOGENIZATION_FIELDS_H
#define AM_HOMOGENIZATION_FIELDS_H

#include "homogenization/loading.h"
#include "image/images.h"
#include "plot/picture.h"
#include "point/parts.h"

/* Keys of `output.fields`. */
extern const am_yaml_key am_cell_fields_keys[];

/* Name of entry i that `values` accepts in addition to internal variables, and
 * its description; NULL after the last entry. */
const char *am_cell_field_name(size_t i, const char **about);

typedef enum { AM_FROM_LAW, AM_FROM_PHASE, AM_FROM_LABEL } am_cell_source;

/* Array of voxel values; fields consist of such arrays. */
typedef struct {
  const am_cell *cell;
  am_cell_source source; /* `field` is unused unless AM_FROM_LAW */
  am_cell_field field;
  const am_variable **variables; /* [phase_count] NULL entry: the phase lacks
                                    the variable; NULL: no internal variable */
  int components;                /* 1 or 6 */
} am_cell_array;

/* Fields of a run, and their images. */
typedef struct {
  am_arena *arena;
  const am_cell *cell;
  am_images_layout layout;
  am_image_array *shown; /* [count], arrays of the layout */
  am_cell_array *arrays; /* [count] */
  size_t count, most;    /* number of fields, and its maximum */
  double *room, *values; /* NULL until the first image is written */
  am_images *images;     /* NULL: not open */
  bool failed;
} am_cell_fields;

/* Reads the key and determines the loading steps; NULL if the case has no
 * result fields.  Writes nothing.  AM_INPUT with a message. */
AM_MUST_USE am_status am_cell_fields_new(am_arena *arena, am_report *report,
                                         const am_cell *cell, am_path *path,
                                         am_cell_fields **fields);

/* Number of images, size of their files (bytes), and memory in which the first
 * process writes them (bytes), for a cell with these phases. */
typedef struct {
  long images;
  double file, room;
} am_fields_size;

am_fields_size am_cell_fields_size(const am_cell_fields *fields,
                                   const am_cell *cell);

/* Opens the files.  Images of loading steps up to `step` have been written by
 * an earlier run; -1: none. */
AM_MUST_USE am_status am_cell_fields_open(am_cell_fields *fields,
                                          am_report *report, long step);

/* True if images of this loading step are requested and not yet written.  After
 * a failure no further images are written. */
bool am_cell_fields_want(const am_cell_fields *fields, long step);

/* Writes the requested fields of a loading step; the space must be at its
 * end. */
AM_MUST_USE am_status am_cell_fields_put(am_cell_fields *fields,
                                         am_report *report, am_space *space,
                                         long step);

/* Values [voxels of this member][components] of an array at the end of a
 * loading step; room [am_cell_array_room]. */
size_t am_cell_array_room(const am_cell *cell);
void am_cell_array_fill(const am_cell_array *array, am_space *space,
                        double *room, double *values);

/* Calls `visit` with the value [components] of each voxel of this member. */
typedef void am_voxel_visitor(void *data, int voxel, const double *value);
void am_cell_array_visit(const am_cell_array *array, am_space *space,
                         double *room, am_voxel_visitor *visit, void *data);

/* Finds the array that is written under this name, and its unit. */
bool am_cell_array_find(am_arena *arena, const am_cell *cell, const char *name,
                        am_cell_array *array, const char **unit);

/* am_name_hint (base/text.h) with the names of all fields, and `word` unless it
 * is NULL. */
const char *am_cell_field_hint(am_arena *arena, const am_cell *cell,
                               const char *name, const char *word);

/* ---- slice.c: pictures of a plane of voxels ------------------------------ */

typedef struct {
  const char *name, *unit;   /* of the field */
  am_cell_array array;
  const am_derived *derived; /* computed from the array; NULL: a component */
  int component;
  int normal, level;         /* direction, and index of the voxels along it */
} am_cell_slice;

/* field: a scalar field, a component or an invariant, such as "stress.xx" or
 * "mises"; plane: "x" (the middle), "x=0.25", or NULL: the middle plane normal
 * to z, or normal to x or y if the cell is one voxel wide in that direction and
 * not in z.  AM_USAGE with a message. */
AM_MUST_USE am_status am_cell_slice_new(am_arena *arena, am_report *report,
                                        const am_cell *cell, const char *field,
                                        const char *plane,
                                        am_cell_slice *slice);

/* Panel with the field at the end of a loading step. */
am_panel am_cell_slice_panel(am_arena *arena, const am_cell_slice *slice,
                             am_space *space);

#endif
