/* parts.h: internal parts of sheet.h: a page under construction. */
#ifndef AM_REPORT_PARTS_H
#define AM_REPORT_PARTS_H

#include "check/parts.h"
#include "plot/picture.h"
#include "point/run.h"
#include "report/sheet.h"

/* Formulas as MathML for browsers: expressions as written, and graphs, whose
 * lines print.c generates.
 *
 * A formula is a sequence of small <math> elements between which a browser may
 * break the line, using MathML Core only. Tensors are bold if their kind is
 * known. */

/* Kind of a name; -1: unknown. */
typedef int am_kind_of_name(void *data, const char *name);

typedef struct {
  am_buffer *out;
  am_kind_of_name *kind_of; /* NULL: all kinds are unknown */
  void *data;

  /* internal */
  int inside;               /* number of open elements that must not be
                               broken */
  struct am_mathml_local {
    const char *name;
    int kind;
  } *locals;                /* [count] names assigned in a block */
  int count, capacity;
} am_mathml;

/* Writes markup such as "<mi>ω</mi>" as a formula. */
void am_mathml_markup(am_mathml *m, const char *markup);

/* Writes a name as a formula, "A_eps_vp" as A with an index. */
void am_mathml_name(am_mathml *m, const char *name);

void am_mathml_expr(am_mathml *m, const am_expr *expr);

/* Writes name = value, with the indices or arguments of its left side;
 * remembers the kind of the name. */
void am_mathml_assignment(am_mathml *m, const am_assignment *assignment);

/* Kind of an expression, if its text determines the kind. */
int am_mathml_kind(const am_mathml *m, const am_expr *expr);

/* Receives each line of a graph as a formula, "name = expression". */
typedef void am_mathml_line(void *data, const am_expr *name,
                            const am_expr *value);

/* Parses the lines of am_print_graph; AM_INPUT if a name is not valid in the
 * language. */
AM_MUST_USE am_status am_mathml_graph(am_arena *arena, am_report *report,
                                      const char *text, am_mathml_line *line,
                                      void *data);

/* Parses an expression of our own. */
AM_MUST_USE am_status am_mathml_parse(am_arena *arena, am_report *report,
                                      const char *text, size_t length,
                                      am_expr **expr);

/* Marks the functions and constants that `expr` names in `used` [am_functions],
 * for a legend. */
void am_mathml_used(const am_expr *expr, bool *used);

/* Internal parts: names, numbers and kinds of expressions (mathml_name.c), for
 * mathml.c, which writes expressions. */

/* Style of the letter of a name, as bits. */
enum { AM_NAME_BOLD = 1, AM_NAME_DOTTED = 2 };

void am_mathml_write_name(am_buffer *out, const char *name, unsigned style);
void am_mathml_write_number(am_buffer *out, double value);
int am_mathml_name_width(const char *name);

int am_mathml_kind_of(const am_mathml *m, const char *name);
void am_mathml_add_local(am_mathml *m, const char *name, int kind);

/* ---- print.c: graphs as formulas in the expression language -------------- */

typedef struct {
  const char *name; /* of the output, "stress.xx" */
  am_node node;
} am_named_node;

/* Returns the name of an input. */
typedef const char *am_input_namer(void *data, am_input_kind kind, int index);

/* Writes `roots` [count] as lines "name = expression". Values that are used
 * more than once get separate lines, t1 = ..., before their first use. Numbers
 * read back to the same value. */
void am_print_graph(am_buffer *out, const am_graph *graph,
                    const am_named_node *roots, int count,
                    am_input_namer *namer, void *data);

typedef struct am_sheet {
  const am_sheet_options *options;
  am_buffer *out;
  size_t whole;      /* length of the part with balanced tags */
  const char *failure; /* of the environment; NULL: none */
  am_arena *page;    /* shared by all sections */

  /* of the current section */
  am_arena *arena;
  am_report *report;
  const char *id;

  am_described_law known;
  const am_case *description; /* NULL: page of a law */
  double strain, duration;    /* of the tension test; 0: not yet chosen */
  double peak;                /* its largest stress; 0: unknown */
  am_table *rows;             /* of the case; NULL: not run */
  const am_report *messages;  /* of its run */
  struct am_sheet_element *element; /* volume element; NULL: a point */
  am_summary summary;
} am_sheet;

typedef struct {
  const char *id, *title;
  am_status (*write)(am_sheet *sheet);
} am_sheet_section;

/* Keeps the page written so far, even if a later section fails. */
void am_sheet_keep(am_sheet *sheet);

/* sheet.c: writes the page of the sections, terminated by a row without id. */
AM_MUST_USE am_status am_sheet_write(am_sheet *sheet, am_report *report,
                                     const char *name, const char *title,
                                     const am_sheet_section *sections);

/* Records that a part failed because of the environment, not of the law: the
 * page is written, but incomplete. */
void am_sheet_note(am_sheet *sheet, am_status status, const char *reason);

/* Paragraph of user text; omitted if "". */
void am_sheet_paragraph(am_sheet *sheet, const char *class, const char *text);

