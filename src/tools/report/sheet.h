/* sheet.h: the data sheet of a law, or of a case, as one HTML page that needs
 * nothing else: no script, font, style or picture from elsewhere.
 *
 * The page is whole XML too, so that programs can read it.  It consists of
 * sections, rows of tables in law.c and case.c; each is made in an arena and
 * with a report of its own, so that one that fails, or is stopped, costs its
 * own text alone: a sentence in its place says why.
 *
 *   sheet.c     the page around the sections, one after the other
 *   html.h      tables and escaped texts
 *   law.c       the sections of laws; formulas.c potentials and what follows,
 *               parameters.c parameters and variables, paths.c the standard
 *               paths, run.c what runs them, pictures.c their pictures,
 *               schemes.c costs and errors, findings.c checks
 *   case.c      the sections of cases */
#ifndef AM_REPORT_SHEET_H
#define AM_REPORT_SHEET_H

#include "check/check.h"
#include "case/case.h"

typedef struct {
  const char *operand;     /* law or case as given */
  am_check_level level;    /* of checks */
  double strain, duration; /* at the end of the tension; 0: chosen */
  const am_engine *engine, *other; /* of checks; other: NULL where there is
                                      none */
  const volatile int *stop;
  /* Is told what is being made; or NULL. */
  void (*progress)(void *data, const char *what);
  void *progress_data;
} am_sheet_options;

/* Adds the page of a law to `page`: operand is an installed material or a file.
 * AM_INPUT with a message where it is no law at all; AM_FAILED where it was
 * stopped, with a page of what there was. */
AM_MUST_USE am_status am_sheet_law(am_arena *arena, am_report *report,
                                   const am_sheet_options *options,
                                   am_buffer *page);

/* The same of a case of a material point; of one with points the first is
 * run.  AM_INPUT with a message for volume elements and for fits. */
AM_MUST_USE am_status am_sheet_case(am_arena *arena, am_report *report,
                                    const am_sheet_options *options,
                                    am_case *description, am_buffer *page);

#endif
