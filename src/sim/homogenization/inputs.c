/* inputs.c: digests of the input files of a volume element. */
#include "homogenization/parts.h"

/* Bytes read per file; for larger files the digest also includes the size. */
enum { MOST = 1 << 26 };

typedef struct {
  am_arena *arena;
  am_report *report; /* discarded: errors are reported when a file is used */
  const char *folder;
  uint64_t sum;
} inputs;

static void add_number(inputs *in, uint64_t number) {
  in->sum = am_digest(in->sum, &number, sizeof number);
}

/* Adds a file to the digest; an unreadable file counts as empty. */
static void add_file(inputs *in, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  uint64_t sum = 0;
  bool good = file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode);
  off_t size = good ? status.st_size : 0;
  if (good && am_digest_file(file, size < MOST ? size : MOST, &sum)) sum = 0;
  if (file >= 0) close(file);
  add_number(in, sum);
  add_number(in, (uint64_t)size);
}

/* Adds a material, given by name or file, and the files that it includes. */
static void add_material(inputs *in, const char *name) {
  const char *path;
  am_material *m;
  if (am_material_find(in->arena, in->report, name, in->folder, am_nowhere,
                       &path) != AM_OK)
    return;
  add_file(in, path);
  if (am_material_read(in->arena, in->report, path, &m) != AM_OK) return;
  for (int i = 0; i < m->part_count; i++) add_file(in, m->parts[i].path);
}

/* Adds the file that the value of a key names, if the key names input files. */
static void add_named(inputs *in, const char *key, const char *value) {
  bool whole = *value == '/' || !in->folder || !*in->folder;
  if (!strcmp(key, "material"))
    add_material(in, value);
  else if (!strcmp(key, "file") || !strcmp(key, "table"))
    add_file(in, whole ? value
                       : am_format(in->arena, "%s/%s", in->folder, value));
}

/* Adds all files that a YAML tree names, except its outputs. */
static void add_tree(inputs *in, const am_yaml *node) {
  if (node->key && !strcmp(node->key, "output")) return;
  if (node->kind == AM_YAML_SCALAR && node->key)
    add_named(in, node->key,
              am_copy(in->arena, node->text.text, node->text.length));
  for (size_t i = 0; i < node->count; i++) add_tree(in, node->items[i]);
}

static void add_assignment(inputs *in, const char *text) {
  const char *value = strchr(text, '='), *key = text;
  if (!value || !strncmp(text, "output", strlen("output"))) return;
  for (const char *at = text; at < value; at++)
    if (*at == '.') key = at + 1;
  add_named(in, am_copy(in->arena, key, (size_t)(value - key)), value + 1);
}

am_status am_inputs_agree(am_report *report, am_team *team,
                          const am_case *description, const char *const *sets,
                          size_t count) {
  const am_source *text = description->source;
  inputs in = {.arena = report->arena, .folder = description->folder,
               .report = am_report_apart(report->arena, report),
               .sum = AM_DIGEST_START};
  am_yaml *root;
  if (team->count == 1) return AM_OK;
  AM_TRY(am_team_same(team, report, "case files",
                      am_digest(AM_DIGEST_START, text->text, text->length)));
  if (am_yaml_parse(in.arena, in.report, text, &root) == AM_OK)
    add_tree(&in, root);
  for (size_t i = 0; i < count; i++) add_assignment(&in, sets[i]);
  return am_team_same(team, report, "materials or data files", in.sum);
}
