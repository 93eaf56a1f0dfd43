/* plan.c: estimates memory, files and time for any number of processes. */
#include "homogenization/parts.h"
#include "homogenization/run.h"

/* ---- the case -------------------------------------------------------------*/

/* Reads the case without voxels and without compiling laws. */
static am_status read_laws(am_report *report, const am_case *description,
                           am_cell_plan *plan) {
  am_arena *arena = plan->arena;
  am_microstructure *micro = AM_NEW(arena, am_microstructure);
  am_case *plain = AM_NEW(arena, am_case);
  am_homogenization *settings;
  *plain = *description;
  plain->settings.engine = am_engine_reference()->name;
  plain->settings.single = false;
  plain->externals = NULL;
  AM_TRY(am_cell_plan_sample(report, description, micro));
  AM_TRY(am_homogenization_read(arena, report, plain, NULL, micro, &settings));
  plan->settings = settings;
  plan->cell = settings->cell;
  return AM_OK;
}

static am_status read_outputs(am_report *report, am_cell_plan *plan) {
  am_cell_columns *columns;
  am_cell_fields *fields;
  am_cell_loading *loading = AM_NEW(plan->arena, am_cell_loading);
  loading->cell = plan->settings->cell;
  AM_TRY(am_cell_loading_path(plan->arena, report, loading));
  AM_TRY(am_cell_columns_new(plan->arena, report, plan->cell, &columns));
  AM_TRY(am_cell_fields_new(plan->arena, report, plan->cell, loading->path,
                            &fields));
  plan->fields = fields;
  plan->effective = columns->effective;
  return AM_OK;
}

am_status am_cell_plan_new(am_arena *arena, am_report *report,
                           const am_case *description,
                           const am_cell_plan_options *options,
                           am_cell_plan **result) {
  am_cell_plan *plan = *result = AM_NEW(arena, am_cell_plan);
  plan->arena = arena;
  plan->options = *options;
  plan->device =
      !strcmp(description->settings.engine, am_engine_device()->name);
  plan->machine = plan->device ? &am_hardware_gpu : &am_hardware_core;
  AM_TRY(am_cell_plan_grid(report, description, plan));
  AM_TRY(read_laws(report, description, plan));
  AM_TRY(read_outputs(report, plan));
  plan->counts = AM_ARRAY(arena, double,
                          (long)plan->cell->phase_count * plan->grid[2]);
  return am_cell_plan_count(report, description, plan);
}

/* ---- a number of processes ------------------------------------------------*/

/* Voxels of a phase in a slab of planes. */
static double count_slab(const am_cell_plan *plan, int phase, am_slab slab) {
  const double *counts = plan->counts + (long)phase * plan->grid[2];
  double sum = 0;
  for (long k = slab.first; k < slab.first + slab.count; k++) sum += counts[k];
  return sum;
}

/* First process among those whose laws have the most numbers. */
static int find_largest(const am_cell_plan *plan, const am_team *team) {
  double most = -1;
  int largest = 0;
  for (int r = 0; r < team->count && r < plan->grid[2]; r++) {
    am_slab slab = am_team_slab(team, r, plan->grid[2]);
    double numbers = 0;
    for (int p = 0; p < plan->cell->phase_count; p++)
      numbers += count_slab(plan, p, slab) *
                 (1 + plan->cell->phases[p].law->nx);
    if (numbers > most) {
      most = numbers;
      largest = r;
    }
  }
  return largest;
}

/* Cell of one process, without labels and voxel lists. */
static am_cell *cell_of(const am_cell_plan *plan, am_team *team) {
  am_arena *arena = plan->arena;
  am_cell *cell = AM_NEW(arena, am_cell);
  am_microstructure *micro = AM_NEW(arena, am_microstructure);
  *cell = *plan->cell;
  *micro = *plan->cell->micro;
  memcpy(micro->grid, plan->grid, sizeof micro->grid);
  micro->voxels = (long)plan->voxels;
  micro->team = cell->team = team;
  micro->labels = NULL;
  cell->micro = micro;
  am_microstructure_cut(micro);
  cell->phases = AM_ARRAY(arena, am_phase, cell->phase_count);
  for (int p = 0; p < cell->phase_count; p++) {
    am_phase *phase = &cell->phases[p];
    *phase = plan->cell->phases[p];
    phase->count = (long)count_slab(plan, p, micro->planes);
    phase->whole = (long)count_slab(plan, p, (am_slab){0, plan->grid[2]});
    phase->voxel = NULL;
  }
  return cell;
}

