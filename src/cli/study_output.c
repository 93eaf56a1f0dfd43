/* study_output.c: the tables and pictures of a study. */
#include "cli/study_output.h"

#include <string.h>

#include "base/text.h"
#include "cli/terminal.h"
#include "file/csv_write.h"
#include "file/file.h"
#include "plot/picture.h"
#include "archive/shard.h"

struct am_study_output {
  am_csv *csv;        /* of the only table; NULL: closed */
  const char *prefix; /* of several */
  const am_report *report; /* which knows the inputs */
};

static void discard(void *data) {
  am_study_output *o = data;
  if (o->csv) am_csv_discard(o->csv);
}

static am_status write_tables(am_arena *arena, am_report *report,
                              const am_study_tables *t, const char *prefix) {
  for (size_t i = 0; i < t->count; i++) {
    am_csv *csv;
    const am_study_table *table = &t->tables[i];
    AM_TRY(am_csv_create(arena, report,
                         am_format(arena, "%s-%s.csv", prefix, table->name),
                         &csv));
    am_csv_table(csv, table->table);
    AM_TRY(am_csv_close(csv, report));
  }
  return AM_OK;
}

/* The tables so far; an error comes again at the end, and is told then. */
static void write_growing(void *data, am_arena *arena,
                          const am_study_tables *t) {
  const am_study_output *o = data;
  am_status status =
      write_tables(arena, am_report_apart(arena, o->report), t, o->prefix);
  (void)status;
}

/* The name without its ending. */
static const char *prefix_of(am_arena *arena, const char *path,
                             const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  bool ends = length > tail && !strcmp(path + length - tail, ending);
  return am_copy(arena, path, ends ? length - tail : length);
}

am_status am_study_output_open(am_arena *arena, am_context *context,
                               am_study *study, am_study_output **output) {
  const char *path = context->options.output;
  am_study_output *o = *output = AM_NEW(arena, am_study_output);
  o->report = context->report;
  if (study->kind->several) {
    am_file probe;
    if (!path) path = study->kind->name;
    if (!strcmp(path, "-"))
      return am_error(context->report, AM_USAGE, am_nowhere,
                      "the study '%s' writes several tables: expected '-o' to "
                      "be the beginning of their names, found '-'",
                      study->kind->name);
    o->prefix = prefix_of(arena, path, ".csv");
    AM_TRY(am_file_create(arena, context->report,
                          am_format(arena, "%s.csv", o->prefix), &probe));
    am_file_discard(&probe);
    study->listener = (am_study_listener){write_growing, o};
    return AM_OK;
  }
  am_arena_defer(arena, discard, o);
  if (path && strcmp(path, "-") && study->shards > 1)
    path = am_shard_path(arena, path, study->shard, study->shards);
  return am_csv_create(arena, context->report,
                       path && strcmp(path, "-") ? path : NULL, &o->csv);
}

static am_status draw_figure(am_arena *arena, am_context *context,
                             const am_study *study,
                             const am_study_figure *figure,
                             const char *path) {
  return am_picture_draw(
      arena, context,
      am_study_picture(arena, study->description->title, figure), path);
}

/* PREFIX-NAME.svg for PREFIX.svg */
static const char *picture_path(am_arena *arena, const char *path,
                                const char *name) {
  const char *ending = strrchr(path, '.');
  return am_format(arena, "%s-%s%s", prefix_of(arena, path, ending), name,
                   ending);
}

static am_status write_several(am_arena *arena, am_context *context,
                               const am_study *study,
                               const am_study_output *o) {
  const am_options *given = &context->options;
  const am_study_tables *t = &study->tables;
  AM_TRY(write_tables(arena, context->report, t, o->prefix));
  if (!given->quiet) am_print_lines(stdout, 0, t->summary);
  for (size_t i = 0; i < t->figure_count && given->plot; i++)
    AM_TRY(draw_figure(arena, context, study, &t->figures[i],
                       picture_path(arena, given->plot, t->figures[i].name)));
  return AM_OK;
}

am_status am_study_output_write(am_arena *arena, am_context *context,
                                const am_study *study, am_study_output *o) {
  const am_study_figure figure = {NULL, study->table, study->panels,
                                  study->panel_count};
  if (study->tables.count) return write_several(arena, context, study, o);
  if (!study->table) return AM_OK;
  am_csv *csv = o->csv;
  o->csv = NULL;
  am_csv_table(csv, study->table);
  AM_TRY(am_csv_close(csv, context->report));
  return context->options.plot ? draw_figure(arena, context, study, &figure,
                                             context->options.plot)
                               : AM_OK;
}
