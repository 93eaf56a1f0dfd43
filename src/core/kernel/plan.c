/* plan.c: order of elimination, and properties of a law for a scheme. */
#include "kernel/plan.h"
#include "diff/diff.h"

/* ---- order of elimination ------------------------------------------------ */

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

/* ---- properties of a law ------------------------------------------------- */

/* Maximum number of surfaces for cutting planes. Domains with more surfaces,
 * such as crystals with many slip systems, need no cuts
 * (kernel/domain/cuts.h). */
enum { SURFACES = 4 };

/* True if the error norm contains the variable itself: the stress does not
 * depend on the variable, or does so only after the elastic domain is left,
 * because the variable has a given rate inside the domain. */
static bool is_measured(const am_law *law, const am_variable *v,
                        bool internal) {
  return internal || !v->drives_stress || (law->nd && v->given);
}

static k_group *groups_of(am_arena *arena, const am_law *law, bool solved,
                          bool internal, int *count) {
  k_group *groups = AM_ARRAY(arena, k_group, law->count);
  *count = 0;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (solved ? v->solved : is_measured(law, v, internal))
      groups[(*count)++] = (k_group){v->offset, v->size};
  }
  return groups;
}

/* Length of the part of the state on which the stress depends. */
static int length_seen(const am_law *law) {
  int length = law->ns;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->drives_stress && v->offset + v->size > length)
      length = v->offset + v->size;
  }
  return length;
}

/* If stresses are given, the strain depends on every solved variable on which
 * the stress depends, and so does each rate that depends on the strain. */
static void add_strain_entries(am_arena *arena, const am_law *law,
                               const am_node *state, bool *entries) {
  int n = law->ns;
  bool *driven = AM_ARRAY(arena, bool, 6 * n);
  bool *driving = AM_ARRAY(arena, bool, 6 * n);
  bool *reads = AM_ARRAY(arena, bool, n), *drives = AM_ARRAY(arena, bool, n);
  const am_node *strain = am_inputs(arena, law->graph, AM_INPUT_STRAIN, 0, 6);
  am_sparsity(law->graph, law->rate, n, strain, 6, driven);
  am_sparsity(law->graph, law->stress, 6, state, n, driving);
  for (int i = 0; i < 6 * n; i++) {
    reads[i / 6] |= driven[i];
    drives[i % n] |= driving[i];
  }
  for (int i = 0; i < n * n; i++)
    entries[i] |= reads[i / n] && drives[i % n];
}

/* Tests whether the stiffness at fixed internal variables depends on the
 * strain, or on the state and external fields. */
static void find_stiffness(am_arena *arena, am_law *law, am_plan *plan) {
  int count, inputs = am_law_inputs(law), nx = law->na + inputs;
  const am_node *nodes =
      am_law_function(arena, law, AM_FUNCTION_ELASTICITY, &count);
  am_node *x = AM_ARRAY(arena, am_node, nx);
  bool *entries = AM_ARRAY(arena, bool, 36 * nx);
  for (int i = 0; i < nx; i++)
    x[i] = i < 6        ? am_input(law->graph, AM_INPUT_STRAIN, i)
           : i < inputs ? am_input(law->graph, AM_INPUT_EXTERNAL, i - 6)
                        : am_input(law->graph, AM_INPUT_STATE, i - inputs);
  am_sparsity(law->graph, nodes + 6, 36, x, nx, entries);
  plan->linear = plan->constant = true;
  if (law->logarithmic) plan->linear = plan->constant = false;
  for (int i = 0; i < 36 * nx; i++) {
    plan->constant = plan->constant && !entries[i];
    plan->linear = plan->linear && !(entries[i] && i % nx < 6);
  }
}

/* True if -dA/dy depends on the state. */
static bool has_variable_metric(am_arena *arena, am_law *law) {
  int count;
  const am_node *nodes =
      am_law_function(arena, law, AM_FUNCTION_METRIC, &count);
  am_node *state = AM_ARRAY(arena, am_node, law->na);
  for (int i = 0; i < law->na; i++)
    state[i] = am_input(law->graph, AM_INPUT_STATE, i);
  return am_reads(law->graph, nodes, count, state, law->na);
}

/* Positions of variables in the state, and of their components in the arrays of
 * a hand-written update: order of the file, six components per tensor. */
static void place_variables(am_arena *arena, const am_law *law,
                            am_plan *plan) {
  plan->variable_count = law->count;
  plan->variables = AM_ARRAY(arena, k_variable, law->count);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    int place = (v->member ? v->member - 1 : 0) * am_kind_size[v->kind];
    for (const am_internal *own = law->material->internals;
         strcmp(own->name, v->base); own++)
      for (int j = 0; j < law->count; j++)
        if (!strcmp(law->variables[j].base, own->name))
          place += am_kind_size[own->kind];
    plan->variables[i] =
        (k_variable){.offset = v->offset, .size = v->size, .place = place};
  }
}

/* Computes the order of elimination from the dependence of rates on solved
 * variables. */
