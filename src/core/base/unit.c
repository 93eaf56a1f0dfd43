/* unit.c: units of measured numbers. */
#include <ctype.h>

#include "base/base.h"

/* x in this unit equals (x + offset)*factor in kg, m, s, K, mol. */
typedef struct {
  const char *name; /* of a factor in the table below */
  double factor, power[AM_DIMENSIONS], offset;
} si_unit;

#define NUMBER {0}
#define LENGTH {0, 1}
#define TIME {0, 0, 1}
#define STRESS {1, -1, -2}
#define FORCE {1, 1, -2}
#define ENERGY {1, 2, -2}
#define POWER {1, 2, -3}

static const si_unit units[] = {
    {"1", 1, NUMBER, 0},
    {"-", 1, NUMBER, 0},
    {"%", 0.01, NUMBER, 0},
    {"\xe2\x80\xb0", 1e-3, NUMBER, 0}, /* per mille */
    {"ppm", 1e-6, NUMBER, 0},
    {"strain", 1, NUMBER, 0},
    {"microstrain", 1e-6, NUMBER, 0},
    {"rad", 1, NUMBER, 0},
    {"radian", 1, NUMBER, 0},
    {"deg", 3.14159265358979323846 / 180, NUMBER, 0},
    {"degree", 3.14159265358979323846 / 180, NUMBER, 0},
    {"\xc2\xb0", 3.14159265358979323846 / 180, NUMBER, 0}, /* degree sign */
    {"Pa", 1, STRESS, 0},
    {"hPa", 1e2, STRESS, 0},
    {"kPa", 1e3, STRESS, 0},
    {"MPa", 1e6, STRESS, 0},
    {"GPa", 1e9, STRESS, 0},
    {"bar", 1e5, STRESS, 0},
    {"psi", 6894.757293168361, STRESS, 0},
    {"ksi", 6894757.293168361, STRESS, 0},
    {"N", 1, FORCE, 0},
    {"kN", 1e3, FORCE, 0},
    {"MN", 1e6, FORCE, 0},
    {"lbf", 4.4482216152605, FORCE, 0},
    {"m", 1, LENGTH, 0},
    {"dm", 0.1, LENGTH, 0},
    {"cm", 0.01, LENGTH, 0},
    {"mm", 1e-3, LENGTH, 0},
    {"um", 1e-6, LENGTH, 0},
    {"\xc2\xb5m", 1e-6, LENGTH, 0}, /* micro sign, then Greek mu */
    {"\xce\xbcm", 1e-6, LENGTH, 0},
    {"nm", 1e-9, LENGTH, 0},
    {"in", 0.0254, LENGTH, 0},
    {"ft", 0.3048, LENGTH, 0},
    {"s", 1, TIME, 0},
    {"sec", 1, TIME, 0},
    {"ms", 1e-3, TIME, 0},
    {"us", 1e-6, TIME, 0},
    {"min", 60, TIME, 0},
    {"h", 3600, TIME, 0},
    {"hr", 3600, TIME, 0},
    {"d", 86400, TIME, 0},
    {"day", 86400, TIME, 0},
    {"days", 86400, TIME, 0},
    {"a", 365.25 * 86400, TIME, 0},
    {"yr", 365.25 * 86400, TIME, 0},
    {"Hz", 1, {0, 0, -1}, 0},
    {"K", 1, {0, 0, 0, 1}, 0},
    {"\xc2\xb0" "C", 1, {0, 0, 0, 1}, 273.15},
    {"degC", 1, {0, 0, 0, 1}, 273.15},
    {"\xc2\xb0" "F", 5.0 / 9, {0, 0, 0, 1}, 459.67},
    {"degF", 5.0 / 9, {0, 0, 0, 1}, 459.67},
    {"J", 1, ENERGY, 0},
    {"mJ", 1e-3, ENERGY, 0},
    {"kJ", 1e3, ENERGY, 0},
    {"MJ", 1e6, ENERGY, 0},
    {"W", 1, POWER, 0},
    {"kW", 1e3, POWER, 0},
    {"g", 1e-3, {1}, 0},
    {"kg", 1, {1}, 0},
    {"t", 1e3, {1}, 0},
    {"mol", 1, {0, 0, 0, 0, 1}, 0},
    {"stress", NAN, STRESS, 0}, /* units of the material */
    {"time", NAN, TIME, 0},
};

static const char *const squares[] = {"\xc2\xb2", "\xc2\xb3"};

/* Longest unit name at the beginning of the text, and its length; NULL if
 * none. */
static const si_unit *find_unit(const char *text, size_t *length) {
  const si_unit *found = NULL;
  *length = 0;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    size_t n = strlen(units[i].name);
    if (n <= *length || strncmp(units[i].name, text, n)) continue;
    *length = n;
    found = &units[i];
  }
  return found;
}

/* Power after a name: ^-8.2, 2, -1 or a superscript; 1 if there is none. */
static const char *read_power(const char *text, double *power) {
  char *end;
  *power = 1;
  for (int i = 0; i < 2; i++)
    if (!strncmp(text, squares[i], 2)) {
      *power = 2 + i;
      return text + 2;
    }
  bool caret = *text == '^';
  bool digits = isdigit((unsigned char)text[*text == '-']);
  if (!caret && !digits) return text;
  *power = strtod(text + caret, &end);
  return end == text + caret ? NULL : end;
}

static const char *read_product(const char *text, si_unit *unit);

/* factor: (unit | '(' product ')' | '[' product ']') power?  Returns the text
 * after the factor, or NULL. */
