/* interpolate.c: curves through the rows of a table.
 *
 * Between two rows, the curve is the cubic with given values and slopes, or a
 * straight line.  The slopes of a monotone curve are those of Fritsch and
 * Butland (1984): weighted harmonic means of the differences on both sides, or
 * 0 if these have opposite signs, so that monotone data give a monotone curve.
 * The slopes at the ends are those of the parabola through three rows, limited
 * as by Fritsch and Carlson (1980).  The slopes of a natural spline make the
 * second derivative continuous, and 0 at the ends (de Boor 1978, chapter IV).
 *
 * The coefficients of all pieces depend only on parameters; the piece at x is
 * selected by bisection. */
#include "expr/parts.h"
#include "expr/formula.def"

/* A cubic y + m t + b t^2 + c t^3 in t = x - x_0. */
enum { ORIGIN, VALUE, SLOPE, SECOND, THIRD, COEFFICIENTS };
typedef am_node piece[COEFFICIENTS];

/* Rows of a table and their differences. */
typedef struct {
  am_graph *g;
  int count;
  am_interpolation between;
  const am_node *rows; /* [count][2] */
  am_node *step;       /* [count - 1] differences of x */
  am_node *rise;       /* [count - 1] slope of the chord */
  am_node *slope;      /* [count] */
} table;

static am_node row_x(const table *t, int i) { return t->rows[2 * i]; }
static am_node row_y(const table *t, int i) { return t->rows[2 * i + 1]; }

/* Declares a node finite, which is true because x increases strictly. */
static am_node declared(am_graph *g, am_node node) {
  am_declare_finite(g, node);
  return node;
}

static am_node inner_slope(const table *t, int i) {
  am_graph *g = t->g;
  am_node before = t->rise[i - 1], after = t->rise[i];
  am_node a = ADD(MUL(K(2), t->step[i]), t->step[i - 1]);
  am_node b = ADD(MUL(K(2), t->step[i - 1]), t->step[i]);
  am_node product = MUL(before, after);
  am_node mean = DIV(MUL(ADD(a, b), product),
                     ADD(MUL(a, after), MUL(b, before)));
  return SELECT(LESS(K(0), product), mean, K(0));
}

/* Slope at an end, from the interval `beside` the end and the next interval,
 * `behind`. */
static am_node end_slope(const table *t, int beside, int behind) {
  am_graph *g = t->g;
  am_node h = t->step[beside], k = t->step[behind];
  am_node rise = t->rise[beside], other = t->rise[behind];
  am_node parabola = DIV(SUB(MUL(ADD(MUL(K(2), h), k), rise), MUL(h, other)),
                         ADD(h, k));
  am_node most = MUL(K(3), rise);
  am_node turns = LESS(MUL(rise, other), K(0));
  am_node steep = LESS(ABS(most), ABS(parabola));
  am_node limited = SELECT(AND(turns, steep), most, parabola);
  return SELECT(LESS(K(0), MUL(rise, parabola)), limited, K(0));
}

/* Weights of the steps from row i of a spline to its neighbours, 0 beyond the
 * ends, and the right-hand side of
 *
 *     m[i-1]/a + 2 (1/a + 1/b) m[i] + m[i+1]/b = 3 (rise[i-1]/a + rise[i]/b) */
typedef struct {
  am_node before, behind, right;
} spline_row;

static spline_row spline_row_of(const table *t, int i) {
  am_graph *g = t->g;
  bool first = i == 0, last = i == t->count - 1;
  spline_row r = {.before = first ? K(0) : DIV(K(1), t->step[i - 1]),
                  .behind = last ? K(0) : DIV(K(1), t->step[i])};
  am_node sum = first ? K(0) : MUL(r.before, t->rise[i - 1]);
  if (!last) sum = ADD(sum, MUL(r.behind, t->rise[i]));
  r.right = MUL(K(3), sum);
  return r;
}

