/* fields.h: result fields of a volume element, the key output.fields
 * (automat-case(5)): what is written of every voxel, and when
 * (image/images.h).
 *
 * Tensors are tensor components xx yy zz yz xz xy.  A variable is one array
 * for all phases; it is NaN in those that do not have it. */
#ifndef AM_HOMOGENIZATION_FIELDS_H
#define AM_HOMOGENIZATION_FIELDS_H

#include "homogenization/loading.h"
#include "image/images.h"
#include "plot/picture.h"
#include "point/parts.h"

/* The keys of `output.fields`. */
extern const am_yaml_key am_cell_fields_keys[];

/* What may be asked for in `values` besides internal variables by name, and what
 * it is: entry i, NULL behind the last one. */
const char *am_cell_field_name(size_t i, const char **about);

typedef struct am_cell_fields am_cell_fields;

/* Reads the key and finds the loading steps; NULL where the case has none.
 * Nothing is written yet.  AM_INPUT with a message. */
AM_MUST_USE am_status am_cell_fields_new(am_arena *arena, am_report *report,
                                         const am_cell *cell, am_path *path,
                                         am_cell_fields **fields);

/* The name of its file. */
const char *am_cell_fields_path(const am_cell_fields *fields);

/* Images, and of a cell of such phases the bytes of their files, and of the
 * memory that the first process writes them from. */
typedef struct {
  long images;
  double file, room;
} am_fields_size;

am_fields_size am_cell_fields_size(const am_cell_fields *fields,
                                   const am_cell *cell);

/* Begins the files; `step`: the images of loading steps up to it have been
 * written by an earlier run, -1: none. */
AM_MUST_USE am_status am_cell_fields_open(am_cell_fields *fields,
                                          am_report *report, long step);

/* Are those of a loading step wanted, and not written yet?  Nothing more is
 * written behind a failure. */
bool am_cell_fields_want(const am_cell_fields *fields, long step);

/* The fields of a loading step, which are wanted; the space is where it
 * ended. */
AM_MUST_USE am_status am_cell_fields_put(am_cell_fields *fields,
                                         am_report *report, am_space *space,
                                         long step);

AM_MUST_USE am_status am_cell_fields_close(am_cell_fields *fields,
                                           am_report *report);

/* One array of voxels: what a field is made of. */
typedef struct {
  const am_cell *cell;
  bool is_phase; /* number of the phase; has no field */
  am_cell_field field;
  const am_variable **variables; /* [phase_count] NULL: the phase has none;
                                    NULL: it is no internal variable */
  int components;                /* 1 or 6 */
} am_cell_array;

/* The values [voxels of this member][components] of an array at the end of a
 * loading step; room [am_cell_array_room]. */
size_t am_cell_array_room(const am_cell *cell);
void am_cell_array_fill(const am_cell_array *array, am_space *space,
                        double *room, double *values);

/* A panel with the von Mises stress on the middle plane normal to z; where the
 * cell is one voxel wide in x or y and not in z, to that direction. */
am_panel am_cell_slice(am_arena *arena, am_space *space);

#endif
