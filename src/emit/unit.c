#include "emit/unit.h"

#include <ctype.h>
#include <string.h>

#include "config.h"
#include "emit/law_text.h"
#include "emit/texts.h"

static const char compiler_words[] =
    "#define K_FN static inline __attribute__((always_inline, unused))\n"
    "#define K_CALL static __attribute__((noinline, unused))\n";

/* Loops over the state of larger laws stay loops. */
enum { UNROLLED = 12 };

static const char *const scalar_texts[] = {
    "expr/scalar.h", "expr/special.h", "kernel/dialect.h", NULL};
static const char *const vector_texts[] = {"kernel/lanes.h",
                                           "expr/special.h", NULL};
static const char *const shared_texts[] = {
    "scheme/family.h", "kernel/fields.h", "kernel/groups.h", NULL};
static const char *const stepping_texts[] = {
    "kernel/mandel.h",    "kernel/linear.h",       "kernel/load.h",
    "kernel/measure.h",   "kernel/newton.h",       "kernel/implicit.h",
    "kernel/explicit.h",  "kernel/rosenbrock.h",   "kernel/adaptive.h",
    "kernel/conventional.h", "kernel/evaluation.h", "kernel/equilibrium.h",
    "kernel/block.h",     "kernel/advance.h",      NULL};

typedef struct {
  am_buffer out;
  am_law *law;
  const am_solver *solver;
  const am_unit_options *options;
  am_plan plan;
} writer;

static void add_texts(writer *w, const char *const *names) {
  for (; *names; names++)
    am_buffer_add(&w->out, "\n/* ==== %s */\n\n%s", *names,
                  am_embedded_text(*names));
}

/* A name of a user in a comment: printable, and no end of the comment. */
static const char *in_comment(am_arena *arena, const char *name) {
  char *text = am_copy(arena, name, strlen(name));
  for (char *c = text; *c; c++)
    if (!isprint((unsigned char)*c) || *c == '*' || *c == '\\' || *c == '?')
      *c = '_';
  return text;
}

static const char *const strategies[] = {"automatic", "semi-automatic",
                                         "conventional"};

static void add_head(writer *w) {
  const am_solver *s = w->solver;
  am_buffer_add(&w->out,
                "/* Written by automat " PACKAGE_VERSION ".\n"
                " * material %s, scheme %s, strategy %s\n"
                " * %d points at once, %s control, %s */\n",
                in_comment(w->out.arena, w->law->material->name),
                s->scheme->name, strategies[s->strategy], w->options->lanes,
                w->options->mixed ? "mixed" : "strain",
                s->tangent ? "with tangent" : "without tangent");
}

static void define(writer *w, const char *name, int value) {
  am_buffer_add(&w->out, "#define %s %d\n", name, value);
}

static void add_sizes(writer *w) {
  const am_law *law = w->law;
  const am_solver *s = w->solver;
  bool columns = s->tangent || w->options->mixed;
  define(w, "K_NX", law->nx);
  define(w, "K_NA", law->na);
  define(w, "K_NS", law->ns);
  define(w, "K_COLUMNS", columns ? 6 : 0);
  define(w, "K_PARAMETERS", law->parameter_numbers);
  define(w, "K_GROUPS", w->plan.group_count);
  define(w, "K_SOLVED_GROUPS", w->plan.solved_count);
  define(w, "K_VARIABLES", w->plan.variable_count);
  define(w, "K_PASSES", w->plan.passes);
  define(w, "K_ENERGIES", law->nx > law->na);
  define(w, "K_MIXED", w->options->mixed);
  define(w, "K_TANGENT", s->tangent);
  define(w, "K_STRESS_CONTROL", s->error_control == AM_CONTROL_STRESS);
  define(w, "K_COUPLED", s->tangent_control == AM_TANGENT_COUPLED);
  define(w, "K_COLUMN_MODE", s->tangent_mode == AM_MODE_COLUMN);
  define(w, "K_CONVENTIONAL", s->strategy == AM_STRATEGY_CONVENTIONAL);
}

static void add_groups(writer *w, const char *name, const k_group *groups,
                       int count) {
  am_buffer_add(&w->out, "static const k_group %s[] = {", name);
  for (int i = 0; i < count; i++)
    am_buffer_add(&w->out, "{%d, %d}, ", groups[i].offset, groups[i].size);
  am_buffer_add(&w->out, "{0}};\n");
}

