/* blocks.h: loops over points, or voxels, by several threads. */
#ifndef AM_BASE_BLOCKS_H
#define AM_BASE_BLOCKS_H

/* Threads that am_blocks uses: `wanted`, or all for 0; 1 without OpenMP. */
int am_blocks_threads(int wanted);

/* Whatever OpenMP does from now on it does with at most so many threads; 0: as
 * many as it likes. */
void am_blocks_limit(int threads);

/* Calls work(data, thread, first, count) for consecutive ranges that cover
 * 0 … count - 1, thread < threads. */
void am_blocks(long count, int threads,
               void (*work)(void *data, int thread, long first, long count),
               void *data);

#endif