/* Counts the allocations of a run (am_cell_loading_new,
 * am_effective_tangent_new). */
static am_status count_fields(const am_cell_plan *plan, am_report *report,
                              const am_cell *cell, am_cell_plan_row *row) {
  am_arena *arena = plan->arena;
  am_space *space;
  am_iteration *iteration;
  am_effective_tangent *effective;
  const am_acceleration *scheme =
      am_accelerations[plan->settings->scheme];
  AM_TRY(am_space_count(arena, report, cell, plan->device,
                        plan->options.threads, &space));
  am_cell_loading loading = {.space = space, .scheme = scheme};
  const am_equilibrium_problem problem = {.space = space,
                                          .settings = plan->settings};
  AM_TRY(am_cell_loading_vectors(report, &loading));
  AM_TRY(scheme->open(arena, report, &problem, &iteration));
  if (plan->effective)
    AM_TRY(am_effective_tangent_new(arena, report, space, plan->settings,
                                    &effective));
  am_space_count_tangents(space, scheme->tangents || plan->effective);
  row->size = am_space_counted(space);
  row->restart =
      plan->options.restart ? am_restart_size(cell, scheme, iteration) : 0;
  return AM_OK;
}

/* Counts the host memory in addition to the space. */
static void count_host(const am_cell_plan *plan, const am_cell *cell,
                       am_cell_plan_row *row) {
  double places = 0;
  for (int p = 0; p < cell->phase_count; p++)
    places += (double)cell->phases[p].count;
  row->voxels = places;
  row->labels = places * (double)(sizeof *cell->micro->labels +
                                  sizeof *cell->phases->voxel);
  if (plan->options.restart) row->output = am_restart_room(cell);
  if (!plan->fields) return;
  row->fields = am_cell_fields_size(plan->fields, cell);
  row->output += row->fields.room;
}

/* Communication has the speed of its slowest link and does not overlap with
 * computation. */
static void estimate_time(const am_cell_plan *plan, const am_cell *cell,
                          am_cell_plan_row *row) {
  const am_hardware *m = plan->machine;
  int threads = plan->device ? 1 : plan->options.threads;
  double inelastic = 0, elastic = 0;
  double moved = am_space_moved(cell, plan->device);
  for (int p = 0; p < cell->phase_count; p++)
    *(cell->phases[p].law->na ? &inelastic : &elastic) +=
        (double)cell->phases[p].count;
  double voxels = (inelastic + elastic) / threads;
  double numbers = am_space_transformed(cell) * voxels;
  double processors = (double)row->working * threads;
  double speed = processors > m->host ? m->between * threads
                 : row->working > 2   ? m->inside
                                      : m->pair;
  row->moved = 2 * moved;
  row->cost = (am_cost){
      .laws = (m->law * inelastic + m->elastic * elastic) / threads,
      .transforms = m->transform * numbers,
      .rest = m->rest * voxels};
  if (row->working > 1)
    row->cost.moving = 2 * moved / speed + m->packing * numbers;
}