static const char *read_factor(const char *text, si_unit *unit) {
  size_t length;
  double power;
  const si_unit *named = find_unit(text, &length);
  bool number = named && isdigit((unsigned char)*named->name);
  if (*text == '(' || *text == '[') {
    char end = *text == '(' ? ')' : ']';
    text = read_product(text + 1, unit);
    if (!text || *text++ != end) return NULL;
  } else {
    if (!named || (number && isdigit((unsigned char)text[length]))) return NULL;
    *unit = *named;
    text += length;
  }
  text = read_power(text, &power);
  if (!text || power == 1) return text;
  unit->factor = pow(unit->factor, power);
  unit->offset = 0;
  for (int i = 0; i < AM_DIMENSIONS; i++) unit->power[i] *= power;
  return text;
}

/* product: factor (('*' | '/' | '.' | ' ') factor)* */
static const char *read_product(const char *text, si_unit *unit) {
  si_unit own;
  text = read_factor(text, unit);
  while (text && *text && strchr("*/. ", *text)) {
    double sign = *text == '/' ? -1 : 1;
    text = read_factor(text + 1, &own);
    if (!text) return NULL;
    unit->factor *= pow(own.factor, sign);
    unit->offset = 0;
    for (int i = 0; i < AM_DIMENSIONS; i++)
      unit->power[i] += sign * own.power[i];
  }
  return text;
}

static bool parse(const char *text, si_unit *unit) {
  text = read_product(text, unit);
  return text && !*text;
}

bool am_unit_known(const char *text) {
  si_unit unit;
  return parse(text, &unit);
}

const char *am_unit_suggestion(am_arena *arena, const char *text) {
  const char *names[sizeof units / sizeof *units];
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    names[i] = units[i].name;
  return am_unit_known(text) ? ""
                             : am_suggestion(arena, text, names,
                                             sizeof units / sizeof *units);
}

/* Ratio of factors, freed from rounding if it is an integer or the inverse of
 * one. */
static double rounded_ratio(double a, double b) {
  double ratio = a / b, whole = round(ratio), part = round(b / a);
  if (whole > 0 && fabs(whole - ratio) <= 1e-14 * ratio) return whole;
  if (part > 0 && fabs(part * ratio - 1) <= 1e-14) return 1 / part;
  return ratio;
}

bool am_unit_conversion(const char *from, const char *to,
                        am_conversion *conversion) {
  si_unit a, b;
  *conversion = (am_conversion){.factor = 1};
  if (!strcmp(from, to)) return true;
  if (!parse(*from ? from : "1", &a) ||
      !parse(*to ? to : "1", &b))
    return false;
  for (int i = 0; i < AM_DIMENSIONS; i++)
    if (fabs(a.power[i] - b.power[i]) > 1e-12) return false;
  if (isnan(a.factor) || isnan(b.factor)) return false;
  conversion->factor = rounded_ratio(a.factor, b.factor);
  conversion->offset = a.offset * conversion->factor - b.offset;
  return true;
}

double am_converted(const am_conversion *c, double x) {
  double parts = round(1 / c->factor);
  bool divided = c->factor < 1 && parts * c->factor == 1;
  return (divided ? x / parts : x * c->factor) + c->offset;
}

bool am_conversion_is_none(const am_conversion *c) {
  return c->factor == 1 && c->offset == 0;
}

/* Adds a unit as a factor of a product; several names get parentheses. */
static void add_unit(am_buffer *out, const char *unit) {
  size_t length;
  bool single = find_unit(unit, &length) && !unit[length];
  am_buffer_add(out, single ? "%s" : "(%s)", unit);
}

static void add_factor(am_buffer *out, const char *unit, double power) {
  if (fabs(power) <= 1e-12) return;
  if (out->length) am_buffer_add(out, "*");
  if (power == 1)
    am_buffer_add(out, "%s", unit);
  else
    add_unit(out, unit);
  if (power != 1) am_buffer_add(out, "^%.15g", power);
}

bool am_unit_in_system(am_arena *arena, const char *from, const char *stress,
                       const char *time, am_conversion *conversion,
                       const char **to) {
  si_unit unit;
  am_buffer name = {.arena = arena};
  if (!parse(from, &unit)) return false;
  double mass = unit.power[0], temperature = unit.power[3];
  double of_time = unit.power[2] + 2 * mass;
  bool has_length = fabs(unit.power[1] + mass) > 1e-12;
  bool has_stress = fabs(mass) > 1e-12, has_time = fabs(of_time) > 1e-12;
  bool open = (has_stress && !*stress) || (has_time && !*time);
  bool plain = !has_stress && !has_time && unit.offset == 0;
  if (has_length || open || plain) return false;
  add_factor(&name, stress, mass);
  add_factor(&name, time, of_time);
  add_factor(&name, "K", temperature);
  add_factor(&name, "mol", unit.power[4]);
  *to = name.text;
  return am_unit_conversion(from, *to, conversion);
}

const char *am_unit_within(am_arena *arena, const char *text,
                           const char *stress, const char *time) {
  static const char *const words[] = {"stress", "time"};
  const char *const own[] = {stress, time};
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "%s", "");
  while (*text) {
    size_t n;
    const si_unit *named = find_unit(text, &n);
    const char *unit = NULL;
    for (int i = 0; i < 2; i++)
      if (named && !strcmp(named->name, words[i]) && *own[i]) unit = own[i];
    if (!n) n = 1;
    if (unit && (out.length || text[n]))
      add_unit(&out, unit);
    else
      am_buffer_add(&out, "%.*s", unit ? (int)strlen(unit) : (int)n,
                    unit ? unit : text);
    text += n;
  }
  return out.text;
}
