/* Matrices and tables as parameters. */
#include <sys/stat.h>

#include "base/basis.h"
#include "tests/core/law/laws.h"

#define LAW                                                                  \
  "material: m\n"                                                            \
  "parameters:\n"                                                            \
  "  h: {kind: matrix, value: [[1, 2, 3], [4, 5, 6]], min: 0}\n"             \
  "  k: {kind: table, value: [[-1, 2], [0, 5], [2, 6]], above: 1}\n"         \
  "  l: {kind: table, value: [[0, 0], [1, 1]], outside: linear}\n"           \
  "  tau: [7, 8]\n"                                                          \
  "parameter_sets:\n"                                                        \
  "  other: {h: {1: {3: 30}}, tau: {2: 80}}\n"                               \
  "definitions: |\n"                                                         \
  "  row = h[2]\n"                                                           \
  "  digits(j) = 10^(3 - j)\n"                                                \
  "  n = length(h[1])\n"                                                    \
  "  all = sum(i, 1, length(h), sum(j, 1, n, digits(j)*h[i][j]))\n"         \
  "  taus = 10*tau[1] + tau[2]\n"                                            \
  "  none = sum(i, 1, 0, h[i][7])\n"                                         \
  "  chosen = if(tau[1] < 3, h, h)\n"                                        \
  "free_energy: |\n"                                                         \
  "  all + 1e-3*taus*eps[xx] + interpolate(eps[xx], k)*eps[yy] + none +"     \
  " interpolate(0, l) + row[1] - chosen[2][1]\n"

static double energy_of(const request *r) {
  built b = law_open(r);
  const double *values = law_values(&b, AM_FUNCTION_ENERGY, (at){0});
  double energy = *values;
  law_close(&b);
  return energy;
}

START_TEST(entries) {
  ck_assert_double_eq(energy_of(&(request){.material = LAW}), 123 + 456);
  ck_assert_double_eq(
      energy_of(&(request){.material = LAW,
                           .parameters = "{h: {2: {1: 9, 2: 0}, 1: {1: 7}}}"}),
      723 + 906);
  ck_assert_double_eq(
      energy_of(&(request){.material = LAW,
                           .parameters = "{h: [[1, 2], [3, 4], [0, 0]]}"}),
      120 + 340);
  ck_assert_double_eq(energy_of(&(request){.material = LAW, .set = "other"}),
                      150 + 456);
}
END_TEST

START_TEST(values_of_tables) {
  static const struct {
    const char *parameters;
    double eps, expected;
  } rows[] = {
      {NULL, -5, 2}, {NULL, -1, 2}, {NULL, 0, 5}, {NULL, 2, 6}, {NULL, 9, 6},
      {"{k: [[0, 2], [1, 4]]}", 0.25, 2.5}, {"{k: {2: {2: 3}}}", 0, 3},
      {"{k: {2: {1: 0.5}}}", 0.5, 5},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    built b = law_open(
        &(request){.material = LAW, .parameters = rows[i].parameters});
    double t[6] = {rows[i].eps}, eps[6], stress[6];
    am_basis_from_tensor(t, eps);
    am_basis_to_tensor(
        law_values(&b, AM_FUNCTION_STRESS, (at){.eps = eps}), stress);
    ck_assert_close(stress[1], rows[i].expected, 1e-14, 0);
    law_close(&b);
  }
}
END_TEST

#define ONE(p) \
  "material: m\nparameters: {" p "}\nfree_energy: inner(eps, eps)\n"

