/* read_segments.c: reads the list of segments of a path. */
#include "case/parts.h"
#include "case/segment.h"

enum { STEPS_MOST = 100000000 };

/* A form of segment, identified by its main key. */
typedef struct {
  const char *key;
  const char *const *with; /* other keys allowed */
  bool repeatable;         /* allowed inside a repetition */
  am_status (*read)(const am_segment_reader *reader, const am_yaml *map,
                    const am_yaml *main, am_segment *segment);
} form;

/* ---- forms --------------------------------------------------------------- */

/* Keys that prescribe targets. */
#define TARGET_KEYS "strain", "stress", "F", "P", "kirchhoff", "cauchy", \
                    "stretch", "external"
static const char *const target_keys[] = {TARGET_KEYS, "constraints", NULL};

/* Reads the keys common to all ramps, after their end time. */
static am_status read_ramp(const am_segment_reader *reader,
                           const am_yaml *map, am_segment *segment) {
  am_report *report = reader->report;
  const am_yaml *steps = am_yaml_get(map, "steps");
  const am_yaml *hold = am_yaml_get(map, "hold");
  long count = 1;
  bool held = false, kept = true;
  if (steps && !segment->times)
    AM_TRY(am_yaml_integer(report, steps, "steps", 1, STEPS_MOST, &count));
  if (count > 1 && segment->jump)
    return am_error(report, AM_INPUT, steps->place,
                    "a jump ('duration: 0') is a single loading step, found "
                    "'steps: %ld'",
                    count);
  if (!segment->times) segment->steps = (double)count;
  if (hold) AM_TRY(am_yaml_boolean(report, hold, "hold", &held));
  for (int i = 0; held && target_keys[i]; i++)
    if (am_yaml_get(map, target_keys[i])) kept = false;
  if (!kept)
    return am_error(report, AM_INPUT, hold->key_place,
                    "'hold: true' keeps all targets: remove it or the "
                    "new targets");
  AM_TRY(am_targets_read(reader, map, segment));
  return am_until_read(reader, map, segment);
}

/* Reads a duration; a positive duration that underflows to 0 is an error, not a
 * jump. */
static am_status take_duration(const am_segment_reader *reader,
                               const am_yaml *node, am_segment *segment) {
  am_report *report = reader->report;
  double duration;
  AM_TRY(am_bounded_number(report, node, "duration", false, &duration));
  if (duration < AM_SHORTEST_STEP &&
      (duration > 0 || am_number_underflows(node->text.text)))
    return am_error(report, AM_INPUT, node->place,
                    "expected a duration of at least %g, or 0 for a jump, "
                    "found %s",
                    AM_SHORTEST_STEP, am_yaml_describe(reader->arena, node));
  segment->duration = duration;
  segment->jump = duration == 0;
  segment->end = segment->start + duration;
  if (isfinite(segment->end)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "the duration %s is too long: the end time overflows (start "
                  "%.15g)",
                  am_yaml_describe(report->arena, node), segment->start);
}

/* Checks a given end time against start plus duration, up to rounding, and uses
 * it. */
static am_status set_clock(const am_segment_reader *reader,
                           const am_yaml *node, double time,
                           am_segment *segment) {
  double largest = fmax(fabs(time), fabs(segment->start));
  if (fabs(time - segment->end) > 16 * DBL_EPSILON * largest)
    return am_error(reader->report, AM_INPUT, node->place,
                    "the segment starts at %.15g and lasts %.15g, so it cannot "
                    "end at time %.15g: give either 'time' or 'duration'",
                    segment->start, segment->duration, time);
  segment->end = time;
  return AM_OK;
}

static am_status read_time(const am_segment_reader *reader,
                           const am_yaml *map, const am_yaml *main,
                           am_segment *segment) {
  am_report *report = reader->report;
  const am_yaml *duration = am_yaml_get(map, "duration");
  double time;
  AM_TRY(am_yaml_number(report, main, "time", &time));
  if (!(duration ? time >= segment->start : time > segment->start))
    return am_error(report, AM_INPUT, main->place,
                    "expected a time after the start of the segment, %.15g, "
                    "found %s (for a jump write 'duration: 0')",
                    segment->start, am_yaml_describe(report->arena, main));
  segment->absolute = !duration;
  if (duration) {
    AM_TRY(take_duration(reader, duration, segment));
    AM_TRY(set_clock(reader, main, time, segment));
  } else {
    segment->end = time;
  }
  return read_ramp(reader, map, segment);
}

static am_status read_duration(const am_segment_reader *reader,
                               const am_yaml *map, const am_yaml *main,
                               am_segment *segment) {
  AM_TRY(take_duration(reader, main, segment));
  return read_ramp(reader, map, segment);
}

/* Reads the target first, because the duration follows from it. */
static am_status read_paced(const am_segment_reader *reader,
                            const am_yaml *map, const am_yaml *main,
                            am_segment *segment) {
  (void)main;
  AM_TRY(read_ramp(reader, map, segment));
  return am_rate_read(reader, map, segment);
}

static am_status read_times(const am_segment_reader *reader,
                            const am_yaml *map, const am_yaml *main,
                            am_segment *segment) {
  double *times;
  AM_TRY(am_yaml_expect(reader->report, main, AM_YAML_SEQUENCE, "times"));
  AM_TRY(am_time_list_read(reader->arena, reader->report, main, "times",
                           segment->start, &times, NULL));
  segment->absolute = true;
  segment->times = times;
  segment->steps = (double)main->count;
  segment->end = times[main->count - 1];
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
  am_segment_start_forget(reader->course);
  AM_TRY(am_segments_read(reader, list, 0, true, &segment->body));
  segment->repeats = (double)repeats;
  segment->steps = segment->repeats * segment->body.steps;
  segment->end = segment->start + segment->repeats * segment->body.end;
  if (isfinite(segment->end)) return AM_OK;
  return am_error(report, AM_INPUT, main->place,
                  "the repetition is too long: its end time overflows");
}

