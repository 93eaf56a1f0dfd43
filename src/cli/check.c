#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/data.h"
#include "base/text.h"
#include "check/lacks.h"
#include "cli/case_file.h"
#include "cli/check_files.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "output/file.h"

/* What a level means, where --samples does not say otherwise. */
static const int samples_of[] = {
    [AM_LEVEL_QUICK] = 5, [AM_LEVEL_USUAL] = 20, [AM_LEVEL_THOROUGH] = 200};

/* The whole command while it works. */
typedef struct {
  am_context *context;
  am_arena *arena;       /* of what outlives a file */
  am_check_files files;
  am_progress progress;
  const am_scheme **schemes;
  const am_engine *engine, *other;
} session;

static am_status worse(am_status a, am_status b) { return a > b ? a : b; }

/* ---- which checks -------------------------------------------------------- */

/* Checks of cases, which are no rows of am_checks. */
static const am_check others[] = {
    {"expect", "what a case expects", NULL},
};

enum { OTHERS = sizeof others / sizeof *others };

static const char *const *all_names(am_arena *arena, size_t *count) {
  size_t rows = 0;
  while (am_checks[rows]) rows++;
  const char **names = AM_ARRAY(arena, const char *, rows + OTHERS);
  for (size_t i = 0; i < rows + OTHERS; i++)
    names[i] = i < rows ? am_checks[i]->name : others[i - rows].name;
  *count = rows + OTHERS;
  return names;
}

/* Does a list with commas hold the name? */
static bool is_listed(const char *list, const char *name) {
  size_t wanted = strlen(name);
  for (;;) {
    size_t length = strcspn(list, ",");
    if (length == wanted && !strncmp(list, name, length)) return true;
    if (!list[length]) return false;
    list += length + 1;
  }
}

static bool is_wanted(const am_context *context, const char *name) {
  return !context->options.only || is_listed(context->options.only, name);
}

static am_status read_only(am_context *context) {
  size_t count;
  const char *const *names = all_names(context->arena, &count);
  const char *at = context->options.only;
  while (at) {
    size_t length = strcspn(at, ","), i = 0;
    const char *name = am_copy(context->arena, at, length);
    while (i < count && strcmp(names[i], name)) i++;
    if (i == count)
      return am_error(context->report, AM_USAGE, am_nowhere,
                      "unknown check '%s'%s; 'automat check --list' names "
                      "them all",
                      am_printable(context->arena, name, length),
                      am_suggestion(context->arena, name, names, count));
    at = at[length] ? at + length + 1 : NULL;
  }
  return AM_OK;
}

static void list_checks(void) {
  for (size_t i = 0; am_checks[i]; i++)
    am_print_row(stdout, 14, am_checks[i]->name, am_checks[i]->about);
  for (size_t i = 0; i < OTHERS; i++)
    am_print_row(stdout, 14, others[i].name, others[i].about);
}

/* ---- one file ------------------------------------------------------------ */

/* One file while it is checked, in an arena of its own. */
typedef struct {
  session *all;
  am_arena *arena;
  const char *name; /* as printed */
  const char *path;
  am_subject subject;
} checked;

static am_level level_of(const am_options *o) {
  return o->quick      ? AM_LEVEL_QUICK
         : o->thorough ? AM_LEVEL_THOROUGH
                       : AM_LEVEL_USUAL;
}

static void take_subject(checked *c) {
  const session *all = c->all;
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
    if (is_wanted(context, am_checks[i]->name)) {
      am_progress_tell(&c->all->progress, "%s: %s", c->name,
                       am_checks[i]->name);
      status = worse(status, am_checks[i]->run(&c->subject));
    }
  return status;
}

static am_status check_material(checked *c) {
  am_subject *s = &c->subject;
  am_material *material = NULL;
  AM_TRY(am_material_read(c->arena, s->report, c->path, &material));
  AM_TRY(am_lacks_read(s->report, material));
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
  if (!is_wanted(context, "expect")) return AM_OK;
  return am_check_expectations(context, &c->subject, c->path);
}

/* check_file, with a message when memory runs out. */
static am_status check_within_memory(checked *c) {
  if (c->arena && !am_arena_recover(c->arena)) return check_file(c);
  const char *when =
      am_format(c->all->arena, " while checking '%s'", c->name);
  return am_error_memory(c->all->context->report, c->arena, when);
}

/* ---- what is kept of it -------------------------------------------------- */

static const char *keep_text(am_arena *arena, const char *text) {
  return text ? am_copy(arena, text, strlen(text)) : NULL;
}

