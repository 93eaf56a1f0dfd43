/* Contents of valid material files, and messages about invalid ones. */
#include "law/reader.h"
#include "tests/core/law/materials.h"

static am_arena *arena;
static am_report *report;

static void open_arena(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  report = am_report_new(arena);
}

static void close_arena(void) { am_arena_free(arena); }

#define ENERGY "free_energy: inner(eps, eps)\n"
#define REST ENERGY "force_potential: A_a^2\n"

static const struct {
  const char *text, *message;
} bad[] = {
    {"title: x\n" ENERGY,
     "1:1: expected the key 'material' with the material's name"},
    {"material: ../../m\n" ENERGY,
     "1:11: '../../m' is not a valid material name: expected a letter, then "
     "letters, digits, '_' or '-', at most 63"},
    {"material: two words\n" ENERGY,
     "1:11: 'two words' is not a valid material name: expected a letter, then "
     "letters, digits, '_' or '-', at most 63"},
    {"material: -m\n" ENERGY,
     "1:11: '-m' is not a valid material name: expected a letter, then "
     "letters, "
     "digits, '_' or '-', at most 63"},
    {"material: \"\"\n" ENERGY,
     "1:11: the text '' is not a valid material name: expected a letter, then "
     "letters, digits, '_' or '-', at most 63"},
    {"material: m\n", "1:1: material 'm' has neither free_energy nor stress"},
    {"material: m\ninternal: {a: scalar}\n" ENERGY,
     "1:1: material 'm' has internal variables but none of force_potential, "
     "elastic_domain and rates"},
    {"material: m\ninternal: {a: scalar}\n" ENERGY "elastic_domain: A_a\n",
     "4:17: expected 'elastic_domain' to name yield functions, which must stay "
     "<= 0, as in 'elastic_domain: {yield: mises(A_x) - 100}'"},
    {"material: m\n" ENERGY "elastic_domain: {f: 1}\n",
     "3:1: material 'm' has an elastic_domain but no internal variables"},
    {"material: m\ninternal: {a: scalar}\n" ENERGY
     "elastic_domain: {2f: A_a}\n",
     "4:18: '2f' is not a name: expected a letter, then letters, digits or "
     "'_', at most 63"},
    {"material: m\ninternal: {a: scalar}\n" ENERGY
     "elastic_domain: {f: A_a}\npartials: rate_a = 1\n",
     "4:1: an elastic_domain cannot be combined with hand-derived partials: "
     "remove the partials"},
    {"material: [m]\n" ENERGY,
     "1:11: expected material to be a text, found a list"},
    {"material: m\nfree_enrgy: 1\n",
     "2:1: unknown key 'free_enrgy' in a material, expected one of format, "
     "material, title, source, keywords, units, include, parameters, "
     "internal, definitions, free_energy, stress, force_potential, "
     "elastic_domain, "
     "rates, partials, conventional, "
     "requires, checks, check, parameter_sets, lacks, kinematics, external "
     "(did you mean 'free_energy'?)"},
    {"material: m\nformat: 2\n" ENERGY,
     "2:9: expected format to be 1, the only version of this program, found "
     "'2'"},
    {"material: m\nunits: {stress: MPa, tme: s}\n" ENERGY,
     "2:22: unknown key 'tme' in units, expected one of stress, time (did you "
     "mean 'time'?)"},
    {"material: m\nunits: {stress: furlong}\n" ENERGY,
     "2:17: unknown unit 'furlong'"},
    {"material: m\nunits: MPa\n" ENERGY,
     "2:8: expected units to be a mapping, found 'MPa'"},
    {"material: m\nparameters: [1]\n" ENERGY,
     "2:13: expected parameters to be a mapping, found a list"},
    {"material: m\nparameters: {1x: 1}\n" ENERGY,
     "2:14: '1x' is not a name: expected a letter, then letters, digits or "
     "'_', at most 63"},
    {"material: m\nparameters: {norm: 1}\n" ENERGY,
     "2:14: 'norm' is a reserved name and cannot name a parameter"},
    {"material: m\nparameters: {eps: 1}\n" ENERGY,
     "2:14: 'eps' is a reserved name and cannot name a parameter"},
    {"material: m\nparameters: {k: 1}\ninternal: {k: scalar}\n" REST,
     "3:12: 'k' is already a parameter"},
    {"material: m\ninternal: {stress: scalar}\n" REST,
     "2:12: 'stress' is an output column and cannot name an internal "
     "variable"},
    {"material: m\ninternal: {xy: scalar}\n" REST,
     "2:12: 'xy' is an output column and cannot name an internal variable"},
    {"material: m\ninternal: {pi: scalar}\n" REST,
     "2:12: 'pi' is a reserved name and cannot name an internal variable"},
    {"material: m\ninternal: {a: deviatorc}\n" REST,
     "2:15: expected the type of 'a' to be one of scalar, symmetric, "
     "deviatoric, maximum, found 'deviatorc' (did you mean 'deviatoric'?)"},
    {"material: m\ninternal: {a: {count: 2}}\n" REST,
     "2:15: internal variable 'a' has no type"},
    {"material: m\ninternal: {a: {type: scalar, inital: 0}}\n" REST,
     "2:30: unknown key 'inital' in an internal variable, expected one of "
     "type, count, initial, about, of (did you mean 'initial'?)"},
    {"material: m\ninternal: {a: maximum}\n" REST,
     "2:15: a variable of type maximum needs the key 'of' (an expression), and "
     "has no count"},
    {"material: m\ninternal: {a: {type: maximum, of: 1, count: 2}}\n" REST,
     "2:22: a variable of type maximum needs the key 'of' (an expression), and "
     "has no count"},
    {"material: m\ninternal: {a: {type: scalar, of: 1}}\n" REST,
     "2:22: 'of' is only for the type maximum"},
    {"material: m\ninternal: {a: [scalar]}\n" REST,
     "2:15: expected the type of 'a' to be a text, found a list"},
    {"material: m\ninternal: {a: {type: scalar, count: 2*}}\n" REST,
     "2:39: expected an operand, found the end"},
    {"material: m\nfree_energy: [1]\n",
     "2:14: expected free_energy to be a single value, found a list"},
    {"material: m\nfree_energy: |\n  x = 1\n",
     "4:3: expected a last line that is the value, an expression without "
     "'name =', found the end"},
    {"material: m\n" ENERGY "definitions: eps + 1\n",
     "3:14: expected 'name = expression', found an expression"},
    {"material: m\n" ENERGY "partials: [1]\n",
     "3:11: expected partials to be a mapping, found a list"},
    {"material: m\n" ENERGY "partials: {stress: {a: 1}}\n",
     "3:20: expected a partial derivative to be a single value, found a "
     "mapping"},
    {"material: m\n" ENERGY "conventional: [a]\n",
     "3:15: expected conventional to be a text, found a list"},
    {"material: m\n" ENERGY "requires: {a: 1}\n",
     "3:11: expected requires to be a list, found a mapping"},
    {"material: m\n" ENERGY "checks: 1\n",
     "3:9: expected checks to be a list, found '1'"},
    {"material: m\n" ENERGY "parameter_sets: [1]\n",
     "3:17: expected parameter_sets to be a mapping, found a list"},
    {"material: m\nmaterial: n\n" ENERGY,
     "2:1: duplicate key 'material' (first on line 1, column 1)"},
    {"- 1\n", "1:1: expected the file to be a mapping, found a list"},
};

