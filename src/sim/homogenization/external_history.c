/* external_history.c: sets external fields of a volume element along its path.
 */
#include "homogenization/parts.h"

/* Finds the place at which a (possibly nested) segment prescribes a field. */
static const am_yaml *find_given(const am_yaml *node, const char *name) {
  const am_yaml *map = am_yaml_get(node, "external");
  const am_yaml *found = am_yaml_get(map, name);
  for (size_t i = 0; node && !found && i < node->count; i++)
    found = find_given(node->items[i], name);
  return found;
}

static am_status check_path(am_report *report, const am_cell *cell,
                            const char *name) {
  const am_yaml *given = find_given(cell->description->path, name);
  if (!given) return AM_OK;
  return am_error(report, AM_INPUT, given->key_place,
                  "'%s' is prescribed per voxel in 'external': give its change "
                  "in time by 'value' there",
                  name);
}

am_status am_external_history_begin(am_external_history *d, am_report *report,
                                    const am_cell *cell, double time) {
  *d = (am_external_history){.cell = cell};
  for (int i = 0; i < cell->external_count; i++) {
    const am_cell_external *external = &cell->externals[i];
    d->place[i] = external->pattern ? -1 : d->count;
    d->set[i][0] = NAN;
    if (external->pattern) {
      AM_TRY(check_path(report, cell, external->name));
      d->now[i] = am_cell_external_at(cell, i, time);
    } else {
      d->names[d->count] = external->name;
      d->units[d->count] = external->unit;
      d->starts[d->count++] = external->start;
      d->now[i] = (am_external_value){{external->start, 0}};
    }
    d->next[i] = d->now[i];
    AM_TRY(am_cell_external_check(report, cell, i, &d->now[i], time));
  }
  return AM_OK;
}

am_status am_external_history_aim(am_external_history *d, am_report *report,
                                  const am_target *target) {
  for (int i = 0; i < d->cell->external_count; i++) {
    if (d->place[i] < 0)
      d->next[i] = am_cell_external_at(d->cell, i, target->time);
    else
      d->next[i].part[0] = target->external[d->place[i]];
    AM_TRY(am_cell_external_check(report, d->cell, i, &d->next[i],
                                  target->time));
  }
  return AM_OK;
}

static double between(double from, double to, double part) {
  return part < 1 ? from + (to - from) * part : to;
}

bool am_external_history_part(am_external_history *d, am_space *space,
                              double begin, double end) {
  const am_cell *cell = d->cell;
  bool changes = false, anew[AM_MOST_EXTERNAL] = {false};
  for (int i = 0; i < cell->external_count; i++) {
    double parts[4];
    for (int k = 0; k < 2; k++) {
      double from = d->now[i].part[k], to = d->next[i].part[k];
      parts[k] = between(from, to, begin);
      parts[2 + k] = between(from, to, end);
    }
    changes |= isnan(d->set[i][0]) ||
               memcmp(parts, parts + 2, 2 * sizeof *parts);
    anew[i] = memcmp(d->set[i], parts, sizeof parts) != 0;
    memcpy(d->set[i], parts, sizeof parts);
  }
  for (int p = 0; p < cell->phase_count; p++)
    for (int i = 0; i < cell->phases[p].law->nf; i++) {
      int field = cell->phases[p].external[i];
      if (anew[field])
        am_space_set_external(space, p, i, d->set[field]);
    }
  return changes;
}

void am_external_history_reach(am_external_history *d, double *means) {
  memcpy(d->now, d->next, sizeof d->now);
  for (int i = 0; means && i < d->cell->external_count; i++)
    means[i] = d->now[i].part[0] +
               d->now[i].part[1] * d->cell->externals[i].mean;
}