static void add_variables(writer *w) {
  am_buffer_add(&w->out, "static const k_variable k_variables[] = {");
  for (int i = 0; i < w->plan.variable_count; i++) {
    const k_variable *v = &w->plan.variables[i];
    am_buffer_add(&w->out, "{%d, %d, %d}, ", v->offset, v->size, v->place);
  }
  am_buffer_add(&w->out, "{0}};\n");
}

static void add_row(writer *w, const double *values) {
  am_buffer_add(&w->out, "{");
  for (int i = 0; i < AM_STAGES; i++)
    am_buffer_add(&w->out, "%s%.17g", i ? ", " : "", values[i]);
  am_buffer_add(&w->out, "}");
}

static void add_vector(writer *w, const char *name, const double *values) {
  am_buffer_add(&w->out, "static const double %s[] = ", name);
  add_row(w, values);
  am_buffer_add(&w->out, ";\n");
}

static void add_matrix(writer *w, const char *name,
                       const double (*values)[AM_STAGES], int rows) {
  am_buffer_add(&w->out, "static const double %s[][%d] = {\n  ", name,
                AM_STAGES);
  for (int i = 0; i < rows; i++) {
    if (i) am_buffer_add(&w->out, ",\n  ");
    add_row(w, values[i]);
  }
  am_buffer_add(&w->out, "};\n");
}

static void add_scheme(writer *w) {
  const am_scheme *s = w->solver->scheme;
  int rows = s->stages > 0 ? s->stages : 1;
  define(w, "K_FAMILY", s->family);
  define(w, "K_STAGES", s->stages);
  define(w, "K_FSAL", s->fsal);
  define(w, "K_ORDER", s->control);
  am_buffer_add(&w->out, "#define K_GAMMA %.17g\n", s->gamma);
  add_matrix(w, "k_a", s->a, rows);
  add_matrix(w, "k_m", s->m, rows);
  add_vector(w, "k_b", s->b);
  add_vector(w, "k_e", s->e);
  add_vector(w, "k_c", s->c);
  add_vector(w, "k_g", s->g);
}

static void add_update(writer *w) {
  if (w->options->update)
    am_buffer_add(&w->out, "\n%s", w->options->update);
  am_buffer_add(
      &w->out,
      "\nK_FN void k_update_of(k_context *k, const real *eps1,\n"
      "                      const real *a0, real dt, real *a1, real *sig,\n"
      "                      real *C, mask *ok) {\n"
      "  %s;\n}\n",
      w->options->update
          ? "k_update(eps1, a0, dt, k->parameters, a1, sig, C, ok)"
          : "(void)k, (void)eps1, (void)a0, (void)dt, (void)a1, (void)sig, "
            "(void)C, (void)ok");
}

void am_unit_write(am_arena *arena, am_law *law, const am_solver *solver,
                   const am_unit_options *options, am_unit *unit) {
  writer w = {.out = {.arena = arena}, .law = law, .solver = solver,
              .options = options};
  am_plan_new(arena, law, solver, options->mixed, &w.plan);
  *unit = (am_unit){.passes = w.plan.passes};
  add_head(&w);
  define(&w, "K_LANES", options->lanes);
  am_buffer_add(&w.out, "%s#define K_UNROLL%s\n", compiler_words,
                law->nx <= UNROLLED ? " _Pragma(\"GCC unroll 64\")" : "");
  add_texts(&w, options->lanes > 1 ? vector_texts : scalar_texts);
  add_texts(&w, shared_texts);
  am_buffer_add(&w.out, "\n/* ==== sizes */\n\n");
  add_sizes(&w);
  add_scheme(&w);
  add_groups(&w, "k_groups", w.plan.groups, w.plan.group_count);
  add_groups(&w, "k_solved_groups", w.plan.solved, w.plan.solved_count);
  add_variables(&w);
  am_law_text law_text = {.law = law, .plan = &w.plan,
                          .scale = solver->stress_scale};
  am_law_text_write(arena, &law_text, unit->functions);
  define(&w, "K_BOUND", law_text.bound.count);
  add_texts(&w, (const char *const[]){"kernel/unit.h", NULL});
  am_buffer_add(&w.out, "\n/* ==== the law */\n%s", law_text.out.text);
  add_update(&w);
  add_texts(&w, stepping_texts);
  unit->text = w.out.text;
}
