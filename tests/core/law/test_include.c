/* Materials with included files. */
#include <math.h>
#include <sys/stat.h>

#include "tests/core/law/laws.h"

/* Files below a folder of the test, which is the working directory. */
static char folder[] = "/tmp/automat-test-XXXXXX";

static void open_folder(void) {
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(mkdir("below", 0700), 0);
  ck_assert_int_eq(mkdir("materials", 0700), 0);
  ck_assert_int_eq(mkdir("materials/blocks", 0700), 0);
  setenv("AUTOMAT_PATH", folder, 1);
}

static void close_folder(void) {
  am_arena *arena = test_arena();
  ck_assert_int_eq(chdir("/tmp"), 0);
  ck_assert_int_eq(system(am_format(arena, "rm -rf %s", folder)), 0);
  am_arena_free(arena);
  strcpy(folder + sizeof folder - 7, "XXXXXX");
}

static void write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  fputs(text, out);
  fclose(out);
}

/* The law of the file m.yaml. */
static am_status try_law(built *b, const char *parameters) {
  *b = (built){.arena = test_arena()};
  ck_assert(!am_arena_recover(b->arena));
  b->report = am_report_new(b->arena);
  AM_TRY(am_material_read(b->arena, b->report, "m.yaml", &b->material));
  return am_law_new(
      b->arena, b->report, b->material,
      &(am_law_choice){.overrides = mapping(b->arena, b->report, parameters)},
      &b->law);
}

static void expect_good(const built *b, am_status status) {
  ck_assert_msg(status == AM_OK, "%s", first_message(b->arena, b->report));
}

#define ELASTIC                                             \
  "parameters:\n"                                           \
  "  E: {value: 100, unit: MPa, above: 0, about: Young}\n"  \
  "  nu: {value: 0.25, above: -1, below: 0.5}\n"            \
  "definitions: |\n"                                        \
  "  one = 1 + nu\n"                                        \
  "  lambda = E*nu/(one*(1 - 2*nu))\n"                      \
  "  mu = E/(2*one)\n"
#define HARDENING                                     \
  "include: {file: rate.yaml, as: n}\n"               \
  "parameters: {Q: 5, N: 2, w: [1, 2]}\n"             \
  "internal: {q: {type: scalar, count: N, initial: Q/10}}\n" \
  "definitions: s[k in 1 .. length(w)] = Q*w[k]*n_k\n" \
  "requires: [{that: Q > 1, because: it is so}]\n"
#define RATE "parameters: {k: 3}\n"
#define POTENTIALS(lambda, mu, q, s)                                         \
  "free_energy: |\n"                                                         \
  "  " lambda "/2*tr(eps)^2 + " mu "*(eps : eps) + sum(i, 1, 2, " s "[i]*"   \
  q "[i]^2/2) + " q "[1]*eps[xx]\n"                                          \
  "force_potential: sum(j, 1, 2, A_" q "[j]^2)/2\n"

/* Included blocks are equivalent to the same text in the file itself. */
START_TEST(one_law_of_several_files) {
  built b;
  uint64_t seed = 3;
  write_file("below/elastic.yaml", ELASTIC);
  write_file("materials/blocks/hardening.yaml", HARDENING);
  write_file("materials/blocks/rate.yaml", RATE);
  write_file("m.yaml",
             "material: m\nunits: {stress: MPa}\n"
             "include:\n"
             "  - {file: below/elastic.yaml, parameters: {nu: 0.3,\n"
             "     E: {value: 200, min: 0, about: modulus}}}\n"
             "  - {file: hardening, as: h, parameters: {n_k: 4, w: [1, 3]}}\n"
             POTENTIALS("lambda", "mu", "h_q", "h_s"));
  am_status status = try_law(&b, "{h_Q: 6, h_n_k: 7}");
  expect_good(&b, status);
  built whole = law_open(&(request){
      .material = "material: m\n"
                  "parameters: {E: {value: 200, min: 0}, nu: {value: 0.3, "
                  "above: -1, below: 0.5}, k: 7, Q: 6, N: 2, w: [1, 3]}\n"
                  "internal: {q: {type: scalar, count: N, initial: Q/10}}\n"
                  "definitions: |\n"
                  "  one = 1 + nu\n"
                  "  lambda = E*nu/(one*(1 - 2*nu))\n"
                  "  mu = E/(2*one)\n"
                  "  s[k_ in 1 .. length(w)] = Q*w[k_]*k\n"
                  POTENTIALS("lambda", "mu", "q", "s")});
  ck_assert_int_eq(b.law->na, 2);
  ck_assert_double_eq(b.law->initial[0], 0.6);
  ck_assert_str_eq(b.law->variables[1].name, "h_q[2]");
  for (int n = 0; n < 20; n++) {
    at x = random_state(&b, &seed);
    ck_assert_mem_eq(law_values(&b, AM_FUNCTION_STRESS, x),
                     law_values(&whole, AM_FUNCTION_STRESS, x),
                     6 * sizeof(double));
    ck_assert_mem_eq(law_values(&b, AM_FUNCTION_RATE, x),
                     law_values(&whole, AM_FUNCTION_RATE, x),
                     2 * sizeof(double));
  }
  const am_parameter *E = &b.material->parameters[0];
  ck_assert_str_eq(E->unit, "MPa");
  ck_assert_str_eq(E->about, "modulus");
  ck_assert(!E->low_open && E->low == 0);
  ck_assert_str_eq(b.material->parameters[2].name, "h_n_k");
  ck_assert_int_eq(b.law->requirement_count, 1);
  ck_assert_ptr_null(b.report->first);
  law_close(&b);
  law_close(&whole);
}
END_TEST

