/* groups.h: where variables stand in the state. */
#ifndef AM_KERNEL_GROUPS_H
#define AM_KERNEL_GROUPS_H

/* A range of the state vector: one variable. */
typedef struct {
  int offset, size;
} k_group;

/* A variable in the state, and its place among the values of a hand-written
 * update: 1 number, or 5 or 6 coordinates of a tensor. */
typedef struct {
  int offset, size, place;
} k_variable;

#endif
