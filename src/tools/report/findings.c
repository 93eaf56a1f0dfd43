/* findings.c: checks of a law, as in `automat check`, as an expandable
 * table. */
#include "report/parts.h"

/* Table of the findings that a list shows: one for each check and all failures,
 * or with `whole` all findings. */
void am_sheet_findings_table(am_sheet *sheet, const am_findings *all,
                             bool whole) {
  am_html_table table = am_html_table_open(
      sheet->out, "findings",
      "|check|comparison|#difference|#bound|worst entry");
  for (size_t i = 0; i < all->count; i++) {
    const am_finding *f = &all->items[i];
    bool skipped = f->verdict == AM_VERDICT_SKIPPED;
    bool compared = !skipped && f->bound > 0;
    if (!whole && !am_finding_stands(all, i)) continue;
    am_html_table_row(
        &table, "<span class=\"verdict %s\">%s</span>|%s|%s|%m|%m|%s",
        am_verdict_names[f->verdict],
        skipped ? "–" : am_verdict_words[f->verdict], f->check, f->what,
        am_html_number(sheet->arena,
                       compared ? fabs(f->ours - f->reference) : NAN, 3),
        am_html_number(sheet->arena, compared ? f->bound : NAN, 3),
        am_finding_entry(sheet->arena, f));
  }
  am_html_table_close(&table);
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
  if (!all->count) return;
  write_tally(sheet, all);
  am_sheet_findings_table(sheet, all, false);
  am_buffer_add(sheet->out,
                "<details><summary>All %zu lines</summary>\n", all->count);
  am_sheet_findings_table(sheet, all, true);
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
  am_subject subject = {
      .arena = arena, .report = sheet->report, .path = m->path, .material = m,
      .engine = o->engine, .other = o->other, .level = o->level,
      .samples = am_check_samples[o->level], .stop = o->stop,
      .logarithmic = m->kinematics == AM_KINEMATICS_LOGARITHMIC,
      .findings = &findings};
  AM_TRY(am_subject_read(&subject));
  am_arena_interruptible(arena, false); /* checks poll themselves */
  am_status status = make_checks(sheet, &subject);
  write_findings(sheet, &findings);
  am_sheet_keep(sheet);
  return status;
}
