/* turns.c: operations of an MPI team, in any number of processes (turns.sh):
 * gathering, sending, collecting, agreeing; and the distributed transposition
 * of a matrix over rows, columns and widths, whose entries contain their
 * origin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "team/team.h"

static int failures;

static void expect(const am_team *team, bool good, const char *what) {
  if (good) return;
  printf("rank %d of %d: %s\n", team->rank, team->count, what);
  failures++;
}

/* ---- transposition ------------------------------------------------------- */

static double entry(long row, long column, long number) {
  return 1e6 * (double)row + 1e3 * (double)column + (double)number;
}

/* Entries [n][m] of a slab of n, or their transpose. */
static bool holds(const double *data, am_slab slab, long m, long doubles,
                  bool turned) {
  for (long a = 0; a < slab.count; a++)
    for (long b = 0; b < m; b++)
      for (long d = 0; d < doubles; d++) {
        long own = slab.first + a;
        double expected = turned ? entry(b, own, d) : entry(own, b, d);
        if (data[(a * m + b) * doubles + d] != expected) return false;
      }
  return true;
}

static void turn_matrix(const am_team *team, long rows, long columns,
                        long doubles) {
  char what[80];
  am_slab row = am_team_slab(team, team->rank, rows);
  am_slab column = am_team_slab(team, team->rank, columns);
  long most = am_team_slab(team, 0, rows).count * columns;
  long other = am_team_slab(team, 0, columns).count * rows;
  double *data =
      malloc(sizeof *data * (size_t)((most > other ? most : other) * doubles));
  void *turn = team->type->turn_new(rows, columns, doubles, data);
  snprintf(what, sizeof what, "%ld x %ld x %ld", rows, columns, doubles);
  if (!data || !turn) {
    expect(team, false, what);
    return;
  }
  for (long a = 0; a < row.count; a++)
    for (long b = 0; b < columns; b++)
      for (long d = 0; d < doubles; d++)
        data[(a * columns + b) * doubles + d] = entry(row.first + a, b, d);
  team->type->turn(turn, false);
  expect(team, holds(data, column, rows, doubles, true), what);
  team->type->turn(turn, true);
  expect(team, holds(data, row, columns, doubles, false), what);
  team->type->turn_free(turn);
  free(data);
}

/* ---- other operations ---------------------------------------------------- */

/* Numbers of whole slabs, one after another. */
typedef struct {
  const am_team *team;
  long whole[20], count;
} collection;

static void take_slab(void *data, int rank, const void *part) {
  collection *all = data;
  am_slab slab = am_team_slab(all->team, rank, all->count);
  memcpy(all->whole + slab.first, part,
         sizeof *all->whole * (size_t)slab.count);
}

static void collect_slabs(am_team *team) {
  enum { MOST = 20 };
  long own[MOST];
  for (long n = 0; n <= MOST; n++) {
    am_slab slab = am_team_slab(team, team->rank, n);
    for (long i = 0; i < slab.count; i++) own[i] = 7 * (slab.first + i);
    collection all = {.team = team, .count = n};
    am_team_collect(team, own, sizeof *own * (size_t)slab.count, take_slab,
                    &all);
    for (long i = 0; team->rank == 0 && i < n; i++)
      expect(team, all.whole[i] == 7 * i, "what is collected");
  }
}

/* If one process fails, all have the reason. */
static void agree_on_failure(am_team *team, am_arena *arena) {
  for (int bad = 0; bad < team->count; bad++) {
    am_report *report = am_report_new(arena);
    am_status own = AM_OK;
    if (team->rank == bad)
      own = am_error(report, AM_ENVIRONMENT, am_nowhere, "rank %d fails", bad);
    char text[40];
    snprintf(text, sizeof text, "rank %d fails", bad);
    own = am_team_agree(team, report, own);
    expect(team, own == AM_ENVIRONMENT && report->first &&
                     report->first == report->last &&
                     !strcmp(report->first->text, text),
           "what is agreed on");
    expect(team, am_team_any(team, team->rank == bad), "any");
  }
  expect(team, !am_team_any(team, false), "any of none");
  expect(team, am_team_agree(team, am_report_new(arena), AM_OK) == AM_OK,
         "agreeing on success");
}

int main(void) {
  static const long sizes[] = {1, 2, 3, 5, 8, 13, 24};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  am_arena *arena = am_arena_new();
  am_report *report = am_report_new(arena);
  am_team *team;
  if (am_team_open(arena, report, &team) != AM_OK) {
    puts(report->first->text);
    return 1;
  }
  for (int r = 0; r < SIZES; r++)
    for (int c = 0; c < SIZES; c++) {
      turn_matrix(team, sizes[r], sizes[c], 1);
      turn_matrix(team, sizes[r], sizes[c], 5);
      turn_matrix(team, sizes[r], sizes[c], 8);
    }
  collect_slabs(team);
  agree_on_failure(team, arena);
  am_team_close(team);
  am_arena_free(arena);
  return failures != 0;
}
