/* covers: compile
 *
 * Reports of ptxas in the formats of its versions. */
#include "cuda/parts.h"

#include <string.h>

#include "tests/support.h"

static const struct {
  const char *log;
  am_cuda_resources first, rest;
} rows[] = {
    /* version 13, with functions that are called */
    {"ptxas info    : 404 bytes gmem\n"
     "ptxas info    : Compiling entry function 'automat_rest' for 'sm_90'\n"
     "ptxas info    : Function properties for automat_rest\n"
     "ptxas         .     1872 bytes stack frame, 10 bytes spill stores, 20 "
     "bytes spill loads\n"
     "ptxas info    : Used 208 registers, used 1 barriers, 1880 bytes "
     "cumulative stack size\n"
     "ptxas info    : Compile time = 512.201 ms\n"
     "ptxas info    : Function properties for _ZN14k_factor_againEPK4k_luPd\n"
     "ptxas         .     8 bytes stack frame, 3 bytes spill stores, 4 bytes "
     "spill loads\n"
     "ptxas info    : Compiling entry function 'automat_first' for 'sm_90'\n"
     "ptxas info    : Function properties for automat_first\n"
     "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes "
     "spill loads\n"
     "ptxas info    : Used 96 registers, used 0 barriers\n"
     "ptxas info    : Compiling entry function 'automat_bind' for 'sm_90'\n"
     "ptxas info    : Function properties for automat_bind\n"
     "ptxas         .     8 bytes stack frame, 5 bytes spill stores, 6 bytes "
     "spill loads\n"
     "ptxas info    : Used 30 registers, used 0 barriers, 8 bytes cumulative "
     "stack size\n",
     {96, 0, 0, 0},
     {208, 1880, 13, 24}},
    /* version 12 */
    {"ptxas info    : 0 bytes gmem, 16 bytes cmem[4]\n"
     "ptxas info    : Compiling entry function 'automat_first' for 'sm_80'\n"
     "ptxas info    : Function properties for automat_first\n"
     "    304 bytes stack frame, 272 bytes spill stores, 300 bytes spill "
     "loads\n"
     "ptxas info    : Used 168 registers, 304 bytes cumulative stack size, "
     "624 bytes cmem[0]",
     {168, 304, 272, 300},
     {0, 0, 0, 0}},
    {"", {0, 0, 0, 0}, {0, 0, 0, 0}},
    {"\n registers\n bytes spill stores\nCompiling entry function '\n"
     "Compiling entry function 'automat_firs' for\n9 registers\n"
     "Compiling entry function 'automat_first2' for\n9 registers\n",
     {0, 0, 0, 0},
     {0, 0, 0, 0}},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void compare(const am_cuda_resources *a, const am_cuda_resources *b) {
  ck_assert_int_eq(a->registers, b->registers);
  ck_assert_int_eq(a->stack, b->stack);
  ck_assert_int_eq(a->spill_stores, b->spill_stores);
  ck_assert_int_eq(a->spill_loads, b->spill_loads);
}

START_TEST(reports_are_read) {
  am_cuda_resources found[AM_CUDA_KERNELS];
  char *log = strdup(rows[_i].log);
  memset(found, 77, sizeof found);
  am_cuda_read_resources(log, found);
  compare(&found[AM_CUDA_FIRST], &rows[_i].first);
  compare(&found[AM_CUDA_REST], &rows[_i].rest);
  free(log);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("resources");
  tcase_add_loop_test(tcase, reports_are_read, 0, ROWS);
  return test_run("cuda/resources", &tcase, 1);
}
