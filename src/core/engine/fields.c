/* fields.c: table of fields, and arrays for its rows. */
#include "engine/parts.h"

enum { GIVEN, FOUND };

#define ROW(name, role, need, becomes, components) \
  [AM_FIELD_##name] = {#name, role, AM_FIELD_##becomes},
const am_field am_field_table[AM_FIELD_COUNT] = {
    AM_FIELDS(ROW, 0, 0, 0, 0, 0, 0)};

#define PLACE(name, role, need, becomes, components) \
  [AM_FIELD_##name] = offsetof(am_fields, name),
static const size_t places[AM_FIELD_COUNT] = {
    AM_FIELDS(PLACE, 0, 0, 0, 0, 0, 0)};

void am_field_components(const am_law *law, int directions,
                         int components[AM_FIELD_COUNT]) {
#define COMPONENTS(name, role, need, becomes, count) \
  components[AM_FIELD_##name] = count;
  AM_FIELDS(COMPONENTS, law->parameter_numbers, law->nx, law->nf, directions,
            law->sensitive_count, am_law_deformed(law))
}

int am_fields_rows(const int *components, unsigned set) {
  int rows = 0;
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (set & 1u << i) rows += components[i];
  return rows;
}

double *am_field_get(const am_fields *fields, int row) {
  double *array;
  memcpy(&array, (const char *)fields + places[row], sizeof array);
  return array;
}

void am_field_set(am_fields *fields, int row, double *array) {
  memcpy((char *)fields + places[row], &array, sizeof array);
}

am_fields am_fields_new(am_arena *arena, const int *components, unsigned set,
                        long stride) {
  am_fields f = {.stride = stride};
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (set & 1u << i && (components[i] || AM_FIELDS_REQUIRED & 1u << i))
      am_field_set(&f, i, AM_ARRAY(arena, double, components[i] * stride));
  f.spread = f.parameters != NULL;
  return f;
}

am_fields am_fields_in_place(am_arena *arena, const int *components,
                             unsigned set, long stride) {
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    int found = am_field_table[i].becomes;
    if (found == AM_FIELD_none || !(set & 1u << i)) continue;
    set = (set | 1u << found) & ~(1u << i);
  }
  am_fields f = am_fields_new(arena, components, set, stride);
  am_fields_continue(&f);
  return f;
}

void am_fields_rest(am_fields *f, const am_law *law, long count) {
  double *from = am_field_get(f, AM_FIELD_external0);
  double *to = am_field_get(f, AM_FIELD_external1);
  for (int i = 0; i < law->nf; i++)
    for (long p = 0; p < count; p++)
      from[i * f->stride + p] = to[i * f->stride + p] = law->external[i];
}

void am_field_swap(am_fields *f, int row) {
  int found = am_field_table[row].becomes;
  if (found == AM_FIELD_none) return;
  double *given = am_field_get(f, row);
  am_field_set(f, row, am_field_get(f, found));
  am_field_set(f, found, given);
}

void am_fields_continue(am_fields *f) {
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    int found = am_field_table[i].becomes;
    if (found == AM_FIELD_none) continue;
    double *array = am_field_get(f, found);
    if (array) am_field_set(f, i, array);
  }
}
