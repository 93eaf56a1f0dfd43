/* unit.h: units of measured numbers in materials, tables and fits: products of
 * names with powers, such as MPa, N/mm2, 1/s, Pa^-8.2/s, um/m. */
#ifndef AM_BASE_UNIT_H
#define AM_BASE_UNIT_H

#include <stdbool.h>

#include "base/arena.h"

/* powers of mass, length, time, temperature, amount of substance */
enum { AM_DIMENSIONS = 5 };

/* False if the text is not a product of known units. */
bool am_unit_known(const char *text);

/* " (did you mean 'MPa'?)" for a text that is no unit, or "". */
const char *am_unit_suggestion(am_arena *arena, const char *text);

/* Converts x to x*factor + offset. */
typedef struct {
  double factor, offset;
} am_conversion;

/* Finds the conversion between two units; "" is the unit of numbers such as
 * strains.  False if a unit is unknown or the dimensions differ. */
bool am_unit_conversion(const char *from, const char *to,
                        am_conversion *conversion);
double am_converted(const am_conversion *conversion, double x);

/* True if the conversion is the identity. */
bool am_conversion_is_none(const am_conversion *conversion);

/* Finds the conversion to the unit of the same quantity built from the units
 * `stress` and `time`, with temperatures in K; *to is its name.  False if the
 * unit is unknown, has a dimension such as length, which stress, time,
 * temperature and mol do not express, needs a `stress` or `time` that is not
 * set (""), or contains no stress, time or offset. */
bool am_unit_in_system(am_arena *arena, const char *from, const char *stress,
                       const char *time, am_conversion *conversion,
                       const char **to);

/* Replaces the words `stress` and `time` in the text by the units of a
 * material; "" for a unit that is not set. */
const char *am_unit_within(am_arena *arena, const char *text,
                           const char *stress, const char *time);

#endif
