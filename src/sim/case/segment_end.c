/* segment_end.c: segments that end after a prescribed rate or at an event. */
#include "case/segment.h"

/* True if the target is the end of a ramp. */
static bool is_ramp(const am_component_target *target) {
  return target->kind == AM_TARGET_VALUE || target->kind == AM_TARGET_RAMP;
}

/* `rate: {xx: 1e-3}` */
static am_status read_named(const am_segment_reader *reader,
                            const am_yaml *node, am_segment *segment) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_known(report, node, "rate",
                       am_controlled_names(&reader->names)));
  if (node->count != 1)
    return am_error(report, AM_INPUT, node->place,
                    "expected the rate of one component, found %zu",
                    node->count);
  const am_yaml *item = node->items[0];
  segment->paced = am_controlled_index(&reader->names, item->key);
  if (!is_ramp(&segment->targets[segment->paced]))
    return am_error(report, AM_INPUT, item->key_place,
                    "a rate needs a constant target of component %s in this "
                    "segment",
                    item->key);
  return am_bounded_number(report, item, "a rate", true, &segment->rate);
}

/* `rate: 1e-3` */
static am_status read_only(const am_segment_reader *reader,
                           const am_yaml *node, am_segment *segment) {
  const char *found = "none";
  int count = 0;
  for (int c = 0; c < am_path_controlled(&reader->names); c++) {
    const am_component_target *target = &segment->targets[c];
    if (!is_ramp(target) || target->other) continue;
    segment->paced = c;
    found = count++ ? am_format(reader->arena, "%s, %s", found,
                                am_gradient_names[c])
                    : am_gradient_names[c];
  }
  if (count != 1)
    return am_error(reader->report, AM_INPUT, node->key_place,
                    "a rate needs exactly one new target in '%s' or '%s', "
                    "found %s: name the component, such as 'rate: {xx: 1e-3}'",
                    am_control_name(&reader->names, false),
                    am_control_name(&reader->names, true), found);
  return am_bounded_number(reader->report, node, "rate", true, &segment->rate);
}

am_status am_rate_read(const am_segment_reader *reader, const am_yaml *map,
                       am_segment *segment) {
  const am_yaml *node = am_yaml_get(map, "rate");
  const am_segment_start *course = reader->course;
  if (!node) return AM_OK;
  AM_TRY(node->kind == AM_YAML_MAPPING ? read_named(reader, node, segment)
                                       : read_only(reader, node, segment));
  const am_component_target *target = &segment->targets[segment->paced];
  if (!target->stress && !reader->names.deformed)
    segment->rate *= am_strain_scale(reader->description, segment->paced);
  bool known = course->known[segment->paced] &&
               course->stress[segment->paced] == target->stress &&
               target->kind == AM_TARGET_VALUE;
  double way = fabs(target->value - course->value[segment->paced]);
  segment->duration = known ? way / segment->rate : 0;
  segment->end = segment->start + segment->duration;
  segment->timed = !known;
  if (known && way == 0)
    return am_error(reader->report, AM_INPUT, node->place,
                    "%s.%s is already at its target %g, so this segment would "
                    "have no duration: remove it or change the target",
                    am_control_name(&reader->names, target->stress),
                    am_gradient_names[segment->paced], target->value);
  if (isfinite(segment->end)) return AM_OK;
  return am_error(reader->report, AM_INPUT, node->place,
                  "the rate is too small: the end time of the segment "
                  "overflows (start %.15g)",
                  segment->start);
}

am_status am_until_read(const am_segment_reader *reader, const am_yaml *map,
                        am_segment *segment) {
  const am_yaml *node = am_yaml_get(map, "until");
  if (!node) return AM_OK;
  if (segment->jump)
    return am_error(reader->report, AM_INPUT, node->key_place,
                    "'until' cannot end a jump ('duration: 0')");
  segment->until = am_watch_find(reader->description->watch, node);
  segment->timed = true;
  return AM_OK;
}

void am_segment_start_follow(const am_segment_reader *reader,
                             const am_segment *segment) {
  am_segment_start *course = reader->course;
  const am_path_names *names = &reader->names;
  int components = am_path_controlled(names);
  course->start_stress = NULL;
  for (int c = 0; c < components + names->external_count; c++) {
    const am_component_target *target = &segment->targets[c];
    bool table = target->kind == AM_TARGET_TABLE;
    bool changed = c < components && target->stress != course->stress[c];
    if (target->kind == AM_TARGET_SAME) continue;
    if (target->kind != AM_TARGET_HOLD)
      course->known[c] =
          (table || target->kind == AM_TARGET_VALUE) && !segment->until;
    else if (changed)
      course->known[c] = false;
    if (c < components) course->stress[c] = target->stress;
    if (target->kind == AM_TARGET_VALUE) course->value[c] = target->value;
    if (table)
      course->value[c] = am_segment_entry(segment, components,
                                          names->external_count,
                                          (size_t)segment->steps - 1, c);
  }
}

bool am_segment_start_value(const am_segment_start *course, int components,
                            int c, bool stress, double *value) {
  bool same = c >= components || course->stress[c] == stress;
  if (same) *value = course->value[c];
  if (same) return course->known[c];
  if (!stress || !course->start_stress) return false;
  *value = course->start_stress[c];
  return true;
}

void am_segment_start_forget(am_segment_start *course) {
  memset(course->known, 0, sizeof course->known);
}

/* ---- derivatives by parameters ------------------------------------------- */

/* Reason why a segment has no derivatives by parameters, or NULL. behind: the
 * segment follows an event, so that its times depend on the parameters. */
static const char *obstacle(const am_path *path, const am_segment *segment,
                            bool behind) {
  if (segment->timed && (!segment->until || segment->rate > 0))
    return "no sensitivities: the duration of this segment depends on the "
           "state, since the value at its start is not prescribed";
  if (behind && segment->absolute && !segment->jump)
    return "no sensitivities: after an event, segments need 'duration' instead "
           "of 'time'";
  for (int c = 0; c < path->width; c++) {
    am_target_kind kind = segment->targets[c].kind;
    if (behind && kind == AM_TARGET_FORMULA)
      return "no sensitivities: after an event, targets must not depend on t";
    if (c >= path->components && segment->until && kind != AM_TARGET_SAME &&
        kind != AM_TARGET_HOLD)
      return "no sensitivities: an event ends a segment that changes an "
             "external field";
  }
  return NULL;
}

/* Checks a repetition with an event twice, because its segments follow the
 * event from the second pass on. */
static const am_place *find_obstacle(const am_path *path,
                                     const am_segments *list, bool *behind,
                                     const char **why) {
  for (size_t i = 0; i < list->count; i++) {
    const am_segment *segment = &list->items[i];
    const am_place *found = NULL;
    bool before = *behind;
    if (segment->repeats > 0)
      found = find_obstacle(path, &segment->body, behind, why);
    if (segment->repeats > 0 && !found && *behind != before)
      found = find_obstacle(path, &segment->body, behind, why);
    if (found) return found;
    if (segment->repeats > 0) continue;
    *why = obstacle(path, segment, *behind);
    if (*why) return &segment->place;
    *behind = *behind || segment->until;
  }
  return NULL;
}

const am_place *am_path_unsensitive(const am_path *path, const char **why) {
  bool behind = false;
  return find_obstacle(path, &path->root, &behind, why);
}
