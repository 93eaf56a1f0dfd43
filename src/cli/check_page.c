/* The page of findings that people read. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/check_files.h"
#include "cli/fold.h"

const char *const am_verdict_names[] = {
    [AM_VERDICT_GOOD] = "ok",
    [AM_VERDICT_FAILED] = "FAILED",
    [AM_VERDICT_KNOWN] = "known",
    [AM_VERDICT_SKIPPED] = "-",
};

enum {
  VERDICT = 6,
  CHECK = 12,
  WHAT = 16,
  WIDEST = 50,
  NUMBER = 10,
  INDENT = VERDICT + 4, /* where checks begin */
  OTHERS = INDENT + CHECK + 2 * NUMBER + 6 /* than comparisons */
};

/* Blanks up to the next column. */
static void pad(FILE *out, const char *text, int width) {
  int length = am_width(text);
  am_print_text(out, text);
  fprintf(out, "%*s", length < width ? width - length + 2 : 2, "");
}

static void print_number(FILE *out, double value) {
  fprintf(out, "%*.3g  ", NUMBER, value);
}

/* NaN has no sign. */
static double plain(double value) { return isnan(value) ? NAN : value; }

const char *am_check_where(am_arena *arena, const am_finding *f) {
  am_buffer where = {.arena = arena};
  const char *between = "";
  if (f->entry) {
    am_buffer_add(&where, "%s", f->entry);
    between = ", ";
  }
  if (!isnan(f->time)) {
    am_buffer_add(&where, " at time %.9g", f->time);
    between = ", ";
  }
  bool missed = f->verdict == AM_VERDICT_FAILED ||
                f->verdict == AM_VERDICT_KNOWN;
  if (missed && !(isnan(f->ours) && f->note)) {
    am_buffer_add(&where, "%s%.9g, expected %.9g", between,
                  plain(f->ours), plain(f->reference));
    between = ", ";
  }
  if (f->note) am_buffer_add(&where, "%s%s", between, f->note);
  return where.length ? where.text : "";
}

static void print_line(am_arena *arena, const am_check_line *line, int width,
                       FILE *out) {
  const am_finding *f = &line->finding;
  fprintf(out, "  %-*s  ", VERDICT, am_verdict_names[f->verdict]);
  pad(out, f->check, CHECK);
  pad(out, f->what, width);
  if (f->verdict == AM_VERDICT_SKIPPED || !(f->bound > 0)) {
    fprintf(out, "%*s  %*s  ", NUMBER, "-", NUMBER, "-");
  } else {
    print_number(out, fabs(f->ours - f->reference));
    print_number(out, f->bound);
  }
  am_print_text(out, am_check_where(arena, f));
  putc('\n', out);
  if (!line->file) return;
  fprintf(out, "  %*s  to replay: automat run ", VERDICT, "");
  am_print_text(out, line->file);
  putc('\n', out);
}

/* The finding of a check that says most: a failed one, the worst, and any
 * comparison rather than one that was not made. */
static bool says_more(const am_finding *a, const am_finding *b) {
  bool compared = a->verdict != AM_VERDICT_SKIPPED;
  if (b->verdict == AM_VERDICT_SKIPPED) return compared;
  return compared && am_finding_ratio(a) > am_finding_ratio(b);
}

static bool same_check(const am_check_line *a, const am_check_line *b) {
  return !strcmp(a->finding.check, b->finding.check);
}

/* Is line i the one that stands for its check? */
static bool stands_for_check(const am_check_file *file, size_t i) {
  const am_check_line *line = &file->lines[i];
  for (size_t k = 0; k < file->count; k++) {
    const am_check_line *other = &file->lines[k];
    if (k == i || !same_check(line, other)) continue;
    if (says_more(&other->finding, &line->finding)) return false;
    if (k < i && !says_more(&line->finding, &other->finding)) return false;
  }
  return true;
}

static bool is_shown(const am_context *context, const am_check_file *file,
                     size_t i) {
  bool failed = file->lines[i].finding.verdict == AM_VERDICT_FAILED;
  if (failed || context->options.verbose) return true;
  return !context->options.quiet && stands_for_check(file, i);
}

/* Of the column of comparisons; what is longer stands out. */
static int comparison_width(const am_context *context,
                            const am_check_file *file, int columns) {
  int width = WHAT, widest = WIDEST;
  if (columns && columns - OTHERS < widest) widest = columns - OTHERS;
  for (size_t i = 0; i < file->count; i++) {
    int this = am_width(file->lines[i].finding.what);
    if (is_shown(context, file, i) && this > width && this <= widest)
      width = this;
  }
  return width;
}

static void print_head(int width, FILE *out) {
  fprintf(out, "  %-*s  %-*s  %-*s  %*s  %*s  %s\n", VERDICT, "", CHECK,
          "check", width, "comparison", NUMBER, "difference", NUMBER, "bound",
          "worst entry");
}

static void print_file(const am_context *context, const am_check_file *file,
                       int columns, FILE *out) {
  am_print_text(out, file->name);
  if (file->title && *file->title) {
    fputs(": ", out);
    am_print_text(out, file->title);
  }
  putc('\n', out);
  int width = comparison_width(context, file, columns);
  if (file->count && !context->options.quiet) print_head(width, out);
  for (size_t i = 0; i < file->count; i++)
    if (is_shown(context, file, i))
      print_line(context->arena, &file->lines[i], width, out);
  if (file->broken)
    fprintf(out, "  %-*s  cannot be checked\n", VERDICT, "FAILED");
}

void am_check_print_file(const am_context *context,
                         const am_check_file *file, FILE *out) {
  char *text = NULL;
  size_t length;
  int columns = am_columns(out);
  if (context->options.quiet && !file->failed && !file->broken) return;
  FILE *page = columns ? open_memstream(&text, &length) : NULL;
  print_file(context, file, columns, page ? page : out);
  if (page && !fclose(page)) am_print_folded(out, text, columns, INDENT);
  free(text);
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

void am_check_print_tally(const am_check_files *files, FILE *out) {
  fprintf(out, "%zu file%s, %zu comparison%s, %zu failed", files->count,
          plural(files->count), files->comparisons,
          plural(files->comparisons), files->failed);
  if (files->broken)
    fprintf(out, ", %zu file%s cannot be checked", files->broken,
            plural(files->broken));
  putc('\n', out);
}
