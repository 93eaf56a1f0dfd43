/* program.c: laws and programs of a model, made when points need them. */
#include <string.h>

#include "base/threads.h"
#include "library/model.h"

/* What the assignments say. */
static am_status read(automat_model *m) {
  const am_assignments said = {m->texts, m->count, "assignment"};
  m->assigned = (am_assigned){.settings = am_settings_default()};
  AM_TRY(am_assigned_read(m->made, m->report, &said, &m->assigned));
  const am_settings *settings = &m->assigned.settings;
  const char *name = settings->engine;
  m->engine = strcmp(name, "auto") ? am_engine_find(name) : &am_engine_native;
  return AM_OK;
}

/* The internal variables in the order of the material file. */
static void list_variables(automat_model *m, const am_law *law) {
  const am_material *material = law->material;
  m->variables = AM_ARRAY(m->made, automat_variable, law->count);
  m->internals = AM_ARRAY(m->made, const am_variable *, law->count);
  m->variable_count = m->size = 0;
  for (int k = 0; k < material->internal_count; k++)
    for (int i = 0; i < law->count; i++) {
      const am_variable *v = &law->variables[i];
      if (strcmp(v->base, material->internals[k].name)) continue;
      int size = v->kind == AM_SCALAR ? 1 : 6;
      m->internals[m->variable_count] = v;
      m->variables[m->variable_count++] =
          (automat_variable){v->name, size, m->size};
      m->size += size;
    }
}

/* The first law is made without energies, and variables are the same in
 * both. */
am_status am_model_law_of(automat_model *m, bool energies, am_law **law) {
  am_model_law *made = &m->laws[energies];
  am_law *other = NULL;
  if (!m->variables) AM_TRY(read(m));
  if (!m->variables && energies) AM_TRY(am_model_law_of(m, false, &other));
  if (!made->law) {
    AM_TRY(am_assigned_law(m->made, m->report, &m->assigned, m->material,
                           energies, law));
    made->law = *law;
  }
  if (!m->variables) list_variables(m, made->law);
  *law = made->law;
  return AM_OK;
}

am_status am_model_program(automat_model *m, bool energies, bool mixed,
                           bool tangent, am_engine_program **program) {
  am_law *law = NULL;
  AM_TRY(am_model_law_of(m, energies, &law));
  am_engine_program **made = &m->laws[energies].programs[mixed][tangent];
  *program = *made;
  if (*made) return AM_OK;
  am_solver *solver = AM_NEW(m->made, am_solver);
  const am_engine_options options = {
      .mixed = mixed,
      .threads = am_blocks_threads(m->threads),
      .single = m->assigned.settings.single};
  *solver = m->assigned.settings.solver;
  solver->tangent = tangent;
  solver->energies = energies;
  AM_TRY(m->engine->compile(m->made, m->report, law, solver, &options,
                            program));
  *made = *program;
  return AM_OK;
}
