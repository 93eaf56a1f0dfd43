/* write.h: writes case files. Numbers have 17 digits, so that reading gives the
 * same values. */
#ifndef AM_CASE_WRITE_H
#define AM_CASE_WRITE_H

#include "law/law.h"

/* Writes the keys format, case and material. path: file of the material, made
 * absolute if it exists; NULL: the material has this name. */
void am_write_head(am_buffer *out, const char *title, const char *material,
                   const char *path);

/* Position in a mapping or list in flow style; separators are added. */
typedef struct {
  am_buffer *out;
  bool begun; /* a member has been written */
} am_flow;

/* Open and close a mapping or list (brackets {} or []). key: key of a member,
 * NULL: an item of a list. am_flow_key is followed by a value, which the caller
 * writes. */
void am_flow_open(am_flow *flow, const char *key, char bracket);
void am_flow_close(am_flow *flow, char bracket);
void am_flow_key(am_flow *flow, const char *key);
void am_flow_number(am_flow *flow, const char *key, double value);

/* Writes {NAME: value, ...} of `names` [count]. */
void am_flow_numbers(am_flow *flow, const char *key, const char *const *names,
                     const double *values, int count);

/* Writes a mapping of a case, except keys for which `omits` is true; the caller
 * may add members before closing it. */
void am_flow_copy(am_flow *flow, const char *key, const am_yaml *map,
                  bool (*omits)(const void *data, const char *key),
                  const void *data);

/* Writes a value to a file from its coordinates: a number, or the components of
 * a vector or tensor. */
void am_value_write(am_buffer *out, am_kind kind, const double *coordinates);

/* Writes a parameter, with numbers `parameters` of the law: a value, a list or
 * a list of rows. */
void am_parameter_write(am_buffer *out, const am_law *law,
                        const am_value *value, const double *parameters);

/* Writes `name: value` of a parameter of a law; parameters: all values. */
void am_flow_parameter(am_flow *flow, const am_law *law, const char *name,
                       const double *parameters);

#endif