/* michel-suquet.gradient.case.yaml, michel-suquet.gradient.2.case.yaml */
static const char *replay_path(const session *all, const am_check_file *file,
                               const checked *c, const char *check) {
  const char *folder = all->context->options.replays;
  size_t before = 0;
  for (size_t i = 0; i < file->count; i++)
    before += file->lines[i].file &&
              !strcmp(file->lines[i].finding.check, check);
  const char *number =
      before ? am_format(all->arena, ".%zu", before + 1) : "";
  return am_format(all->arena, "%s%s%s.%s%s.case.yaml", folder ? folder : "",
                   folder ? "/" : "", c->subject.material->name, check,
                   number);
}

static am_status write_replay(const session *all, const am_finding *f,
                              const char *path) {
  am_file file;
  AM_TRY(am_file_create(all->arena, all->context->report, path, &file));
  fputs(f->replay, file.stream);
  (void)am_file_failed(&file);
  return am_file_commit(&file, all->context->report);
}

static am_status keep_line(const session *all, const checked *c,
                           const am_finding *f, am_check_file *file) {
  am_status status = AM_OK;
  am_arena *arena = all->arena;
  am_check_line line = {.finding = *f};
  bool failed = f->verdict == AM_VERDICT_FAILED;
  if (failed && f->replay && !all->context->options.no_replays) {
    line.file = replay_path(all, file, c, f->check);
    status = write_replay(all, f, line.file);
    if (status != AM_OK) line.file = NULL;
  }
  line.finding.check = keep_text(arena, f->check);
  line.finding.what = keep_text(arena, f->what);
  line.finding.entry = keep_text(arena, f->entry);
  line.finding.note = keep_text(arena, f->note);
  line.finding.replay = NULL;
  line.finding.state = NULL;
  file->lines[file->count++] = line;
  file->failed += failed;
  return status;
}

static am_status keep(session *all, const checked *c, am_check_file *file) {
  const am_findings *found = c->subject.findings;
  am_status status = AM_OK;
  size_t count = found ? found->count : 0;
  file->lines = AM_ARRAY(all->arena, am_check_line, count);
  if (c->subject.material)
    file->title = keep_text(all->arena, c->subject.material->title);
  if (c->subject.law) file->unknowns = c->subject.law->na;
  for (size_t i = 0; i < count; i++)
    status = worse(status, keep_line(all, c, &found->items[i], file));
  return file->failed ? worse(status, AM_FAILED) : status;
}

static const char *first_error(const session *all) {
  const am_message *m = all->context->report->first;
  while (m && m->severity != AM_SEVERITY_ERROR) m = m->next;
  return m ? keep_text(all->arena, m->text) : NULL;
}

static void count_file(session *all, const am_check_file *file) {
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
static bool has_page(const am_context *context) {
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

static am_status check_one(session *all, const char *name) {
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
  if (has_page(context)) am_check_print_file(context, &file, stdout);
  fflush(stdout);
  drop_repeated(context->report);
  am_context_print(context);
  am_arena_free(arena);
  return worse(status, kept);
}

/* ---- all files ----------------------------------------------------------- */

static am_status write_report(session *all, const char *path,
                              am_check_write *write) {
  am_file file;
  if (!path) return AM_OK;
  AM_TRY(am_file_create(all->arena, all->context->report,
                        strcmp(path, "-") ? path : NULL, &file));
  write(all->arena, &all->files, file.stream);
  (void)am_file_failed(&file);
  return am_file_commit(&file, all->context->report);
}

static void find_schemes(session *all) {
  size_t count;
  const am_scheme *rows = am_schemes(&count);
  all->schemes = AM_ARRAY(all->arena, const am_scheme *, count + 1);
  for (size_t i = 0; i < count; i++) all->schemes[i] = &rows[i];
}

/* The engine that is asked for, else the interpreter, and another one that
 * can run here. */
static void find_engines(session *all) {
  const char *name = all->context->options.engine, *what;
  am_report *unread = am_report_new(all->arena);
  all->engine = name ? am_engine_find(name) : NULL;
  if (!all->engine) all->engine = &am_engine_interp;
  const am_engine *other = all->engine == &am_engine_interp
                               ? &am_engine_native
                               : &am_engine_interp;
  if (other->place(all->arena, unread, &what) == AM_OK) all->other = other;
}

/* What was found is shown, however the checks ended. */
static am_status check_all(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  session *all = AM_NEW(arena, session);
  am_status status = AM_OK;
  *all = (session){.context = context, .arena = arena};
  find_schemes(all);
  find_engines(all);
  am_interrupt_watch();
  am_progress_start(&all->progress, "files", (double)o->operand_count,
                    !o->quiet);
  for (size_t i = 0; i < o->operand_count && !am_interrupt_signal(); i++) {
    am_progress_set(&all->progress, (double)i);
    status = worse(status, check_one(all, o->operands[i]));
  }
  all->files.complete = !am_interrupt_signal();
  if (!all->files.complete)
    am_warn(context->report, am_nowhere, "stopped before all was checked");
  if (has_page(context) && !o->quiet)
    am_check_print_tally(&all->files, stdout);
  if (o->table) am_check_print_table(&all->files, stdout);
  am_status json = write_report(all, o->json, am_check_write_json);
  am_status junit = write_report(all, o->junit, am_check_write_junit);
  status = worse(status, worse(json, junit));
  return all->files.complete ? status : AM_FAILED;
}

static am_status check_replays(am_context *context) {
  const char *folder = context->options.replays;
  struct stat found;
  if (!folder || (!stat(folder, &found) && S_ISDIR(found.st_mode)))
    return AM_OK;
  return am_error(context->report, AM_USAGE, am_nowhere,
                  "expected '--replays' to be a folder, found '%s'",
                  am_printable(context->arena, folder, strlen(folder)));
}

/* The table is of all installed materials, unless some are named, and of what
 * they state themselves. */
static void ask_for_table(am_context *context) {
  am_options *o = &context->options;
  if (!o->table) return;
  if (!o->only) o->only = "own";
  if (o->operand_count) return;
  const char *const *names =
      am_data_names(context->arena, "materials", &o->operand_count);
  o->operands = AM_ARRAY(context->arena, const char *, o->operand_count);
  for (size_t i = 0; i < o->operand_count; i++) o->operands[i] = names[i];
}

static am_status check_options(am_context *context) {
  ask_for_table(context);
  const am_options *o = &context->options;
  if (!o->operand_count)
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "'automat check' needs FILE...; see 'automat help "
                    "check'");
  if (o->quick && o->thorough)
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "'--quick' and '--thorough' exclude each other");
  AM_TRY(read_only(context));
  AM_TRY(check_replays(context));
  return am_case_check_engine(context);
}

