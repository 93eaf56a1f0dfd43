/* groups.h: indices of variables in the state, and the elimination order of
 * linear systems. */
#ifndef AM_KERNEL_GROUPS_H
#define AM_KERNEL_GROUPS_H

/* One variable: a range of the state vector. */
typedef struct {
  int offset, size;
} k_group;

/* A pivot in the elimination order of the solved variables: its index in the
 * state, and the start of its lists in a table of indices.  The table begins
 * with the indices of all pivots in elimination order.  The lists, in the same
 * order, contain the later rows with an entry in the pivot's column at this
 * stage of the elimination, and the later columns with an entry in its row. */
typedef struct {
  int at;
  int rows, row_count;
  int columns, column_count;
} k_pivot;

/* A variable in the state, and its place among the values of a hand-written
 * update: a scalar, or 5 or 6 coordinates of a tensor. */
typedef struct {
  int offset, size, place;
} k_variable;

#endif