/* Sections of laws. */
am_status am_sheet_head(am_sheet *sheet);
am_status am_sheet_potentials(am_sheet *sheet);
am_status am_sheet_followers(am_sheet *sheet);
am_status am_sheet_parameters(am_sheet *sheet);
am_status am_sheet_variables(am_sheet *sheet);
am_status am_sheet_pictures(am_sheet *sheet);
am_status am_sheet_schemes(am_sheet *sheet);

/* formulas.c: writes names and formulas; the law of the sheet determines the
 * kinds of names. */
am_mathml am_sheet_mathml(am_sheet *sheet);
const char *am_sheet_symbol(am_sheet *sheet, const char *name);

/* law.c: table of the findings that a list shows, or with `whole` of
 * all. */
void am_sheet_findings_table(am_sheet *sheet, const am_findings *all,
                             bool whole);

/* pictures.c: false, with a warning, if gnuplot is not installed. */
bool am_sheet_draws(am_sheet *sheet);

/* Adds a picture as a figure; if gnuplot fails, a sentence; without gnuplot,
 * nothing. */
void am_sheet_figure(am_sheet *sheet, const am_picture *picture,
                     const char *id, const char *title, const char *about);

/* paths.c: variants of the standard paths of a law. */
typedef struct {
  const char *name;        /* for the key; NULL: the only one */
  double strain, duration; /* of the ramp */
  const char *external;    /* name of a field; NULL: none */
  double value;            /* value of the field */
  int steps;               /* loading steps; 0: those of the path */
} am_sheet_variant;

enum { AM_SHEET_VARIANTS = 5 };

typedef struct {
  const char *id, *title, *about;
  /* Sets the variants [AM_SHEET_VARIANTS] of the path; returns their number, 0
   * if the path does not apply to the law. */
  int (*ways)(am_sheet *sheet, am_sheet_variant *ways);
  /* Writes the items of `path`. */
  void (*write)(const am_sheet *sheet, const am_sheet_variant *way,
                am_buffer *out);
  const char *component;   /* "xx" */
  bool over_time;          /* otherwise over the strain */
  bool shows_strain;       /* strain over time; otherwise the stress */
  bool logarithmic;        /* logarithmic time from the end of the ramp */
} am_sheet_path;

extern const am_sheet_path am_sheet_paths[]; /* terminated by one without id */

/* Run of a variant of a path. */
typedef struct {
  const am_sheet_path *path;
  am_sheet_variant way;
  const char *text;   /* of its case */
  am_table *rows;     /* NULL: none */
  am_summary summary;
  const char *reason; /* of an early end, "" */
} am_sheet_result;

/* paths.c: runs a path with further settings of the solver, or "". */
am_sheet_result am_sheet_run(am_sheet *sheet, const am_sheet_path *path,
                             const am_sheet_variant *way, const char *solver,
                             const char *columns);

/* Runs a case; returns the rows so far even if the run fails. */
AM_MUST_USE am_status am_sheet_drive(am_sheet *sheet, am_case *description,
                                     const am_material *material,
                                     am_table **rows, am_summary *summary);

/* element.c: runs a volume element without writing files; its sections. */
AM_MUST_USE am_status am_sheet_element_run(am_sheet *sheet,
                                           am_case *description);
am_status am_sheet_element_case(am_sheet *sheet);
am_status am_sheet_element_microstructure(am_sheet *sheet);
am_status am_sheet_element_phases(am_sheet *sheet);
am_status am_sheet_element_fields(am_sheet *sheet);
void am_sheet_element_summary(am_sheet *sheet);

/* True if the strain of the law is that of a deformation gradient. */
bool am_sheet_is_logarithmic(const am_sheet *sheet);

/* Chooses strain and duration of the tension test, once. */
void am_sheet_choose(am_sheet *sheet);

/* First error of a report, "" if none. */
const char *am_sheet_reason(am_arena *arena, const am_report *report);

/* Elements of an HTML page. Escapes user text; "markup" is our own or already
 * escaped. */

/* Text with HTML special characters escaped; characters outside printable ASCII
 * as in messages (base/text.h). */
void am_html_text(am_buffer *out, const char *text);

/* Writes a template: %s, text that is escaped; %m, markup; %d, an int. */
void am_html_add(am_buffer *out, const char *format, ...);
const char *am_html_format(am_arena *arena, const char *format, ...);

/* Preformatted text with its lines. */
void am_html_lines(am_buffer *out, const char *text);

/* Number with the given digits, "1.23·10<sup>−4</sup>"; a dash for NaN. */
const char *am_html_number(am_arena *arena, double value, int digits);

typedef struct {
  const char *name, *text; /* markup; "" omits the row */
} am_html_fact;

void am_html_facts(am_buffer *out, const am_html_fact *facts, size_t count);

/* Table whose headings, in markup, are separated by '|'; those of columns with
 * numbers begin with '#'. A row is a template of its cells. */
typedef struct {
  am_buffer *out;
  const char *heads;
} am_html_table;

am_html_table am_html_table_open(am_buffer *out, const char *class,
                                 const char *heads);
void am_html_table_row(const am_html_table *table, const char *format, ...);
void am_html_table_close(const am_html_table *table);

/* Adds an SVG picture of gnuplot to the page, without its declarations and with
 * identifiers made unique by `prefix`. */
void am_html_svg(am_buffer *out, const char *svg, const char *prefix,
                 const char *title);

#endif
