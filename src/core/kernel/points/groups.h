/* groups.h: where variables stand in the state, and in what order a linear
 * system of them is solved. */
#ifndef AM_KERNEL_GROUPS_H
#define AM_KERNEL_GROUPS_H

/* A range of the state vector: one variable. */
typedef struct {
  int offset, size;
} k_group;

/* A pivot in the order in which solved variables are eliminated: where it
 * stands in the state, and where its lists begin in a table of places, which
 * itself begins with the places of all pivots in their order.  The lists are
 * in that order, too: rows later than the pivot with an entry in its column,
 * and columns with one in its row, by then. */
typedef struct {
  int at;
  int rows, row_count;
  int columns, column_count;
} k_pivot;

/* A variable in the state, and its place among the values of a hand-written
 * update: 1 number, or 5 or 6 coordinates of a tensor. */
typedef struct {
  int offset, size, place;
} k_variable;

#endif