am_status am_cell_plan_find(const am_cell_plan *plan, am_report *report,
                            long processes, am_cell_plan_row *row) {
  am_team team = {.type = am_team_alone.type, .count = (int)processes};
  am_slab first = am_team_slab(&team, 0, plan->grid[2]);
  team.rank = find_largest(plan, &team);
  *row = (am_cell_plan_row){
      .processes = processes,
      .working = (plan->grid[2] + first.count - 1) / first.count,
      .planes = first.count};
  const am_cell *cell = cell_of(plan, &team);
  AM_TRY(count_fields(plan, report, cell, row));
  count_host(plan, cell, row);
  const am_space_size *s = &row->size;
  row->space = s->vectors + s->planes + s->laws + s->tangents + s->places +
               s->rest;
  row->host = row->labels + row->output;
  *(plan->device ? &row->device : &row->host) += row->space + s->beside;
  estimate_time(plan, cell, row);
  return AM_OK;
}

/* ---- time of an iteration --------------------------------------------------
 *
 * The time of laws and transforms is proportional to the number of voxels.  The
 * influence of the law, its scheme and the distance from equilibrium is taken
 * from a single case. */

/* Measured: cases/mmc-30.yaml with 60 and 64 voxels along each edge, 37
 * iterations, one thread of a virtual machine with AVX-512 (2026; minimum of
 * four runs).  Assumed: hosts with 64 cores, whose processes exchange 3 GB/s
 * each, on a network of 100 Gbit/s. */
const am_hardware am_hardware_core = {.name = "core",
                                    .law = 113e-9,
                                    .elastic = 10e-9,
                                    .transform = 37e-9,
                                    .packing = 3.3e-9,
                                    .rest = 88e-9,
                                    .host = 64,
                                    .pair = 3e9,
                                    .inside = 3e9,
                                    .between = 12.5e9 / 64};

/* Measured: cases/mmc-30.yaml with 512 voxels along each edge and ode23, four
 * loading steps, on one and two NVIDIA H200 of a host (bench/gpus.sh, 2026):
 * laws 86.9 ms per iteration, transforms 11.2, rest 31.6; 330 GB/s between the
 * two GPUs.  With 1024 voxels along each edge on four GPUs, packing and
 * transfers take 57 ms, that is 227 GB/s.  Assumed: hosts with 8 GPUs, 35 GB/s
 * per GPU between hosts.  Computed: packing, two passes that read and write in
 * each direction at 87 % of 4.2 TB/s. */
const am_hardware am_hardware_gpu = {.name = "NVIDIA H200",
                                   .law = 0.71e-9,
                                   .elastic = 0.05e-9,
                                   .transform = 0.028e-9,
                                   .packing = 0.0175e-9,
                                   .rest = 0.235e-9,
                                   .host = 8,
                                   .pair = 330e9,
                                   .inside = 227e9,
                                   .between = 35e9};

/* ---- fast edges ---------------------------------------------------------- */

/* Largest prime factor without a note, and largest of recommended edges.
 * Larger prime factors slow transforms down: 127 by a factor of two with FFTW,
 * 257 by a factor of five with cuFFT. */
static const long largest = 13, good = 7;

/* Small cells have negligible run times. */
enum { SMALL = 32 };

static long largest_factor(long edge) {
  long factor = 1;
  for (long prime = 2; edge > 1; prime++)
    for (; edge % prime == 0; edge /= prime) factor = prime;
  return factor;
}

long am_nearest_fast_edge(long edge) {
  for (long n = 0;; n++) {
    if (largest_factor(edge + n) <= good) return edge + n;
    if (n < edge && largest_factor(edge - n) <= good) return edge - n;
  }
}

void am_note_edges(am_report *report, const am_case *description,
                   const int *grid) {
  const am_yaml *map = description->microstructure;
  const am_yaml *node = map ? am_yaml_get(map, "grid") : NULL;
  for (int d = 0; d < 3; d++) {
    int edge = grid[d];
    long factor = largest_factor(edge);
    bool told = (d > 0 && edge == grid[0]) || (d > 1 && edge == grid[1]);
    if (edge <= SMALL || factor <= largest || told) continue;
    am_note(report, node ? node->place : am_nowhere,
            "an edge of %d voxels has the prime factor %ld, which makes "
            "Fourier transforms up to five times slower: the nearest good "
            "number is %ld (no prime factor above %ld)",
            edge, factor, am_nearest_fast_edge(edge), good);
  }
}
