#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "material/parameter.h"

/* Units as labels: they are never converted. */
static const char *const units[] = {
    "1",  "-",  "%",   "Pa", "hPa", "kPa", "MPa", "GPa", "bar", "psi",
    "ksi", "N", "kN",  "MN", "m",   "dm",  "cm",  "mm",  "um",  "nm",
    "s",  "ms", "us",  "min", "h",  "d",   "day", "days", "a",  "yr",
    "K",  "°C", "J",   "kJ", "MJ",  "mJ",  "W",   "kW",  "g",   "kg",
    "t",  "mol", "rad", "deg", "Hz", "in",  "ft",  "lbf",
};

/* The length of the unit that `text` begins with, 0 when there is none. */
static size_t unit_length(const char *text) {
  size_t n = strcspn(text, "*/^() .");
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strlen(units[i]) == n && !strncmp(units[i], text, n)) return n;
  return 0;
}

/* power: '^' number */
static bool skip_power(const char **text) {
  if (**text != '^') return true;
  char *end;
  strtod(*text + 1, &end);
  bool found = end != *text + 1;
  *text = end;
  return found;
}

/* product: unit power? (('*' | '/' | '.' | ' ') unit power?)* */
bool am_unit_known(const char *text) {
  while (*text) {
    size_t n = unit_length(text);
    if (!n) return false;
    text += n;
    if (!skip_power(&text)) return false;
    if (!*text) return true;
    if (!strchr("*/. ", *text)) return false;
    text++;
  }
  return false;
}