START_TEST(messages) {
  am_material *m;
  am_status status = read_text(arena, report, bad[_i].text, &m);
  ck_assert_msg(status == AM_INPUT, "accepted:\n%s", bad[_i].text);
  ck_assert_str_eq(first_message(arena, report), bad[_i].message);
  ck_assert_ptr_null(report->first->next);
}
END_TEST

/* Errors in all places of expressions; a comment is not an expression. */
#define READS(more)                                                         \
  "material: m\n"                                                           \
  "parameters: {K: 1, spare: 2, n: 2, r: 1, i: 0, d: 1, a: [1, 2], s: 1, "  \
  "left: 4}\n"                                                              \
  "internal: {x: {type: scalar, count: n, initial: i}}\n"                   \
  "definitions: |\n  D[j in 1 .. length(a)] = d*j\n"                        \
  "requires: [{that: r > 0}]\n"                                             \
  "free_energy: |\n  e = K*inner(eps, eps) # spare\n  e\n"                  \
  "force_potential: sum(j, 1, 2, A_x[j]^2)\n"                               \
  "partials: {stress: 2*K*eps, \"A_x[j in 1 .. 2]\": 0, "                   \
  "\"rate_x[j in 1 .. 2]\": \"2*s*A_x[j]\"}\n" more

START_TEST(unread_parameters) {
  am_material *m;
  am_law *law;
  ck_assert_int_eq(read_text(arena, report, READS(""), &m), AM_OK);
  ck_assert_int_eq(am_law_new(arena, report, m, NULL, &law), AM_OK);
  ck_assert_str_eq(first_message(arena, report),
                   "2:20: no expression of the material uses the parameters "
                   "spare, left");
  ck_assert_int_eq(report->first->severity, AM_SEVERITY_NOTE);
  ck_assert_ptr_null(report->first->next);
  am_report *other = am_report_new(arena);
  ck_assert_int_eq(read_text(arena, other, READS("conventional: m.h\n"), &m),
                   AM_OK);
  ck_assert_int_eq(am_law_new(arena, other, m, NULL, &law), AM_OK);
  ck_assert_ptr_null(other->first);
}
END_TEST

