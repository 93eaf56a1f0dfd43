/* check_file.c: one file while it is checked, and what is kept of it. */
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/data.h"
#include "base/text.h"
#include "cli/check_files.h"
#include "cli/interrupt.h"
#include "output/file.h"

/* What a level means, where --samples does not say otherwise. */
static const int samples_of[] = {
    [AM_LEVEL_QUICK] = 5, [AM_LEVEL_USUAL] = 20, [AM_LEVEL_THOROUGH] = 200};

am_status am_check_worse(am_status a, am_status b) { return a > b ? a : b; }

/* One file while it is checked, in an arena of its own. */
typedef struct {
  am_check_session *all;
  am_arena *arena;
  const char *name; /* as printed */
  const char *path;
  am_subject subject;
} checked;

static am_check_level level_of(const am_options *o) {
  return o->quick      ? AM_LEVEL_QUICK
         : o->thorough ? AM_LEVEL_THOROUGH
                       : AM_LEVEL_USUAL;
}

static void take_subject(checked *c) {
  const am_check_session *all = c->all;
  const am_options *o = &all->context->options;
  am_findings *findings = AM_NEW(c->arena, am_findings);
  findings->arena = c->arena;
  c->subject = (am_subject){
      .arena = c->arena, .report = all->context->report, .path = c->path,
      .schemes = all->schemes, .engine = all->engine, .other = all->other,
      .level = level_of(o), .seed = (uint64_t)o->seed,
      .samples = o->samples ? (int)o->samples : samples_of[level_of(o)],
      .stop = am_interrupt_flag(), .findings = findings};
}

static am_status run_checks(checked *c) {
  am_context *context = c->all->context;
  am_status status = AM_OK;
  for (size_t i = 0; am_checks[i] && !am_interrupt_signal(); i++)
    if (am_check_is_wanted(context, am_checks[i]->name)) {
      am_progress_tell(&c->all->progress, "%s: %s", c->name,
                       am_checks[i]->name);
      status = am_check_worse(status, am_checks[i]->run(&c->subject));
      AM_TRY(am_law_check_size(context->report, c->subject.law));
    }
  return status;
}

static am_status check_material(checked *c) {
  am_subject *s = &c->subject;
  am_material *material = NULL;
  AM_TRY(am_material_read(c->arena, s->report, c->path, &material));
  AM_TRY(am_known_failures_read(s->report, material));
  s->material = material;
  AM_TRY(am_law_new(c->arena, s->report, material, NULL, NULL, am_nowhere,
                    AM_STRATEGY_AUTOMATIC, true, &s->law));
  return run_checks(c);
}

/* A bare name is an installed material or an installed case. */
static am_status find(checked *c) {
  c->path = c->name;
  if (am_data_is_path(c->name)) return AM_OK;
  c->path = am_data_path(c->arena, "cases", c->name);
  if (c->path) return AM_OK;
  return am_material_find(c->arena, c->all->context->report, c->name, NULL,
                          am_nowhere, &c->path);
}

static am_status check_file(checked *c) {
  am_context *context = c->all->context;
  am_yaml *root = NULL;
  AM_TRY(find(c));
  take_subject(c);
  AM_TRY(am_yaml_read(c->arena, context->report, c->path, &root));
  if (!am_yaml_get(root, "case")) return check_material(c);
  if (!am_check_is_wanted(context, "expect")) return AM_OK;
  return am_check_expectations(context, &c->subject, c->path);
}

/* check_file, with a message when memory runs out. */
static am_status check_within_memory(checked *c) {
  if (c->arena) am_arena_watch(c->arena, am_interrupt_flag());
  if (c->arena && !am_arena_recover(c->arena)) return check_file(c);
  if (am_interrupt_signal()) return AM_FAILED;
  const char *when =
      am_format(c->all->arena, " while checking '%s'", c->name);
  return am_error_memory(c->all->context->report, c->arena, when);
}

/* ---- what is kept of it -------------------------------------------------- */

static const char *keep_text(am_arena *arena, const char *text) {
  return text ? am_copy(arena, text, strlen(text)) : NULL;
}

/* Does a file hold this text?  Links are not followed. */
static bool holds(const char *path, const char *text) {
  int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  FILE *in = descriptor < 0 ? NULL : fdopen(descriptor, "r");
  if (!in) return false;
  while (*text && getc(in) == (unsigned char)*text) text++;
  bool same = !*text && getc(in) == EOF && !ferror(in);
  fclose(in);
  return same;
}

static bool exists(const char *path) {
  struct stat found;
  return !lstat(path, &found);
}