#define END_KEYS TARGET_KEYS, "steps", "hold", "until", "constraints"
static const char *const with_time[] = {END_KEYS, "duration", NULL};
static const char *const with_duration[] = {END_KEYS, NULL};
static const char *const with_rate[] = {TARGET_KEYS, "steps", "until",
                                        "constraints", NULL};
static const char *const with_times[] = {TARGET_KEYS, "hold", "until",
                                         "constraints", NULL};
static const char *const with_table[] = {
    "columns",   "skip",   "strain",   "stress", "F", "P",
    "kirchhoff", "cauchy", "external", "until",  NULL};
static const char *const with_repeat[] = {"segments", NULL};

static const form forms[] = {
    {.key = "time", .with = with_time, .read = read_time},
    {.key = "duration", .with = with_duration, .repeatable = true,
     .read = read_duration},
    {.key = "rate", .with = with_rate, .repeatable = true,
     .read = read_paced},
    {.key = "times", .with = with_times, .read = read_times},
    {.key = "table", .with = with_table, .read = am_history_read},
    {.key = "repeat", .with = with_repeat, .repeatable = true,
     .read = read_repeat},
};

enum { FORMS = sizeof forms / sizeof *forms };

static const am_yaml_key segment_keys[] = {
    {"time", AM_A_NUMBER, "time at the end of the segment"},
    {"duration", AM_A_NUMBER, "duration of the segment; 0: a jump"},
    {"rate",
     {.takes = AM_TAKES_NUMBER, .names = am_gradient_names,
      .entries = &am_number_shape},
     "rate of a component, which determines the duration"},
    {"times", AM_A_LIST(am_number_shape), "times at the ends of the loading "
                                          "steps"},
    {"table", AM_A_TEXT, "CSV file with one loading step per row"},
    {"columns",
     {.keys = am_renaming_keys, .items = &am_renaming_shape},
     "meaning and scale of columns of the table"},
    {"skip", AM_A_WHOLE, "number of lines before the names of the columns"},
    {"steps", AM_A_WHOLE, "number of loading steps"},
    {"strain", AM_TARGETS(am_target_words),
     "components prescribed as strains"},
    {"stress", AM_TARGETS(am_target_words),
     "components prescribed as stresses"},
    {"F", AM_TARGETS(am_gradient_words),
     "prescribed components of the deformation gradient"},
    {"P", AM_TARGETS(am_gradient_words),
     "prescribed components of the nominal stress"},
    {"kirchhoff", AM_TARGETS(am_target_words),
     "prescribed components of the Kirchhoff stress"},
    {"cauchy", AM_TARGETS(am_target_words),
     "prescribed components of the Cauchy stress"},
    {"stretch", AM_TARGETS(am_stretch_words),
     "principal stretches (no shear), or free"},
    {"external",
     {.entries = &am_formula_shape, .items = &am_text_shape},
     "external fields at the end of the segment"},
    {"repeat", AM_A_WHOLE, "number of repetitions of 'segments'"},
    {"hold", AM_A_FLAG, "true to keep all targets"},
    {"segments", AM_A_LIST(am_segment_shape), "segments that are repeated"},
    {"until", AM_A_TEXT, "condition that ends the segment early"},
    {"constraints", AM_A_LIST(am_text_shape),
     "linear equations between components"},
    {0}};
const am_yaml_shape am_segment_shape = AM_KEYS(segment_keys);

static am_status read_segment(const am_segment_reader *reader,
                              const am_yaml *map, bool repeated,
                              am_segment *segment) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_keys_known(report, map, "a segment", segment_keys));
  segment->place = map->place;
  segment->ramps = segment->formulas = segment->coefficients = -1;
  for (int i = 0; i < FORMS; i++) {
    const am_yaml *main = am_yaml_get(map, forms[i].key);
    if (!main) continue;
    AM_TRY(am_compatible_keys(report, map, forms[i].key, forms[i].with));
    if (repeated && !forms[i].repeatable)
      return am_error(report, AM_INPUT, main->key_place,
                      "'%s' is not allowed inside a repetition: use "
                      "'duration', 'rate' or 'repeat'",
                      main->key);
    return forms[i].read(reader, map, main, segment);
  }
  return am_error(report, AM_INPUT, map->place,
                  "a segment needs one of time, duration, rate, times, "
                  "table, repeat");
}

am_status am_segments_read(const am_segment_reader *reader,
                           const am_yaml *list, double start, bool repeated,
                           am_segments *result) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, "segments"));
  if (!list->count)
    return am_error(report, AM_INPUT, list->place, "the list of segments is "
                                                   "empty");
  result->items = AM_ARRAY(reader->arena, am_segment, list->count);
  result->count = list->count;
  result->end = start;
  for (size_t i = 0; i < list->count; i++) {
    am_segment *segment = &result->items[i];
    segment->start = result->end;
    AM_TRY(read_segment(reader, list->items[i], repeated, segment));
    am_segment_start_follow(reader, segment);
    result->end = segment->end;
    result->steps += segment->steps;
    if (segment->body.depth > result->depth)
      result->depth = segment->body.depth;
  }
  result->depth++;
  if (result->steps <= STEPS_MOST) return AM_OK;
  return am_error(report, AM_INPUT, list->place,
                  "too many loading steps: %.0f, at most %d are allowed",
                  result->steps, (int)STEPS_MOST);
}
