/* random_law.h: random material files that are well-typed, smooth and nearly
 * generalized standard: quadratic potentials and bounded functions of random
 * expressions (generate.h). */
#ifndef AM_TESTS_FUZZ_RANDOM_LAW_H
#define AM_TESTS_FUZZ_RANDOM_LAW_H

#include "tests/fuzz/generate.h"
#include "tests/graph_tools.h"

/* The names of the potentials are of the order of 1 at strains of 1 %. */
static const fuzz_name_of law_names[] = {
    {"p", AM_SCALAR, -1},  {"q", AM_SCALAR, -1}, {"s", AM_SCALAR, 3},
    {"m", AM_VECTOR, -1},  {"P", AM_TENSOR, -1}, {"C", AM_FOURTH, -1},
    {"e1", AM_TENSOR, -1}, {"r1", AM_SCALAR, -1}, {"x1", AM_TENSOR, -1},
};

enum { LAW_NAMES = sizeof law_names / sizeof *law_names, LAW_BYTES = 60 };

static const char *const law_numbers[] = {"0.5", "1", "2", "-1", "0.3", "1/3",
                                          "-0.7", "3"};

/* Functions of a random scalar that are smooth and bounded. */
static const char *const smooth[] = {
    "tanh(%s)",       "sin(%s)",   "exp(-(%s)^2)",     "erf(%s)",
    "atan(%s)",       "cos(%s)",   "1/(1 + (%s)^2)",   "log(1 + (%s)^2)",
    "sqrt(1 + (%s)^2)", "(1 + (%s)^2)^(1/3)", "log1p(exp(-(%s)^2))"};

/* The same, of sums, products and quotients only. */
static const char *const algebraic_forms[] = {
    "1/(1 + (%s)^2)", "(%s)/(1 + (%s)^2)", "(%s)^2/(2 + (%s)^2)"};

enum { SMOOTH = sizeof smooth / sizeof *smooth,
       ALGEBRAIC_FORMS = sizeof algebraic_forms / sizeof *algebraic_forms };

/* True for functions that are defined and smooth everywhere: no conditions,
 * roots, or quotients by values that may be zero */
static bool is_tame(const am_function_info *row) {
  static const char *const names[] = {
      "pi", "I", "identity4", "deviator4", "+", "-", ":", "*", "sin", "cos",
      "tanh", "atan", "erf", "sum", "tr", "dev", "det", "inner", "square",
      "tensor", "vector", "dyad", "symouter", "dot", "cross", "apply",
      "rotate", "isotropic", "cubic", "orthotropic", "outer", "length"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(row->name, names[i])) return true;
  return false;
}

/* True for sums and products among them */
static bool is_algebraic(const am_function_info *row) {
  static const char *const others[] = {"sin", "cos", "tanh", "atan", "erf",
                                       "rotate"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp(row->name, others[i])) return false;
  return is_tame(row);
}

static inline const char *random_scalar(am_arena *arena, uint64_t *seed,
                                        bool algebraic) {
  uint8_t bytes[LAW_BYTES];
  am_buffer out = {.arena = arena};
  fuzz_maker maker = {.data = bytes,
                      .size = LAW_BYTES,
                      .names = law_names,
                      .name_count = LAW_NAMES,
                      .numbers = law_numbers,
                      .number_count = sizeof law_numbers / sizeof *law_numbers,
                      .wanted = algebraic ? is_algebraic : is_tame,
                      .out = &out};
  for (int i = 0; i < LAW_BYTES; i++) bytes[i] = (uint8_t)random_bits(seed);
  fuzz_make(&maker, AM_SCALAR, 5);
  return out.text;
}

/* A bounded function of a random scalar, which replaces each %s */
static inline void add_term(am_buffer *out, am_arena *arena, uint64_t *seed,
                            bool algebraic) {
  const char *form =
      algebraic ? algebraic_forms[random_below(seed, ALGEBRAIC_FORMS)]
                : smooth[random_below(seed, SMOOTH)];
  const char *inner = random_scalar(arena, seed, algebraic);
  for (const char *part; (part = strstr(form, "%s")); form = part + 2)
    am_buffer_add(out, "%.*s%s", (int)(part - form), form, inner);
  am_buffer_add(out, "%s", form);
}

static inline void add_terms(am_buffer *out, am_arena *arena, uint64_t *seed,
                             const char *size, bool algebraic) {
  int count = 1 + random_below(seed, 3);
  for (int i = 0; i < count; i++) {
    am_buffer_add(out, " + %s*", size);
    add_term(out, arena, seed, algebraic);
  }
  am_buffer_add(out, "\n");
}

/* The text of a material file. */
static inline const char *random_law(am_arena *arena, uint64_t *seed,
                                     bool algebraic) {
  am_buffer out = {.arena = arena};
  am_buffer_add(
      &out,
      "material: random\nunits: {stress: MPa, time: s}\n"
      "parameters: {K: 1000, G: 400, p: %.3f, q: %.3f, "
      "s: [%.3f, %.3f, %.3f], m: {value: [0.6, %.2f, 0.5], kind: vector}, "
      "P: {xx: 0.5, xy: %.3f}}\n"
      "internal: {x: {type: deviatoric}, r: {type: scalar}}\n",
      random_in(seed, 0.5, 2), random_in(seed, -1, 1), random_in(seed, -1, 1),
      random_in(seed, 0, 1), random_in(seed, 1, 2), random_in(seed, -1, 1),
      random_in(seed, -1, 1));
  am_buffer_add(&out, "definitions: C = isotropic(p, q)\n"
                      "free_energy: |\n"
                      "  e = eps - x\n"
                      "  e1 = 100*e\n  r1 = 100*r\n  x1 = 100*x\n"
                      "  K/2*tr(e)^2 + G*(dev(e) : dev(e)) + 200*r^2");
  add_terms(&out, arena, seed, "0.002", algebraic);
  am_buffer_add(&out, "force_potential: |\n"
                      "  e1 = A_x/5\n  r1 = A_r/5\n  x1 = A_x/9\n"
                      "  (A_x : A_x)/4000 + A_r^2/3000");
  add_terms(&out, arena, seed, "0.001", algebraic);
  return out.text;
}

#endif