/* The texts alone reproduce the law, also if the files have changed. */
START_TEST(stored_texts) {
  built b;
  am_material *again;
  write_file("hardening.yaml", HARDENING);
  write_file("rate.yaml", RATE);
  write_file("m.yaml", "material: m\n"
                       "include: [{file: hardening.yaml, as: a},\n"
                       "  {file: hardening.yaml, as: b}]\n"
                       "free_energy: a_Q*b_Q*a_q[1]*b_q[2]*eps[xx]\n"
                       "force_potential: A_a_q[1] + A_b_q[2]\n");
  am_status status = try_law(&b, NULL);
  expect_good(&b, status);
  ck_assert_int_eq(b.material->included.count, 4);
  ck_assert_int_eq(unlink("hardening.yaml"), 0);
  status = am_material_of(b.arena, b.report, (am_yaml *)b.material->root,
                          "elsewhere", &b.material->included, &again);
  expect_good(&b, status);
  ck_assert_int_eq(again->parameter_count, 8);
  ck_assert_str_eq(again->parameters[7].name, "b_w");
  const char *text = am_material_text(b.arena, again);
  ck_assert_ptr_nonnull(strstr(text, "material: m\n"));
  ck_assert_ptr_nonnull(strstr(text, RATE));
  am_included fewer = b.material->included;
  fewer.count = 3;
  status = am_material_of(b.arena, b.report, (am_yaml *)b.material->root,
                          "elsewhere", &fewer, &again);
  ck_assert_int_eq(status, AM_INPUT);
  law_close(&b);
}
END_TEST

/* A file can read the external fields of the material, unless it uses the name
 * for something else. */
START_TEST(external_fields) {
  built b;
  write_file("own.yaml", "parameters: {T: 5}\ndefinitions: d = 2*T\n");
  write_file("field.yaml", "definitions: d = 3*T\n");
  write_file("m.yaml", "material: m\nexternal: {T: 300}\ninclude:\n"
                       "  - {file: own.yaml, as: a}\n"
                       "  - {file: field.yaml, as: b}\n"
                       "free_energy: (a_d + b_d)*tr(eps)\n");
  am_status status = try_law(&b, NULL);
  expect_good(&b, status);
  const double *sigma = law_values(&b, AM_FUNCTION_STRESS, (at){.eps = NULL});
  ck_assert_double_eq_tol(sigma[0], 910 * sqrt(3), 1e-12);
  law_close(&b);
}
END_TEST

/* Unused parameters, by the names in their own file. */
START_TEST(unread_parameters) {
  built b;
  write_file("k.yaml", "parameters: {k: 1, spare: 2}\ndefinitions: d = k\n");
  write_file("m.yaml", "material: m\ninclude: {file: k.yaml, as: x}\n"
                       "parameters: {k: 2, spare: 1}\n"
                       "free_energy: x_d*spare*inner(eps, eps)\n");
  am_status status = try_law(&b, NULL);
  expect_good(&b, status);
  ck_assert_str_eq(b.report->first->text,
                   "no expression of the material uses the parameters x_spare, "
                   "k");
  law_close(&b);
}
END_TEST

#define ENERGY "free_energy: inner(eps, eps)\n"
#define MATERIAL "material: m\nunits: {stress: MPa, time: s}\n"

