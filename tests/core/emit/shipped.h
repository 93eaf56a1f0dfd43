/* shipped.h: the laws in the folder materials, for tests of all of them. */
#ifndef AM_TESTS_EMIT_SHIPPED_H
#define AM_TESTS_EMIT_SHIPPED_H

#include <dirent.h>

#include "tests/graph_tools.h"
#include "tests/core/law/materials.h"

enum { SHIPPED_INPUTS = 400 };

typedef struct {
  double inputs[AM_INPUT_KINDS][SHIPPED_INPUTS];
} shipped_state;

/* Materials of the source tree. */
static inline int shipped_count(void) {
  const char *source = getenv("srcdir");
  char path[4096];
  int count = 0;
  snprintf(path, sizeof path, "%s/materials", source ? source : ".");
  DIR *folder = opendir(path);
  if (!folder) return 0;
  for (struct dirent *entry; (entry = readdir(folder));)
    count += strstr(entry->d_name, ".yaml") != NULL;
  closedir(folder);
  return count;
}

/* The name of one of them, by the order in which the folder lists them. */
static inline const char *shipped_name(am_arena *arena, int index) {
  DIR *folder = opendir(source_path(arena, "materials"));
  const char *name = NULL;
  ck_assert_ptr_nonnull(folder);
  for (struct dirent *entry; !name && (entry = readdir(folder));) {
    const char *end = strstr(entry->d_name, ".yaml");
    if (end && !index--)
      name = am_copy(arena, entry->d_name, (size_t)(end - entry->d_name));
  }
  closedir(folder);
  ck_assert_ptr_nonnull(name);
  return name;
}

/* NULL when the material has no partials for the strategy. */
static inline am_law *shipped_law(am_arena *arena, const char *name,
                                  am_strategy strategy, bool energies) {
  am_report *report = am_report_new(arena);
  am_material *material;
  am_law *law;
  ck_assert_int_eq(read_material(arena, report, name, &material), AM_OK);
  if (strategy == AM_STRATEGY_SEMI_AUTOMATIC && !material->partials.block &&
      !material->partials.count)
    return NULL;
  am_status status = am_law_new(
      arena, report, material,
      &(am_law_choice){.strategy = strategy, .energies = energies}, &law);
  ck_assert_msg(status == AM_OK, "%s: %s", name, first_message(arena, report));
  ck_assert_int_le(law->nx + 6, SHIPPED_INPUTS);
  return law;
}

/* The initial state, then states and strains of random size; external fields,
 * stored after the strain, are close to those of the law. */
static inline shipped_state shipped_random(const am_law *law, uint64_t *seed,
                                           int sample) {
  shipped_state at;
  double size = sample ? pow(10, random_in(seed, -6, -1)) : 0;
  for (int kind = 0; kind < AM_INPUT_KINDS; kind++)
    for (int i = 0; i < SHIPPED_INPUTS; i++)
      at.inputs[kind][i] = size * random_in(seed, -1, 1) *
                           (kind == AM_INPUT_STATE ? 0.3 : 1);
  for (int i = 0; i < law->nf; i++) {
    double value = law->external[i] * (1 + random_in(seed, 0, 0.5));
    at.inputs[AM_INPUT_STRAIN][6 + i] = at.inputs[AM_INPUT_EXTERNAL][i] = value;
  }
  return at;
}

/* Values of nodes [count] of a law. */
static inline void shipped_values(am_arena *arena, const am_law *law,
                                  const am_node *nodes, int count,
                                  const shipped_state *at, double *values) {
  const am_program *program =
      am_program_new(arena, law->graph, nodes, count);
  am_frame *frame = am_frame_new(arena, program);
  const double *inputs[AM_INPUT_KINDS];
  for (int kind = 0; kind < AM_INPUT_KINDS; kind++)
    inputs[kind] = at->inputs[kind];
  am_frame_bind(frame, law->parameters);
  am_frame_run(frame, inputs, values);
}

#endif
