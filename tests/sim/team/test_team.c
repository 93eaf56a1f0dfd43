/* Slabs, a single process, and invalid plug-ins. */
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "team/team.h"

/* Consecutive slabs cover all planes; none is longer than the first. */
START_TEST(slabs_cover_all) {
  for (int count = 1; count <= 9; count++)
    for (long whole = 0; whole <= 40; whole++) {
      const am_team team = {.count = count};
      long end = 0, first = am_team_slab(&team, 0, whole).count;
      for (int r = 0; r < count; r++) {
        am_slab slab = am_team_slab(&team, r, whole);
        ck_assert_int_eq(slab.first, end);
        ck_assert_int_ge(slab.count, 0);
        ck_assert_int_le(slab.count, first);
        end += slab.count;
      }
      ck_assert_int_eq(end, whole);
    }
}
END_TEST

static void take_three(void *whole, int rank, const void *part) {
  ck_assert_int_eq(rank, 0);
  memcpy(whole, part, 3 * sizeof(double));
}

START_TEST(one_is_a_team) {
  am_arena *arena = am_arena_new();
  am_report *report = am_report_new(arena);
  am_team *team = &am_team_alone;
  double own[] = {1, 2, 3}, whole[3] = {0};
  ck_assert(am_team_leads(team) && am_team_prints(team, AM_FAILED));
  ck_assert(am_team_any(team, true) && !am_team_any(team, false));
  ck_assert_int_eq(am_team_agree(team, report, AM_INPUT), AM_INPUT);
  ck_assert_ptr_null(report->first);
  am_team_collect(team, own, sizeof own, take_three, whole);
  ck_assert_int_eq(memcmp(own, whole, sizeof own), 0);
  am_team_part(team, AM_FAILED);
  am_team_close(team);
  am_arena_free(arena);
}
END_TEST

/* Two members, whose data differ in one byte. */
static void gather_another(const void *own, size_t bytes, void *all) {
  memcpy(all, own, bytes);
  memcpy((char *)all + bytes, own, bytes);
  ((char *)all)[bytes]++;
}

static void gather_alike(const void *own, size_t bytes, void *all) {
  for (size_t r = 0; r < 2; r++) memcpy((char *)all + r * bytes, own, bytes);
}

START_TEST(members_have_the_same) {
  const am_team_type alike = {.gather = gather_alike};
  const am_team_type another = {.gather = gather_another};
  am_arena *arena = am_arena_new();
  am_report *report = am_report_new(arena);
  am_team team = {.type = &alike, .count = 2};
  ck_assert_int_eq(am_team_same(&am_team_alone, report, "x", 1), AM_OK);
  ck_assert_int_eq(am_team_same(&team, report, "files", 1), AM_OK);
  ck_assert(!team.agreed);
  team.type = &another;
  ck_assert_int_eq(am_team_same(&team, report, "files", 1), AM_INPUT);
  ck_assert(team.agreed);
  ck_assert_ptr_nonnull(strstr(report->first->text, "process 1 on "));
  ck_assert_ptr_nonnull(strstr(report->first->text, "have different files"));
  am_arena_free(arena);
}
END_TEST

static const char *opened(const char *plugin) {
  static char text[400];
  am_arena *arena = am_arena_new();
  am_report *report = am_report_new(arena);
  am_team *team;
  setenv("AUTOMAT_MPI", plugin, 1);
  setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
  ck_assert_int_eq(am_team_open(arena, report, &team), AM_ENVIRONMENT);
  ck_assert_ptr_eq(team, &am_team_alone);
  snprintf(text, sizeof text, "%s", report->first->text);
  am_arena_free(arena);
  return text;
}

START_TEST(plugins_that_are_none_are_refused) {
  const char *text = opened("/nowhere/automat-mpi.so");
  ck_assert_msg(strstr(text, "OMPI_COMM_WORLD_SIZE is 3,") &&
                    strstr(text, "/nowhere/automat-mpi.so"),
                "%s", text);
  ck_assert(strstr(opened("libm.so.6"), "automat_team"));
}
END_TEST

START_TEST(launchers_are_seen) {
  unsetenv("OMPI_COMM_WORLD_SIZE");
  ck_assert_int_eq(am_launch_found().count, 1);
  setenv("PMI_SIZE", "4", 1);
  am_launch launch = am_launch_found();
  ck_assert_int_eq(launch.count, 4);
  ck_assert_int_eq(launch.rank, -1);
  ck_assert_str_eq(launch.variable, "PMI_SIZE");
  setenv("PMI_RANK", "3", 1);
  ck_assert_int_eq(am_launch_found().rank, 3);
  setenv("PMI_RANK", "4", 1);
  ck_assert_int_eq(am_launch_found().rank, -1);
  setenv("PMI_SIZE", "1", 1);
  ck_assert_int_eq(am_launch_found().count, 1);
  setenv("PMI_SIZE", "-3", 1);
  ck_assert_int_eq(am_launch_found().count, 1);
}
END_TEST

int main(void) {
  TCase *team = tcase_create("team");
  tcase_add_test(team, slabs_cover_all);
  tcase_add_test(team, one_is_a_team);
  tcase_add_test(team, members_have_the_same);
  tcase_add_test(team, plugins_that_are_none_are_refused);
  tcase_add_test(team, launchers_are_seen);
  return test_run("team", (TCase *const[]){team}, 1);
}
