/* replay.h: a loading step as a material and a case file; `automat run
 * case.yaml` repeats it. */
#ifndef AM_TESTS_VERIFICATION_REPLAY_H
#define AM_TESTS_VERIFICATION_REPLAY_H

#include <sys/stat.h>

#include "solver/parts.h"
#include "tests/verification/walk.h"

/* {xx: 1, …}: components [n] with a given kind of control. */
static inline void write_components(am_buffer *out, const double *values,
                                    const double *control, long stride,
                                    int n, double kind) {
  const char *comma = "";
  am_buffer_add(out, "{");
  for (int i = 0; i < n; i++) {
    if (control && (control[i * stride] != 0) != (kind != 0)) continue;
    am_buffer_add(out, "%s%s: %.17g", comma, am_gradient_names[i],
                  values[i * stride]);
    comma = ", ";
  }
  am_buffer_add(out, "}");
}

static inline void write_tensor(am_buffer *out, const double *coordinates) {
  double t[6];
  am_basis_to_tensor(coordinates, t);
  write_components(out, t, NULL, 1, 6, 0);
}

static inline void write_value(const walk *w, long p, const am_variable *v,
                               am_buffer *out) {
  double values[6];
  walk_variable(w, w->f.state0, p, v->name, values);
  if (v->kind == AM_SCALAR)
    am_buffer_add(out, "%.17g", values[0]);
  else
    write_tensor(out, values);
}

static inline void write_initial(const walk *w, long p, am_buffer *out) {
  const am_law *law = w->law;
  double x[9];
  am_buffer_add(out, "initial:\n");
  if (law->logarithmic) {
    walk_get(w, am_field_get(&w->f, AM_FIELD_gradient0), p, 9, x);
    am_buffer_add(out, "  F: ");
    write_components(out, x, NULL, 1, 9, 0);
  } else {
    walk_get(w, w->f.strain0, p, 6, x);
    am_buffer_add(out, "  strain: ");
    write_tensor(out, x);
  }
  am_buffer_add(out, "\n");
  if (law->nf) am_buffer_add(out, "  T: %.17g\n", w->f.external0[p]);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->member > 1) continue;
    am_buffer_add(out, "  %s: %s", v->base, v->member ? "[" : "");
    write_value(w, p, v, out);
    for (int k = i + 1; k < law->count && v->member; k++) {
      if (strcmp(law->variables[k].base, v->base)) continue;
      am_buffer_add(out, ", ");
      write_value(w, p, &law->variables[k], out);
    }
    am_buffer_add(out, "%s\n", v->member ? "]" : "");
  }
}

static inline const char *replay_text(const walk *w, long p) {
  am_buffer out = {.arena = w->arena};
  const am_fields *f = &w->f;
  bool deformed = w->components == 9;
  am_buffer_add(&out, "case: replay\nmaterial: law.yaml\n");
  write_initial(w, p, &out);
  am_buffer_add(&out, "solver: {");
  am_solver_write(&w->solver, &out);
  am_buffer_add(&out, "}\npath:\n  - duration: %.17g\n    %s: ", f->duration,
                deformed ? "F" : "strain");
  write_components(&out, f->target + p, f->control + p, f->stride,
                   w->components, 0);
  am_buffer_add(&out, "\n    %s: ", deformed ? "P" : "stress");
  write_components(&out, f->target + p, f->control + p, f->stride,
                   w->components, 1);
  if (w->law->nf)
    am_buffer_add(&out, "\n    external: {T: %.17g}", f->external1[p]);
  am_buffer_add(&out, "\noutput: {columns: [stress, strain, internal, "
                      "%sevaluations, substeps]}\n",
                has_domain(w->mixed) ? "multiplier, " : "");
  return out.text;
}

static inline void replay_file(const char *folder, const char *name,
                               const char *comment, const char *text) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "# %s\n%s", comment, text);
  fclose(file);
}

/* Writes the files of point p to a new folder below AUTOMAT_FAILURES, and
 * prints its name. */
static inline void replay_write(const walk *w, long p, const char *reason,
                                const char *name) {
  static int number;
  const char *parent = getenv("AUTOMAT_FAILURES");
  char folder[300];
  if (!parent) return;
  mkdir(parent, 0777);
  snprintf(folder, sizeof folder, "%s/%d", parent, number++);
  mkdir(folder, 0777);
  replay_file(folder, "law.yaml", name, mixed_law_text(w->mixed, w->arena));
  replay_file(folder, "case.yaml", reason, replay_text(w, p));
  printf("    %s\n", folder);
}

#endif
