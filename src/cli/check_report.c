/* check_report.c: output of `automat check` as text, Markdown table, JSON (RFC
 * 8259) and JUnit XML. */
#include "cli/check_files.h"

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

static void print_line(am_arena *arena, const am_finding *f, int width,
                       FILE *out) {
  fprintf(out, "  %-*s  ", VERDICT, am_verdict_words[f->verdict]);
  print_padded(out, f->check, CHECK);
  print_padded(out, f->what, width);
  if (f->verdict == AM_VERDICT_SKIPPED || !(f->bound > 0))
    fprintf(out, "%*s  %*s  ", NUMBER, "-", NUMBER, "-");
  else
    fprintf(out, "%*.3g  %*.3g  ", NUMBER, fabs(f->ours - f->reference),
            NUMBER, f->bound);
  am_print_text(out, am_finding_entry(arena, f));
  putc('\n', out);
  if (!f->replay) return;
  fprintf(out, "  %*s  to replay: automat run ", VERDICT, "");
  am_print_text(out, f->replay);
  putc('\n', out);
}

static bool is_shown(const am_context *context, const am_check_file *file,
                     size_t i) {
  const am_findings *all = &file->findings;
  return context->options.verbose ||
         all->items[i].verdict == AM_VERDICT_FAILED ||
         (!context->options.quiet && am_finding_stands(all, i));
}

/* Width of the column of comparisons; longer comparisons exceed it. */
static int comparison_width(const am_context *context,
                            const am_check_file *file, int columns) {
  int width = WHAT, widest = WIDEST;
  if (columns && columns - OTHERS < widest) widest = columns - OTHERS;
  for (size_t i = 0; i < file->findings.count; i++) {
    int this = am_text_width(file->findings.items[i].what);
    if (is_shown(context, file, i) && this > width && this <= widest)
      width = this;
  }
  return width;
}

static void print_file(const am_context *context, const am_check_file *file,
                       int columns, FILE *out) {
  if (file->kind) fprintf(out, "%s ", file->kind);
  am_print_text(out, file->name);
  if (file->title && *file->title) {
    fputs(": ", out);
    am_print_text(out, file->title);
  }
  putc('\n', out);
  if (file->ranges && !context->options.quiet) {
    fputs("  random states: ", out);
    am_print_text(out, file->ranges);
    putc('\n', out);
  }
  int width = comparison_width(context, file, columns);
  if (file->findings.count && !context->options.quiet)
    fprintf(out, "  %-*s  %-*s  %-*s  %*s  %*s  %s\n", VERDICT, "", CHECK,
            "check", width, "comparison", NUMBER, "difference", NUMBER,
            "bound", "worst entry");
  for (size_t i = 0; i < file->findings.count; i++)
    if (is_shown(context, file, i))
      print_line(context->arena, &file->findings.items[i], width, out);
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

/* Prints the titles of the materials' own checks, each once as comparisons of
 * one run are adjacent, and their largest deviation, relative unless the
 * reference is zero. */
static void print_own(const am_findings *all, FILE *out) {
  const char *last = NULL;
  double worst = 0;
  for (size_t i = 0; i < all->count; i++) {
    const am_finding *f = &all->items[i];
    double deviation = fabs(f->ours - f->reference);
    if (strcmp(f->check, "own") || !f->what || f->verdict == AM_VERDICT_SKIPPED)
      continue;
    if (f->reference != 0) deviation /= fabs(f->reference);
    if (!(deviation <= worst)) worst = deviation;
    if (last && !strcmp(last, f->what)) continue;
    if (last) fputs("; ", out);
    am_print_text(out, f->what);
    last = f->what;
  }
  if (last)
    fprintf(out, " | %.1e |\n", worst);
  else
    fputs("no checks | - |\n", out);
}

void am_check_print_table(const am_check_files *files, FILE *out) {
  fputs("| material | unknowns | verified by | largest deviation |\n"
        "|---|---|---|---|\n", out);
  for (size_t i = 0; i < files->count; i++) {
    const am_check_file *file = &files->items[i];
    fputs("| `", out);
    am_print_text(out, file->name);
    fprintf(out, "` | %d | ", file->unknowns);
    print_own(&file->findings, out);
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

static void write_finding(am_json *j, const am_finding *f) {
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
  text_or_null(j, "replay", f->replay);
  am_json_close(j, '}');
}

static void write_file(am_json *j, const am_check_file *file) {
  am_json_open(j, NULL, '{');
  am_json_text(j, "file", file->name);
  text_or_null(j, "kind", file->kind);
  text_or_null(j, "title", file->title);
  text_or_null(j, "random_states", file->ranges);
  am_json_truth(j, "checked", !file->broken);
  text_or_null(j, "message", file->message);
  am_json_number(j, "seconds", file->seconds, 3);
  am_json_open(j, "findings", '[');
  for (size_t i = 0; i < file->findings.count; i++)
    write_finding(j, &file->findings.items[i]);
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

static void open_case(am_arena *arena, FILE *out, const am_check_file *file,
                      const char *name) {
  fprintf(out, "    <testcase classname=\"%s\" name=\"%s\">\n",
          am_xml_escape(arena, file->name), am_xml_escape(arena, name));
}

/* True for skipped comparisons and known failures; JUnit does not distinguish
 * them. */
static bool is_skipped(const am_finding *f) {
  return f->verdict == AM_VERDICT_SKIPPED || f->verdict == AM_VERDICT_KNOWN;
}

static void write_case(am_arena *arena, FILE *out, const am_check_file *file,
                       const am_finding *f) {
  open_case(arena, out, file,
            am_format(arena, "%s%s%s", f->check, f->what ? ": " : "",
                      f->what ? f->what : ""));
  if (f->verdict == AM_VERDICT_FAILED)
    fprintf(out, "      <failure message=\"%s\">%s</failure>\n",
            am_xml_escape(arena, am_finding_entry(arena, f)),
            am_xml_escape(arena, f->replay ? f->replay : ""));
  if (is_skipped(f))
    fprintf(out, "      <skipped message=\"%s\"/>\n",
            am_xml_escape(arena, f->note ? f->note : ""));
  fputs("    </testcase>\n", out);
}

static void write_suite(am_arena *arena, FILE *out,
                        const am_check_file *file) {
  const am_findings *all = &file->findings;
  size_t skipped = 0;
  for (size_t i = 0; i < all->count; i++)
    skipped += is_skipped(&all->items[i]);
  fprintf(out,
          "  <testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" "
          "errors=\"%d\" skipped=\"%zu\" time=\"%.3f\">\n",
          am_xml_escape(arena, file->name), all->count + file->broken,
          file->failed, file->broken, skipped, file->seconds);
  for (size_t i = 0; i < all->count; i++)
    write_case(arena, out, file, &all->items[i]);
  if (file->broken) {
    open_case(arena, out, file, "file");
    fprintf(out, "      <error message=\"%s\"/>\n    </testcase>\n",
            am_xml_escape(arena, file->message ? file->message
                                               : "cannot be checked"));
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
