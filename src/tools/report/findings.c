/* findings.c: checks of a law, as in `automat check`, as an expandable
 * table. */
#include <math.h>
#include <string.h>

#include "report/parts.h"

static const am_html_column columns[] = {
    {"", false},          {"check", false}, {"comparison", false},
    {"difference", true}, {"bound", true},  {"worst entry", false}};

enum { COLUMNS = sizeof columns / sizeof *columns };

static void write_finding(am_sheet *sheet, const am_html_table *table,
                          const am_finding *f) {
  am_arena *arena = sheet->arena;
  bool compared = f->verdict != AM_VERDICT_SKIPPED && f->bound > 0;
  double difference = compared ? fabs(f->ours - f->reference) : NAN;
  const char *cells[COLUMNS] = {
      am_format(arena, "<span class=\"verdict %s\">%s</span>",
                am_verdict_names[f->verdict],
                f->verdict == AM_VERDICT_SKIPPED
                    ? "–"
                    : am_verdict_words[f->verdict]),
      am_html_escape(arena, f->check), am_html_escape(arena, f->what),
      am_html_number(arena, difference, 3),
      am_html_number(arena, compared ? f->bound : NAN, 3),
      am_html_escape(arena, am_finding_entry(arena, f))};
  am_html_table_row(table, cells);
}

void am_sheet_findings_table(am_sheet *sheet, const am_finding *const *items,
                             size_t count) {
  am_html_table table = am_html_table_open(sheet->out, "findings", columns,
                                           COLUMNS);
  for (size_t i = 0; i < count; i++) write_finding(sheet, &table, items[i]);
  am_html_table_close(&table);
}

/* Most informative finding of each check, and all failed ones. */
static size_t chosen_of(const am_findings *all, const am_finding **chosen) {
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) {
    const am_finding *f = &all->items[i];
    bool same = count && !strcmp(chosen[count - 1]->check, f->check);
    if (same && f->verdict != AM_VERDICT_FAILED &&
        chosen[count - 1]->verdict != AM_VERDICT_FAILED) {
      if (am_finding_says_more(f, chosen[count - 1])) chosen[count - 1] = f;
    } else if (!same || f->verdict == AM_VERDICT_FAILED) {
      chosen[count++] = f;
    }
  }
  return count;
}

static void write_tally(am_sheet *sheet, const am_findings *all) {
  size_t compared = 0, failed = 0, known = 0;
  for (size_t i = 0; i < all->count; i++) {
    compared += all->items[i].verdict != AM_VERDICT_SKIPPED;
    failed += all->items[i].verdict == AM_VERDICT_FAILED;
    known += all->items[i].verdict == AM_VERDICT_KNOWN;
  }
  am_buffer_add(sheet->out,
                "<p><span class=\"verdict %s\">%zu comparisons, %zu failed"
                "</span>", failed ? "failed" : "good", compared, failed);
  if (known)
    am_buffer_add(sheet->out, ", %zu known failures declared by the "
                              "material", known);
  am_buffer_add(sheet->out, ".</p>\n");
}

static void write_findings(am_sheet *sheet, const am_findings *all) {
  const am_finding **list =
      AM_ARRAY(sheet->arena, const am_finding *, all->count + 1);
  if (!all->count) return;
  write_tally(sheet, all);
  size_t chosen = chosen_of(all, list);
  am_sheet_findings_table(sheet, list, chosen);
  for (size_t i = 0; i < all->count; i++) list[i] = &all->items[i];
  am_buffer_add(sheet->out,
                "<details><summary>All %zu lines</summary>\n", all->count);
  am_sheet_findings_table(sheet, list, all->count);
  am_buffer_add(sheet->out, "</details>\n");
}

static am_status make_checks(am_sheet *sheet, am_subject *subject) {
  const am_sheet_options *o = sheet->options;
  am_status status = AM_OK;
  for (size_t i = 0; am_checks[i] && !(o->stop && *o->stop); i++) {
    if (o->progress) o->progress(o->progress_data, am_checks[i]->name);
    am_status made = am_checks[i]->run(subject);
    if (made > status) status = made;
  }
  return o->stop && *o->stop
             ? am_error(sheet->report, AM_FAILED, am_nowhere,
                        "stopped before all checks were done")
             : status;
}

am_status am_sheet_findings(am_sheet *sheet) {
  const am_sheet_options *o = sheet->options;
  const am_material *m = sheet->known.material;
  am_arena *arena = sheet->arena;
  am_findings findings = {.arena = arena};
  size_t count;
  const am_scheme *rows = am_schemes(&count);
  const am_scheme **schemes = AM_ARRAY(arena, const am_scheme *, count + 1);
  for (size_t i = 0; i < count; i++) schemes[i] = &rows[i];
  am_subject subject = {
      .arena = arena, .report = sheet->report, .path = m->path, .material = m,
      .engine = o->engine, .other = o->other, .level = o->level,
      .samples = am_check_samples[o->level], .stop = o->stop,
      .logarithmic = m->kinematics == AM_KINEMATICS_LOGARITHMIC,
      .findings = &findings};
  AM_TRY(am_known_failures_read(sheet->report, m));
  AM_TRY(am_law_new(arena, sheet->report, m, &(am_law_choice){.energies = true},
                    &subject.law));
  subject.schemes = am_check_suitable(arena, subject.law, schemes);
  am_arena_heed(arena, false); /* checks poll themselves */
  am_status status = make_checks(sheet, &subject);
  write_findings(sheet, &findings);
  am_sheet_keep(sheet);
  return status;
}
