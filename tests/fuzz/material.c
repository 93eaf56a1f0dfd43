/* Material files: read, elaborated with each set of parameters, with all
 * derived functions, evaluated at the start and written as C. */
#include <math.h>
#include <string.h>

#include "emit/source.h"
#include "expr/parts.h"
#include "check/class.h"
#include "law/law.h"
#include "case/case.h"
#include "tests/fuzz/files.h"

const char fuzz_name[] = "material";

/* All functions are derived for laws with small graphs, few functions for
 * others. */
enum { ZEROS = 1 << 14, FEW_NODES = 120, SOME_NODES = 2000 };

static const am_function always[] = {AM_FUNCTION_RATE, AM_FUNCTION_STRESS,
                                     AM_FUNCTION_STIFFNESS};

/* Values of a function at the start, without directions. */
static void evaluate(const fuzz_input *input, am_law *law,
                     am_function function) {
  static const double zeros[ZEROS];
  int count;
  const am_node *nodes =
      am_law_function(input->arena, law, function, &count);
  const double *inputs[AM_INPUT_KINDS];
  for (int i = 0; i < AM_INPUT_KINDS; i++) inputs[i] = zeros;
  inputs[AM_INPUT_STATE] = law->initial;
  if (am_graph_full(law->graph) || 6 * law->nx > ZEROS) return;
  am_frame *frame = am_frame_new(
      input->arena, am_program_new(input->arena, law->graph, nodes, count));
  am_frame_bind(frame, law->parameters);
  am_frame_run(frame, inputs, AM_ARRAY(input->arena, double, count + 1));
}

static void write_source(const fuzz_input *input, am_law *law,
                         const char *scheme) {
  const am_law_source_options options = {.lanes = 2, .mixed = true};
  am_solver solver = am_solver_default;
  am_law_source source;
  solver.scheme = am_scheme_find(scheme);
  am_law_source_write(input->arena, law, &solver, &options, &source);
  FUZZ_EXPECT(source.text);
}

static am_status derive(const fuzz_input *input, const am_material *material,
                        const char *set, am_strategy strategy) {
  am_law *law;
  am_report *own = am_report_new(input->arena);
  AM_TRY(am_law_new(
      input->arena, input->report, material,
      &(am_law_choice){.set = set, .strategy = strategy, .energies = true},
      &law));
  const size_t size = am_graph_size(law->graph);
  if (size > SOME_NODES) return AM_OK;
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    evaluate(input, law, always[i]);
  if (size > FEW_NODES) return AM_OK;
  am_class found = am_law_classify(input->arena, law);
  (void)am_class_name(input->arena, &found);
  for (int i = 0; i < material->parameter_count; i++)
    (void)!am_law_sensitive(input->arena, own, law,
                            material->parameters[i].name, am_nowhere);
  for (int f = 0; f < AM_FUNCTIONS; f++)
    if (law->sensitive_count || am_law_functions[f].form != AM_FORM_PARAMETERS)
      evaluate(input, law, (am_function)f);
  if (am_graph_full(law->graph)) return AM_OK;
  write_source(input, law, "ode23");
  write_source(input, law, "implicit-euler");
  return AM_OK;
}

/* The cases among its checks. */
static void read_checks(const fuzz_input *input, const am_yaml *checks) {
  am_report *own = am_report_new(input->arena);
  am_case *c;
  for (size_t i = 0; checks && i < checks->count; i++) {
    const am_yaml *map = am_yaml_get(checks->items[i], "case");
    if (map) (void)!am_case_from(input->arena, own, map, ".", true, &c);
  }
}

static am_status body(const fuzz_input *input) {
  am_material *material;
  const char *path =
      fuzz_file(input->arena, "m.yaml", input->text, input->length);
  AM_TRY(am_material_read(input->arena, input->report, path, &material));
  const am_yaml *sets = am_yaml_get(material->root, "parameter_sets");
  read_checks(input, am_yaml_get(material->root, "checks"));
  for (size_t i = 0; sets && i < sets->count && i < 2; i++)
    AM_TRY(derive(input, material, sets->items[i]->key,
                  AM_STRATEGY_AUTOMATIC));
  if (material->partials.block || material->partials.count)
    AM_TRY(derive(input, material, NULL, AM_STRATEGY_SEMI_AUTOMATIC));
  return derive(input, material, NULL, AM_STRATEGY_AUTOMATIC);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_run(body, data, size);
}
