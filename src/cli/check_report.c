/* check_report.c: output of `automat check` as text, Markdown table, JSON (RFC
 * 8259) and JUnit XML. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/check_files.h"
#include "file/parts.h"

/* ---- text ---------------------------------------------------------------- */

enum {
  VERDICT = 6,
  CHECK = 12,
  WHAT = 16,
  WIDEST = 50,
  NUMBER = 10,
  INDENT = VERDICT + 4, /* first column of checks */
  OTHERS = INDENT + CHECK + 2 * NUMBER + 6 /* width of the columns other than
                                              comparisons */
};

/* Prints a text and blanks up to the next column. */
static void print_padded(FILE *out, const char *text, int width) {
  int length = am_text_width(text);
  am_print_text(out, text);
  fprintf(out, "%*s", length < width ? width - length + 2 : 2, "");
}

static void print_number(FILE *out, double value) {
  fprintf(out, "%*.3g  ", NUMBER, value);
}

static void print_line(am_arena *arena, const am_check_line *line, int width,
                       FILE *out) {
  const am_finding *f = &line->finding;
  fprintf(out, "  %-*s  ", VERDICT, am_verdict_words[f->verdict]);
  print_padded(out, f->check, CHECK);
  print_padded(out, f->what, width);
  if (f->verdict == AM_VERDICT_SKIPPED || !(f->bound > 0)) {
    fprintf(out, "%*s  %*s  ", NUMBER, "-", NUMBER, "-");
  } else {
    print_number(out, fabs(f->ours - f->reference));
    print_number(out, f->bound);
  }
  am_print_text(out, am_finding_entry(arena, f));
  putc('\n', out);
  if (!line->file) return;
  fprintf(out, "  %*s  to replay: automat run ", VERDICT, "");
  am_print_text(out, line->file);
  putc('\n', out);
}

/* True if line i is the one printed for its check. */
static bool stands_for_check(const am_check_file *file, size_t i) {
  const am_check_line *line = &file->lines[i];
  for (size_t k = 0; k < file->count; k++) {
    const am_check_line *other = &file->lines[k];
    if (k == i || strcmp(line->finding.check, other->finding.check))
      continue;
    if (am_finding_says_more(&other->finding, &line->finding)) return false;
    if (k < i && !am_finding_says_more(&line->finding, &other->finding)) return false;
  }
  return true;
}

static bool is_shown(const am_context *context, const am_check_file *file,
                     size_t i) {
  bool failed = file->lines[i].finding.verdict == AM_VERDICT_FAILED;
  if (failed || context->options.verbose) return true;
  return !context->options.quiet && stands_for_check(file, i);
}

/* Width of the column of comparisons; longer comparisons exceed it. */
static int comparison_width(const am_context *context,
                            const am_check_file *file, int columns) {
  int width = WHAT, widest = WIDEST;
  if (columns && columns - OTHERS < widest) widest = columns - OTHERS;
  for (size_t i = 0; i < file->count; i++) {
    int this = am_text_width(file->lines[i].finding.what);
    if (is_shown(context, file, i) && this > width && this <= widest)
      width = this;
  }
  return width;
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
  if (file->count && !context->options.quiet)
    fprintf(out, "  %-*s  %-*s  %-*s  %*s  %*s  %s\n", VERDICT, "", CHECK,
            "check", width, "comparison", NUMBER, "difference", NUMBER,
            "bound", "worst entry");
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
  int columns = am_terminal_width(out);
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

/* ---- Markdown table ------------------------------------------------------ */

static bool is_own(const am_check_line *line) {
  return !strcmp(line->finding.check, "own") && line->finding.what &&
         line->finding.verdict != AM_VERDICT_SKIPPED;
}

/* Largest deviation, relative unless the reference is zero. */
static double worst_deviation(const am_check_file *file) {
  double worst = 0;
  for (size_t i = 0; i < file->count; i++) {
    const am_finding *f = &file->lines[i].finding;
    double deviation = fabs(f->ours - f->reference);
    if (f->reference != 0) deviation /= fabs(f->reference);
    if (is_own(&file->lines[i]) && !(deviation <= worst)) worst = deviation;
  }
  return worst;
}

/* Prints each title once; comparisons of one run are adjacent. */
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
      fputs("no checks | - |\n", out);
  }
}

/* ---- JSON ---------------------------------------------------------------- */

enum { DIGITS = 17 };

static void text_or_null(am_json *j, const char *key, const char *text) {
  if (text)
    am_json_text(j, key, text);
  else
    am_json_number(j, key, NAN, DIGITS);
}

