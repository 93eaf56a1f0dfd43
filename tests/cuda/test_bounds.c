/* covers: compile
 *
 * Launch bounds for kernels with any number of registers. */
#include "cuda/parts.h"

#include "tests/support.h"

/* Resources of a kernel that needs `needs` registers, and a stack for other
 * reasons */
static am_cuda_resources take(int needs, int stack, int blocks) {
  int room = 65536 / (AM_CUDA_BLOCK * blocks) / 8 * 8;
  if (room > 255) room = 255;
  if (needs <= room) return (am_cuda_resources){needs, stack, 0, 0};
  int spilt = 8 * (needs - room);
  return (am_cuda_resources){room, stack + spilt, spilt, 2 * spilt};
}

static const struct {
  int needs, stack, blocks, trials, of_long; /* trials of long texts */
} rows[] = {
    {0, 0, 3, 1, 1},   /* unknown */
    {20, 0, 3, 1, 1},  /* the registers leave room for four */
    {128, 0, 3, 1, 1},   {128, 900, 3, 1, 1},
    {129, 0, 3, 2, 1}, /* four would spill */
    {150, 0, 3, 2, 1},   {168, 300, 3, 2, 1},
    {169, 0, 2, 2, 2}, /* three would spill */
    {254, 0, 2, 2, 2},   {255, 300, 2, 2, 2},
    {256, 0, 2, 2, 1}, /* all would spill, two the least */
    {4000, 300, 2, 2, 1},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Number of blocks found for a source with this number of statements. */
static int search(int row, size_t statements, int *count) {
  am_cuda_trial trials[AM_CUDA_BOUNDS] = {0};
  int chosen;
  *count = 0;
  while (!trials[chosen = am_cuda_choose_bounds(trials, statements)].known) {
    trials[chosen] = (am_cuda_trial){
        true, take(rows[row].needs, rows[row].stack, am_cuda_bounds[chosen])};
    ck_assert_int_le(++*count, AM_CUDA_BOUNDS);
  }
  return am_cuda_bounds[chosen];
}

START_TEST(bounds_are_the_most_without_spills) {
  int count;
  ck_assert_int_eq(search(_i, 1000, &count), rows[_i].blocks);
  ck_assert_int_eq(count, rows[_i].trials);
}
END_TEST

/* If compilation is slow, kernels that always spill are compiled once; a kernel
 * with room for more blocks gets them without a bound. */
START_TEST(long_texts_begin_with_the_fewest_blocks) {
  int count;
  ck_assert_int_eq(search(_i, 1000000, &count), 2);
  ck_assert_int_eq(count, rows[_i].of_long);
}
END_TEST

/* Spills that stay the same with fewer blocks are not avoided by them. */
START_TEST(spills_that_stay_do_not_count) {
  am_cuda_trial trials[AM_CUDA_BOUNDS] = {0};
  for (int c = 0; c < AM_CUDA_BOUNDS; c++)
    trials[c] = (am_cuda_trial){true, {168, 64, 8, 8}};
  trials[0].used.registers = 255;
  trials[2].used = (am_cuda_resources){128, 64, 8, 16};
  ck_assert_int_eq(am_cuda_bounds[am_cuda_choose_bounds(trials, 0)], 3);
  trials[1].used = (am_cuda_resources){168, 72, 8, 8};
  ck_assert_int_eq(am_cuda_bounds[am_cuda_choose_bounds(trials, 0)], 2);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("bounds");
  tcase_add_loop_test(tcase, bounds_are_the_most_without_spills, 0, ROWS);
  tcase_add_loop_test(tcase, long_texts_begin_with_the_fewest_blocks, 0, ROWS);
  tcase_add_test(tcase, spills_that_stay_do_not_count);
  return test_run("cuda/bounds", &tcase, 1);
}
