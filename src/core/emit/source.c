/* source.c: writes a law and a solver as the text of one source. */
#include "config.h"

#include "emit/source.h"

/* For more state variables, loops over the state are not unrolled. */
enum { UNROLLED = 12 };

#define C_WORDS                                                     \
  "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"          \
  "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"           \
  "#define K_FN static inline __attribute__((always_inline, unused))\n" \
  "#define K_CALL static __attribute__((noinline, unused))\n" \
  "#ifndef K_ENTRY\n#define K_ENTRY\n#endif\n" \
  "#define K_COMPACT K_LOOP\n#define K_FIRST_LAUNCH 0\n"
#define CUDA_WORDS                                        \
  "#define K_FN static __device__ __forceinline__\n"     \
  "#define K_CALL static __device__ __forceinline__\n"      \
  "#define K_COMPACT K_UNROLL\n"                            \
  "#define K_FIRST_LAUNCH (k->first_launch)\n#define K_SLOPES 0\n"     \
  "#ifndef K_BLOCK\n#define K_BLOCK 128\n#endif\n"     \
  "#ifndef K_FIRST_BLOCKS\n#define K_FIRST_BLOCKS 3\n#endif\n" \
  "#ifndef K_REST_BLOCKS\n#define K_REST_BLOCKS 2\n#endif\n"

/* Without a hardware instruction, a fused multiply-add is a slow function. */
#define INNER_WORDS \
  "#include <math.h>\n#define K_ENTRY static __attribute__((unused))\n" \
  "#define K_ALONE\n" \
  "#ifndef FP_FAST_FMA\n#define K_UNFUSED\n#endif\n"

/* Language of a source */
typedef struct {
  const char *words;    /* declarations of functions */
  const char *unrolled; /* prefix of unrolled loops … */
  const char *looped;   /* … and of loops that are not */
  const char *constant; /* prefix of tables */
  const char *texts[5]; /* definitions of real, mask and their functions */
  const char *last;     /* entry points of the source */
} dialect;

/* Unrolls a loop at most `nx` times. Otherwise rare branches of linear.h, whose
 * loops have bounds from data, would make up a fifth of an exported library. */
static const dialect scalar_dialect = {
    .words = C_WORDS,
    .unrolled = "_Pragma(\"GCC unroll 12\")",
    .looped = "_Pragma(\"GCC unroll 1\")",
    .constant = "static const",
    .texts = {"expr/libm.h", "expr/scalar.h", "expr/special.h",
              "kernel/dialect.h"},
    .last = "kernel/points/advance.h"};
static const dialect vector_dialect = {
    .words = C_WORDS,
    .unrolled = "_Pragma(\"GCC unroll 64\")",
    .looped = "_Pragma(\"GCC unroll 1\")",
    .constant = "static const",
    .texts = {"kernel/points/lanes.h", "expr/special.h"},
    .last = "kernel/points/advance.h"};
static const dialect cuda_dialect = {
    .words = CUDA_WORDS,
    .unrolled = "_Pragma(\"unroll\")",
    .looped = "_Pragma(\"unroll 1\")",
    .constant = "static __device__ constexpr",
    .texts = {"expr/libm.h", "kernel/points/device.h", "expr/special.h"},
    .last = "kernel/points/grid.h"};

static const char *const shared_texts[] = {
    "solver/family.h",          "solver/rows.h",
    "kernel/points/fields.def", "kernel/points/fields.h", NULL};

typedef struct {
  am_buffer out;
  am_law *law;
  const am_solver *solver;
  const am_law_source_options *options;
  const dialect *dialect;
  am_plan plan;
  const am_radial *radial; /* its law is `law`; NULL: none */
  am_law_source *source;
} writer;

static void add_text(writer *w, const char *name) {
  am_buffer_add(&w->out, "\n/* ==== %s */\n\n%s", name,
                am_embedded_find(am_core_texts, name));
}

static void add_texts(writer *w, const char *const *names) {
  for (; *names; names++) add_text(w, *names);
}

/* Adds the files that kernel.h includes, in this order. */
static void add_stepping(writer *w) {
  static const char include[] = "\n#include \"";
  const char *at = am_embedded_find(am_core_texts, "kernel/kernel.h");
  while ((at = strstr(at, include))) {
    at += strlen(include);
    size_t length = strcspn(at, "\"");
    bool deformed = at[length + 1] != '\n'; /* marked "finite strain" */
    if (w->law->logarithmic || !deformed)
      add_text(w, am_copy(w->out.arena, at, length));
  }
}