/* Slopes of a natural spline, by elimination. */
static void find_spline(const table *t, am_arena *arena) {
  am_graph *g = t->g;
  int n = t->count;
  am_node *upper = AM_ARRAY(arena, am_node, n);
  for (int i = 0; i < n; i++) {
    spline_row r = spline_row_of(t, i);
    am_node pivot = MUL(K(2), ADD(r.before, r.behind)), right = r.right;
    if (i > 0) {
      pivot = SUB(pivot, MUL(r.before, upper[i - 1]));
      right = SUB(right, MUL(r.before, t->slope[i - 1]));
    }
    upper[i] = declared(g, DIV(r.behind, pivot));
    t->slope[i] = declared(g, DIV(right, pivot));
  }
  for (int i = n - 2; i >= 0; i--)
    t->slope[i] = declared(
        g, SUB(t->slope[i], MUL(upper[i], t->slope[i + 1])));
}

static void find_slopes(table *t, am_arena *arena) {
  am_graph *g = t->g;
  int n = t->count;
  for (int i = 0; i + 1 < n; i++) {
    t->step[i] = declared(g, SUB(row_x(t, i + 1), row_x(t, i)));
    t->rise[i] =
        declared(g, DIV(SUB(row_y(t, i + 1), row_y(t, i)), t->step[i]));
  }
  if (t->between == AM_SPLINE) {
    find_spline(t, arena);
    return;
  }
  bool broken = n == 2 || t->between == AM_BROKEN_LINE;
  for (int i = 0; i < n; i++)
    t->slope[i] = declared(
        g, broken       ? t->rise[i < n - 1 ? i : n - 2]
           : i == 0     ? end_slope(t, 0, 1)
           : i == n - 1 ? end_slope(t, n - 2, n - 3)
                        : inner_slope(t, i));
}

/* Coefficients of the piece between rows i - 1 and i; pieces 0 and count are
 * outside. */
static void make_piece(const table *t, int i, bool linear, piece p) {
  am_graph *g = t->g;
  int first = i ? i - 1 : 0;
  p[ORIGIN] = row_x(t, first);
  p[VALUE] = row_y(t, first);
  p[SLOPE] = t->slope[first];
  p[SECOND] = p[THIRD] = K(0);
  if (i == 0 || i == t->count) {
    if (!linear) p[SLOPE] = K(0);
    return;
  }
  if (t->between == AM_BROKEN_LINE) return;
  am_node h = t->step[first], rise = t->rise[first];
  am_node a = t->slope[first], b = t->slope[first + 1];
  am_node bend = SUB(MUL(K(3), rise), ADD(MUL(K(2), a), b));
  am_node twist = SUB(ADD(a, b), MUL(K(2), rise));
  p[SECOND] = declared(g, DIV(bend, h));
  p[THIRD] = declared(g, DIV(twist, MUL(h, h)));
}

/* Selects the piece that contains x among first ... last. */
static void choose_piece(const table *t, am_node x, const piece *pieces,
                         int first, int last, piece chosen) {
  am_graph *g = t->g;
  piece low, high;
  if (first == last) {
    for (int c = 0; c < COEFFICIENTS; c++) chosen[c] = pieces[first][c];
    return;
  }
  int middle = (first + last) / 2; /* the row after this piece */
  am_node limit = row_x(t, middle);
  am_node before =
      middle == t->count - 1 ? LESS_EQUAL(x, limit) : LESS(x, limit);
  choose_piece(t, x, pieces, first, middle, low);
  choose_piece(t, x, pieces, middle + 1, last, high);
  for (int c = 0; c < COEFFICIENTS; c++)
    chosen[c] = SELECT(before, low[c], high[c]);
}

am_node am_interpolate(am_graph *g, am_node x, const am_node *rows, int count,
                       am_interpolation between, bool linear) {
  am_arena *own = am_arena_child(g->arena);
  table t = {.g = g, .count = count, .between = between, .rows = rows,
             .step = AM_ARRAY(own, am_node, count),
             .rise = AM_ARRAY(own, am_node, count),
             .slope = AM_ARRAY(own, am_node, count)};
  piece *pieces = am_arena_alloc(own, (size_t)(count + 1) * sizeof *pieces), p;
  find_slopes(&t, own);
  for (int i = 0; i <= count; i++) make_piece(&t, i, linear, pieces[i]);
  choose_piece(&t, x, pieces, 0, count, p);
  am_arena_free(own);
  am_node s = SUB(x, p[ORIGIN]);
  am_node y = ADD(p[SECOND], MUL(s, p[THIRD]));
  y = ADD(p[SLOPE], MUL(s, y));
  return ADD(p[VALUE], MUL(s, y));
}
