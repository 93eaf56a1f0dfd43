#include "batch/kept.h"

#include <assert.h>

/* Its place among the fields, -1: it is not kept. */
static int find(const am_kept *k, const double *field) {
  for (int i = 0; i < k->count; i++)
    if (k->fields[i].field == field) return i;
  return -1;
}

double *am_kept_new(am_kept *k, am_arena *arena, int components,
                    long stride) {
  double *field = am_engine_field(k->engine, k->program, arena, components,
                                  stride, true);
  assert(k->count < AM_KEPT_MOST);
  k->fields[k->count].field = field;
  k->fields[k->count++].here = true;
  return field;
}

void am_kept_read(am_kept *k, const double *field) {
  int i = find(k, field);
  if (i < 0 || k->fields[i].here) return;
  am_engine_fetch(k->engine, k->program, field);
  k->fields[i].here = true;
}

void am_kept_fill(am_kept *k, const double *field) {
  int i = find(k, field);
  if (i >= 0) k->fields[i].here = k->fields[i].changed = true;
}

void am_kept_write(am_kept *k, const double *field) {
  am_kept_read(k, field);
  am_kept_fill(k, field);
}

static void hand_over(am_kept *k, const double *field) {
  int i = find(k, field);
  if (i < 0 || !k->fields[i].changed) return;
  am_engine_changed(k->engine, k->program, field);
  k->fields[i].changed = false;
}

/* The engine has written it. */
static void leave(am_kept *k, const double *field) {
  int i = find(k, field);
  if (i >= 0) k->fields[i].here = k->fields[i].changed = false;
}

void am_kept_advance(am_kept *k, const am_fields *f, long count) {
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (!am_field_table[i].found) hand_over(k, am_field_get(f, i));
  k->engine->advance(k->program, f, count);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (am_field_table[i].found) leave(k, am_field_get(f, i));
}
