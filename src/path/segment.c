#include "path/segment.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "path/reading.h"

enum { STEPS_MOST = 100000000 };

/* A form of segment is known by its main key. */
typedef struct {
  const char *key;
  const char *const *with; /* the keys that go with it */
  bool repeatable;         /* may stand inside a repetition */
  am_status (*read)(const am_segment_reader *reader, const am_yaml *map,
                    const am_yaml *main, am_segment *segment);
} form;

static const char *const segment_keys[] = {
    "time",   "duration", "times",  "table", "steps",
    "strain", "stress",   "repeat", "hold",  "segments", NULL};

static am_status read_steps(am_report *report, const am_yaml *map,
                            am_segment *segment) {
  long steps = 1;
  const am_yaml *node = am_yaml_get(map, "steps");
  if (node)
    AM_TRY(am_yaml_integer(report, node, "steps", 1, STEPS_MOST, &steps));
  if (steps > 1 && segment->start == segment->end)
    return am_error(report, AM_INPUT, node->place,
                    "a jump ('duration: 0') is one step, found %ld steps",
                    steps);
  segment->steps = (double)steps;
  return AM_OK;
}

static am_status read_hold(am_report *report, const am_yaml *map) {
  bool hold = false;
  const am_yaml *node = am_yaml_get(map, "hold");
  if (node) AM_TRY(am_yaml_boolean(report, node, "hold", &hold));
  if (hold && (am_yaml_get(map, "strain") || am_yaml_get(map, "stress")))
    return am_error(report, AM_INPUT, node->key_place,
                    "'hold: true' keeps all targets and allows no others");
  return AM_OK;
}

/* What is the same for all ramps once their end is known. */
static am_status read_ramp(const am_segment_reader *reader,
                           const am_yaml *map, am_segment *segment) {
  if (!segment->times) AM_TRY(read_steps(reader->report, map, segment));
  AM_TRY(read_hold(reader->report, map));
  return am_goals_read(reader, map, segment);
}

static am_status read_time(const am_segment_reader *reader,
                           const am_yaml *map, const am_yaml *main,
                           am_segment *segment) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_number(report, main, "time", &segment->end));
  if (segment->end <= segment->start)
    return am_error(report, AM_INPUT, main->place,
                    "expected a time after %.15g, where the segment starts, "
                    "found %s (a jump is written 'duration: 0')",
                    segment->start, am_yaml_describe(report->arena, main));
  return read_ramp(reader, map, segment);
}

static am_status read_duration(const am_segment_reader *reader,
                               const am_yaml *map, const am_yaml *main,
                               am_segment *segment) {
  am_report *report = reader->report;
  double duration;
  AM_TRY(am_bounded_number(report, main, "duration", false, &duration));
  segment->end = segment->start + duration;
  if (!isfinite(segment->end) ||
      (duration > 0 && segment->end <= segment->start))
    return am_error(report, AM_INPUT, main->place,
                    "the duration %s is too %s for the time %.15g",
                    am_yaml_describe(report->arena, main),
                    duration > 1 ? "long" : "short", segment->start);
  return read_ramp(reader, map, segment);
}

static am_status read_times(const am_segment_reader *reader,
                            const am_yaml *map, const am_yaml *main,
                            am_segment *segment) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, main, AM_YAML_SEQUENCE, "times"));
  if (!main->count)
    return am_error(report, AM_INPUT, main->place, "times is an empty list");
  double *times = AM_ARRAY(reader->arena, double, main->count);
  double before = segment->start;
  for (size_t i = 0; i < main->count; i++) {
    const am_yaml *node = main->items[i];
    AM_TRY(am_yaml_number(report, node, "a time", &times[i]));
    if (times[i] <= before)
      return am_error(report, AM_INPUT, node->place,
                      "times increase strictly: expected one after %.15g, "
                      "found %s",
                      before, am_yaml_describe(report->arena, node));
    before = times[i];
  }
  segment->times = times;
  segment->steps = (double)main->count;
  segment->end = before;
  return read_ramp(reader, map, segment);
}

static am_status read_repeat(const am_segment_reader *reader,
                             const am_yaml *map, const am_yaml *main,
                             am_segment *segment) {
  am_report *report = reader->report;
  const am_yaml *list;
  long repeats;
  AM_TRY(am_yaml_integer(report, main, "repeat", 1, STEPS_MOST, &repeats));
  AM_TRY(am_required(report, map, "this repetition", "segments", &list));
  AM_TRY(am_segments_read(reader, list, 0, true, &segment->body));
  segment->repeats = (double)repeats;
  segment->steps = segment->repeats * segment->body.steps;
  segment->end = segment->start + segment->repeats * segment->body.end;
  if (isfinite(segment->end)) return AM_OK;
  return am_error(report, AM_INPUT, main->place,
                  "this repetition lasts too long for a number");
}

static const char *const with_end[] = {"steps", "strain", "stress", "hold",
                                       NULL};
static const char *const with_times[] = {"strain", "stress", "hold", NULL};
static const char *const with_table[] = {"strain", "stress", NULL};
static const char *const with_repeat[] = {"segments", NULL};

static const form forms[] = {
    {"time", with_end, false, read_time},
    {"duration", with_end, true, read_duration},
    {"times", with_times, false, read_times},
    {"table", with_table, false, am_history_read},
    {"repeat", with_repeat, true, read_repeat},
};

enum { FORMS = sizeof forms / sizeof *forms };

static am_status read_segment(const am_segment_reader *reader,
                              const am_yaml *map, bool repeated,
                              am_segment *segment) {
  am_report *report = reader->report;
  AM_TRY(am_known_keys(report, map, "a segment", segment_keys));
  segment->place = map->place;
  segment->ramps = segment->formulas = -1;
  for (int i = 0; i < FORMS; i++) {
    const am_yaml *main = am_yaml_get(map, forms[i].key);
    if (!main) continue;
    AM_TRY(am_compatible_keys(report, map, forms[i].key, forms[i].with));
    if (repeated && !forms[i].repeatable)
      return am_error(report, AM_INPUT, main->key_place,
                      "'%s' cannot stand inside a repetition, only "
                      "'duration' and 'repeat'",
                      main->key);
    return forms[i].read(reader, map, main, segment);
  }
  return am_error(report, AM_INPUT, map->place,
                  "a segment needs one of time, duration, times, table, "
                  "repeat");
}

am_status am_segments_read(const am_segment_reader *reader,
                           const am_yaml *list, double start, bool repeated,
                           am_segments *result) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, "segments"));
  if (!list->count)
    return am_error(report, AM_INPUT, list->place, "there are no segments");
  result->items = AM_ARRAY(reader->arena, am_segment, list->count);
  result->count = list->count;
  result->end = start;
  for (size_t i = 0; i < list->count; i++) {
    am_segment *segment = &result->items[i];
    segment->start = result->end;
    AM_TRY(read_segment(reader, list->items[i], repeated, segment));
    result->end = segment->end;
    result->steps += segment->steps;
    if (segment->body.depth > result->depth)
      result->depth = segment->body.depth;
  }
  result->depth++;
  if (result->steps <= STEPS_MOST) return AM_OK;
  return am_error(report, AM_INPUT, list->place,
                  "%.0f loading steps are more than the %d allowed",
                  result->steps, (int)STEPS_MOST);
}