/* Points that a thread advances at once */
static int lanes_of(const am_law_source_options *options) {
  return options->cuda ? 1 : options->lanes;
}

static void add_head(writer *w) {
  int lanes = lanes_of(w->options);
  const am_solver *s = w->solver;
  const char *name = w->law->material->name;
  /* Replaces characters of the user's name that are not printable or could end
   * the comment. */
  char *shown = am_copy(w->out.arena, name, strlen(name));
  for (char *c = shown; *c; c++)
    if (!isprint((unsigned char)*c) || strchr("*\\?", *c)) *c = '_';
  am_buffer_add(&w->out,
                "/* Written by automat " PACKAGE_VERSION ".\n"
                " * material %s, scheme %s, strategy %s\n"
                " * %d point%s at once, %s control, %s%s\n"
                " * May be used and passed on under any terms: see\n"
                " * LICENSE.exception of automat. */\n",
                shown, s->scheme->name, am_strategy_names[s->strategy],
                lanes, lanes == 1 ? "" : "s",
                w->options->mixed ? "mixed" : "strain",
                s->tangent ? "with tangent" : "without tangent",
                w->options->single ? ", single precision" : "");
}

static void define(writer *w, const char *name, int value) {
  am_buffer_add(&w->out, "#define %s %d\n", name, value);
}

static void add_sizes(writer *w) {
  const am_law *law = w->law;
  const am_solver *s = w->solver;
  bool step = w->options->mixed && !w->plan.path;
  int strains = step || s->tangent ? am_law_inputs(law) : 0;
  int parameters = law->sensitive_count;
  define(w, "K_NX", law->nx);
  define(w, "K_STATE", w->radial ? w->radial->nx : law->nx);
  if (w->radial) define(w, "K_RADIAL", AM_RADIAL);
  define(w, "K_NA", law->na);
  define(w, "K_NS", law->ns);
  define(w, "K_ND", law->nd);
  define(w, "K_NZ", w->plan.nz);
  define(w, "K_NF", law->nf);
  define(w, "K_REMEMBERS", law->memory != NULL);
  define(w, "K_READS_RATE", law->reads_rate);
  define(w, "K_COLUMNS", parameters > strains ? parameters : strains);
  if (parameters) define(w, "K_SENSITIVITIES", parameters);
  define(w, "K_FOLLOWS", w->options->follows);
  define(w, "K_PARAMETERS", law->parameter_numbers);
  define(w, "K_GROUPS", w->plan.group_count);
  define(w, "K_DERIVATIVES", w->plan.derivatives);
  define(w, "K_SOLVED_GROUPS", w->plan.solved_count);
  define(w, "K_VARIABLES", w->plan.variable_count);
  define(w, "K_PASSES", w->plan.passes);
  define(w, "K_ENERGIES", law->nx > law->na);
  define(w, "K_MIXED", w->options->mixed);
  define(w, "K_PATH", w->plan.path);
  define(w, "K_EQUATIONS", w->plan.rows);
  if (law->logarithmic) define(w, "K_LOGARITHMIC", 1);
  define(w, "K_LINEAR", w->plan.linear);
  define(w, "K_RESTS", w->plan.rests);
  define(w, "K_CUTTING", w->plan.cuts);
  define(w, "K_BENDS", w->plan.bends);
  define(w, "K_CONSTANT", w->plan.constant);
  define(w, "K_SPREAD", w->options->spread);
  define(w, "K_STORAGE", w->source->storage);
  define(w, "K_TANGENT", s->tangent);
  define(w, "K_STRESS_CONTROL", s->error_control == AM_CONTROL_STRESS);
  define(w, "K_NEWTON_ON_STRESS", s->newton_on == AM_NEWTON_STRESS);
  define(w, "K_COUPLED", s->tangent_control == AM_TANGENT_COUPLED);
  define(w, "K_COLUMN_MODE", s->tangent_mode == AM_MODE_COLUMN);
  define(w, "K_CONVENTIONAL", s->strategy == AM_STRATEGY_CONVENTIONAL);
}

static void add_groups(writer *w, const k_group *groups, int count) {
  am_buffer_add(&w->out, "  {");
  for (int i = 0; i < count; i++)
    am_buffer_add(&w->out, "{%d, %d}, ", groups[i].offset, groups[i].size);
  am_buffer_add(&w->out, "{0}},\n");
}