static void write_finding(am_json *j, const am_check_line *line) {
  const am_finding *f = &line->finding;
  bool compared = f->verdict != AM_VERDICT_SKIPPED;
  am_json_open(j, NULL, '{');
  am_json_text(j, "check", f->check);
  am_json_text(j, "comparison", f->what);
  am_json_text(j, "verdict", am_verdict_names[f->verdict]);
  text_or_null(j, "entry", f->entry);
  am_json_number(j, "time", f->time, DIGITS);
  am_json_number(j, "ours", compared ? f->ours : NAN, DIGITS);
  am_json_number(j, "reference", compared ? f->reference : NAN, DIGITS);
  am_json_number(j, "bound", compared ? f->bound : NAN, DIGITS);
  text_or_null(j, "note", f->note);
  text_or_null(j, "replay", line->file);
  am_json_close(j, '}');
}

static void write_file(am_json *j, const am_check_file *file) {
  am_json_open(j, NULL, '{');
  am_json_text(j, "file", file->name);
  text_or_null(j, "title", file->title);
  am_json_truth(j, "checked", !file->broken);
  text_or_null(j, "message", file->message);
  am_json_number(j, "seconds", file->seconds, 3);
  am_json_open(j, "findings", '[');
  for (size_t i = 0; i < file->count; i++) write_finding(j, &file->lines[i]);
  am_json_close(j, ']');
  am_json_close(j, '}');
}

void am_check_write_json(am_arena *arena, const am_check_files *files,
                         FILE *out) {
  (void)arena;
  am_json j = {.out = out};
  putc('{', out);
  am_json_number(&j, "comparisons", (double)files->comparisons, DIGITS);
  am_json_number(&j, "failed", (double)files->failed, DIGITS);
  am_json_number(&j, "broken", (double)files->broken, DIGITS);
  am_json_truth(&j, "complete", files->complete);
  am_json_open(&j, "files", '[');
  for (size_t i = 0; i < files->count; i++) write_file(&j, &files->items[i]);
  am_json_close(&j, ']');
  fputs("}\n", out);
}

/* ---- JUnit --------------------------------------------------------------- */

static void write_attribute(am_arena *arena, FILE *out, const char *name,
                            const char *text) {
  fprintf(out, " %s=\"%s\"", name, am_xml_escape(arena, text));
}

static void open_case(am_arena *arena, FILE *out, const am_check_file *file,
                      const char *check, const char *what) {
  fputs("    <testcase", out);
  write_attribute(arena, out, "classname", file->name);
  write_attribute(arena, out, "name",
                  am_format(arena, "%s%s%s", check, what ? ": " : "",
                            what ? what : ""));
  fputs(">\n", out);
}

/* True for skipped comparisons and known failures; JUnit does not distinguish
 * them. */
static bool is_skipped(const am_finding *f) {
  return f->verdict == AM_VERDICT_SKIPPED || f->verdict == AM_VERDICT_KNOWN;
}

static void write_case(am_arena *arena, FILE *out, const am_check_file *file,
                       const am_check_line *line) {
  const am_finding *f = &line->finding;
  open_case(arena, out, file, f->check, f->what);
  if (f->verdict == AM_VERDICT_FAILED) {
    fputs("      <failure", out);
    write_attribute(arena, out, "message", am_finding_entry(arena, f));
    putc('>', out);
    if (line->file) fputs(am_xml_escape(arena, line->file), out);
    fputs("</failure>\n", out);
  }
  if (is_skipped(f)) {
    fputs("      <skipped", out);
    write_attribute(arena, out, "message", f->note ? f->note : "");
    fputs("/>\n", out);
  }
  fputs("    </testcase>\n", out);
}

static void write_suite(am_arena *arena, FILE *out,
                        const am_check_file *file) {
  size_t skipped = 0;
  for (size_t i = 0; i < file->count; i++)
    skipped += is_skipped(&file->lines[i].finding);
  fputs("  <testsuite", out);
  write_attribute(arena, out, "name", file->name);
  fprintf(out,
          " tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\" "
          "time=\"%.3f\">\n",
          file->count + file->broken, file->failed, file->broken,
          skipped, file->seconds);
  for (size_t i = 0; i < file->count; i++)
    write_case(arena, out, file, &file->lines[i]);
  if (file->broken) {
    open_case(arena, out, file, "file", NULL);
    fputs("      <error", out);
    write_attribute(arena, out, "message",
                    file->message ? file->message : "cannot be checked");
    fputs("/>\n    </testcase>\n", out);
  }
  fputs("  </testsuite>\n", out);
}

void am_check_write_junit(am_arena *arena, const am_check_files *files,
                          FILE *out) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
  fprintf(out, "<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
          files->comparisons + files->broken, files->failed, files->broken);
  for (size_t i = 0; i < files->count; i++)
    write_suite(arena, out, &files->items[i]);
  fputs("</testsuites>\n", out);
}
