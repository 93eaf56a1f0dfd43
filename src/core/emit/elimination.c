/* elimination.c: order in which solved variables are eliminated. */
#include "emit/plan.h"

typedef struct {
  bool *entries; /* [n][n] */
  bool *gone;    /* [n] already eliminated */
  long *rows;    /* [n] remaining entries of column p, without the diagonal … */
  long *columns; /* [n] … and of row p: their product is the cost of pivot p */
  int n, left;   /* number of all and of remaining unknowns */
} elimination;

static bool *entry_at(const elimination *e, int row, int column) {
  return &e->entries[(size_t)row * (size_t)e->n + (size_t)column];
}

/* Counts an entry that appears (1), or disappears with its row or column
 * (-1). */
static void count_entry(elimination *e, int row, int column, int by) {
  if (row == column) return;
  e->rows[column] += by;
  e->columns[row] += by;
}

/* Cheapest pivot among the first n unknowns. */
static int choose_pivot(const elimination *e, int n) {
  int best = -1;
  long least = 0;
  for (int p = 0; p < n; p++) {
    if (e->gone[p]) continue;
    long cost = e->rows[p] * e->columns[p];
    if (best >= 0 && cost >= least) continue;
    best = p;
    least = cost;
  }
  return best;
}

/* Removes pivot p with its row and column; its entries fill the rows from which
 * it is subtracted. */
static void eliminate(elimination *e, int p) {
  for (int i = 0; i < e->n; i++) {
    if (e->gone[i] || i == p) continue;
    if (*entry_at(e, i, p)) count_entry(e, i, p, -1);
    if (*entry_at(e, p, i)) count_entry(e, p, i, -1);
  }
  e->gone[p] = true;
  e->left--;
  for (int i = 0; i < e->n; i++) {
    if (e->gone[i] || !*entry_at(e, i, p)) continue;
    if (e->columns[i] == e->left - 1) continue;
    for (int j = 0; j < e->n; j++) {
      if (e->gone[j] || !*entry_at(e, p, j) || *entry_at(e, i, j)) continue;
      *entry_at(e, i, j) = true;
      count_entry(e, i, j, 1);
    }
  }
}

/* Lists the later pivots j with entries[j*across + at*along]; returns the start
 * of the list. */
static int list_places(am_elimination *order, const bool *entries, int n,
                       int step, int across, int along) {
  int first = order->places_count, at = order->pivots[step].at;
  for (int s = step + 1; s < n; s++) {
    int place = order->pivots[s].at;
    if (entries[(size_t)place * (size_t)across + (size_t)at * (size_t)along])
      order->places[order->places_count++] = place;
  }
  return first;
}

void am_elimination_new(am_arena *arena, bool *entries, int n, int nd,
                        am_elimination *order) {
  size_t all = (size_t)n * (size_t)n;
  elimination e = {.entries = entries, .gone = AM_ARRAY(arena, bool, n),
                   .rows = AM_ARRAY(arena, long, n),
                   .columns = AM_ARRAY(arena, long, n), .n = n, .left = n};
  *order = (am_elimination){.pivots = AM_ARRAY(arena, k_pivot, n),
                            .places = AM_ARRAY(arena, int, all),
                            .places_count = n};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (*entry_at(&e, i, j)) count_entry(&e, i, j, 1);
  for (int s = 0; s < n; s++) {
    am_arena_poll(arena);
    order->places[s] = order->pivots[s].at =
        choose_pivot(&e, s < n - nd ? n - nd : n);
    eliminate(&e, order->pivots[s].at);
  }
  for (int s = 0; s < n; s++) {
    k_pivot *p = &order->pivots[s];
    p->rows = list_places(order, entries, n, s, n, 1);
    p->row_count = order->places_count - p->rows;
    p->columns = list_places(order, entries, n, s, 1, n);
    p->column_count = order->places_count - p->columns;
  }
  order->sparse = (size_t)order->places_count < all;
}
