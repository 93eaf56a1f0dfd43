/* include.c: files included by a material: finding them, overriding their
 * parameters, and detecting name clashes. */
#include <errno.h>
#include <unistd.h>

#include "law/reader.h"

static const char *const blocks = "materials/blocks";

/* ---- finding files ------------------------------------------------------- */

/* Folder of a path, with a trailing slash; "" if the path has none. */
static const char *folder_of(am_arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  return am_copy(arena, path, slash ? (size_t)(slash - path) + 1 : 0);
}

/* Security: a material from an untrusted source must not open files
 * elsewhere. */
static am_status refuse_elsewhere(const am_reader *r, const am_yaml *node,
                                  const char *what) {
  return am_error(r->report, AM_INPUT, node->place,
                  "expected %s to lie below the folder of the file that "
                  "includes it, not hidden, found %s",
                  what, am_yaml_describe(r->arena, node));
}

/* Path of a file below the folder of the file that names it; the file need not
 * exist. */
static am_status find_beside(const am_reader *r, const am_file_context *f,
                             const am_yaml *node, const char *what,
                             const char **path) {
  const char *name, *folder = folder_of(r->arena, f->path);
  AM_TRY(am_yaml_text(r->report, node, what, &name));
  if (!am_is_below(name)) return refuse_elsewhere(r, node, what);
  *path = am_format(r->arena, "%s%s", folder, name);
  if (access(*path, F_OK)) return AM_OK;
  return am_link_leaves_folder(r->arena, *path, *folder ? folder : ".", f->path)
             ? refuse_elsewhere(r, node, what)
             : AM_OK;
}

/* Finds a file next to the including file, else an installed block; names
 * without ".yaml" are blocks. */
static am_status find_file(const am_reader *r, const am_file_context *f,
                           const am_yaml *node, am_file_context *found) {
  static const char ending[] = ".yaml";
  const char *name;
  size_t count;
  AM_TRY(am_yaml_text(r->report, node, "an included file", &name));
  size_t length = strlen(name);
  bool file = am_installed_is_path(name);
  if (file) {
    AM_TRY(find_beside(r, f, node, "an included file", &found->path));
    if (!access(found->path, F_OK)) return AM_OK;
    if (length > sizeof ending - 1) length -= sizeof ending - 1;
  }
  const char *block = am_copy(r->arena, name, length);
  found->installed = true;
  found->path = am_installed_path(r->arena, blocks, block);
  if (found->path) return AM_OK;
  const char *const *names = am_installed_names(r->arena, blocks, &count);
  return am_error(r->report, AM_INPUT, node->place,
                  "%s%s%sno block '%s' is installed%s",
                  file ? "there is no file '" : "",
                  file ? am_printable(r->arena, name, strlen(name)) : "",
                  file ? "' in the folder of the including file, and " : "",
                  am_printable(r->arena, block, length),
                  am_suggestion(r->arena, block, names, count));
}

/* AM_INPUT if a file includes itself, directly or through other files. */
static am_status check_cycle(const am_reader *r, const am_file_context *f,
                             const am_yaml *node) {
  char *real = realpath(f->path, NULL);
  bool met = false;
  for (const am_file_context *o = f->outer; o && real; o = o->outer) {
    char *other = realpath(o->path, NULL);
    met |= other && !strcmp(real, other);
    free(other);
  }
  free(real);
  if (!met) return AM_OK;
  return am_error(r->report, AM_INPUT, node->place,
                  "%s includes itself%s", am_yaml_describe(r->arena, node),
                  f->outer->outer ? ", through other files" : "");
}

/* Stored text of the next file; NULL if files are read from disk. */
static am_status stored_text(const am_reader *r, const am_yaml *node,
                             const am_source **source) {
  const am_included *all = &r->material->included;
  *source = NULL;
  if (all->count == AM_MOST_INCLUDED)
    return am_error(r->report, AM_INPUT, node->place,
                    "the material includes more than %d files",
                    AM_MOST_INCLUDED);
  if (!r->stored) return AM_OK;
  if (all->count >= r->stored->count)
    return am_error(r->report, AM_INPUT, node->place,
                    "the text of this file was not stored with the results");
  *source = r->stored->items[all->count];
  return AM_OK;
}

/* Reads a file, or takes its stored text. */
static am_status open_file(am_reader *r, const am_file_context *f,
                           const am_yaml *node, am_file_context *found) {
  am_included *all = &r->material->included;
  const am_source *source;
  am_yaml *root;
  AM_TRY(stored_text(r, node, &source));
  if (source) {
    found->path = source->name;
    AM_TRY(am_yaml_parse(r->arena, r->report, source, &root));
  } else {
    AM_TRY(find_file(r, f, node, found));
    AM_TRY(check_cycle(r, found, node));
    AM_TRY(am_yaml_read(r->arena, r->report, found->path, &root));
  }
  all->items[all->count++] = root->place.source;
  found->root = root;
  return AM_OK;
}

