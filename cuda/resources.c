/* resources.c: resources of kernels, and the choice of launch bounds. */
#include "cuda/parts.h"

const char *const am_cuda_kernel_names[AM_CUDA_KERNELS] = {"automat_first",
                                                           "automat_rest"};

/* Number in front of the words; -1 if they do not occur. */
static int number_before(const char *line, const char *words) {
  const char *end = strstr(line, words), *digits = end;
  while (digits && digits > line && isdigit((unsigned char)digits[-1]))
    digits--;
  return digits == end ? -1 : (int)strtol(digits, NULL, 10);
}

/* True if the report of a kernel starts in this line; *kernel is its index,
 * AM_CUDA_KERNELS for unknown kernels. */
static bool begins_kernel(const char *line, int *kernel) {
  char name[32];
  const char *start = strstr(line, "Compiling entry function '");
  if (!start || sscanf(start, "%*s %*s %*s '%31[^']'", name) != 1) return false;
  *kernel = 0;
  while (*kernel < AM_CUDA_KERNELS &&
         strcmp(name, am_cuda_kernel_names[*kernel]))
    ++*kernel;
  return true;
}

/* Reads the resources in a line of the report. Lines of functions called by the
 * kernel contain no registers; their stack is part of the kernel's cumulative
 * stack. */
static void take_numbers(const char *line, am_cuda_resources *r) {
  const struct {
    const char *words;
    int *place, sum;
  } rows[] = {{" registers", &r->registers, 0},
              {" bytes cumulative stack size", &r->stack, 0},
              {" bytes spill stores", &r->spill_stores, 1},
              {" bytes spill loads", &r->spill_loads, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int found = number_before(line, rows[i].words);
    if (found >= 0)
      *rows[i].place = found + (rows[i].sum ? *rows[i].place : 0);
  }
}

void am_cuda_read_resources(char *log,
                            am_cuda_resources resources[AM_CUDA_KERNELS]) {
  int kernel = AM_CUDA_KERNELS;
  char *rest = log;
  memset(resources, 0, AM_CUDA_KERNELS * sizeof *resources);
  for (char *line; (line = strsep(&rest, "\n"));)
    if (!begins_kernel(line, &kernel) && kernel < AM_CUDA_KERNELS)
      take_numbers(line, &resources[kernel]);
}

/* ---- launch bounds ------------------------------------------------------- */

/* Registers of a multiprocessor; allocated to threads in units of 8. */
enum { REGISTERS = 65536, UNIT = 8 };

/* First candidate. Kernels of long sources (statements) spill even with the
 * fewest blocks, and take a minute to compile. */
enum { LONG = 5500, OF_LONG = 0, OF_OTHERS = 1 };

/* With two blocks of 128 threads, a thread may use all 255 registers. */
const int am_cuda_bounds[AM_CUDA_BOUNDS] = {2, 3, 4};

static int registers_within(int candidate) {
  return REGISTERS / (AM_CUDA_BLOCK * am_cuda_bounds[candidate]) / UNIT * UNIT;
}

static bool spills(const am_cuda_resources *r) {
  return r->spill_stores || r->spill_loads;
}

/* Chooses the maximum number of blocks without additional spills. More blocks
 * hide more latency, but the memory traffic of spills costs more than that
 * gains: michel-suquet, ode23, an H200: 8.8, 6.5, 4.2 G points/s with 3, 4, 5
 * blocks, the latter two with spills. The next candidate is not tried if the
 * registers in use already permit its number of blocks, or if a candidate with
 * more registers spills. */
int am_cuda_choose_bounds(const am_cuda_trial trials[AM_CUDA_BOUNDS],
                          size_t statements) {
  int c = statements > LONG ? OF_LONG : OF_OTHERS;
  while (c > 0 && trials[c].known && spills(&trials[c].used)) c--;
  while (c + 1 < AM_CUDA_BOUNDS && trials[c].known &&
         trials[c].used.registers > registers_within(c + 1)) {
    const am_cuda_trial *next = &trials[c + 1];
    const am_cuda_resources *more = &next->used, *less = &trials[c].used;
    if (!next->known && spills(less)) break;
    if (next->known && (more->stack > less->stack ||
                        more->spill_stores > less->spill_stores ||
                        more->spill_loads > less->spill_loads))
      break;
    c++;
  }
  return c;
}
