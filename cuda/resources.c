#include "cuda/resources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const am_cuda_kernel_names[AM_CUDA_KERNELS] = {"automat_first",
                                                           "automat_rest"};

/* The number that stands before the words; -1 when they do not occur. */
static int number_before(const char *line, const char *words) {
  const char *end = strstr(line, words), *digits = end;
  while (digits && digits > line && isdigit((unsigned char)digits[-1]))
    digits--;
  return digits == end ? -1 : (int)strtol(digits, NULL, 10);
}

/* Is it the line where the report of a kernel begins?  Then *kernel is its
 * number, AM_CUDA_KERNELS for others. */
static int enters(const char *line, int *kernel) {
  static const char words[] = "Compiling entry function '";
  const char *name = strstr(line, words);
  if (!name) return 0;
  name += strlen(words);
  size_t length = strcspn(name, "'");
  for (*kernel = 0; *kernel < AM_CUDA_KERNELS; ++*kernel) {
    const char *known = am_cuda_kernel_names[*kernel];
    if (strlen(known) == length && !strncmp(known, name, length)) break;
  }
  return 1;
}

/* Functions that the kernel calls have lines of their own below it, but no
 * registers and no stack besides the kernel's cumulative one. */
static void take(const char *line, am_cuda_resources *r) {
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
    if (!enters(line, &kernel) && kernel < AM_CUDA_KERNELS)
      take(line, &resources[kernel]);
}