/* Files a.yaml and m.yaml, and FILE:LINE:COLUMN: MESSAGE. */
static const struct {
  const char *included, *text, *message;
} bad[] = {
    {"", MATERIAL "include: b.yaml\n" ENERGY,
     "m.yaml:3:10: there is no file 'b.yaml' in the folder of the including "
     "file, and no block 'b' is installed"},
    {"", MATERIAL "include: [statc]\n" ENERGY,
     "m.yaml:3:11: no block 'statc' is installed (did you mean 'static'?)"},
    {"", MATERIAL "include: ../m.yaml\n" ENERGY,
     "m.yaml:3:10: expected an included file to lie below the folder of the "
     "file that includes it, not hidden, found '../m.yaml'"},
    {"", MATERIAL "include: /etc/passwd\n" ENERGY,
     "m.yaml:3:10: expected an included file to lie below the folder of the "
     "file that includes it, not hidden, found '/etc/passwd'"},
    {"", MATERIAL "include: link.yaml\n" ENERGY,
     "m.yaml:3:10: expected an included file to lie below the folder of the "
     "file that includes it, not hidden, found 'link.yaml'"},
    {"", MATERIAL "include: m.yaml\n" ENERGY,
     "m.yaml:3:10: 'm.yaml' includes itself"},
    {"include: ./m.yaml\n", MATERIAL "include: a.yaml\n" ENERGY,
     "a.yaml:1:10: './m.yaml' includes itself, through other files"},
    {"", MATERIAL "include: {as: a}\n" ENERGY,
     "m.yaml:3:10: expected the key 'file' with the file to include"},
    {"", MATERIAL "include: {file: a.yaml, at: b}\n" ENERGY,
     "m.yaml:3:25: unknown key 'at' in an entry of include, expected one of "
     "file, as, parameters (did you mean 'as'?)"},
    {"", MATERIAL "include: {file: a.yaml, as: 1}\n" ENERGY,
     "m.yaml:3:29: '1' cannot be a prefix: expected a letter, then letters, "
     "digits or '_'"},
    {"", MATERIAL "include: a.yaml\n" ENERGY,
     "a.yaml:0:0: the file is empty, expected a mapping of keys"},
    {"external: {T: 300}\n", MATERIAL "include: a.yaml\n" ENERGY,
     "a.yaml:1:11: an included file cannot declare external fields: declare "
     "them in the material"},
    {"paramters: {k: 1}\n", MATERIAL "include: a.yaml\n" ENERGY,
     "a.yaml:1:1: unknown key 'paramters' in an included file, expected one "
     "of format, material, title, source, keywords, units, include, "
     "parameters, "
     "internal, definitions, free_energy, stress, force_potential, "
     "elastic_domain, "
     "rates, partials, conventional, requires, checks, check, "
     "parameter_sets, lacks, kinematics, external (did you mean "
     "'parameters'?)"},
    {"units: {stress: Pa}\n", MATERIAL "include: a.yaml\n" ENERGY,
     "a.yaml:1:17: the unit of stress is Pa here, and MPa in the material "
     "that includes the file"},
    {"parameters: {k: 1}\n",
     MATERIAL "include: {file: a.yaml, parameters: {q: 1}}\n" ENERGY,
     "m.yaml:3:38: the included file has no parameter 'q'"},
    {"parameters: {k: {value: 1, max: 3}}\n",
     MATERIAL "include: {file: a.yaml, parameters: {k: 4}}\n" ENERGY,
     "m.yaml:3:41: parameter 'k' is 4, but must be at most 3"},
    {"parameters: {k: {value: 1, max: 3}}\n",
     MATERIAL "include: {file: a.yaml, as: b, parameters: {k: {vale: 4}}}\n"
     ENERGY,
     "m.yaml:3:49: unknown key 'vale' in parameter 'b_k', expected one of "
     "value, unit, min, max, above, below, about, kind, file, columns, "
     "interpolation, outside (did you mean 'value'?)"},
    {"parameters: {k: 1}\n",
     MATERIAL "include: [a.yaml]\nparameters: {k: 2}\n" ENERGY,
     "m.yaml:4:14: 'k' is already a parameter of 'a.yaml', line 1: give one of "
     "them a prefix with include: {file: FILE, as: PREFIX}"},
    {"definitions: k = 1\n",
     MATERIAL "include: [a.yaml, {file: a.yaml}]\n" ENERGY,
     "a.yaml:1:14: 'k' is already a definition of 'a.yaml', line 1: give one "
     "of them a prefix with include: {file: FILE, as: PREFIX}"},
    {"parameters: {k: 1}\n",
     MATERIAL "include: {file: a.yaml, as: b}\ninternal: {b_k: scalar}\n"
     ENERGY "force_potential: 0\n",
     "m.yaml:4:12: 'b_k' is already a parameter of 'a.yaml', line 1: give one "
     "of them a prefix with include: {file: FILE, as: PREFIX}"},
    {"definitions: |\n  a = 1\n  b = a*c\n",
     MATERIAL "parameters: {c: 1}\ninclude: a.yaml\n" ENERGY,
     "a.yaml:3:9: unknown name 'c'"},
    {"parameters: {k: 1}\ndefinitions: d = log(k - 1)\n",
     MATERIAL "include: {file: a.yaml, as: b}\n" ENERGY,
     "a.yaml:2:14: definition 'b_d' is not finite for these parameters"},
    {"parameters: {k: 1}\nrequires: [{that: k > 1}]\n",
     MATERIAL "include: {file: a.yaml, as: b}\n" ENERGY,
     "a.yaml:2:19: these parameters violate the requirement 'k > 1'"},
    {"internal: {x: {type: scalar, count: k}}\n",
     MATERIAL "parameters: {k: 1}\ninclude: a.yaml\n" ENERGY
              "force_potential: 0\n",
     "a.yaml:1:37: unknown name 'k'"},
    {"internal: {x: scalar}\n",
     MATERIAL "include: a.yaml\nparameters: {A_x: 1}\n" ENERGY
              "force_potential: 0\n",
     "m.yaml:4:14: 'A_x' is the driving force of 'x' and cannot name a "
     "parameter"},
    {"internal: {x: scalar}\n", MATERIAL "include: a.yaml\n" ENERGY,
     "m.yaml:1:1: material 'm' has internal variables but none of "
     "force_potential, elastic_domain and rates"},
    {"parameters: {k: 1}\n", MATERIAL "include: {file: a.yaml, as: b}\n"
     "free_energy: k*inner(eps, eps)\n",
     "m.yaml:4:14: unknown name 'k'"},
    {"parameters: {orm: 1}\n",
     MATERIAL "include: {file: a.yaml, as: eigen}\ninternal: {A_eigen_orm: "
              "scalar, eigen_orm: scalar}\n" ENERGY,
     "m.yaml:4:12: 'A_eigen_orm' is the driving force of 'eigen_orm' and "
     "cannot name an internal variable"},
    {"parameters: {abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz: 1}\n",
     MATERIAL "include: {file: a.yaml, as: a1234567890}\n" ENERGY,
     "a.yaml:1:14: 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz' "
     "becomes "
     "'a1234567890_abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz', "
     "which is longer than 63 characters"},
};