static void add_numbers(writer *w, const double *values) {
  am_buffer_add(&w->out, "{");
  for (int i = 0; i < AM_STAGES; i++)
    am_buffer_add(&w->out, "%s%.17g", i ? ", " : "", values[i]);
  am_buffer_add(&w->out, "},");
}

static void add_matrix(writer *w, const double (*values)[AM_STAGES],
                       int rows) {
  am_buffer_add(&w->out, "\n  {");
  for (int i = 0; i < rows; i++) {
    if (i) am_buffer_add(&w->out, "\n   ");
    add_numbers(w, values[i]);
  }
  am_buffer_add(&w->out, "},");
}

/* Coefficients of the scheme (solver/solver.h) that stepping reads. */
static void add_scheme(writer *w) {
  const am_scheme *s = w->solver->scheme;
  int rows = s->stages > 0 ? s->stages : 1;
  const double *vectors[] = {s->b, s->e,     s->guard,
                             s->c, s->g,     s->probe,
                             s->probe_state};
  am_buffer_add(&w->out,
                "%s struct {\n  int order, embedded, control, fsal;\n"
                "  k_number gamma, caution, stable;\n"
                "  k_number a[%d][%d], m[%d][%d];\n"
                "  k_number b[%d], e[%d], guard[%d], c[%d], g[%d], probe[%d],\n"
                "      probe_state[%d];\n} k_scheme = {\n"
                "  %d, %d, %d, %d, %.17g, %.17g, %.17g,",
                w->dialect->constant, rows, AM_STAGES, rows, AM_STAGES,
                AM_STAGES, AM_STAGES, AM_STAGES, AM_STAGES, AM_STAGES,
                AM_STAGES, AM_STAGES, s->order, s->embedded, s->control,
                s->fsal, s->gamma, s->caution, s->stable > 0 ? s->stable : 1);
  add_matrix(w, s->a, rows);
  add_matrix(w, s->m, rows);
  for (int i = 0; i < (int)(sizeof vectors / sizeof *vectors); i++) {
    am_buffer_add(&w->out, "\n  ");
    add_numbers(w, vectors[i]);
  }
  am_buffer_add(&w->out, "};\n");
}

/* Shared memory of a thread (numbers): two sets of columns, rounded to an odd
 * number so that neighbours use different banks. */
static int storage_of(const writer *w) {
  const am_solver *s = w->solver;
  bool columns = s->tangent || (w->options->mixed && !w->plan.path);
  bool adaptive = s->scheme->family != AM_FAMILY_IMPLICIT;
  return w->options->cuda && columns && adaptive && w->law->nx <= UNROLLED
             ? 2 * am_law_inputs(w->law) * w->plan.nz + 1
             : 0;
}

/* Groups, order of elimination, and variables of a hand-written update. */
static void add_tables(writer *w) {
  const am_plan *plan = &w->plan;
  const am_elimination *order = &plan->order;
  int ns = w->law->ns;
  am_buffer_add(&w->out,
                "%s struct {\n  k_group groups[%d], solved[%d];\n"
                "  struct {\n    k_pivot pivots[%d];\n    int places[%d];\n"
                "  } order;\n"
                "  k_variable variables[%d];\n} k_tables = {\n",
                w->dialect->constant, plan->group_count + 1,
                plan->solved_count + 1, ns + 1, order->places_count + 1,
                plan->variable_count + 1);
  add_groups(w, plan->groups, plan->group_count);
  add_groups(w, plan->solved, plan->solved_count);
  am_buffer_add(&w->out, "  {{");
  for (int i = 0; i < ns; i++) {
    const k_pivot *p = &order->pivots[i];
    am_buffer_add(&w->out, "{%d, %d, %d, %d, %d},\n   ", p->at, p->rows,
                  p->row_count, p->columns, p->column_count);
  }
  am_buffer_add(&w->out, "{0}},\n  {");
  for (int i = 0; i < order->places_count; i++)
    am_buffer_add(&w->out, i % 20 == 19 ? "%d,\n   " : "%d, ",
                  order->places[i]);
  am_buffer_add(&w->out, "0}},\n  {");
  for (int i = 0; i < plan->variable_count; i++) {
    const k_variable *v = &plan->variables[i];
    am_buffer_add(&w->out, "{%d, %d, %d}, ", v->offset, v->size, v->place);
  }
  am_buffer_add(&w->out, "{0}}};\n");
}