/* michel-suquet.gradient.case.yaml, michel-suquet.gradient.2.case.yaml: the
 * first that is free, or that an earlier check has written alike. */
static const char *replay_path(const checked *c, const am_finding *f) {
  const char *folder = c->all->context->options.replays, *path;
  int number = 1;
  assert(c->subject.material);
  do {
    path = am_format(
        c->all->arena, "%s%s%s.%s%s.case.yaml", folder ? folder : "",
        folder ? "/" : "", c->subject.material->name, f->check,
        number > 1 ? am_format(c->arena, ".%d", number) : "");
    number++;
  } while (exists(path) && !holds(path, f->replay));
  return path;
}

static am_status write_replay(const checked *c, const am_finding *f,
                              const char **path) {
  *path = replay_path(c, f);
  if (exists(*path)) return AM_OK;
  am_status status =
      am_file_write_new(c->all->context->report, *path, f->replay);
  if (status != AM_OK) *path = NULL;
  return status;
}

static am_status keep_line(const am_check_session *all, const checked *c,
                           const am_finding *f, am_check_file *file) {
  am_status status = AM_OK;
  am_arena *arena = all->arena;
  am_check_line line = {.finding = am_finding_copy(arena, f)};
  bool failed = f->verdict == AM_VERDICT_FAILED;
  if (failed && f->replay && !all->context->options.no_replays)
    status = write_replay(c, f, &line.file);
  line.finding.replay = NULL;
  line.finding.state = NULL;
  file->lines[file->count++] = line;
  file->failed += failed;
  return status;
}

static am_status keep(am_check_session *all, const checked *c,
                      am_check_file *file) {
  const am_findings *found = c->subject.findings;
  am_status status = AM_OK;
  size_t count = found ? found->count : 0;
  file->lines = AM_ARRAY(all->arena, am_check_line, count);
  if (c->subject.material)
    file->title = keep_text(all->arena, c->subject.material->title);
  if (c->subject.law) file->unknowns = c->subject.law->na;
  for (size_t i = 0; i < count; i++)
    status = am_check_worse(status, keep_line(all, c, &found->items[i], file));
  return file->failed ? am_check_worse(status, AM_FAILED) : status;
}

static const char *first_error(const am_check_session *all) {
  const am_message *m = all->context->report->first;
  while (m && m->severity != AM_SEVERITY_ERROR) m = m->next;
  return m ? keep_text(all->arena, m->text) : NULL;
}

static void count_file(am_check_session *all, const am_check_file *file) {
  am_check_files *files = &all->files;
  AM_PUSH_ROOM(all->arena, files->items, files->count, files->capacity);
  files->items[files->count++] = *file;
  files->failed += file->failed;
  files->broken += file->broken;
  for (size_t i = 0; i < file->count; i++)
    files->comparisons +=
        file->lines[i].finding.verdict != AM_VERDICT_SKIPPED;
}

/* Is the page printed: does no report go where it would stand? */
bool am_check_has_page(const am_context *context) {
  const char *json = context->options.json, *junit = context->options.junit;
  return !context->options.table && !(json && !strcmp(json, "-")) &&
         !(junit && !strcmp(junit, "-"));
}

static bool is_same(const am_message *a, const am_message *b) {
  return a->place.source == b->place.source &&
         a->place.line == b->place.line && !strcmp(a->text, b->text);
}

/* What several checks met alike is said once. */
static void drop_repeated(am_report *report) {
  for (am_message *m = report->first; m; m = m->next) {
    report->last = m;
    for (am_message **at = &m->next; *at;)
      if (is_same(m, *at))
        *at = (*at)->next;
      else
        at = &(*at)->next;
  }
}

am_status am_check_one(am_check_session *all, const char *name) {
  am_context *context = all->context;
  am_arena *arena = am_arena_new();
  checked c = {.all = all, .arena = arena, .name = name};
  am_check_file file = {.name = name};
  double start = am_clock();
  am_status status = check_within_memory(&c);
  am_status kept = keep(all, &c, &file);
  file.broken = status != AM_OK && !file.failed && !am_interrupt_signal();
  file.message = file.broken ? first_error(all) : NULL;
  file.seconds = am_clock() - start;
  count_file(all, &file);
  am_progress_end(&all->progress);
  if (am_check_has_page(context)) am_check_print_file(context, &file, stdout);
  fflush(stdout);
  drop_repeated(context->report);
  am_context_print(context);
  am_arena_free(arena);
  return am_check_worse(status, kept);
}
