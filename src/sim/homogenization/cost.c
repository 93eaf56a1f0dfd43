/* cost.c: measured constants of the time per iteration, and their sources.
 *
 * The time of laws and transforms is proportional to the number of voxels.  The
 * influence of the law, its scheme and the distance from equilibrium is taken
 * from a single case.  Communication has the speed of its slowest link and does
 * not overlap with computation. */
#include "homogenization/plan.h"

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
                                    .inside = 3e9,
                                    .between = 12.5e9 / 64};

/* Measured: cases/mmc-30.yaml with 512 voxels along each edge and ode23, four
 * loading steps, on one and two NVIDIA H200 of a host (bench/gpus.sh, 2026):
 * laws 86.9 ms per iteration, transforms 11.2, rest 31.6; 330 GB/s between the
 * two GPUs.  Assumed: hosts with 8 GPUs, 35 GB/s per GPU between hosts.
 * Computed: packing, two passes that read and write in each direction at 87 %
 * of 4.2 TB/s. */
const am_hardware am_hardware_gpu = {.name = "NVIDIA H200",
                                   .law = 0.71e-9,
                                   .elastic = 0.05e-9,
                                   .transform = 0.028e-9,
                                   .packing = 0.0175e-9,
                                   .rest = 0.235e-9,
                                   .host = 8,
                                   .inside = 330e9,
                                   .between = 35e9};

am_cost am_cost_of(const am_hardware *m, const am_iteration_work *w) {
  double voxels = (w->inelastic + w->elastic) / w->threads;
  double numbers = w->fields * voxels;
  am_cost cost = {
      .laws = (m->law * w->inelastic + m->elastic * w->elastic) / w->threads,
      .transforms = m->transform * numbers,
      .rest = m->rest * voxels};
  double processors = (double)w->processes * w->threads;
  double speed = processors > m->host ? m->between * w->threads : m->inside;
  if (w->processes > 1)
    cost.moving = 2 * w->moved / speed + m->packing * numbers;
  return cost;
}