static am_status run(am_context *context) {
  if (context->options.list) {
    list_checks();
    return AM_OK;
  }
  AM_TRY(check_options(context));
  return am_interrupt_run(context, check_all);
}

static const am_option option_quick = {
    "quick", 0, NULL, "few random states: under two seconds a law",
    AM_OPTION_FLAG, AM_AT(quick)};
static const am_option option_thorough = {
    "thorough", 0, NULL, "many random states", AM_OPTION_FLAG,
    AM_AT(thorough)};
static const am_option option_samples = {
    "samples", 0, "N", "random states of each check (default 20)",
    AM_OPTION_NUMBER, AM_AT(samples), 1, 1000000};
static const am_option option_seed = {
    "seed", 0, "N", "of the random numbers (default 0)", AM_OPTION_NUMBER,
    AM_AT(seed), 0, LONG_MAX};
static const am_option option_only = {
    "only", 0, "NAME[,NAME]", "only these checks", AM_OPTION_TEXT,
    AM_AT(only)};
static const am_option option_list = {
    "list", 0, NULL, "print the names of all checks", AM_OPTION_FLAG,
    AM_AT(list)};
static const am_option option_table = {
    "table", 0, NULL, "print a table of what the materials' own checks found",
    AM_OPTION_FLAG, AM_AT(table)};
static const am_option option_replays = {
    "replays", 0, "DIR", "write cases of failed states to DIR (default: here)",
    AM_OPTION_TEXT, AM_AT(replays)};
static const am_option option_no_replays = {
    "no-replays", 0, NULL, "write no cases of failed states", AM_OPTION_FLAG,
    AM_AT(no_replays)};
static const am_option option_json = {
    "json", 0, "FILE", "write all findings as JSON ('-': standard output)",
    AM_OPTION_TEXT, AM_AT(json)};
static const am_option option_junit = {
    "junit", 0, "FILE", "write all findings as XML of JUnit ('-': standard "
    "output)", AM_OPTION_TEXT, AM_AT(junit)};
static const am_option option_verbose = {
    "verbose", 'v', NULL, "print every comparison", AM_OPTION_FLAG,
    AM_AT(verbose)};
static const am_option option_quiet = {
    "quiet", 'q', NULL, "print failures and errors only", AM_OPTION_FLAG,
    AM_AT(quiet)};

static const am_option *const options[] = {
    &option_quick,      &option_thorough, &option_samples, &option_seed,
    &option_only,       &option_list,     &option_table,   &am_option_engine,
    &option_replays,    &option_no_replays, &option_json,  &option_junit,
    &option_verbose,    &option_quiet,    &am_option_help, NULL};

const am_command am_command_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "check laws, and compare with what files expect",
    .about =
        "A material file, or an installed material given by its name, is\n"
        "checked at random states: derivatives against differences of what\n"
        "they derive, convexity, dissipation, symmetry and more; and each of\n"
        "its `checks` is run and compared.  A case file is run, and its rows\n"
        "are compared with the list `expect`.  Prints one line for each\n"
        "check, with its worst entry; the exit status is 1 when one fails.\n"
        "A state that fails is written as a case that begins there.",
    .options = options,
    .least = 0,
    .most = (size_t)-1,
    .run = run,
};
