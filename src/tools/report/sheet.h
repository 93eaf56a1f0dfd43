/* sheet.h: data sheet of a law or of a case, as one self-contained HTML page
 * without external scripts, fonts, styles or pictures.
 *
 * The page is well-formed XML, so that programs can read it.  It consists of
 * sections, rows of tables in law.c and case.c.  Each section has its own arena
 * and report; if it fails or is stopped, a sentence with the reason replaces
 * its text only. */
#ifndef AM_REPORT_SHEET_H
#define AM_REPORT_SHEET_H

#include "case/case.h"
#include "check/check.h"
#include "law/law.h"

struct am_sheet; /* parts.h */

typedef struct {
  const char *operand;     /* law or case as given by the user */
  am_check_level level;    /* of the checks */
  double strain, duration; /* at the end of the tension test; 0: chosen */
  const am_engine *engine, *other; /* of the checks; other: NULL if none */
  /* Writes the section about the fit of a case. */
  am_status (*fit)(struct am_sheet *sheet);
} am_sheet_options;

/* Adds the page of a law to `page`: operand is an installed material or a
 * file.  AM_INPUT with a message if it is not a law; AM_FAILED if stopped, with
 * a partial page. */
AM_MUST_USE am_status am_sheet_law(am_arena *arena, am_report *report,
                                   const am_sheet_options *options,
                                   am_buffer *page);

/* Adds the page of a case; for a case with several points, the first is run,
 * and a fit is made. */
AM_MUST_USE am_status am_sheet_case(am_arena *arena, am_report *report,
                                    const am_sheet_options *options,
                                    am_case *description, am_buffer *page);

/* Prints the formulas of a law in coordinates: its energy, stress, forces and
 * rates; with `jacobian`, derivatives of the rates with respect to the state,
 * without those that are zero. energy: name of the energy; multiplier: prefix
 * of the names of multipliers. */
void am_law_formulas(am_buffer *out, am_law *law, const char *energy,
                     const char *multiplier, bool jacobian);

#endif