/* Only the chosen columns of a file must be numeric. */
static bool is_chosen(const void *data, const char *name) {
  const am_yaml *columns = data;
  for (size_t i = 0; i < columns->count; i++)
    if (columns->items[i]->kind == AM_YAML_SCALAR &&
        !strcmp(columns->items[i]->text.text, name))
      return true;
  return false;
}

am_status am_table_read(am_reader *r, const am_file_context *f,
                        const am_yaml *entry, am_parameter *p) {
  const am_yaml *file = am_yaml_get(entry, "file");
  am_included *all = &r->material->included;
  const am_yaml *columns = am_yaml_get(entry, "columns");
  const am_csv_wanted chosen = {.is = is_chosen, .data = columns};
  const am_csv_wanted *wanted = columns ? &chosen : NULL;
  const am_source *source;
  const char *path;
  am_table *table;
  AM_TRY(stored_text(r, file, &source));
  if (source) {
    AM_TRY(am_csv_parse(r->arena, r->report, source, wanted, &table));
  } else {
    AM_TRY(find_beside(r, f, file, "the file of a table", &path));
    AM_TRY(am_csv_read(r->arena, r->report, path, file->place, wanted, &table));
  }
  all->items[all->count++] = table->origin->source;
  AM_TRY(am_rows_from_file(r->arena, r->report, table, columns, p));
  return am_parameter_check(r->report, file, p);
}

/* ---- an entry of `include` ----------------------------------------------- */

/* AM_INPUT if a given parameter does not exist in the included file. */
static am_status check_given(const am_reader *r, const am_file_context *f) {
  const am_material *m = r->material;
  const am_material_part *part = &m->parts[m->part_count - 1];
  size_t count = (size_t)(part->end_parameter - part->first_parameter);
  const char **names = AM_ARRAY(r->arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    names[i] = m->parameters[part->first_parameter + (int)i].name +
               strlen(f->prefix);
  for (size_t i = 0; f->given && i < f->given->count; i++) {
    const char *key = f->given->items[i]->key;
    size_t k = 0;
    while (k < count && strcmp(names[k], key)) k++;
    if (k == count)
      return am_error(r->report, AM_INPUT, f->given->items[i]->key_place,
                      "the included file has no parameter %s%s",
                      am_quoted(r->arena, key),
                      am_suggestion(r->arena, key, names, count));
  }
  return AM_OK;
}

static const am_yaml_key entry_keys[] = {
    {"file", AM_A_TEXT, "installed block, or file in the same folder"},
    {"as", AM_A_TEXT, "prefix of its names"},
    {"parameters", AM_A_MAPPING(am_any_shape), "values and bounds that replace "
                                               "those of the file"},
    {0}};
const am_yaml_shape am_include_shape = {.takes = AM_TAKES_TEXT,
                                        .keys = entry_keys};

/* Reads FILE, or {file: FILE, as: PREFIX, parameters: {...}}. */
static am_status read_entry(am_reader *r, const am_file_context *f,
                            const am_yaml *entry) {
  am_file_context found = {.outer = f, .prefix = f->prefix};
  const am_yaml *file = entry;
  if (entry->kind == AM_YAML_MAPPING) {
    const am_yaml *as = am_yaml_get(entry, "as");
    const char *name;
    AM_TRY(am_yaml_keys_known(r->report, entry, "an entry of include",
                              entry_keys));
    file = am_yaml_get(entry, "file");
    found.given = am_yaml_get(entry, "parameters");
    if (!file)
      return am_error(r->report, AM_INPUT, entry->place,
                      "expected the key 'file' with the file to include");
    if (found.given)
      AM_TRY(am_yaml_expect(r->report, found.given, AM_YAML_MAPPING,
                            "parameters"));
    if (as) {
      AM_TRY(am_yaml_text(r->report, as, "as", &name));
      if (!am_is_name(name))
        return am_error(r->report, AM_INPUT, as->place,
                        "%s cannot be a prefix: expected a letter, then "
                        "letters, digits or '_'",
                        am_yaml_describe(r->arena, as));
      found.prefix = am_format(r->arena, "%s%s_", f->prefix, name);
    }
  }
  AM_TRY(open_file(r, f, file, &found));
  AM_TRY(am_part_read(r, &found));
  return check_given(r, &found);
}

am_status am_includes_read(am_reader *r, const am_file_context *f) {
  const am_yaml *node = am_yaml_get(f->root, "include");
  if (!node) return AM_OK;
  if (node->kind != AM_YAML_SEQUENCE) return read_entry(r, f, node);
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(read_entry(r, f, node->items[i]));
  return AM_OK;
}

const char *am_material_text(am_arena *arena, const am_material *m) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "%s", m->root->place.source->text);
  for (int i = 0; i < m->included.count; i++)
    am_buffer_add(&text, "%s", m->included.items[i]->text);
  return text.text;
}