static const struct {
  const char *material, *overrides, *message;
} bad[] = {
    {ONE("h: {kind: matrix, value: []}"), NULL,
     "2:39: expected matrix 'h' to have at least 1 row, found 0"},
    {ONE("h: {kind: matrix, value: [[1, 2], [3]]}"), NULL,
     "2:48: expected the rows of matrix 'h' to have 2 numbers, like the first, "
     "found 1"},
    {ONE("h: {kind: matrix, value: [[]]}"), NULL,
     "2:40: expected the rows of matrix 'h' to have 1 number, like the first, "
     "found 0"},
    {ONE("h: {kind: matrix, value: [1, 2]}"), NULL,
     "2:40: expected a row of matrix 'h' to be a list, found '1'"},
    {ONE("h: {kind: matrix, value: 3}"), NULL,
     "2:39: expected matrix 'h' to be a list, found '3'"},
    {ONE("h: {kind: matrix, value: [[1, x]]}"), NULL,
     "2:44: expected matrix 'h' to be a number, found 'x'"},
    {ONE("h: {kind: matrix, value: [[1, -2]], min: 0}"), NULL,
     "2:39: parameter 'h' is -2, but must be at least 0"},
    {ONE("k: {kind: table, value: [[1, 2]]}"), NULL,
     "2:38: expected table 'k' to have at least 2 rows, found 1"},
    {ONE("k: {kind: table, value: [[1, 2], [1, 3]]}"), NULL,
     "2:47: x must be strictly increasing in table 'k': 1 follows 1"},
    {ONE("k: {kind: table, value: [[1, 2], [0.5, 3]]}"), NULL,
     "2:47: x must be strictly increasing in table 'k': 0.5 follows 1"},
    {ONE("k: {kind: table, value: [[1, 2], [2, 3, 4]]}"), NULL,
     "2:47: expected a row of table 'k' to have two numbers, x and y, found 3"},
    {ONE("k: {kind: table, value: [[1, 2], [2, .nan]]}"), NULL,
     "2:51: expected table 'k' to be a finite number, found '.nan'"},
    {ONE("k: {kind: table, value: [[1, 2], [2, 3]], outside: cubic}"), NULL,
     "2:65: expected outside to be one of constant, linear, found 'cubic'"},
    {ONE("k: {value: 3, outside: linear}"), NULL,
     "2:28: 'outside' is only for tables: add 'kind: table'"},
    {ONE("k: {kind: matrix, file: k.csv}"), NULL,
     "2:32: 'file' is only for tables: add 'kind: table'"},
    {ONE("k: {kind: table}"), NULL, "2:17: parameter 'k' has no value"},
    {ONE("k: {kind: table, file: k.csv, value: [[1, 2], [2, 3]]}"), NULL,
     "2:31: 'value' and 'file' cannot be combined"},
    {ONE("k: {kind: table, file: ../k.csv}"), NULL,
     "2:37: expected the file of a table to lie below the folder of the file "
     "that includes it, not hidden, found '../k.csv'"},
    {LAW, "{h: {3: {1: 0}}}",
     "1:6: expected an index from 1 to 2 of one of the rows, found '3'"},
    {LAW, "{h: {1: {0: 0}}}",
     "1:10: expected an index from 1 to 3 of one of the columns, found '0'"},
    {LAW, "{h: {1: 3}}",
     "1:9: expected a row of parameter 'h' to be a mapping, found '3'"},
    {LAW, "{tau: {3: 3}}",
     "1:8: expected an index from 1 to 2 of one of the members, found '3'"},
    {LAW, "{h: {1: {2: -1}}}",
     "1:5: parameter 'h' is -1, but must be at least 0"},
    {LAW, "{k: {2: {1: 2}}}",
     "1:5: x must be strictly increasing in table 'k': 2 follows 2"},
    {LAW, "{k: {2: {2: 1}}}",
     "1:5: parameter 'k' is 1, but must be above 1"},
    {LAW, "{k: [[0, 2], [1, 1]]}",
     "1:5: parameter 'k' is 1, but must be above 1"},
};

START_TEST(what_is_refused) {
  law_refused(&(request){.material = bad[_i].material,
                         .parameters = bad[_i].overrides},
              bad[_i].message);
}
END_TEST

#define USE(energy)                                                     \
  "material: m\n"                                                       \
  "parameters:\n"                                                       \
  "  h: {kind: matrix, value: [[1, 2]]}\n"                              \
  "  k: {kind: table, value: [[1, 2], [2, 3]]}\n"                       \
  "free_energy: " energy "\n"

static const char *const wrong_uses[][2] = {
    {USE("h*inner(eps, eps)"),
     "5:15: cannot multiply a 1 x 2 matrix by a scalar"},
    {USE("h[1]*inner(eps, eps)"),
     "5:18: cannot multiply a list of 2 scalars by a scalar"},
    {USE("h[2][1]*inner(eps, eps)"), "5:16: index 2 of 'h' is outside 1 .. 1"},
    {USE("h[1][3]*inner(eps, eps)"), "5:19: index 3 is outside 1 .. 2"},
    {USE("interpolate(eps[xx], h)"),
     "5:35: argument 2 of 'interpolate' must be a table, found a 1 x 2 "
     "matrix"},
    {USE("interpolate(eps, k)"),
     "5:26: argument 1 of 'interpolate' must be a scalar, found a symmetric "
     "tensor"},
    {USE("k*inner(eps, eps)"),
     "5:15: cannot multiply a table of 2 rows by a scalar"},
};

START_TEST(wrong_words) {
  law_refused(&(request){.material = wrong_uses[_i][0]}, wrong_uses[_i][1]);
}
END_TEST

/* ---- files --------------------------------------------------------------- */

static char folder[] = "/tmp/automat-test-XXXXXX";

static void write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  fputs(text, out);
  fclose(out);
}

static void open_folder(void) {
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(mkdir("below", 0700), 0);
}

static void close_folder(void) {
  am_arena *arena = test_arena();
  ck_assert_int_eq(chdir("/tmp"), 0);
  ck_assert_int_eq(system(am_format(arena, "rm -rf %s", folder)), 0);
  am_arena_free(arena);
  strcpy(folder + sizeof folder - 7, "XXXXXX");
}

/* The law of m.yaml with a table of these keys. */
static am_status try_file(built *b, const char *keys) {
  *b = (built){.arena = test_arena()};
  ck_assert(!am_arena_recover(b->arena));
  b->report = am_report_new(b->arena);
  write_file("m.yaml",
             am_format(b->arena,
                       "material: m\nparameters:\n  k: {kind: table, %s}\n"
                       "free_energy: interpolate(eps[xx], k)*inner(eps, eps)\n",
                       keys));
  AM_TRY(am_material_read(b->arena, b->report, "m.yaml", &b->material));
  return am_law_new(b->arena, b->report, b->material, NULL, &b->law);
}

