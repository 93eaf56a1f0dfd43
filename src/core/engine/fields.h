/* fields.h: the table of fields, kernel/points/fields.def, for those who make room
 * for fields or move them: loops over its rows instead of lists of names. */
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
  bool found;     /* by an engine, or given to it */
  int becomes;    /* of a given field: the row of the found one that takes its
                     place in the next loading step, or AM_FIELD_none */
} am_field;

extern const am_field am_field_table[AM_FIELD_COUNT];

/* A set of fields is a sum of bits. */
#define AM_FIELD_BIT(name) (1u << AM_FIELD_##name)
#define AM_REQUIRED_BIT(name, role, need, becomes, components) \
  | AM_BIT_##need(name)
#define AM_BIT_REQUIRED(name) AM_FIELD_BIT(name)
#define AM_BIT_OPTIONAL(name) 0u
#define AM_FIELDS_REQUIRED (0u AM_FIELDS(AM_REQUIRED_BIT, 0, 0, 0, 0, 0, 0))
#define AM_FIELDS_ALL ((1u << AM_FIELD_COUNT) - 1)

/* The numbers of a point in every field: `directions` is 6, or 0 where there
 * are no tangents. */
void am_field_components(const am_law *law, int directions,
                         int components[AM_FIELD_COUNT]);

/* The numbers of a point in all fields of a set. */
int am_fields_rows(const int *components, unsigned set);

/* The array of a row, and another one for it. */
double *am_field_get(const am_fields *fields, int row);
void am_field_set(am_fields *fields, int row, double *array);

/* Arrays of zeros for the fields of a set that have components; parameters
 * are then those of each point. */
am_fields am_fields_new(am_arena *arena, const int *components, unsigned set,
                        long stride);

/* The same, but what is found takes the place of what was given. */
am_fields am_fields_in_place(am_arena *arena, const int *components,
                             unsigned set, long stride);

/* External fields of `count` points are what the law says where nothing else is
 * said. */
void am_fields_rest(am_fields *fields, const am_law *law, long count);

/* What has been found becomes what is given to the next loading step: where a
 * given field becomes another one they change their arrays; or all have one. */
void am_field_turn(am_fields *fields, int row);
void am_fields_go_on(am_fields *fields);

#endif