static void order_elimination(am_arena *arena, am_law *law, am_plan *plan) {
  int n = law->ns;
  bool *entries = AM_ARRAY(arena, bool, (size_t)n * (size_t)n);
  am_node *state = am_inputs(arena, law->graph, AM_INPUT_STATE, 0, n);
  am_sparsity(law->graph, law->rate, n, state, n, entries);
  if (plan->path) add_strain_entries(arena, law, state, entries);
  if (plan->path) find_stiffness(arena, law, plan);
  am_elimination_new(arena, entries, n, law->nd, &plan->order);
}

/* True if the rates of a variable vanish whenever all multipliers do. */
static bool needs_multipliers(am_arena *arena, const am_law *law,
                              const am_variable *v) {
  am_node rates[6];
  const am_node *multipliers = am_inputs(
      arena, law->graph, AM_INPUT_STATE, am_multiplier_at(law, 0), law->nd);
  am_node *zeros = AM_ARRAY(arena, am_node, law->nd);
  for (int i = 0; i < v->size; i++) rates[i] = law->rate[v->offset + i];
  for (int i = 0; i < law->nd; i++) zeros[i] = am_const(law->graph, 0);
  am_substitute(law->graph, rates, v->size, multipliers, zeros, law->nd);
  for (int i = 0; i < v->size; i++)
    if (rates[i] != zeros[0]) return false;
  return true;
}

/* True if all rates vanish inside the elastic domain. With a force potential
 * they do not, and neither do some given rates, such as damage by creep. */
static bool rests_inside(am_arena *arena, const am_law *law) {
  if (!law->nd || law->material->force_potential) return false;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->given && v->solved && !needs_multipliers(arena, law, v))
      return false;
  }
  return true;
}

/* Cutting planes require a convex energy; some materials declare that theirs is
 * not convex. */
static bool has_convex_energy(const am_law *law) {
  const am_yaml *lacks = am_yaml_get(law->material->root, "lacks");
  return !lacks || !am_yaml_get(lacks, "convexity");
}

/* Marks strains and fields that the rates of the first nz of the state do not
 * read, unless strains follow from stresses. */
static void find_idle(am_arena *arena, const am_law *law, am_plan *plan) {
  am_graph *g = law->graph;
  am_node value[6 + AM_MOST_EXTERNAL], rate[6 + AM_MOST_EXTERNAL];
  int count = plan->path ? 0 : am_law_inputs(law);
  for (int c = 0; c < count; c++) {
    value[c] = c < 6 ? am_input(g, AM_INPUT_STRAIN, c)
                     : am_input(g, AM_INPUT_EXTERNAL, c - 6);
    rate[c] = am_input(g, AM_INPUT_RATE, c);
  }
  const bool *read = am_graph_needed(g, law->rate, plan->nz, arena);
  for (int c = 0; c < count; c++)
    plan->idle[c] = !read[value[c]] && !read[rate[c]];
}

void am_plan_new(am_arena *arena, am_law *law, const am_solver *solver,
                 bool mixed, am_plan *plan) {
  bool internal = solver->error_control == AM_CONTROL_INTERNAL;
  bool updated = solver->strategy == AM_STRATEGY_CONVENTIONAL;
  bool path =
      mixed && !updated && solver->control == AM_CONTROL_PATH;
  *plan = (am_plan){.mixed = mixed, .path = path,
                    .rests = rests_inside(arena, law)};
  plan->cuts =
      plan->rests && law->nd <= SURFACES && has_convex_energy(law);
  plan->bends = plan->cuts && has_variable_metric(arena, law);
  plan->groups = groups_of(arena, law, false, internal, &plan->group_count);
  plan->solved = groups_of(arena, law, true, internal, &plan->solved_count);
  plan->derivatives =
      internal || solver->derivatives || law->sensitive_count > 0;
  plan->nz = plan->derivatives ? law->nx : length_seen(law);
  find_idle(arena, law, plan);
  place_variables(arena, law, plan);
  order_elimination(arena, law, plan);

  /* Functions that the scheme uses: a column of the table */
  am_family family = solver->scheme->family;
  bool tangent = solver->tangent || (mixed && !path);
  bool explicit = family == AM_FAMILY_EXPLICIT;
  bool rosenbrock = family == AM_FAMILY_ROSENBROCK;
  bool implicit =
      family == AM_FAMILY_IMPLICIT || family == AM_FAMILY_DOUBLING;
  bool energies = law->energies, sensitive = law->sensitive_count > 0;
  bool rated = law->reads_rate;
  bool fields = law->nf > 0, remembers = law->memory != NULL;
#define AM_LAW_FUNCTION(NAME, NAME_, TEXT, ABOUT, GIVEN, FORM, OUTPUTS, ASKED, \
                        CALLS)                                                \
  plan->functions[AM_FUNCTION_##NAME] = ASKED;
#include "law/function.def"
#undef AM_LAW_FUNCTION
  if (((mixed && !path) || law->sensitive_count) &&
      solver->scheme->family != AM_FAMILY_IMPLICIT)
    plan->passes = am_plan_passes(law, solver);
}

int am_plan_passes(const am_law *law, const am_solver *solver) {
  bool columns = solver->tangent_mode == AM_MODE_COLUMN;
  return columns ? am_law_inputs(law) + 1 : 1;
}

bool am_plan_follows(const am_law *law, const am_solver *solver, bool mixed) {
  return solver->scheme->family != AM_FAMILY_IMPLICIT && !mixed &&
         !solver->tangent && !law->sensitive_count;
}
