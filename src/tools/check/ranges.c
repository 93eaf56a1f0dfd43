/* ranges.c: ranges of external fields and strain rates in random states: those
 * that a material requests by its key `check`, and those that were met. */
#include "check/parts.h"

/* Names of the ranges: external fields, then "rates". */
static const char **range_names(const am_subject *s) {
  const am_law *law = s->law;
  const char **names =
      AM_ARRAY(s->arena, const char *, (size_t)law->nf + 2);
  for (int i = 0; i < law->nf; i++)
    names[i] = law->material->externals[i].name;
  names[law->nf] = "rates";
  return names;
}

static am_status read_range(const am_subject *s, const am_yaml *node, int i,
                            am_range *range) {
  const am_law *law = s->law;
  double ends[2] = {0};
  bool pair = node->kind == AM_YAML_SEQUENCE && node->count == 2;
  for (size_t k = 0; pair && k < 2; k++)
    AM_TRY(am_yaml_number(s->report, node->items[k], node->key, &ends[k]));
  *range = (am_range){ends[0], ends[1]};
  if (!pair || !(range->low < range->high) || (i == law->nf && range->low <= 0))
    return am_error(s->report, AM_INPUT, node->place,
                    "expected the range of '%s' as [LOW, HIGH]%s", node->key,
                    i < law->nf ? "" : ", both positive");
  for (int k = 0; i < law->nf && k < 2; k++)
    if (!am_external_allows(law, i, ends[k]))
      return am_error(s->report, AM_INPUT, node->items[k]->place,
                      "'%s' is outside of its bounds: expected %s", node->key,
                      am_external_bounds(s->arena, law, i));
  return AM_OK;
}

am_status am_check_ranges_read(am_subject *s) {
  const am_yaml *map = am_yaml_get(s->material->root, "check");
  const char **names = range_names(s);
  if (!map) return AM_OK;
  AM_TRY(am_yaml_known(s->report, map, "check", names));
  for (int i = 0; i <= s->law->nf; i++) {
    const am_yaml *node = am_yaml_get(map, names[i]);
    if (node) AM_TRY(read_range(s, node, i, &s->ranges[i]));
  }
  return AM_OK;
}

static bool is_given(const am_range *range) { return range->low < range->high; }

static void widen(am_range *met, double value) {
  bool first = met->low == 0 && met->high == 0;
  met->low = first ? value : fmin(met->low, value);
  met->high = first ? value : fmax(met->high, value);
}

double am_external_scale(const am_law *law, int i) {
  return law->external[i] != 0 ? fabs(law->external[i]) : 1;
}

/* Random value of an external field near its default; its distance to a bound
 * is at least the largest step of differences. */
static double draw_near_default(am_random *random, const am_law *law, int i) {
  double middle = law->external[i], scale = am_external_scale(law, i);
  double part = am_random_in(random, -1, 1), x = middle + 0.05 * part * scale;
  bool within = am_external_allows(law, i, x);
  if (within && am_external_allows(law, i, 2 * middle - x)) return x;
  double inside = copysign(0.025 * (1 + fabs(part)), within ? part : -part);
  x = middle + inside * scale;
  return am_external_allows(law, i, x) ? x : middle;
}

double am_external_draw(am_sampler *s, am_random *random, int i) {
  const am_range *range = &s->subject->ranges[i];
  double x = is_given(range) ? am_random_in(random, range->low, range->high)
                             : draw_near_default(random, s->law, i);
  widen(&s->met[i], x);
  return x;
}

double am_duration_draw(am_sampler *s, am_random *random,
                        const am_loading *loading, double time, double low,
                        double high) {
  const am_range *range = &s->subject->ranges[s->law->nf];
  if (!is_given(range))
    return low < high ? time * am_random_power(random, low, high) : time;
  return am_distance(loading->from, loading->to, 6) /
         am_random_power(random, log10(range->low), log10(range->high));
}

void am_rate_note(am_sampler *s, const am_loading *loading) {
  double rate = am_distance(loading->from, loading->to, 6) / loading->duration;
  if (rate > 0 && isfinite(rate)) widen(&s->met[s->law->nf], rate);
}

const char *am_check_ranges(const am_subject *s) {
  am_buffer text = {.arena = s->arena};
  if (!s->sampler) return NULL;
  const char **names = range_names(s);
  for (int i = s->law->nf; i >= 0; i--) {
    const am_range *met = &s->sampler->met[i];
    bool rates = i == s->law->nf;
    if (!is_given(met)) continue;
    am_buffer_add(&text, "%s%s %.3g to %.3g %s", text.length ? ", " : "",
                  rates ? "strain rates" : names[i], met->low, met->high,
                  rates ? am_format(s->arena, "1/%s", s->material->time_unit)
                        : s->material->externals[i].unit);
  }
  return text.text;
}
