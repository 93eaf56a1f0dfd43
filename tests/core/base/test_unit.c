/* Units: products with powers, conversions, and a system of stress and time. */
#include "base/unit.h"

#include "support.h"

static const struct {
  const char *from, *to;
  double x, converted;
} conversions[] = {
    {"GPa", "MPa", 70, 70e3},     {"N/mm2", "MPa", 5, 5},
    {"N/mm^2", "MPa", 5, 5},      {"N/mm\xc2\xb2", "Pa", 5, 5e6},
    {"N*mm^-2", "MPa", 5, 5},     {"J/m^3", "kPa", 500, 0.5},
    {"bar", "MPa", 10, 1},        {"h", "s", 2, 7200},
    {"s", "min", 90, 1.5},        {"1/min", "1/s", 90, 1.5},
    {"Hz", "1/h", 1, 3600},       {"%", "", 0.1, 0.001},
    {"\xc2\xb5m/m", "", 500, 5e-4}, {"\xce\xbcm/m", "%", 500, 0.05},
    {"mm/mm", "-", 0.1, 0.1},     {"degC", "K", 20, 293.15},
    {"\xc2\xb0" "C", "K", -273.15, 0}, {"K", "degC", 273.15, 0},
    {"degF", "degC", 212, 100},
    {"MPa*min^0.5", "MPa*s^0.5", 1, 7.745966692414834},
    {"1/degC", "1/K", 12e-6, 12e-6}, {"kN.m", "J", 1, 1000},
    {"Pa^-8.2/s", "Pa^-8.2/s", 3, 3}, {"turns", "turns", 3, 3},
    {"1/GPa", "(N/mm2)^-1", 2, 2e-3}, {"1/(N/mm2)/s", "1/MPa/s", 2, 2},
    {"(kN/mm2)^2*s", "MPa2 s", 3, 3e6}, {"[kN/mm2]", "[MPa]", 3, 3e3},
    {"[\xc2\xb0" "C]", "K", 20, 293.15},
    {"\xc2\xb0", "rad", 90, 1.5707963267948966}, {"deg", "\xc2\xb0", 7, 7},
    {"degree", "radian", 180, 3.1415926535897932}, {"degC", "K", 0, 273.15},
};

START_TEST(conversion) {
  am_conversion c;
  const char *from = conversions[_i].from, *to = conversions[_i].to;
  ck_assert_msg(am_unit_conversion(from, to, &c), "%s to %s", from, to);
  double found = am_converted(&c, conversions[_i].x);
  double expected = conversions[_i].converted;
  ck_assert_msg(fabs(found - expected) <= 1e-13 * fmax(1, fabs(expected)) &&
                    (fabs(expected) > 1 || fabs(found - expected) <= 1e-15 ||
                     c.offset != 0),
                "%s to %s: %.17g, expected %.17g", from, to, found, expected);
}
END_TEST

static const char *const apart[][2] = {
    {"MPa", "s"},   {"mm", ""},     {"kN", "MPa"}, {"K", "1/K"},
    {"kJ/mol", "J"}, {"furlong", "m"}, {"MPa", "stress"}, {"K", ""},
};

START_TEST(no_conversion) {
  am_conversion c;
  ck_assert_msg(!am_unit_conversion(apart[_i][0], apart[_i][1], &c), "%s",
                apart[_i][0]);
}
END_TEST

static const struct {
  const char *text;
  bool known;
} texts[] = {
    {"MPa", true},      {"1/s", true},     {"", false},       {"MPa*", false},
    {"MPa^", false},    {"mmm", false},    {"10", false},     {"s-1", true},
    {"stress*time", true}, {"N mm", true}, {"mm3", true},     {"/s", false},
    {"MPa**s", false},  {"1e3", false},    {"(MPa", false},   {"MPa)", false},
    {"[MPa)", false},   {"[]", false},     {"MPa]", false},   {"[s", false},
    {"()", false},      {"(MPa)2", true},    {"-", true},       {"atm", false},
};

START_TEST(known) {
  ck_assert_msg(am_unit_known(texts[_i].text) == texts[_i].known, "%s",
                texts[_i].text);
}
END_TEST

/* In a system of MPa and s; NULL: it has no such unit, or none is needed. */
static const struct {
  const char *from, *to;
  double factor;
} in_system[] = {
    {"GPa", "MPa", 1e3},       {"min", "s", 60},
    {"GPa*min", "MPa*s", 6e4}, {"1/h", "s^-1", 1 / 3600.0},
    {"GPa/K", "MPa*K^-1", 1e3}, {"N/mm2", "MPa", 1},
    {"kJ/mol", NULL, 0},       {"mm", NULL, 0},
    {"deg", NULL, 0},          {"%", NULL, 0},
    {"K", NULL, 0},            {"degC", "K", 1},
    {"furlong", NULL, 0},      {"MPa*m^0.5", NULL, 0},
};

START_TEST(system_of_units) {
  const char *from = in_system[_i].from, *to = NULL;
  am_arena *arena = test_arena();
  am_conversion c;
  bool found = am_unit_in_system(arena, from, "MPa", "s", &c, &to);
  ck_assert_msg(found == (in_system[_i].to != NULL), "%s", from);
  if (!found) return;
  ck_assert_str_eq(to, in_system[_i].to);
  ck_assert_double_eq(c.factor, in_system[_i].factor);
  ck_assert(!am_unit_in_system(arena, "GPa", "", "s", &c, &to));
  ck_assert(am_unit_in_system(arena, "min", "", "s", &c, &to));
}
END_TEST

/* Systems whose unit of stress is a product. */
START_TEST(systems_of_products) {
  static const struct {
    const char *from, *stress, *to;
    double factor;
  } rows[] = {{"1/GPa", "N/mm2", "(N/mm2)^-1", 1e-3},
              {"GPa", "N/mm^2", "N/mm^2", 1e3},
              {"GPa*min", "N/mm2", "N/mm2*s", 6e4}};
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *to = NULL;
    am_conversion c;
    ck_assert(am_unit_in_system(arena, rows[i].from, rows[i].stress, "s", &c,
                                &to));
    ck_assert_str_eq(to, rows[i].to);
    ck_assert_double_eq(c.factor, rows[i].factor);
  }
  ck_assert_str_eq(am_unit_within(arena, "1/stress", "N/mm2", "s"),
                   "1/(N/mm2)");
  ck_assert_str_eq(am_unit_within(arena, "stress", "N/mm2", "s"), "N/mm2");
  ck_assert_str_eq(am_unit_within(arena, "stress*time", "MPa", "s"), "MPa*s");
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("unit")};
  tcase_add_test(cases[0], systems_of_products);
  tcase_add_loop_test(cases[0], conversion, 0,
                      sizeof conversions / sizeof *conversions);
  tcase_add_loop_test(cases[0], no_conversion, 0, sizeof apart / sizeof *apart);
  tcase_add_loop_test(cases[0], known, 0, sizeof texts / sizeof *texts);
  tcase_add_loop_test(cases[0], system_of_units, 0,
                      sizeof in_system / sizeof *in_system);
  return test_run("unit", cases, 1);
}