START_TEST(messages) {
  built b;
  write_file("a.yaml", bad[_i].included);
  write_file("m.yaml", bad[_i].text);
  write_file("materials/blocks/static.yaml", "{}\n");
  ck_assert_int_eq(symlink("/etc/passwd", "link.yaml"), 0);
  am_status status = try_law(&b, NULL);
  ck_assert_msg(status == AM_INPUT, "accepted:\n%s", bad[_i].text);
  const am_message *m = b.report->first;
  ck_assert_ptr_nonnull(m->place.source);
  ck_assert_str_eq(am_format(b.arena, "%s:%d:%d: %s", m->place.source->name,
                             m->place.line, m->place.column, m->text),
                   bad[_i].message);
  ck_assert_ptr_null(m->next);
  law_close(&b);
}
END_TEST

/* The maximum number of included files. */
START_TEST(many_files) {
  built b;
  am_buffer text = {.arena = test_arena()};
  write_file("a.yaml", "parameters: {k: 1}\n");
  am_buffer_add(&text, "material: m\n" ENERGY "include:\n");
  for (int i = 0; i < AM_MOST_INCLUDED; i++)
    am_buffer_add(&text, "  - {file: a.yaml, as: p%d}\n", i);
  write_file("m.yaml", text.text);
  am_status status = try_law(&b, NULL);
  expect_good(&b, status);
  ck_assert_int_eq(b.material->parameter_count, AM_MOST_INCLUDED);
  law_close(&b);
  am_buffer_add(&text, "  - a.yaml\n");
  write_file("m.yaml", text.text);
  ck_assert_int_eq(try_law(&b, NULL), AM_INPUT);
  ck_assert_str_eq(b.report->first->text,
                   "the material includes more than 64 files");
  law_close(&b);
  am_arena_free(text.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("include");
  tcase_add_checked_fixture(tcase, open_folder, close_folder);
  tcase_add_test(tcase, one_law_of_several_files);
  tcase_add_test(tcase, stored_texts);
  tcase_add_test(tcase, external_fields);
  tcase_add_test(tcase, unread_parameters);
  tcase_add_loop_test(tcase, messages, 0, sizeof bad / sizeof *bad);
  tcase_add_test(tcase, many_files);
  return test_run("include", &tcase, 1);
}
