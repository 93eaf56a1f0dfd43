/* parts.h: the inside of sheet.h: a page while it is made. */
#ifndef AM_REPORT_PARTS_H
#define AM_REPORT_PARTS_H

#include "law/parts.h"
#include "plot/picture.h"
#include "point/run.h"
#include "report/html.h"
#include "report/mathml.h"
#include "report/sheet.h"

typedef struct {
  const am_sheet_options *options;
  am_buffer *out;
  size_t whole;      /* bytes of it that have all their tags */
  const char *let_down; /* why the machine let a part down; NULL: it has not */
  am_arena *page;    /* of what all sections share */

  /* of the section that is being made */
  am_arena *arena;
  am_report *report;
  const char *id;

  am_known_material known;
  const am_case *description; /* NULL: the page is that of a law */
  double strain, duration;    /* of the tension; 0: not yet chosen */
  double peak;                /* its largest stress; 0: not known */
  am_table *rows;             /* of the case; NULL: it was not run */
  const am_report *said;      /* while it was run */
  am_summary summary;
} am_sheet;

typedef struct {
  const char *id, *title;
  am_status (*write)(am_sheet *sheet);
} am_sheet_section;

/* What has been written so far stays, whatever follows. */
void am_sheet_keep(am_sheet *sheet);

/* sheet.c: the page of sections, closed by a row without id. */
AM_MUST_USE am_status am_sheet_write(am_sheet *sheet, am_report *report,
                                     const char *name, const char *title,
                                     const am_sheet_section *sections);

/* Notes where a part has failed because of the machine, not of the law: the
 * page is written, but not good. */
void am_sheet_note(am_sheet *sheet, am_status status, const char *reason);

/* A paragraph of a user's text; "" leaves it out. */
void am_sheet_paragraph(am_sheet *sheet, const char *class, const char *text);

/* Sections of laws, by files; see sheet.h. */
am_status am_sheet_head(am_sheet *sheet);
am_status am_sheet_potentials(am_sheet *sheet);
am_status am_sheet_followers(am_sheet *sheet);
am_status am_sheet_parameters(am_sheet *sheet);
am_status am_sheet_variables(am_sheet *sheet);
am_status am_sheet_pictures(am_sheet *sheet);
am_status am_sheet_schemes(am_sheet *sheet);
am_status am_sheet_findings(am_sheet *sheet);
am_status am_sheet_sources(am_sheet *sheet);

/* formulas.c: writes names and formulas as the law of the sheet knows them. */
am_mathml am_sheet_mathml(am_sheet *sheet);
const char *am_sheet_symbol(am_sheet *sheet, const char *name);

/* findings.c: the table of findings [count]. */
void am_sheet_findings_table(am_sheet *sheet, const am_finding *const *items,
                             size_t count);

/* pictures.c: draws a picture into the page as a figure; where gnuplot is
 * missing, or fails, a sentence. */
void am_sheet_figure(am_sheet *sheet, const am_picture *picture,
                     const char *id, const char *title, const char *about);

/* paths.c: standard paths of a law. */
typedef struct {
  const char *name;        /* in the key; NULL: the only one */
  double strain, duration; /* of the ramp */
  const char *external;    /* a field … */
  double value;            /* … and its value; NULL: none */
  int steps;               /* loading steps; 0: as the path has */
} am_sheet_way;

enum { AM_SHEET_WAYS = 5 };

typedef struct {
  const char *id, *title, *about;
  /* Ways [AM_SHEET_WAYS] to go along it; 0: the law has none. */
  int (*ways)(am_sheet *sheet, am_sheet_way *ways);
  /* The items of `path`. */
  void (*write)(const am_sheet *sheet, const am_sheet_way *way,
                am_buffer *out);
  const char *component;   /* "xx" */
  bool over_time;          /* else over the strain */
  bool shows_strain;       /* over time; else the stress */
  bool logarithmic;        /* time, from where the ramp ends */
} am_sheet_path;

extern const am_sheet_path am_sheet_paths[]; /* closed by one without id */

/* The case of a path in YAML; solver: items of its settings, or "". */
const char *am_sheet_case_text(am_sheet *sheet, const am_sheet_path *path,
                               const am_sheet_way *way, const char *solver,
                               const char *columns);

/* run.c: runs a case of text; the rows so far also where it fails. */
AM_MUST_USE am_status am_sheet_run(am_sheet *sheet, const char *text,
                                   am_table **rows, am_summary *summary);
am_status am_sheet_walk(am_sheet *sheet, am_case *description,
                        const am_material *material, am_table **rows,
                        am_summary *summary);

/* Chooses strain and duration of the tension, once. */
void am_sheet_choose(am_sheet *sheet);

/* The first error of a report in words, "" where there is none. */
const char *am_sheet_reason(am_arena *arena, const am_report *report);

#endif
