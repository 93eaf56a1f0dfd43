/* covers: include */
/* Search for materials: AUTOMAT_PATH, paths, names. */
#include <sys/stat.h>

#include "tests/core/law/materials.h"

static am_arena *arena;
static am_report *report;
static char folder[] = "/tmp/automat-find-XXXXXX";

static void write_material(const char *path, const char *name) {
  FILE *out = fopen(am_format(arena, "%s/%s", folder, path), "w");
  ck_assert_ptr_nonnull(out);
  fprintf(out, "material: %s\nfree_energy: inner(eps, eps)\n", name);
  fclose(out);
}

static void open_folder(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  report = am_report_new(arena);
  ck_assert_ptr_nonnull(mkdtemp(folder));
  mkdir(am_format(arena, "%s/a", folder), 0700);
  mkdir(am_format(arena, "%s/a/materials", folder), 0700);
  mkdir(am_format(arena, "%s/b", folder), 0700);
  mkdir(am_format(arena, "%s/b/materials", folder), 0700);
  write_material("a/materials/copper.yaml", "first");
  write_material("b/materials/copper.yaml", "second");
  write_material("b/materials/steel-1.yaml", "steel");
  write_material("b/materials/notes.txt", "notes");
  setenv("AUTOMAT_PATH",
         am_format(arena, "%s/a:%s/nowhere:%s/b", folder, folder, folder), 1);
}

static void close_folder(void) {
  const char *files[] = {"a/materials/copper.yaml", "b/materials/copper.yaml",
                         "b/materials/steel-1.yaml", "b/materials/notes.txt",
                         "a/materials", "b/materials", "a", "b", "."};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    remove(am_format(arena, "%s/%s", folder, files[i]));
  rmdir(folder);
  am_arena_free(arena);
}

static const char *found(const char *name, const char *base) {
  const char *path;
  am_status status =
      am_material_find(arena, report, name, base, am_nowhere, &path);
  ck_assert_msg(status == AM_OK, "%s: %s", name,
                first_message(arena, report));
  return path;
}

START_TEST(folders_in_their_order) {
  ck_assert_str_eq(found("copper", NULL),
                   am_format(arena, "%s/a/materials/copper.yaml", folder));
  ck_assert_str_eq(found("steel-1", NULL),
                   am_format(arena, "%s/b/materials/steel-1.yaml", folder));
}
END_TEST

/* A name that ends in .yaml is a path, relative to the case. */
START_TEST(paths) {
  ck_assert_str_eq(found("copper.yaml", "cases"), "cases/copper.yaml");
  ck_assert_str_eq(found("../copper.yaml", "a/b"), "a/b/../copper.yaml");
  ck_assert_str_eq(found("/x/copper.yaml", "a"), "/x/copper.yaml");
  ck_assert_str_eq(found("copper.yaml", NULL), "copper.yaml");
  ck_assert_str_eq(found("copper.yaml", ""), "copper.yaml");
}
END_TEST

START_TEST(names_are_sorted_and_single) {
  size_t count;
  const char *const *names = am_material_names(arena, &count);
  int copper = 0, steel = 0;
  for (size_t i = 0; i < count; i++) {
    copper += !strcmp(names[i], "copper");
    steel += !strcmp(names[i], "steel-1");
    ck_assert_str_ne(names[i], "notes");
    if (i) ck_assert_str_lt(names[i - 1], names[i]);
  }
  ck_assert_int_eq(copper, 1);
  ck_assert_int_eq(steel, 1);
}
END_TEST

START_TEST(names_that_are_not_installed) {
  const char *path;
  ck_assert_int_eq(am_material_find(arena, report, "coper", NULL, am_nowhere,
                                    &path),
                   AM_INPUT);
  ck_assert_ptr_nonnull(
      strstr(first_message(arena, report), "did you mean 'copper'?"));
}
END_TEST

/* Every installed material can be read and built, with all of its sets. */
START_TEST(installed_materials) {
  size_t count;
  setenv("AUTOMAT_PATH", source_path(arena, "."), 1);
  const char *const *names = am_material_names(arena, &count);
  ck_assert_uint_ge(count, 5);
  for (size_t i = 0; i < count; i++) {
    am_material *m;
    am_law *law;
    am_status status =
        am_material_read(arena, report, found(names[i], NULL), &m);
    ck_assert_msg(status == AM_OK, "%s: %s", names[i],
                  first_message(arena, report));
    ck_assert_str_eq(m->name, names[i]);
    ck_assert_uint_gt(strlen(m->title), 0);
    ck_assert_uint_gt(strlen(m->source), 0);
    const am_yaml *sets = am_yaml_get(m->root, "parameter_sets");
    for (size_t s = 0; s <= (sets ? sets->count : 0); s++) {
      const char *set = s ? sets->items[s - 1]->key : NULL;
      status = am_law_new(arena, report, m,
                          &(am_law_choice){.set = set, .energies = true}, &law);
      ck_assert_msg(status == AM_OK, "%s, set %s: %s", names[i],
                    set ? set : "", first_message(arena, report));
    }
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("find");
  tcase_add_checked_fixture(tcase, open_folder, close_folder);
  tcase_add_test(tcase, folders_in_their_order);
  tcase_add_test(tcase, paths);
  tcase_add_test(tcase, names_are_sorted_and_single);
  tcase_add_test(tcase, names_that_are_not_installed);
  tcase_add_test(tcase, installed_materials);
  return test_run("find", &tcase, 1);
}
