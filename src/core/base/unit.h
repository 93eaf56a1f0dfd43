/* unit.h: units of measured numbers, as materials, tables and fits state them:
 * products of names with powers, such as MPa, N/mm2, 1/s, Pa^-8.2/s, um/m. */
#ifndef AM_BASE_UNIT_H
#define AM_BASE_UNIT_H

#include <stdbool.h>

#include "base/arena.h"

/* mass, length, time, temperature, amount of substance */
enum { AM_DIMENSIONS = 5 };

/* x in this unit is (x + offset)*factor in kg, m, s, K, mol. */
typedef struct {
  double factor, offset;
  double power[AM_DIMENSIONS];
} am_si_unit;

/* False where the text is not made of known units. */
bool am_unit_parse(const char *text, am_si_unit *unit);
bool am_unit_known(const char *text);

/* Converts x to x*factor + offset. */
typedef struct {
  double factor, offset;
} am_conversion;

/* From one unit to another; "" is no unit, as that of a strain.  False where
 * one is not known or they differ in dimension. */
bool am_unit_conversion(const char *from, const char *to,
                        am_conversion *conversion);
double am_converted(const am_conversion *conversion, double x);

/* Do both change nothing? */
bool am_conversion_is_none(const am_conversion *conversion);

/* From a unit to that of the same quantity in a system of stress and time, its
 * name in *to; temperatures are in K.  False where the unit is not known or has
 * a length or another quantity that the system does not have. */
bool am_unit_in_system(am_arena *arena, const char *from, const char *stress,
                       const char *time, am_conversion *conversion,
                       const char **to);

/* The text with the units of a material, "" for none, in the place of the words
 * `stress` and `time`. */
const char *am_unit_within(am_arena *arena, const char *text,
                           const char *stress, const char *time);

#endif
