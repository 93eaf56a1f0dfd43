#include "check/lacks.h"

#include "check/checks.h"

am_status am_lacks_read(am_report *report, const am_material *material) {
  const am_yaml *lacks = am_yaml_get(material->root, "lacks");
  const char *reason;
  size_t count = 0;
  if (!lacks) return AM_OK;
  while (am_checks[count]) count++;
  const char **names = AM_ARRAY(report->arena, const char *, count + 1);
  for (size_t i = 0; i < count; i++) names[i] = am_checks[i]->name;
  AM_TRY(am_yaml_expect(report, lacks, AM_YAML_MAPPING, "lacks"));
  AM_TRY(am_yaml_known(report, lacks, "lacks", names));
  for (size_t i = 0; i < lacks->count; i++)
    AM_TRY(am_yaml_text(report, lacks->items[i], "the reason", &reason));
  return AM_OK;
}

const char *am_lacks(am_report *report, const am_material *material,
                     const char *check) {
  const char *reason = NULL;
  const am_yaml *lacks = am_yaml_get(material->root, "lacks");
  const am_yaml *given = lacks ? am_yaml_get(lacks, check) : NULL;
  if (given && am_yaml_text(report, given, "the reason", &reason) != AM_OK)
    return NULL;
  return reason;
}