START_TEST(everything_that_a_file_says) {
  am_material *m;
  const char *text =
      "format: 1\n"
      "material: m-1\n"
      "title: a title\n"
      "source: a source\n"
      "units: {stress: GPa, time: h}\n"
      "parameters:\n"
      "  E: {value: 3, unit: GPa, above: 0, max: 4, about: modulus}\n"
      "  k: [1, 2]\n"
      "internal:\n"
      "  x: {type: deviatoric, count: length(k), initial: 0, about: back}\n"
      "  p: scalar\n"
      "  s: symmetric\n"
      "definitions: mu = E/2\n"
      "free_energy: |\n  q = inner(eps, eps)\n  mu*q\n"
      "force_potential: A_p^2\n"
      "partials:\n  stress: eps\n  A_x[i in 1 .. 2]: 0*x[i]\n"
      "conventional: m.update.h\n"
      "requires: [{that: E > 1}]\n"
      "checks: []\n"
      "parameter_sets: {hard: {E: 4}}\n";
  am_status status = read_text(arena, report, text, &m);
  ck_assert_str_eq(first_message(arena, report), "");
  ck_assert_int_eq(status, AM_OK);
  ck_assert_str_eq(m->name, "m-1");
  ck_assert_str_eq(m->title, "a title");
  ck_assert_str_eq(m->source, "a source");
  ck_assert_str_eq(m->stress_unit, "GPa");
  ck_assert_str_eq(m->time_unit, "h");
  ck_assert_int_eq(m->parameter_count, 2);
  ck_assert_str_eq(m->parameters[0].about, "modulus");
  ck_assert_str_eq(m->parameters[0].unit, "GPa");
  ck_assert_int_eq(m->parameters[1].length, 2);
  ck_assert_int_eq(m->internal_count, 3);
  ck_assert(m->internals[0].deviatoric);
  ck_assert_ptr_nonnull(m->internals[0].count);
  ck_assert_ptr_nonnull(m->internals[0].initial);
  ck_assert_str_eq(m->internals[0].about, "back");
  ck_assert_int_eq(m->internals[1].kind, AM_SCALAR);
  ck_assert_ptr_null(m->internals[1].count);
  ck_assert_int_eq(m->internals[2].kind, AM_TENSOR);
  ck_assert(!m->internals[2].deviatoric);
  ck_assert_uint_eq(m->free_energy->count, 1);
  ck_assert_uint_eq(m->parts[0].definitions->count, 1);
  ck_assert_int_eq(m->partials.count, 2);
  ck_assert_str_eq(m->conventional, "m.update.h");
  ck_assert_ptr_null(report->first);
}
END_TEST

/* Missing keys have no effect. */
START_TEST(the_shortest_file) {
  am_material *m;
  ck_assert_int_eq(read_text(arena, report, "material: m\n" ENERGY, &m),
                   AM_OK);
  ck_assert_str_eq(m->title, "");
  ck_assert_str_eq(m->stress_unit, "");
  ck_assert_int_eq(m->parameter_count, 0);
  ck_assert_int_eq(m->internal_count, 0);
  ck_assert_ptr_null(m->force_potential);
  ck_assert_ptr_null(m->parts[0].definitions);
  ck_assert_ptr_null(m->conventional);
}
END_TEST

START_TEST(files_that_are_not_there) {
  am_material *m;
  ck_assert_int_eq(am_material_read(arena, report, "/nowhere/m.yaml", &m),
                   AM_INPUT);
  ck_assert_ptr_nonnull(strstr(first_message(arena, report), "cannot be"));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("read");
  tcase_add_checked_fixture(tcase, open_arena, close_arena);
  tcase_add_loop_test(tcase, messages, 0, sizeof bad / sizeof *bad);
  tcase_add_test(tcase, everything_that_a_file_says);
  tcase_add_test(tcase, unread_parameters);
  tcase_add_test(tcase, the_shortest_file);
  tcase_add_test(tcase, files_that_are_not_there);
  return test_run("read", &tcase, 1);
}
