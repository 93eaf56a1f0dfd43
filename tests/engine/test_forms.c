/* The forms of the tangent: packed and directed ones are the full one's. */
#include <unistd.h>

#include "tests/cuda/batch.h"
#include "tests/emit/shipped.h"

enum { COUNT = 45, MOST_ENGINES = 2 };

static const char *const engines[MOST_ENGINES] = {"interp", "native"};

/* What is compiled takes time: all of it where AUTOMAT_LONG_TESTS is set. */
static bool is_tested(int engine, bool usual) {
  static int compiler = -1;
  if (!engine) return true;
  if (compiler < 0) compiler = !system("cc --version >/dev/null 2>&1");
  return compiler && (usual || getenv("AUTOMAT_LONG_TESTS"));
}

static batch advanced(const setting *s, const char *engine) {
  batch b = new_batch(s, engine, program_of(s, engine), s->arena, PLAIN,
                      COUNT);
  advance(&b, COUNT);
  return b;
}

static double at(const batch *b, int field, int row, long point) {
  return b->fields[field][row * b->stride + point];
}

static bool is_good(const batch *b, long point) {
  return b->fields[STATUS][point] == AM_POINT_GOOD;
}

/* What does not depend on the form. */
static void compare_others(const batch *found, const batch *expected,
                           double tolerance) {
  for (int i = GIVEN; i < FIELDS; i++)
    if (i != TANGENT && i != DERIVATIVE && i != ALONG)
      compare(found, expected, i, tolerance);
}

static void compare_upper(const batch *packed, const batch *full) {
  for (long p = 0; p < COUNT; p++)
    for (int i = 0, entry = 0; i < 6; i++)
      for (int j = i; j < 6; j++, entry++) {
        double x = at(packed, TANGENT, entry, p);
        double y = at(full, TANGENT, i * 6 + j, p);
        ck_assert_msg(x == y || (isnan(x) && isnan(y)),
                      "%s: entry %d of point %ld is %.17g, C[%d][%d] %.17g",
                      full->setting->of->material, entry, p, x, i, j, y);
      }
}

static void check_symmetry(const batch *full) {
  for (long p = 0; p < COUNT; p++) {
    double most = 0;
    for (int i = 0; i < 36; i++) most = fmax(most, at(full, TANGENT, i, p));
    for (int i = 0; is_good(full, p) && i < 36; i++)
      ck_assert_close(at(full, TANGENT, i, p),
                      at(full, TANGENT, i % 6 * 6 + i / 6, p), 0,
                      1e-12 * most);
  }
}

/* The same with another form. */
static setting formed(const combination *c, am_tangent_form form,
                      combination *own) {
  *own = *c;
  own->form = form;
  return open_setting(own);
}

static void pack(const combination *c, const char *engine) {
  combination of_full, of_packed;
  setting a = formed(c, AM_TANGENT_FULL, &of_full);
  setting b = formed(c, AM_TANGENT_PACKED, &of_packed);
  if (a.law->strict) {
    batch full = advanced(&a, engine), packed = advanced(&b, engine);
    compare_others(&packed, &full, 0);
    compare(&packed, &full, DERIVATIVE, 0);
    compare_upper(&packed, &full);
    check_symmetry(&full);
  }
  am_arena_free(a.arena);
  am_arena_free(b.arena);
}

START_TEST(packed_is_the_upper_triangle) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  const char *name = shipped_name(arena, _i / 2);
  bool usual = !strcmp(name, "michel-suquet");
  const combination c = {.material = name, .scheme = "implicit-euler",
                         .tangent = true, .mixed = _i % 2};
  for (int e = 0; e < MOST_ENGINES; e++)
    if (is_tested(e, usual)) pack(&c, engines[e]);
  am_arena_free(arena);
}
END_TEST

/* Each component to rounding of the terms it is a sum of. */
static void compare_product(const batch *directed, const batch *full) {
  for (long p = 0; p < COUNT; p++)
    for (int i = 0; is_good(full, p) && i < 6; i++) {
      double sum = 0, most = 0;
      for (int j = 0; j < 36; j++)
        most = fmax(most, fabs(at(full, TANGENT, j, p)));
      for (int j = 0; j < 6; j++)
        sum += at(full, TANGENT, i * 6 + j, p) * at(directed, DIRECTION, j, p);
      double found = at(directed, ALONG, i, p);
      ck_assert_msg(fabs(found - sum) <= 1e-13 * most,
                    "%s, %s: component %d of point %ld is %.17g, expected "
                    "%.17g", full->setting->of->material,
                    full->setting->of->scheme, i, p, found, sum);
    }
}

#define LAW(name, of_scheme) \
  .material = name, .scheme = of_scheme, .tangent = true

static const combination directed[] = {
    {LAW("michel-suquet", "implicit-euler")},
    {LAW("michel-suquet", "implicit-euler"), .energies = true, .mixed = true},
    {LAW("michel-suquet", "implicit-euler"),
     .strategy = AM_STRATEGY_CONVENTIONAL},
    {LAW("michel-suquet", "ode23")},
    {LAW("michel-suquet", "implicit-euler"),
     .strategy = AM_STRATEGY_SEMI_AUTOMATIC},
    {LAW("norton", "implicit-euler"), .energies = true},
    {LAW("perzyna", "implicit-euler"), .mixed = true},
    {LAW("linear-elastic", "implicit-euler")},
    {LAW("fcc-crystal", "implicit-euler")},
    {LAW("michel-suquet", "ode23"), .mixed = true},
    {LAW("michel-suquet", "ode23"), .mode = AM_MODE_COLUMN},
    {LAW("michel-suquet", "rodas4")},
    {LAW("michel-suquet", "rodas4"), .mixed = true},
    {LAW("zener", "implicit-euler-adaptive")},
};

