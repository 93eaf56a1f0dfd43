/* Planes of a volume element with five by three by four voxels. */
#include "homogenization/fields.h"
#include "marches.h"

static const int grid[] = {5, 3, 4};
static const double size[] = {5, 6, 2};

/* One loading step; voxel v has the label v % 7 % 2. */
static void drive(marching *m) {
  const script text = {METAL, "", EULER,
                       "[{time: 1, strain: {xx: 3e-3, xy: 1e-3}}]"};
  element e = new_element(grid, size);
  for (int v = 0; v < e.micro->voxels; v++) e.micro->labels[v] = v % 7 % 2;
  ck_assert_msg(open_march(m, &e, &text) == AM_OK && walk_march(m) == AM_OK,
                "%s", told(&m->e));
}

static double mises_of(const double *t) {
  double a = t[0] - t[1], b = t[1] - t[2], c = t[2] - t[0];
  double shear = t[3] * t[3] + t[4] * t[4] + t[5] * t[5];
  return sqrt((a * a + b * b + c * c) / 2 + 3 * shear);
}

static const struct {
  const char *field, *array;
  int component; /* -1: mises */
  const char *label, *unit;
} fields[] = {
    {"stress.xx", "stress", 0, "stress {/:Italic σ}_{xx}", "MPa"},
    {"strain.xy", "strain", 5, "strain {/:Italic ε}_{xy}", ""},
    {"mises", "stress", -1, "von Mises stress {/:Italic σ_{vM}}", "MPa"},
    {"alpha", "alpha", 0, "{/:Italic α}", ""},
    {"eps_vp.yy", "eps_vp", 1, "{/:Italic ε}_{vp,yy}", ""},
    {"label", "label", 0, "label", ""},
    {"phase", "phase", 0, "phase", ""},
};

/* Planes, with the directions of the picture. */
static const struct {
  const char *text, *title;
  int normal, level, x, y;
} planes[] = {
    {NULL, "z = 1.25", 2, 2, 0, 1},     {"z", "z = 1.25", 2, 2, 0, 1},
    {"z=0", "z = 0.25", 2, 0, 0, 1},    {"x=3.99", "x = 3.5", 0, 3, 1, 2},
    {"y=6", "y = 5", 1, 2, 0, 2},       {"y=1.9", "y = 1", 1, 0, 0, 2},
};

static void compare(marching *m, size_t f, size_t p) {
  am_arena *arena = m->e.arena;
  const int x = planes[p].x, y = planes[p].y;
  am_cell_slice slice;
  am_cell_array array;
  const char *unit;
  ck_assert_int_eq(am_cell_slice_new(arena, m->e.report, m->e.cell,
                                     fields[f].field, planes[p].text, &slice),
                   AM_OK);
  am_panel panel = am_cell_slice_panel(arena, &slice, m->march->space);
  ck_assert(am_cell_array_find(arena, m->e.cell, fields[f].array, &array,
                               &unit));
  double *values = AM_ARRAY(arena, double, 6 * m->e.micro->voxels);
  am_cell_array_fill(&array, m->march->space,
                     AM_ARRAY(arena, double, am_cell_array_room(m->e.cell)),
                     values);
  ck_assert_uint_eq(panel.map->columns, (size_t)grid[x]);
  ck_assert_uint_eq(panel.map->rows, (size_t)grid[y]);
  ck_assert(panel.map->width == size[x] && panel.map->height == size[y]);
  ck_assert_str_eq(panel.title, planes[p].title);
  ck_assert_str_eq(panel.map->colour.label, fields[f].label);
  ck_assert_str_eq(panel.map->colour.unit, fields[f].unit);
  int at[3];
  at[planes[p].normal] = planes[p].level;
  for (at[y] = 0; at[y] < grid[y]; at[y]++)
    for (at[x] = 0; at[x] < grid[x]; at[x]++) {
      long voxel = (at[2] * 3 + at[1]) * 5 + at[0];
      const double *value = values + voxel * array.components;
      double expected = fields[f].component < 0 ? mises_of(value)
                                                : value[fields[f].component];
      double found = panel.map->values[at[y] * grid[x] + at[x]];
      if (isnan(expected))
        ck_assert(isnan(found) && voxel % 7 % 2 && array.variables);
      else
        ck_assert_close(found, expected, 1e-14, 0);
    }
}

START_TEST(planes_have_the_values_of_the_voxels) {
  marching m;
  drive(&m);
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
    for (size_t p = 0; p < sizeof planes / sizeof *planes; p++)
      compare(&m, f, p);
}
END_TEST

/* The normal of a plane follows from a direction with a single voxel. */
START_TEST(thin_elements_are_shown_from_their_thin_side) {
  static const struct {
    int grid[3], normal;
  } rows[] = {{{4, 4, 1}, 2}, {{1, 4, 4}, 0}, {{4, 1, 4}, 1}, {{1, 1, 4}, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    element e = new_element(rows[i].grid, NULL);
    am_cell_slice slice;
    must_make(&e, "phases: {a: {label: 0, material: linear-elastic}}");
    ck_assert_int_eq(am_cell_slice_new(e.arena, e.report, e.cell, "mises", NULL,
                                       &slice), AM_OK);
    ck_assert_int_eq(slice.normal, rows[i].normal);
    ck_assert_int_eq(slice.level, rows[i].grid[rows[i].normal] / 2);
  }
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("slice");
  tcase_add_test(tests, planes_have_the_values_of_the_voxels);
  tcase_add_test(tests, thin_elements_are_shown_from_their_thin_side);
  return test_run("homogenization/slice", &tests, 1);
}
