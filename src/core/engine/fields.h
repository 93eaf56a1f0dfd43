/* fields.h: the table of fields, kernel/points/fields.def: allocates fields,
 * and loops over rows of the table instead of naming each field. */
#ifndef AM_ENGINE_FIELDS_H
#define AM_ENGINE_FIELDS_H

#include "kernel/points/fields.h"
#include "law/law.h"

/* Rows of the table: AM_FIELD_strain0 ... */
#define AM_ENUMERATOR(name, role, need, becomes, components) AM_FIELD_##name,
enum {
  AM_FIELDS(AM_ENUMERATOR, 0, 0, 0, 0, 0, 0)
  AM_FIELD_COUNT,
  AM_FIELD_none = -1
};
#undef AM_ENUMERATOR

typedef struct {
  const char *name;
  bool found;     /* result of an engine, else input */
  int becomes;    /* of an input: row of the result that replaces it in the next
                     loading step, or AM_FIELD_none */
} am_field;

extern const am_field am_field_table[AM_FIELD_COUNT];

/* Sets of fields as bit masks */
#define AM_FIELD_BIT(name) (1u << AM_FIELD_##name)
#define AM_REQUIRED_BIT(name, role, need, becomes, components) \
  | AM_BIT_##need(name)
#define AM_BIT_REQUIRED(name) AM_FIELD_BIT(name)
#define AM_BIT_OPTIONAL(name) 0u
#define AM_FIELDS_REQUIRED (0u AM_FIELDS(AM_REQUIRED_BIT, 0, 0, 0, 0, 0, 0))
#define AM_FIELDS_ALL ((1u << AM_FIELD_COUNT) - 1)

/* Number of components of every field at a point. directions: 6, or 0 without
 * tangents. */
void am_field_components(const am_law *law, int directions,
                         int components[AM_FIELD_COUNT]);

/* Number of components of all fields of a set at a point. */
int am_fields_rows(const int *components, unsigned set);

/* Gets or sets the array of a row. */
double *am_field_get(const am_fields *fields, int row);
void am_field_set(am_fields *fields, int row, double *array);

/* Allocates arrays of zeros for the fields of a set that have components. If
 * the set contains parameters, each point has its own. */
am_fields am_fields_new(am_arena *arena, const int *components, unsigned set,
                        long stride);

/* Like am_fields_new, but each result shares the array of its input. */
am_fields am_fields_in_place(am_arena *arena, const int *components,
                             unsigned set, long stride);

/* Sets the external fields of `count` points to the defaults of the law. */
void am_fields_rest(am_fields *fields, const am_law *law, long count);

/* Makes results the inputs of the next loading step. am_field_swap swaps the
 * arrays of an input and its result; am_fields_continue lets all inputs use the
 * arrays of their results. */
void am_field_swap(am_fields *fields, int row);
void am_fields_continue(am_fields *fields);

#endif
