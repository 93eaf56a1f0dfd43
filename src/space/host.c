/* host.c: the space in the host's memory. */
#include "space/host.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/threads.h"

static double memory(void) {
  return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

am_status am_host_room(am_host *h, am_report *report, long count,
                       double **room) {
  const int *n = h->space.cell->micro->grid;
  double bytes = h->account.bytes + (double)count * sizeof **room;
  double *raw = NULL;
  if (bytes < memory()) raw = calloc((size_t)count + 8, sizeof **room);
  if (!raw)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "not enough memory: fields of %d x %d x %d voxels need "
                    "%.3g GB so far, this machine has %.3g GB",
                    n[0], n[1], n[2], 1e-9 * bytes, 1e-9 * memory());
  am_arena_defer(h->arena, free, raw);
  h->account.bytes = bytes;
  *room = raw + (64 - (uintptr_t)raw % 64) % 64 / sizeof *raw;
  return AM_OK;
}

void am_host_charge(double *start, double *sum) {
  double now = am_clock();
  *sum += now - *start;
  *start = now;
}

double am_host_total(const double *sums, long parts) {
  double sum = 0;
  for (long i = 0; i < parts; i++) sum += sums[i];
  return sum;
}

static long parts_of(long count, long size) {
  return (count + size - 1) / size;
}

/* As many partial sums as the largest loop has. */
static am_status open_sums(am_host *h, am_report *report) {
  const am_microstructure *micro = h->space.cell->micro;
  long rows = (long)micro->grid[1] * micro->grid[2];
  long by_place = parts_of(micro->voxels, AM_HOST_PLACES);
  long by_row = parts_of(rows, AM_HOST_ROWS);
  h->parts = by_place > by_row ? by_place : by_row;
  if (micro->grid[1] > h->parts) h->parts = micro->grid[1];
  return am_host_room(h, report, h->parts * AM_HOST_SUMS, &h->sums);
}

static void set_reference(am_space *s, double lambda, double mu) {
  am_host *h = (am_host *)s;
  s->lambda = h->waves.lambda = lambda;
  s->mu = h->waves.mu = mu;
}

static am_status open(am_arena *arena, am_report *report, const am_cell *cell,
                      int threads, am_space **space) {
  am_host *h = AM_NEW(arena, am_host);
  double *data;
  *space = &h->space;
  h->space = (am_space){.type = &am_space_host, .cell = cell};
  h->arena = arena;
  h->threads = am_blocks_threads(threads);
  am_waves_new(arena, cell, &h->waves);
  h->space.frequencies = k_wave_count(&h->waves);
  set_reference(&h->space, 0, 1);
  AM_TRY(am_host_room(h, report, 2 * am_transform_size(cell->micro->grid),
                      &data));
  AM_TRY(open_sums(h, report));
  AM_TRY(am_host_points_new(h, report));
  return am_transform_new(arena, report, cell->micro->grid, data, h->threads,
                          &h->transform);
}

static am_status vector(am_space *s, am_report *report, bool rough,
                        am_vector **v) {
  am_host *h = (am_host *)s;
  double *field;
  *v = AM_NEW(h->arena, am_vector);
  AM_TRY(am_host_room(h, report, (rough ? 3 : 6) * s->frequencies, &field));
  (*v)->field = field;
  (*v)->rough = rough;
  return AM_OK;
}

static void respond(am_space *s, const am_span *span, const am_vector *u,
                    am_vector *g, am_response *response) {
  am_host *h = (am_host *)s;
  double start = am_clock();
  *response = (am_response){.voxel = -1};
  am_host_strain(h, u);
  am_host_charge(&start, &h->account.transforms);
  am_host_gather(h);
  am_host_charge(&start, &h->account.rest);
  bool good = am_host_evaluate(h, span, response);
  am_host_charge(&start, &h->account.law);
  h->account.evaluations++;
  h->answered = false;
  if (!good) return;
  am_host_scatter(h);
  am_host_charge(&start, &h->account.rest);
  am_host_gradient(h, g, response);
  if (response->status != AM_POINT_GOOD) response->voxel = am_host_unfit(h);
  h->answered = response->status == AM_POINT_GOOD;
  am_host_charge(&start, &h->account.transforms);
}

static void account(const am_space *s, am_space_account *account) {
  *account = ((const am_host *)s)->account;
}

const am_space_type am_space_host = {.name = "host",
                                     .open = open,
                                     .vector = vector,
                                     .set_reference = set_reference,
                                     .combine = am_host_combine,
                                     .dots = am_host_dots,
                                     .respond = respond,
                                     .commit = am_host_commit,
                                     .survey = am_host_survey,
                                     .apply = am_host_apply,
                                     .means = am_host_means,
                                     .fetch = am_host_fetch,
                                     .store = am_host_store,
                                     .fetch_vector = am_host_fetch_vector,
                                     .store_vector = am_host_store_vector,
                                     .account = account};
