/* The table of what laws were verified against: of every material the titles
 * of its own checks, and the largest deviation among them. */
#include <math.h>
#include <string.h>

#include "cli/check_files.h"

static bool is_own(const am_check_line *line) {
  return !strcmp(line->finding.check, "own") && line->finding.what &&
         line->finding.verdict != AM_VERDICT_SKIPPED;
}

/* Relative, where the reference is not zero. */
static double deviation(const am_finding *f) {
  double difference = fabs(f->ours - f->reference);
  return f->reference != 0 ? difference / fabs(f->reference) : difference;
}

static double worst_deviation(const am_check_file *file) {
  double worst = 0;
  for (size_t i = 0; i < file->count; i++) {
    if (!is_own(&file->lines[i])) continue;
    double found = deviation(&file->lines[i].finding);
    if (!(found <= worst)) worst = found;
  }
  return worst;
}

/* Each title once: comparisons of one run stand together. */
static size_t print_titles(const am_check_file *file, FILE *out) {
  const char *last = NULL;
  size_t count = 0;
  for (size_t i = 0; i < file->count; i++) {
    const char *title = file->lines[i].finding.what;
    if (!is_own(&file->lines[i]) || (last && !strcmp(last, title))) continue;
    if (last) fputs("; ", out);
    am_print_text(out, title);
    last = title;
    count++;
  }
  return count;
}

void am_check_print_table(const am_check_files *files, FILE *out) {
  fputs("| material | unknowns | verified by | largest deviation |\n"
        "|---|---|---|---|\n", out);
  for (size_t i = 0; i < files->count; i++) {
    const am_check_file *file = &files->items[i];
    fputs("| `", out);
    am_print_text(out, file->name);
    fprintf(out, "` | %d | ", file->unknowns);
    if (print_titles(file, out))
      fprintf(out, " | %.1e |\n", worst_deviation(file));
    else
      fputs("nothing of its own | - |\n", out);
  }
}