/* ---- given parameters ---------------------------------------------------- */

const am_yaml *am_given_parameter(am_arena *arena, const am_file_context *f,
                                  const am_yaml *entry) {
  const char *name = am_format(arena, "%s%s", f->prefix, entry->key);
  am_yaml *result = AM_NEW(arena, am_yaml);
  *result = *entry;
  /* The outermost including file takes precedence. */
  for (; f->outer; f = f->outer) {
    const am_yaml *given = am_yaml_get(f->given, name + strlen(f->prefix));
    if (given) result = am_parameter_given(arena, result, given);
  }
  result->key = name;
  return result;
}

/* ---- names --------------------------------------------------------------- */

/* A name and its file. */
typedef struct {
  const char *name, *what;
  am_place place;
  int part;
} naming;

/* Names of all parameters, internal variables and definitions [*count]. */
static naming *list_names(const am_reader *r, size_t *count) {
  const am_material *m = r->material;
  size_t n = 0, most = (size_t)(m->parameter_count + m->internal_count);
  for (int p = 0; p < m->part_count; p++)
    if (m->parts[p].definitions) most += m->parts[p].definitions->count;
  naming *all = AM_ARRAY(r->arena, naming, most);
  for (int i = 0, part = 0; i < m->parameter_count; i++) {
    const am_parameter *p = &m->parameters[i];
    while (i >= m->parts[part].end_parameter) part++;
    all[n++] = (naming){p->name, "a parameter", p->place, part};
  }
  for (int i = 0; i < m->internal_count; i++) {
    const am_internal *v = &m->internals[i];
    all[n++] = (naming){v->name, "an internal variable", v->place, v->part};
  }
  for (int p = 0; p < m->part_count; p++) {
    const am_block *block = m->parts[p].definitions;
    for (size_t i = 0; block && i < block->count; i++) {
      const am_assignment *a = &block->assignments[i];
      all[n++] = (naming){
          am_format(r->arena, "%s%s", m->parts[p].prefix, a->name),
          "a definition", am_snippet_place(block->snippet, a->offset), p};
    }
  }
  *count = n;
  return all;
}

/* Orders names, the same names by their files. */
static int by_name(const void *a, const void *b) {
  const naming *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order ? order : x->part - y->part;
}

am_status am_clashes_check(am_reader *r) {
  size_t count;
  if (r->material->part_count == 1) return AM_OK;
  naming *all = list_names(r, &count);
  qsort(all, count, sizeof *all, by_name);
  for (size_t i = 1; i < count; i++) {
    const naming *first = &all[i - 1], *second = &all[i];
    if (!strcmp(first->name, second->name) && first->part != second->part)
      return am_error(r->report, AM_INPUT, second->place,
                      "'%s' is already %s of '%s', line %d: give one of them a "
                      "prefix with include: {file: FILE, as: PREFIX}",
                      second->name, first->what, first->place.source->name,
                      first->place.line);
  }
  return AM_OK;
}

/* Searches for materials. */

static const char *const folder = "materials";

const char *const *am_material_names(am_arena *arena, size_t *count) {
  return am_installed_names(arena, folder, count);
}

/* Error for a missing file named by a case; suggests an installed material of
 * the same name. */
static am_status miss_file(am_arena *arena, am_report *report,
                           const char *path, am_place place) {
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  const char *name = am_copy(arena, base, strcspn(base, "."));
  size_t count, i = 0;
  const char *const *names = am_material_names(arena, &count);
  while (i < count && strcmp(names[i], name)) i++;
  return am_error(report, AM_INPUT, place, "there is no file %s%s",
                  am_quoted(arena, path),
                  i < count ? am_format(arena, " (did you mean '%s', which is "
                                        "installed?)", name)
                            : "");
}

am_status am_material_find(am_arena *arena, am_report *report,
                           const char *name, const char *base, am_place place,
                           const char **path) {
  if (!am_installed_is_path(name))
    return am_installed_find(arena, report, folder, name, base, place, path);
  bool whole = *name == '/' || !base || !*base;
  *path = whole ? name : am_format(arena, "%s/%s", base, name);
  bool missing = place.line && access(*path, F_OK) && errno == ENOENT;
  return missing ? miss_file(arena, report, *path, place) : AM_OK;
}
