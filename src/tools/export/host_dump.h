/* host_dump.h: writes a step that failed in a host as a case for `automat run`,
 * into the folder $AUTOMAT_DUMP if that is set.  Text of exported laws. */

#include <stdlib.h>
#include <unistd.h>

enum { H_DUMPS = 20 }; /* maximum per process */

/* True for a free component of plane stress, whose stress is written. */
static int h_is_omitted(int component, int plane_stress) {
  return plane_stress && component >= h_free[0] &&
         component <= h_free[H_FREE - 1];
}

static void h_write_tensor(FILE *out, const double *mandel, int plane_stress) {
  static const char *const components[] = {"xx", "yy", "zz", "yz", "xz", "xy"};
  double t[6];
  h_tensor_components(mandel, t);
  for (int i = 0; i < 6; i++)
    if (!h_is_omitted(i, plane_stress))
      fprintf(out, "%s%s: %.17g", i ? ", " : "{", components[i], t[i]);
  fputs("}", out);
}

static void h_write_gradient(FILE *out, const double *F, int plane_stress) {
  static const char axes[] = "xyz";
  for (int c = 0; c < 9; c++)
    if (!h_is_omitted(c, plane_stress))
      fprintf(out, "%s%c%c: %.17g", c ? ", " : "{", axes[K_ROW_OF(c)],
              axes[K_COLUMN_OF(c)], F[c]);
  fputs("}", out);
}

static void h_write_deformation(FILE *out, const double *F,
                                const double *strain, int plane_stress) {
  fputs(H_DEFORMED ? "F: " : "strain: ", out);
  if (H_DEFORMED)
    h_write_gradient(out, F, plane_stress);
  else
    h_write_tensor(out, strain, plane_stress);
  if (plane_stress)
    fprintf(out, ", %s: {zz: 0, yz: 0, xz: 0}", H_DEFORMED ? "P" : "stress");
}

/* Writes the state of the law, including its initial values. */
static void h_write_state(FILE *out, const h_step *s) {
  for (int v = 0; v < H_VARIABLES; v++) {
    const h_variable *variable = &h_variables[v];
    double x[6] = {0}, mandel[6];
    int first = variable->size == 5;
    for (int i = 0; i < variable->size; i++)
      x[first + i] = s->state0[variable->offset + i];
    fputs(variable->opens, out);
    if (variable->size > 1) {
      k_to_mandel(x, mandel);
      h_write_tensor(out, mandel, 0);
    } else {
      fprintf(out, "%.17g", x[0]);
    }
    fputs(variable->closes, out);
  }
}

static void h_write_case(FILE *out, const h_step *s) {
  fprintf(out, "# %s: %s\ncase: a step that failed\nmaterial: %s\n"
               "parameters: {",
          H_LAW, s->failure, H_MATERIAL);
  for (int i = 0; i < H_PARAMETERS; i++)
    fprintf(out, "%s%.17g%s", h_parameters[i].opens,
            s->parameters[h_parameters[i].place], h_parameters[i].closes);
  fprintf(out, "}\n%sinitial:\n  ",
          H_DEFORMED ? "kinematics: logarithmic\n" : "");
  h_write_deformation(out, s->gradient0, s->strain0, 0);
  h_write_state(out, s);
  for (int f = 0; f < H_FIELDS; f++)
    fprintf(out, "\n  %s: %.17g", h_fields[f].name, s->external0[f]);
  fprintf(out, "\nsolver: {%s}\npath:\n  - {duration: %.17g, ", H_SOLVER,
          s->duration);
  for (int f = 0; f < H_FIELDS; f++)
    fprintf(out, "%s%s: %.17g%s", f ? ", " : "external: {", h_fields[f].name,
            s->external1[f], f + 1 < H_FIELDS ? "" : "}, ");
  h_write_deformation(out, s->gradient1, s->strain1, s->plane_stress);
  fputs("}\n", out);
}

static void h_dump(const h_step *s) {
  static atomic_int written;
  const char *folder = getenv("AUTOMAT_DUMP");
  char path[4096];
  if (!folder || !*folder || atomic_load(&written) >= H_DUMPS) return;
  int number = atomic_fetch_add(&written, 1);
  if (number >= H_DUMPS) return;
  int length = snprintf(path, sizeof path, "%s/%s-%ld-%d.yaml", folder,
                        H_QUOTE(H_NAME), (long)getpid(), number + 1);
  FILE *out = length < (int)sizeof path ? fopen(path, "wx") : 0;
  if (!out) {
    h_print("cannot write %s", path);
    return;
  }
  h_write_case(out, s);
  if (fclose(out)) h_print("cannot write %s", path);
}
