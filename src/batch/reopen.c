/* reopen.c: the case of a batch from the notes in its file. */
#include <string.h>

#include "batch/notes.h"
#include "batch/replay.h"
#include "output/archive.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *path;
} opened;

static am_status note(const opened *o, const char *name, const char **text) {
  return am_archive_note_read(o->arena, o->report, o->path, name, text);
}

/* `name` says in messages where the text is. */
static am_status parse(const opened *o, const char *name, am_yaml **root) {
  am_source *source = AM_NEW(o->arena, am_source);
  AM_TRY(note(o, name, &source->text));
  source->name = am_format(o->arena, "%s:%s", o->path, name);
  source->length = strlen(source->text);
  return am_yaml_parse(o->arena, o->report, source, root);
}

/* The assignments of --set. */
static am_status change(const opened *o, const am_yaml *sets, am_yaml *root) {
  const am_yaml *list = am_yaml_get(sets, AM_NOTE_SETS);
  const char *assignment;
  if (!list) return AM_OK;
  AM_TRY(am_yaml_expect(o->report, list, AM_YAML_SEQUENCE, AM_NOTE_SETS));
  for (size_t i = 0; i < list->count; i++) {
    AM_TRY(am_yaml_text(o->report, list->items[i], "an assignment",
                        &assignment));
    AM_TRY(am_yaml_set(o->arena, o->report, root, am_yaml_option,
                       assignment));
  }
  return AM_OK;
}

static am_status read_case(const opened *o, am_case **description) {
  am_yaml *root, *sets;
  const char *file, *engine;
  AM_TRY(parse(o, AM_NOTE_CASE, &root));
  AM_TRY(parse(o, AM_NOTE_SETS, &sets));
  AM_TRY(note(o, AM_NOTE_FILE, &file));
  AM_TRY(note(o, AM_NOTE_ENGINE, &engine));
  AM_TRY(change(o, sets, root));
  const char *slash = strrchr(file, '/');
  const char *folder =
      slash ? am_copy(o->arena, file, (size_t)(slash - file)) : ".";
  AM_TRY(am_case_from(o->arena, o->report, root, folder, false, description));
  (*description)->engine = engine;
  (*description)->output = NULL; /* whoever wrote the file chose it */
  return AM_OK;
}

static am_status read_material(const opened *o,
                               const am_material **material) {
  am_yaml *root;
  am_material *read = NULL;
  AM_TRY(parse(o, AM_NOTE_MATERIAL, &root));
  AM_TRY(am_material_of(o->arena, o->report, root, root->place.source->name,
                        &read));
  *material = read;
  return AM_OK;
}

am_status am_replay_open(am_arena *arena, am_report *report,
                         const char *path, am_case **description,
                         const am_material **material) {
  const opened o = {arena, report, path};
  AM_TRY(read_case(&o, description));
  return read_material(&o, material);
}
