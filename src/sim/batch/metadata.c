/* metadata.c: writes the case of a batch to attributes of its file and reads it
 * back, so that any of its points can be run again. */
#include "batch/parts.h"

/* Names of the attributes that are read back. */
#define NOTE_CASE "case"         /* text of the case */
#define NOTE_FILE "case_file"    /* path of the case, to which its inputs are
                                    relative */
#define NOTE_SETS "set"          /* YAML: {set: [assignments]} */
#define NOTE_MATERIAL "material" /* text of the material */
#define NOTE_INCLUDED "included" /* YAML: {included: [texts]}, if the material
                                    includes files */
#define NOTE_ENGINE "engine"     /* name of the engine */

/* ---- writing ------------------------------------------------------------- */

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

static const char *included_text(am_arena *arena, const am_material *m) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, NOTE_INCLUDED ": [");
  for (int i = 0; i < m->included.count; i++) {
    am_buffer_add(&text, "%s", i ? ",\n" : "");
    am_yaml_quote(&text, m->included.items[i]->text);
  }
  am_buffer_add(&text, "]\n");
  return text.text;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

const am_archive_note *am_store_notes(am_arena *arena, const am_batch *b,
                                      int *count) {
  const am_run *run = b->run;
  const am_case *description = run->description;
  const am_points *points = run->sample->points;
  char *absolute = realpath(description->file, NULL);
  const char *file = am_format(arena, "%s",
                               absolute ? absolute : description->file);
  free(absolute);
  const am_archive_note notes[] = {
      {"title", description->title},
      {NOTE_CASE, description->source->text},
      {NOTE_FILE, file},
      {NOTE_SETS, sets_text(arena, &b->options)},
      {NOTE_MATERIAL, run->law->material->root->place.source->text},
      {"material_name", run->law->material->name},
      {"scheme", run->solver.scheme->name},
      {NOTE_ENGINE, am_engine_of(run->program)->name},
      {"seed", am_format(arena, "%llu",
                         (unsigned long long)(points ? points->seed : 0))},
      {"version", b->options.version},
      {AM_ARCHIVE_SHARD,
       b->shard.count < 2 ? NULL : am_shard_text(arena, &b->shard)},
      {NOTE_INCLUDED, run->law->material->included.count
                          ? included_text(arena, run->law->material)
                          : NULL},
      {AM_ARCHIVE_NOTATION, run->columns->voigt ? AM_ARCHIVE_VOIGT : NULL},
  };
  am_archive_note *copy = AM_ARRAY(arena, am_archive_note, COUNT(notes));
  *count = 0;
  for (size_t i = 0; i < COUNT(notes); i++)
    if (notes[i].text) copy[(*count)++] = notes[i];
  return copy;
}

/* ---- reading ------------------------------------------------------------- */

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *path;
} opened;

static am_status read_note(const opened *o, const char *name,
                           const char **text) {
  return am_archive_note_read(o->arena, o->report, o->path, name, text);
}

/* Parses a note; `name`: its name in messages. */
static am_status parse_note(const opened *o, const char *name, am_yaml **root) {
  am_source *source = AM_NEW(o->arena, am_source);
  AM_TRY(read_note(o, name, &source->text));
  source->name = am_format(o->arena, "%s:%s", o->path, name);
  source->length = strlen(source->text);
  return am_yaml_parse(o->arena, o->report, source, root);
}

static am_status apply_sets(const opened *o, const am_yaml *sets,
                            am_yaml *root) {
  const am_yaml *list = am_yaml_get(sets, NOTE_SETS);
  const char *assignment;
  if (!list) return AM_OK;
  AM_TRY(am_yaml_expect(o->report, list, AM_YAML_SEQUENCE, NOTE_SETS));
  for (size_t i = 0; i < list->count; i++) {
    AM_TRY(am_yaml_text(o->report, list->items[i], "an assignment",
                        &assignment));
    AM_TRY(am_yaml_set(o->arena, o->report, root, am_yaml_option, assignment));
  }
  return AM_OK;
}

/* Reads the texts of files included by a material. */
static am_status read_included(const opened *o, const am_yaml *material,
                               am_included *included) {
  am_yaml *root;
  *included = (am_included){.count = 0};
  if (!am_yaml_get(material, "include")) return AM_OK;
  AM_TRY(parse_note(o, NOTE_INCLUDED, &root));
  const am_yaml *list = am_yaml_get(root, NOTE_INCLUDED);
  if (!list)
    return am_error(o->report, AM_INPUT, root->place,
                    "expected the key '" NOTE_INCLUDED "'");
  AM_TRY(am_yaml_expect(o->report, list, AM_YAML_SEQUENCE, NOTE_INCLUDED));
  for (size_t i = 0; i < list->count && i < AM_MOST_INCLUDED; i++) {
    am_source *source = AM_NEW(o->arena, am_source);
    AM_TRY(am_yaml_text(o->report, list->items[i], "a text", &source->text));
    source->length = list->items[i]->text.length;
    source->name =
        am_format(o->arena, "%s:" NOTE_INCLUDED ".%zu", o->path, i + 1);
    included->items[included->count++] = source;
  }
  return AM_OK;
}

am_status am_replay_open(am_arena *arena, am_report *report,
                         const char *path, am_case **description,
                         const am_material **material) {
  const opened o = {arena, report, path};
  am_yaml *root, *sets;
  const char *file, *engine;
  AM_TRY(parse_note(&o, NOTE_CASE, &root));
  AM_TRY(parse_note(&o, NOTE_SETS, &sets));
  AM_TRY(read_note(&o, NOTE_FILE, &file));
  AM_TRY(read_note(&o, NOTE_ENGINE, &engine));
  AM_TRY(apply_sets(&o, sets, root));
  const char *slash = strrchr(file, '/');
  const char *folder =
      slash ? am_copy(arena, file, (size_t)(slash - file)) : ".";
  AM_TRY(am_case_from(arena, report, root, folder, false, description));
  (*description)->settings.engine = engine;
  (*description)->output = NULL; /* only for the original run */

  am_material *read = NULL;
  am_included included;
  AM_TRY(parse_note(&o, NOTE_MATERIAL, &root));
  AM_TRY(read_included(&o, root, &included));
  AM_TRY(am_material_of(arena, report, root, root->place.source->name,
                        &included, &read));
  *material = read;
  return AM_OK;
}
