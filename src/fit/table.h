/* table.h: one test of a fit as its table has it; internal to fit. */
#ifndef AM_FIT_TABLE_H
#define AM_FIT_TABLE_H

#include "fit/fit.h"

/* What all tests share while they are made ready. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_fit *fit;
  const am_material *material;
} am_fit_making;

/* The path of a test as its table has it, and what was measured on it. */
AM_MUST_USE am_status am_fit_test_read(const am_fit_making *making,
                                       const am_case *description,
                                       am_fit_test *test,
                                       am_entries **entries);

#endif