static void check_rows(const am_law *law) {
  static const double expected[] = {0, 1.5, 0.5, 2, 2, 3};
  ck_assert_int_eq(law->parameter_numbers, 6);
  for (int i = 0; i < 6; i++)
    ck_assert_double_eq(law->parameters[i], expected[i]);
}

START_TEST(tables_of_files) {
  static const char *const keys[] = {
      "file: k.csv", "file: below/wide.csv, columns: [p, \"y (%)\"]"};
  write_file("k.csv", "p,y\n#m,MPa\n0,1.5\n0.5,2\n2,3\n");
  write_file("below/wide.csv",
             "y (%);name;p\n1,5;a;0\n2;b;0,5\n# comment\n3;c;2\n");
  built b;
  for (int i = 0; i < 2; i++) {
    am_status status = try_file(&b, keys[i]);
    ck_assert_msg(status == AM_OK, "%s", first_message(b.arena, b.report));
    check_rows(b.law);
  }

  /* The material stores the texts of the files and no longer needs the
   * files. */
  ck_assert_int_eq(b.material->included.count, 1);
  ck_assert_int_eq(remove("below/wide.csv"), 0);
  am_material *again;
  ck_assert_int_eq(am_material_of(b.arena, b.report, b.material->root,
                                  "m.yaml", &b.material->included, &again),
                   AM_OK);
  ck_assert_double_eq(again->parameters[0].values[3], 2);
  law_close(&b);
}
END_TEST

START_TEST(files_that_are_refused) {
  static const struct {
    const char *keys, *text, *message;
  } rows[] = {
      {"file: none.csv", "",
       "m.yaml:3:26: cannot read 'none.csv': No such file or directory"},
      {"file: k.csv", "p,y\n0,1\n0,2\n",
       "k.csv:3:1: x must be strictly increasing in table 'k': 0 follows 0"},
      {"file: k.csv", "p,y\n0,1\n1,\n",
       "k.csv:3:3: expected a number of table 'k', found nothing"},
      {"file: k.csv", "p,y\n0,1\n1,nan\n",
       "k.csv:3:3: expected a number, found 'nan'"},
      {"file: k.csv", "p,y\n0,1\n1,2,3\n",
       "k.csv:3:1: expected 2 cells, one for each column, found 3"},
      {"file: k.csv", "p,y\n0,1\n",
       "k.csv: expected table 'k' to have at least 2 rows, found 1"},
      {"file: k.csv", "p\n0\n1\n",
       "k.csv:1:1: expected two columns, x and y, for table 'k', found one"},
      {"file: k.csv, columns: [p, z]", "p,y\n0,1\n1,2\n",
       "m.yaml:3:46: 'k.csv' has no column 'z'"},
      {"file: k.csv, columns: p", "p,y\n0,1\n1,2\n",
       "m.yaml:3:42: expected 'columns' to name two columns of the file, for x "
       "and y"},
      {"file: k.csv, min: 1.5", "p,y\n0,1\n1,2\n",
       "m.yaml:3:26: parameter 'k' is 1, but must be at least 1.5"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    built b;
    write_file("k.csv", rows[i].text);
    ck_assert_int_eq(try_file(&b, rows[i].keys), AM_INPUT);
    const am_message *m = b.report->first;
    const char *place = m->place.line
                            ? am_format(b.arena, "%d:%d: ", m->place.line,
                                        m->place.column)
                            : " ";
    ck_assert_str_eq(am_format(b.arena, "%s:%s%s", m->place.source->name,
                               place, m->text),
                     rows[i].message);
    law_close(&b);
  }
}
END_TEST

START_TEST(long_tables_are_refused) {
  built b;
  for (int rows = 1000; rows <= 1001; rows++) {
    FILE *out = fopen("k.csv", "w");
    ck_assert_ptr_nonnull(out);
    fputs("p,y\n", out);
    for (int i = 0; i < rows; i++) fprintf(out, "%d,%d\n", i, i * i);
    fclose(out);
    am_status status = try_file(&b, "file: k.csv");
    ck_assert_int_eq(status, rows > 1000 ? AM_INPUT : AM_OK);
    if (status == AM_OK) law_close(&b);
  }
  ck_assert_str_eq(b.report->first->text,
                   "expected table 'k' to have at most 1000 rows, found 1001");
  law_close(&b);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rows"), *files = tcase_create("files");
  tcase_add_test(tcase, entries);
  tcase_add_test(tcase, values_of_tables);
  tcase_add_loop_test(tcase, what_is_refused, 0, sizeof bad / sizeof *bad);
  tcase_add_loop_test(tcase, wrong_words, 0,
                      sizeof wrong_uses / sizeof *wrong_uses);
  tcase_add_checked_fixture(files, open_folder, close_folder);
  tcase_add_test(files, tables_of_files);
  tcase_add_test(files, files_that_are_refused);
  tcase_add_test(files, long_tables_are_refused);
  return test_run("material/rows", (TCase *[]){tcase, files}, 2);
}
