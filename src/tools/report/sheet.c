/* sheet.c: writes a page and its sections, each of which may fail
 * independently. */
#include "config.h"

#include "report/parts.h"

static const char style[] =
#include "report/style.inc"
    ;

void am_sheet_keep(am_sheet *sheet) { sheet->whole = sheet->out->length; }

const char *am_sheet_reason(am_arena *arena, const am_report *report) {
  const am_message *m = am_report_error(report);
  return m ? am_copy(arena, m->text, strlen(m->text)) : "";
}

void am_sheet_paragraph(am_sheet *sheet, const char *class, const char *text) {
  if (!*text) return;
  am_html_add(sheet->out, "<p class=\"%s\">%s</p>\n", class, text);
}

void am_sheet_note(am_sheet *sheet, am_status status, const char *reason) {
  if (status == AM_ENVIRONMENT && !sheet->let_down)
    sheet->let_down = am_copy(sheet->page, reason, strlen(reason));
}

static bool is_stopped(const am_sheet *sheet) {
  return sheet->options->stop && *sheet->options->stop;
}

/* Makes a section; exhausted memory or a signal ends this section only. */
static am_status make_section(am_sheet *sheet, am_report *said,
                              const am_sheet_section *section) {
  sheet->report = said;
  if (!sheet->arena || am_arena_recover(sheet->arena))
    return am_error_memory(said, sheet->arena, "");
  am_arena_watch(sheet->arena, sheet->options->stop);
  if (sheet->options->progress)
    sheet->options->progress(sheet->options->progress_data, section->title);
  return section->write(sheet);
}

/* Writes the messages of a section below it. */
static void write_messages(am_sheet *sheet, am_report *report,
                           const am_sheet_section *section) {
  for (am_message *m = sheet->report->first; m; m = m->next) {
    bool error = m->severity == AM_SEVERITY_ERROR;
    am_sheet_paragraph(sheet, error ? "bad" : "note", m->text);
    if (m->severity != AM_SEVERITY_NOTE && !sheet->let_down)
      am_warn(report, m->place, "%s: %s", section->title, m->text);
  }
}

static void write_section(am_sheet *sheet, am_report *report,
                          const am_sheet_section *section) {
  size_t before = sheet->out->length;
  am_buffer_add(sheet->out, "<section id=\"%s\">\n<h2>%s</h2>\n", section->id,
                section->title);
  am_sheet_keep(sheet);
  size_t empty = sheet->whole;
  sheet->id = section->id;
  am_report *said = am_report_new(sheet->page);
  sheet->arena = am_arena_new();
  am_status status = is_stopped(sheet)
                         ? am_error(said, AM_FAILED, am_nowhere,
                                    "interrupted before this section was "
                                    "complete")
                         : make_section(sheet, said, section);
  am_arena_free(sheet->arena); /* including a report of a failed attempt */
  am_sheet_note(sheet, status, am_sheet_reason(sheet->page, said));
  sheet->report = said;
  sheet->arena = sheet->page;
  if (status != AM_OK) sheet->out->length = sheet->whole;
  if (sheet->out->length) sheet->out->text[sheet->out->length] = 0;
  write_messages(sheet, report, section);
  if (sheet->out->length == empty) { /* section without content */
    sheet->out->length = before;
    sheet->out->text[before] = 0;
    return;
  }
  am_buffer_add(sheet->out, "</section>\n");
}

am_status am_sheet_write(am_sheet *sheet, am_report *report, const char *name,
                         const char *title,
                         const am_sheet_section *sections) {
  am_buffer *out = sheet->out;
  am_html_add(
      out,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"generator\" content=\"automat %s\"/>\n"
      "<title>%s</title>\n<style>\n%m</style>\n</head>\n<body>\n<main>\n"
      "<h1>%s</h1>\n",
      PACKAGE_VERSION, name, style, name);
  am_sheet_paragraph(sheet, "title", title);
  for (; sections->id; sections++) write_section(sheet, report, sections);
  if (sheet->let_down)
    am_sheet_paragraph(sheet, "bad",
                       am_format(sheet->page, "The page is incomplete: %s",
                                 sheet->let_down));
  am_buffer_add(out, "<footer>Made by automat %s.</footer>\n</main>\n</body>\n"
                     "</html>\n", PACKAGE_VERSION);
  if (sheet->let_down)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the page is incomplete: %s", sheet->let_down);
  return is_stopped(sheet)
             ? am_error(report, AM_FAILED, am_nowhere,
                        "interrupted: the page is incomplete and names the "
                        "missing sections")
             : AM_OK;
}