enum { DIRECTED = sizeof directed / sizeof *directed, USUAL = 4 };

static void direct(const combination *c, const char *engine) {
  combination of_full, of_directed;
  setting a = formed(c, AM_TANGENT_FULL, &of_full);
  setting b = formed(c, AM_TANGENT_DIRECTED, &of_directed);
  batch full = advanced(&a, engine), product = advanced(&b, engine);
  int good = 0;
  for (long p = 0; p < COUNT; p++) good += is_good(&full, p);
  ck_assert_int_gt(good, COUNT / 3);
  compare_others(&product, &full, 0);
  compare_product(&product, &full);
  am_arena_free(a.arena);
  am_arena_free(b.arena);
}

START_TEST(directed_is_the_product) {
  for (int e = 0; e < MOST_ENGINES; e++)
    if (is_tested(e, _i < USUAL)) direct(&directed[_i], engines[e]);
}
END_TEST

/* Without a direction it is zero, and without a place not kept. */
static void leave_out(const combination *c, const char *engine) {
  combination own;
  setting s = formed(c, AM_TANGENT_DIRECTED, &own);
  batch with = advanced(&s, engine);
  batch b = new_batch(&s, engine, with.program, s.arena, PLAIN, COUNT);
  b.fields[DIRECTION] = NULL;
  advance(&b, COUNT);
  for (long p = 0; p < COUNT; p++)
    for (int i = 0; is_good(&b, p) && i < 6; i++)
      ck_assert_double_eq(at(&b, ALONG, i, p), 0);
  b.fields[ALONG] = NULL;
  advance(&b, COUNT);
  compare_others(&b, &with, 0);
  am_arena_free(s.arena);
}

START_TEST(fields_that_are_not_there) {
  for (int e = 0; e < MOST_ENGINES; e++)
    if (is_tested(e, true)) leave_out(&directed[_i], engines[e]);
}
END_TEST

START_TEST(fields_may_be_unwanted) {
  for (int e = 0; e < MOST_ENGINES; e++) {
    setting s = open_setting(&unwanted[_i]);
    if (is_tested(e, true)) check_unwanted(&s, engines[e], COUNT);
    am_arena_free(s.arena);
  }
}
END_TEST

static const struct {
  const combination of;
  const char *message;
} refusals[] = {
    {{LAW("michel-suquet", "ode23"), .form = AM_TANGENT_PACKED},
     "a packed tangent goes with scheme implicit-euler, whose tangent is "
     "symmetric, not with ode23"},
    {{LAW("michel-suquet", "implicit-euler-adaptive"),
      .form = AM_TANGENT_PACKED},
     "a packed tangent goes with scheme implicit-euler, whose tangent is "
     "symmetric, not with implicit-euler-adaptive"},
    {{LAW("michel-suquet", "implicit-euler"), .form = AM_TANGENT_PACKED,
      .strategy = AM_STRATEGY_CONVENTIONAL},
     "a packed tangent goes with strategies automatic and semi-automatic: one "
     "that is hand-written may not be symmetric"},
    {{LAW("material: follower\ninternal: {a: scalar}\n"
          "free_energy: inner(eps, eps) + a^2\n"
          "force_potential: (1 + a^2)*A_a^2/2\n",
          "implicit-euler"), .form = AM_TANGENT_PACKED},
     "a packed tangent goes with laws whose force potential reads neither "
     "strain nor internal variables, which that of material 'follower' does"},
    {{.material = "michel-suquet", .scheme = "implicit-euler",
      .form = AM_TANGENT_PACKED},
     "a packed tangent is wanted, but solver.tangent is false"},
    {{.material = "michel-suquet", .scheme = "ode23",
      .form = AM_TANGENT_DIRECTED},
     "a directed tangent is wanted, but solver.tangent is false"},
};

enum { REFUSALS = sizeof refusals / sizeof *refusals };

START_TEST(refused) {
  for (int e = 0; e < MOST_ENGINES; e++) {
    setting s = open_setting(&refusals[_i].of);
    am_engine_program *program;
    ck_assert_int_eq(try_program(&s, s.arena, engines[e], &program), AM_INPUT);
    ck_assert_str_eq(s.report->first->text, refusals[_i].message);
    am_arena_free(s.arena);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("forms");
  char cache[] = "/tmp/automat-test-XXXXXX", remove[100];
  if (!mkdtemp(cache)) return 99;
  setenv("XDG_CACHE_HOME", cache, 1);
  tcase_add_loop_test(tcase, refused, 0, REFUSALS);
  tcase_add_loop_test(tcase, packed_is_the_upper_triangle, 0,
                      2 * shipped_count());
  tcase_add_loop_test(tcase, directed_is_the_product, 0, DIRECTED);
  tcase_add_loop_test(tcase, fields_that_are_not_there, 0, USUAL);
  tcase_add_loop_test(tcase, fields_may_be_unwanted, 0, UNWANTED);
  int status = test_run("forms", &tcase, 1);
  snprintf(remove, sizeof remove, "rm -rf %s", cache);
  return system(remove) ? 99 : status;
}
