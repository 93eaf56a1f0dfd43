/* exclusions.c: table of rejected combinations of features. */
#include "solver/parts.h"

const char *const am_feature_text[AM_FEATURES] = {
#define AM_FEATURE(name, text) text,
#include "solver/exclusions.def"
};

static const am_exclusion exclusions[] = {
#define AM_EXCLUSION(first, second, reason) \
  {AM_FEATURE_##first, AM_FEATURE_##second, reason},
#include "solver/exclusions.def"
};

const am_exclusion *am_exclusions(int *count) {
  *count = sizeof exclusions / sizeof *exclusions;
  return exclusions;
}

void am_feature_add(am_features *f, am_feature feature, bool present,
                    am_place place, const char *text) {
  if (!present) return;
  f->present[feature] = true;
  f->place[feature] = place;
  f->text[feature] = text;
}

static const char *text_of(const am_features *f, am_feature feature) {
  return f->text[feature] ? f->text[feature] : am_feature_text[feature];
}

am_status am_exclusions_check(am_report *report, const am_features *f) {
  int count;
  const am_exclusion *rows = am_exclusions(&count);
  for (int i = 0; i < count; i++) {
    am_feature first = rows[i].first, second = rows[i].second;
    if (f->present[first] && f->present[second])
      return am_error(report, AM_INPUT, f->place[first],
                      "%s cannot be combined with %s: %s", text_of(f, first),
                      text_of(f, second), rows[i].reason);
  }
  return AM_OK;
}

am_status am_exclude(am_report *report, am_feature first, am_feature second,
                     am_place place) {
  am_features features = {.present = {false}};
  am_feature_add(&features, first, true, place, NULL);
  am_feature_add(&features, second, true, place, NULL);
  return am_exclusions_check(report, &features);
}
