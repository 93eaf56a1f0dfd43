/* Findings for programs. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/check_files.h"
#include "output/json.h"

enum { DIGITS = 17 };

/* ---- JSON ---------------------------------------------------------------- */

static void text_or_null(am_json *j, const char *key, const char *text) {
  if (text)
    am_json_text(j, key, text);
  else
    am_json_number(j, key, NAN, DIGITS);
}

static const char *const verdicts[] = {
    [AM_VERDICT_GOOD] = "good",
    [AM_VERDICT_FAILED] = "failed",
    [AM_VERDICT_KNOWN] = "known",
    [AM_VERDICT_SKIPPED] = "skipped",
};

static void add_line(am_json *j, const am_check_line *line) {
  const am_finding *f = &line->finding;
  bool compared = f->verdict != AM_VERDICT_SKIPPED;
  am_json_open(j, NULL, '{');
  am_json_text(j, "check", f->check);
  am_json_text(j, "comparison", f->what);
  am_json_text(j, "verdict", verdicts[f->verdict]);
  text_or_null(j, "entry", f->entry);
  am_json_number(j, "time", f->time, DIGITS);
  am_json_number(j, "ours", compared ? f->ours : NAN, DIGITS);
  am_json_number(j, "reference", compared ? f->reference : NAN, DIGITS);
  am_json_number(j, "bound", compared ? f->bound : NAN, DIGITS);
  text_or_null(j, "note", f->note);
  text_or_null(j, "replay", line->file);
  am_json_close(j, '}');
}

static void add_file(am_json *j, const am_check_file *file) {
  am_json_open(j, NULL, '{');
  am_json_text(j, "file", file->name);
  text_or_null(j, "title", file->title);
  am_json_truth(j, "checked", !file->broken);
  text_or_null(j, "message", file->message);
  am_json_number(j, "seconds", file->seconds, 3);
  am_json_open(j, "findings", '[');
  for (size_t i = 0; i < file->count; i++) add_line(j, &file->lines[i]);
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
  for (size_t i = 0; i < files->count; i++) add_file(&j, &files->items[i]);
  am_json_close(&j, ']');
  fputs("}\n", out);
}

/* ---- JUnit --------------------------------------------------------------- */

/* Text of an attribute, or inside an element. */
static void write_escaped(FILE *out, const char *text) {
  static const struct {
    char letter;
    const char *entity;
  } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"},
                  {'"', "&quot;"}};
  while (*text) {
    const char *entity = NULL;
    uint32_t code = 0;
    size_t size = am_utf8_decode(text, strlen(text), &code);
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
      if (entities[i].letter == *text) entity = entities[i].entity;
    if (entity)
      fputs(entity, out);
    else
      am_print_bytes(out, text, size ? size : 1, true);
    text += size ? size : 1;
  }
}

static void attribute(FILE *out, const char *name, const char *text) {
  fprintf(out, " %s=\"", name);
  write_escaped(out, text);
  putc('"', out);
}

static void open_case(FILE *out, const am_check_file *file,
                      const char *check, const char *what) {
  fputs("    <testcase", out);
  attribute(out, "classname", file->name);
  fputs(" name=\"", out);
  write_escaped(out, check);
  if (what) {
    fputs(": ", out);
    write_escaped(out, what);
  }
  fputs("\">\n", out);
}

static void write_failure(am_arena *arena, FILE *out,
                          const am_check_line *line) {
  fputs("      <failure", out);
  attribute(out, "message", am_check_where(arena, &line->finding));
  putc('>', out);
  if (line->file) write_escaped(out, line->file);
  fputs("</failure>\n", out);
}

/* Not compared, or failed as the material says: JUnit has no third word. */
static bool is_skipped(const am_finding *f) {
  return f->verdict == AM_VERDICT_SKIPPED || f->verdict == AM_VERDICT_KNOWN;
}

static void write_case(am_arena *arena, FILE *out, const am_check_file *file,
                       const am_check_line *line) {
  const am_finding *f = &line->finding;
  open_case(out, file, f->check, f->what);
  if (f->verdict == AM_VERDICT_FAILED) write_failure(arena, out, line);
  if (is_skipped(f)) {
    fputs("      <skipped", out);
    attribute(out, "message", f->note ? f->note : "");
    fputs("/>\n", out);
  }
  fputs("    </testcase>\n", out);
}

static size_t skipped(const am_check_file *file) {
  size_t count = 0;
  for (size_t i = 0; i < file->count; i++)
    count += is_skipped(&file->lines[i].finding);
  return count;
}

static void write_suite(am_arena *arena, FILE *out,
                        const am_check_file *file) {
  fputs("  <testsuite", out);
  attribute(out, "name", file->name);
  fprintf(out,
          " tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\" "
          "time=\"%.3f\">\n",
          file->count + file->broken, file->failed, file->broken,
          skipped(file), file->seconds);
  for (size_t i = 0; i < file->count; i++)
    write_case(arena, out, file, &file->lines[i]);
  if (file->broken) {
    open_case(out, file, "file", NULL);
    fputs("      <error", out);
    attribute(out, "message",
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