/* Writes sizes, coefficients of the scheme, and tables. */
static void add_constants(writer *w) {
  am_buffer_add(&w->out, "\n/* ==== sizes */\n\n");
  add_sizes(w);
  const am_scheme *s = w->solver->scheme;
  define(w, "K_FAMILY", s->family);
  define(w, "K_STAGES", s->stages);
  if (w->options->inner && !w->radial)
    am_buffer_add(&w->out, "#define K_SUBSTEPS (k->solver->substeps)\n");
  else
    define(w, "K_SUBSTEPS", w->solver->substeps);
  define(w, "K_GUARDED", s->guarded);
  /* Place in a chain of schemes, -1 without a chain */
  define(w, "K_METHOD", am_scheme_is_chain(s) || w->options->later
                            ? w->options->later
                            : -1);
  add_scheme(w);
  define(w, "K_SPARSE", w->plan.order.sparse);
  add_tables(w);
}

static void add_law(writer *w) {
  am_law_text text = {.law = w->law, .plan = &w->plan, .radial = w->radial,
                      .few = w->options->cuda,
                      .scale = w->solver->stress_scale};
  am_law_text_write(w->out.arena, &text, w->source->functions);
  define(w, "K_BOUND", text.bound.count);
  am_buffer_add(&w->out, "%s int k_idle[] = {", w->dialect->constant);
  int inputs = am_law_inputs(w->law);
  for (int i = 0; i < inputs + w->law->sensitive_count; i++)
    am_buffer_add(&w->out, "%d, ", i < inputs && w->plan.idle[i]);
  am_buffer_add(&w->out, "};\n");
  add_text(w, "kernel/source_context.h");
  am_buffer_add(&w->out, "\n/* ==== the law */\n%s", text.out.text);

  /* Hand-written update, or an empty function */
  if (w->options->update)
    am_buffer_add(&w->out, "\n%s", w->options->update);
  am_buffer_add(
      &w->out,
      "\nK_FN void k_update_of(k_context *k, const real *eps1,\n"
      "                      const real *a0, real dt, real *a1, real *sig,\n"
      "                      real *C, mask *ok) {\n%s}\n",
      w->options->update
          ? "  k_update(eps1, a0, dt, k->parameters, a1, sig, C, ok);\n" : "");
}

/* Radial returns are for one backward Euler step at prescribed strains. */
static bool may_be_radial(const am_law *law, const am_solver *s,
                          const am_law_source_options *options) {
  return s->scheme->family == AM_FAMILY_IMPLICIT && s->substeps == 1 &&
         s->strategy != AM_STRATEGY_CONVENTIONAL && !s->derivatives &&
         s->error_control != AM_CONTROL_INTERNAL &&
         s->tangent_mode != AM_MODE_COLUMN && !options->mixed &&
         !options->later && !law->sensitive_count;
}

void am_law_source_write(am_arena *arena, am_law *law,
                         const am_solver *solver,
                         const am_law_source_options *options,
                         am_law_source *source) {
  const dialect *language = options->cuda        ? &cuda_dialect
                            : options->lanes > 1 ? &vector_dialect
                                                 : &scalar_dialect;
  writer w = {.out = {.arena = arena}, .law = law, .solver = solver,
              .options = options, .source = source, .dialect = language};
  if (may_be_radial(law, solver, options))
    w.radial = am_radial_new(arena, law);
  if (w.radial) w.law = law = w.radial->law;
  am_plan_new(arena, law, solver, options->mixed, &w.plan);
  w.plan.rows = w.plan.path && options->rows;
  *source = (am_law_source){.passes = w.plan.passes,
                            .storage = storage_of(&w)};
  add_head(&w);

  /* Macros that all following text uses */
  define(&w, "K_LANES", lanes_of(options));
  define(&w, "K_SINGLE", options->single);
  if (options->inner) am_buffer_add(&w.out, "%s", INNER_WORDS);
  am_buffer_add(&w.out, "%s#define K_UNROLL %s\n#define K_LOOP %s\n",
                language->words,
                law->nx <= UNROLLED ? language->unrolled : "",
                language->looped);
  add_texts(&w, language->texts);
  add_texts(&w, shared_texts);

  add_constants(&w);
  add_law(&w);
  add_stepping(&w);
  add_text(&w, language->last);
  source->text = options->single ? am_single_literals(arena, w.out.text)
                                 : w.out.text;
}
