#include "emit/elimination.h"

typedef struct {
  bool *entries; /* [n][n] */
  bool *gone;    /* [n] pivots so far */
  long *rows;    /* [n] of column p, but for p and what is gone … */
  long *columns; /* [n] … and of row p: what the elimination of p works on */
  int n, left;   /* in all, not gone */
} elimination;

static bool *entry(const elimination *e, int row, int column) {
  return &e->entries[(size_t)row * (size_t)e->n + (size_t)column];
}

/* An entry has come, or has gone with its row or column. */
static void count(elimination *e, int row, int column, int by) {
  if (row == column) return;
  e->rows[column] += by;
  e->columns[row] += by;
}

static void count_all(elimination *e) {
  for (int i = 0; i < e->n; i++)
    for (int j = 0; j < e->n; j++)
      if (*entry(e, i, j)) count(e, i, j, 1);
}

static int choose(const elimination *e) {
  int best = -1;
  long least = 0;
  for (int p = 0; p < e->n; p++) {
    if (e->gone[p]) continue;
    long cost = e->rows[p] * e->columns[p];
    if (best >= 0 && cost >= least) continue;
    best = p;
    least = cost;
  }
  return best;
}

/* Entries of a row that pivot p is subtracted from. */
static void fill(elimination *e, int row, int p) {
  if (e->columns[row] == e->left - 1) return;
  for (int j = 0; j < e->n; j++) {
    if (e->gone[j] || !*entry(e, p, j) || *entry(e, row, j)) continue;
    *entry(e, row, j) = true;
    count(e, row, j, 1);
  }
}

static void eliminate(elimination *e, int p) {
  for (int i = 0; i < e->n; i++) {
    if (e->gone[i] || i == p) continue;
    if (*entry(e, i, p)) count(e, i, p, -1);
    if (*entry(e, p, i)) count(e, p, i, -1);
  }
  e->gone[p] = true;
  e->left--;
  for (int i = 0; i < e->n; i++)
    if (!e->gone[i] && *entry(e, i, p)) fill(e, i, p);
}

/* Lists the later pivots j whose entries[j*across + at*along] is there. */
static int list(am_elimination *order, const bool *entries, int n, int step,
                int across, int along) {
  int first = order->places_count, at = order->pivots[step].at;
  for (int s = step + 1; s < n; s++) {
    int place = order->pivots[s].at;
    if (entries[(size_t)place * (size_t)across + (size_t)at * (size_t)along])
      order->places[order->places_count++] = place;
  }
  return first;
}

static void list_entries(am_elimination *order, const bool *entries, int n,
                         int step) {
  k_pivot *p = &order->pivots[step];
  p->rows = list(order, entries, n, step, n, 1);
  p->row_count = order->places_count - p->rows;
  p->columns = list(order, entries, n, step, 1, n);
  p->column_count = order->places_count - p->columns;
}

void am_elimination_new(am_arena *arena, bool *entries, int n,
                        am_elimination *order) {
  size_t all = (size_t)n * (size_t)n;
  elimination e = {entries, AM_ARRAY(arena, bool, n),
                   AM_ARRAY(arena, long, n), AM_ARRAY(arena, long, n), n, n};
  *order = (am_elimination){.pivots = AM_ARRAY(arena, k_pivot, n),
                            .places = AM_ARRAY(arena, int, all),
                            .places_count = n};
  count_all(&e);
  for (int s = 0; s < n; s++) {
    am_arena_look(arena);
    order->places[s] = order->pivots[s].at = choose(&e);
    eliminate(&e, order->pivots[s].at);
  }
  for (int s = 0; s < n; s++) list_entries(order, entries, n, s);
  order->sparse = (size_t)order->places_count < all;
}
