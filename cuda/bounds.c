#include "cuda/bounds.h"

/* All registers of a multiprocessor; allotted to threads in eights. */
enum { REGISTERS = 65536, UNIT = 8, START = 1 };

/* With two blocks of 128 a thread may have all that it can name, 255. */
const int am_cuda_bounds[AM_CUDA_BOUNDS] = {2, 3, 4};

static int registers_within(int candidate) {
  return REGISTERS / (AM_CUDA_BLOCK * am_cuda_bounds[candidate]) / UNIT * UNIT;
}

static bool spills(const am_cuda_resources *r) {
  return r->spill_stores || r->spill_loads;
}

static bool is_dearer(const am_cuda_resources *a, const am_cuda_resources *b) {
  return a->stack > b->stack || a->spill_stores > b->spill_stores ||
         a->spill_loads > b->spill_loads;
}

/* As many blocks as cost no spills beyond those that are there anyway.  More
 * blocks hide more of the latency, but the traffic of spills costs more than
 * that gains: michel-suquet, ode23, an H200, 3, 4, 5 blocks: 8.8, 6.5, 4.2 G
 * points/s, the latter two with spills.  Where the registers in use leave
 * room for the next candidate there is nothing to gain from it. */
int am_cuda_choose_bounds(const am_cuda_trial trials[AM_CUDA_BOUNDS]) {
  int c = START;
  while (c > 0 && trials[c].known && spills(&trials[c].used)) c--;
  while (c + 1 < AM_CUDA_BOUNDS && trials[c].known &&
         trials[c].used.registers > registers_within(c + 1)) {
    const am_cuda_trial *next = &trials[c + 1];
    if (next->known && is_dearer(&next->used, &trials[c].used)) break;
    c++;
  }
  return c;
}
