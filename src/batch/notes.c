/* notes.c: what a file must say so that any of its points can be made
 * again. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "batch/notes.h"
#include "batch/store.h"
#include "yaml/yaml.h"

static const char *absolute(am_arena *arena, const char *path) {
  char *real = realpath(path, NULL);
  const char *copy = am_format(arena, "%s", real ? real : path);
  free(real);
  return copy;
}

bool am_set_is_noted(const char *set) {
  static const char engine[] = "solver.engine=";
  return strncmp(set, engine, sizeof engine - 1) != 0;
}

static const char *sets_text(am_arena *arena,
                             const am_batch_options *options) {
  am_buffer text = {.arena = arena};
  const char *comma = "";
  am_buffer_add(&text, "set: [");
  for (size_t i = 0; i < options->set_count; i++) {
    if (!am_set_is_noted(options->sets[i])) continue;
    am_buffer_add(&text, "%s", comma);
    am_yaml_quote(&text, options->sets[i]);
    comma = ", ";
  }
  am_buffer_add(&text, "]\n");
  return text.text;
}

const am_archive_note *am_store_notes(am_arena *arena, const am_run *run,
                                      const am_batch_options *options,
                                      int *count) {
  const am_case *description = run->description;
  const am_points *points = run->sample->points;
  const am_archive_note notes[] = {
      {"title", description->title},
      {AM_NOTE_CASE, description->source->text},
      {AM_NOTE_FILE, absolute(arena, description->file)},
      {AM_NOTE_SETS, sets_text(arena, options)},
      {AM_NOTE_MATERIAL, run->law->material->root->place.source->text},
      {"material_name", run->law->material->name},
      {"scheme", run->solver.scheme->name},
      {AM_NOTE_ENGINE, run->engine->used(run->program)},
      {"seed", am_format(arena, "%llu",
                         (unsigned long long)(points ? points->seed : 0))},
      {"version", options->version},
  };
  *count = sizeof notes / sizeof *notes;
  am_archive_note *copy = AM_ARRAY(arena, am_archive_note, *count);
  for (int i = 0; i < *count; i++) copy[i] = notes[i];
  return copy;
}
