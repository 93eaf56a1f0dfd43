#include "emit/elimination.h"

typedef struct {
  bool *entries; /* [n][n] */
  bool *gone;    /* [n] pivots so far */
  int n;
} elimination;

/* How many entries the elimination of pivot p works on. */
static long cost_of(const elimination *e, int p) {
  long rows = 0, columns = 0;
  for (int i = 0; i < e->n; i++) {
    if (e->gone[i] || i == p) continue;
    rows += e->entries[i * e->n + p];
    columns += e->entries[p * e->n + i];
  }
  return rows * columns;
}

static int choose(const elimination *e) {
  int best = -1;
  long least = 0;
  for (int p = 0; p < e->n; p++) {
    if (e->gone[p]) continue;
    long cost = cost_of(e, p);
    if (best >= 0 && cost >= least) continue;
    best = p;
    least = cost;
  }
  return best;
}

/* Entries of the rows that pivot p is subtracted from. */
static void eliminate(elimination *e, int p) {
  e->gone[p] = true;
  for (int i = 0; i < e->n; i++) {
    if (e->gone[i] || !e->entries[i * e->n + p]) continue;
    for (int j = 0; j < e->n; j++)
      if (!e->gone[j] && e->entries[p * e->n + j])
        e->entries[i * e->n + j] = true;
  }
}

/* Lists the later pivots j whose entries[j*across + at*along] is there. */
static int list(am_elimination *order, const bool *entries, int n, int step,
                int across, int along) {
  int first = order->places_count, at = order->pivots[step].at;
  for (int s = step + 1; s < n; s++) {
    int place = order->pivots[s].at;
    if (entries[place * across + at * along])
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
  elimination e = {entries, AM_ARRAY(arena, bool, n), n};
  *order = (am_elimination){.pivots = AM_ARRAY(arena, k_pivot, n),
                            .places = AM_ARRAY(arena, int, n * n),
                            .places_count = n};
  for (int s = 0; s < n; s++) {
    order->places[s] = order->pivots[s].at = choose(&e);
    eliminate(&e, order->pivots[s].at);
  }
  for (int s = 0; s < n; s++) list_entries(order, entries, n, s);
  order->sparse = order->places_count < n * n;
}
