/* check.c: `automat check`: options, and the checks of each file. */
#include "cli/check_files.h"

/* ---- selection of checks ------------------------------------------------- */

static bool is_wanted(const am_context *context, const char *name) {
  const am_option_list *only = &context->options.only;
  size_t i = 0;
  while (i < only->count && strcmp(only->items[i], name)) i++;
  return !only->count || i < only->count;
}

static am_status check_wanted(am_context *context) {
  const am_option_list *only = &context->options.only;
  const am_listing checks = am_listing_of(context->arena, "checks");
  for (size_t i = 0; i < only->count; i++)
    AM_TRY(am_listing_expect(context->report, &checks, "check", only->items[i],
                             "check --list' prints all names"));
  return AM_OK;
}

static am_status worse(am_status a, am_status b) { return a > b ? a : b; }

typedef struct {
  am_context *context;
  am_arena *arena; /* for data kept after the check of a file */
  am_check_files files;
  const am_engine *engine, *other;
} session;

/* File being checked, with its own arena. */
typedef struct {
  session *all;
  am_arena *arena;
  const char *name; /* as printed */
  const char *path;
  am_subject subject;
  am_check_file *file; /* its results */
} checked;

/* ---- a case -------------------------------------------------------------- */

/* True until the loading step *last. */
static bool goes_on(void *last, const am_cell_row *row,
                    const double *values) {
  (void)values;
  return row->step < *(const long *)last;
}

/* Runs a volume element without writing fields or labels; only the first
 * loading step if there are no expected values. */
static am_status check_cell(am_subject *s, am_case *description) {
  const am_cell_options options = {.threads = 0};
  bool expects = description->expectation_count > 0;
  long last = expects ? LONG_MAX : 1;
  const am_cell_row_sink sink = {goes_on, &last};
  am_cell_run *run;
  description->fields = NULL;
  description->times = AM_TIMES_ALL; /* expected values refer to existing
                                        rows */
  AM_TRY(am_expect_columns(s->arena, s->report, description));
  AM_TRY(am_cell_run_prepare(s->arena, s->report, description, &options, &run));
  AM_TRY(am_cell_run_drive(run, s->report, &sink));
  if (expects)
    return am_check_table(s, "expect", description, run->rows, NULL);
  am_finding_add(s, &(am_finding){.check = "expect",
                 .what = "first loading step", .time = NAN,
                 .note = "converged; the case states no expected values"});
  return AM_OK;
}

/* Runs the case and adds a finding for each comparison of its `expect`. */
static am_status check_case(am_context *context, am_subject *s,
                            const char *path) {
  am_case *description = NULL;
  AM_TRY(am_case_read(s->arena, s->report, path, NULL, 0, &description));
  am_case_use_engine(context, description);
  if (description->microstructure) return check_cell(s, description);
  return am_check_case(s, "expect", description, NULL, NULL);
}

/* ---- a file -------------------------------------------------------------- */

static am_status check_material(checked *c) {
  am_context *context = c->all->context;
  am_subject *s = &c->subject;
  am_material *material = NULL;
  am_status status = AM_OK;
  AM_TRY(am_material_read(c->arena, s->report, c->path, &material));
  s->material = material;
  s->logarithmic = material->kinematics == AM_KINEMATICS_LOGARITHMIC;
  AM_TRY(am_kinematics_choose(context, material, &s->logarithmic));
  AM_TRY(am_subject_read(s));
  for (size_t i = 0; am_checks[i] && !am_interrupt_signal(); i++)
    if (is_wanted(context, am_checks[i]->name)) {
      am_progress_tell(context, "%s: %s", c->name,
                       am_checks[i]->name);
      status = worse(status, am_checks[i]->run(s));
      AM_TRY(am_law_check_size(context->report, s->law));
    }
  return status;
}

static am_status check_file(checked *c) {
  const session *all = c->all;
  const am_options *o = &all->context->options;
  am_report *report = all->context->report;
  am_yaml *root = NULL;
  am_check_level level = o->quick      ? AM_LEVEL_QUICK
                         : o->thorough ? AM_LEVEL_THOROUGH
                                       : AM_LEVEL_USUAL;
  /* A bare name is an installed material or case. */
  c->path = am_installed_is_path(c->name)
                ? c->name
                : am_installed_path(c->arena, "cases", c->name);
  if (!c->path)
    AM_TRY(am_material_find(c->arena, report, c->name, NULL, am_nowhere,
                            &c->path));
  c->subject = (am_subject){
      .arena = c->arena, .report = report, .path = c->path,
      .engine = all->engine, .other = all->other,
      .level = level, .seed = (uint64_t)o->seed,
      .samples = o->samples ? (int)o->samples : am_check_samples[level],
      .findings = &c->file->findings};
  AM_TRY(am_yaml_read(c->arena, report, c->path, &root));
  c->file->kind = am_yaml_get(root, "case") ? "case" : "law";
  if (!am_yaml_get(root, "case")) return check_material(c);
  if (!is_wanted(all->context, "expect")) return AM_OK;
  return check_case(all->context, &c->subject, c->path);
}

static am_status check_within_memory(checked *c) {
  if (c->arena) am_arena_watch(c->arena, am_arena_flag(c->all->arena));
  if (c->arena && !am_arena_recover(c->arena)) return check_file(c);
  if (am_interrupt_signal()) return AM_FAILED;
  const char *when =
      am_format(c->all->arena, " while checking '%s'", c->name);
  return am_error_memory(c->all->context->report, c->arena, when);
}

/* ---- results ------------------------------------------------------------- */

static bool holds(am_arena *arena, const char *path, const char *text) {
  am_source source;
  am_obstacle why;
  return am_input_read(arena, am_report_new(arena), path, 1, &source, &why) &&
         !strcmp(source.text, text);
}

static bool exists(const char *path) {
  struct stat found;
  return !lstat(path, &found);
}

/* First of the names michel-suquet.gradient.case.yaml,
 * michel-suquet.gradient.2.case.yaml, … that is unused, or whose file has the
 * same content. */
static const char *replay_path(const checked *c, const am_finding *f) {
  const am_options *o = &c->all->context->options;
  const char *folder = o->replays, *path;
  int number = 1;
  assert(c->subject.material);
  do {
    path = am_format(
        c->all->arena, "%s%s%s.%s%s.case.yaml", folder ? folder : "",
        folder ? "/" : "", c->subject.material->name, f->check,
        number > 1 ? am_format(c->arena, ".%d", number) : "");
    number++;
  } while (exists(path) && !holds(c->arena, path, f->replay));
  return path;
}

/* Writes the case that reproduces a finding, unless an earlier check has
 * written it, and replaces its text by the name of the file, or NULL. */
static am_status write_replay(const checked *c, am_finding *f) {
  const char *path = replay_path(c, f);
  am_status status = exists(path) ? AM_OK
                                  : am_file_write_new(c->all->context->report,
                                                      path, f->replay);
  f->replay = status == AM_OK ? path : NULL;
  return status;
}

/* Completes the results of a file with the cases that reproduce failures. */
static am_status take_results(const checked *c, am_check_file *file) {
  am_arena *arena = c->all->arena;
  const am_options *o = &c->all->context->options;
  const am_subject *s = &c->subject;
  am_status status = AM_OK;
  if (s->material)
    file->title =
        am_copy(arena, s->material->title, strlen(s->material->title));
  if (s->law) file->unknowns = s->law->na - s->law->nd;
  const char *ranges = s->law ? am_check_ranges(s) : NULL;
  if (ranges) file->ranges = am_copy(arena, ranges, strlen(ranges));
  for (size_t i = 0; i < file->findings.count; i++) {
    am_finding *f = &file->findings.items[i];
    bool failed = f->verdict == AM_VERDICT_FAILED;
    if (failed && f->replay && !o->no_replays)
      status = worse(status, write_replay(c, f));
    else
      f->replay = NULL;
    file->failed += failed;
  }
  return file->failed ? worse(status, AM_FAILED) : status;
}

static const char *first_error(const session *all) {
  const am_message *m = am_report_error(all->context->report);
  return m ? am_copy(all->arena, m->text, strlen(m->text)) : NULL;
}

/* True if results are printed as text, that is unless a report goes to standard
 * output. */
static bool has_page(const am_context *context) {
  const am_options *o = &context->options;
  const char *json = o->json, *junit = o->junit;
  return !o->table && !(json && !strcmp(json, "-")) &&
         !(junit && !strcmp(junit, "-"));
}

static am_status check_one(session *all, const char *name) {
  am_context *context = all->context;
  am_arena *arena = am_arena_new();
  am_check_file file = {.name = name, .findings.arena = all->arena};
  checked c = {.all = all, .arena = arena, .name = name, .file = &file};
  double start = am_clock();
  am_status status = check_within_memory(&c);
  am_status copied = take_results(&c, &file);
  file.broken = status != AM_OK && !file.failed && !am_interrupt_signal();
  file.message = file.broken ? first_error(all) : NULL;
  file.seconds = am_clock() - start;
  am_check_files *files = &all->files;
  AM_PUSH(all->arena, files->items, files->count, file);
  files->failed += file.failed;
  files->broken += file.broken;
  for (size_t i = 0; i < file.findings.count; i++)
    files->comparisons +=
        file.findings.items[i].verdict != AM_VERDICT_SKIPPED;
  am_progress_end(context);
  if (has_page(context)) am_check_print_file(context, &file, stdout);
  fflush(stdout);
  /* Keeps one copy of a message that several checks report. */
  for (am_message *m = context->report->first; m; m = m->next) {
    context->report->last = m;
    for (am_message **at = &m->next; *at;)
      if (m->place.source == (*at)->place.source &&
          m->place.line == (*at)->place.line && !strcmp(m->text, (*at)->text))
        *at = (*at)->next;
      else
        at = &(*at)->next;
  }
  am_context_print(context, AM_OK);
  am_arena_free(arena);
  return worse(status, copied);
}

/* ---- all files ----------------------------------------------------------- */

static am_status write_report(session *all, const char *path,
                              am_check_write *write) {
  am_file file;
  if (!path) return AM_OK;
  AM_TRY(am_file_create(all->arena, all->context->report, path, &file));
  write(all->arena, &all->files, file.stream);
  return am_file_commit(&file, all->context->report);
}

/* Creates the session: the requested engine or the interpreter, and another
 * engine. */
static session *new_session(am_arena *arena, am_context *context) {
  const char *name = context->options.engine;
  session *all = AM_NEW(arena, session);
  *all = (session){
      .context = context, .arena = arena,
      .engine = name ? am_engine_find(name) : am_engine_reference()};
  all->other = all->engine->reference ? am_engine_compiled()
                                      : am_engine_reference();
  return all;
}

/* Checks all files; prints the findings even after an early end. */
static am_status check_all(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  session *all = new_session(arena, context);
  am_status status = AM_OK;
  am_interrupt_by_flag(arena);
  am_progress_start(context, "files", true);
  for (size_t i = 0; i < o->operand_count && !am_interrupt_signal() &&
                     !ferror(stdout); i++) {
    am_progress_count(context, (double)i, (double)o->operand_count);
    status = worse(status, check_one(all, o->operands[i]));
  }
  all->files.complete = !am_interrupt_signal();
  if (!all->files.complete)
    am_warn(context->report, am_nowhere, "stopped before all checks were done");
  if (has_page(context) && !o->quiet)
    am_check_print_tally(&all->files, stdout);
  if (o->table) am_check_print_table(&all->files, stdout);
  am_status json = write_report(all, o->json, am_check_write_json);
  am_status junit = write_report(all, o->junit, am_check_write_junit);
  status = worse(status, worse(json, junit));
  return all->files.complete ? status : AM_FAILED;
}

/* Selects the files of the shard, and names its reports. */
static am_status take_shard(am_context *context) {
  am_options *o = &context->options;
  const char **reports[] = {&o->json, &o->junit};
  long index, count;
  if (!o->shard) return AM_OK;
  AM_TRY(am_shard_parse(context->report, o->shard, &index, &count));
  const am_shard shard =
      am_shard_of(index, count, (long)o->operand_count, 1);
  o->operands += shard.first;
  o->operand_count = (size_t)shard.points;
  for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
    if (count > 1 && *reports[i] && strcmp(*reports[i], "-"))
      *reports[i] = am_shard_path(context->arena, *reports[i], index, count);
  return AM_OK;
}

static am_status check_options(am_context *context) {
  am_options *o = &context->options;
  struct stat found;
  /* The table lists the expected values of materials, by default of all
   * installed ones. */
  if (o->table && !o->only.count)
    AM_PUSH(context->arena, o->only.items, o->only.count, "own");
  if (o->table && !o->operand_count) {
    const char *const *names =
        am_installed_names(context->arena, "materials", &o->operand_count);
    o->operands = AM_ARRAY(context->arena, const char *, o->operand_count);
    for (size_t i = 0; i < o->operand_count; i++) o->operands[i] = names[i];
  }
  if (!o->operand_count)
    return am_usage_error(context, "'automat check' needs FILE...; see "
                          "'automat help check'");
  AM_TRY(check_wanted(context));
  if (o->replays && (stat(o->replays, &found) || !S_ISDIR(found.st_mode)))
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "no folder %s for '--replays': create it first",
                    am_quoted(context->arena, o->replays));
  return take_shard(context);
}

static am_status command_check(am_context *context) {
  const am_options *o = &context->options;
  if (o->list) {
    const am_listing checks = am_listing_of(context->arena, "checks");
    am_listing_print(&checks);
    return AM_OK;
  }
  AM_TRY(check_options(context));
  return am_interrupt_run(context, check_all);
}

static const am_option options[] = {
    {"quick", 0, NULL, "use few random states", AM_FLAG(quick),
     .excludes = "thorough"},
    {"thorough", 0, NULL, "use many random states", AM_FLAG(thorough)},
    {"samples", 0, "N", "number of random states per check (default 20)",
     AM_NUMBER(samples), 1, 1000000},
    {"seed", 0, "N", "seed of the random numbers (default 0)", AM_NUMBER(seed),
     0, LONG_MAX},
    {"only", 0, "NAME[,NAME]", "run only this check (repeatable)",
     AM_NAMES(only)},
    {"list", 0, NULL, "print the names of all checks and exit", AM_FLAG(list)},
    {"table", 0, NULL, "print a table of the materials' own checks",
     AM_FLAG(table)},
    AM_SHARED_SHARD, AM_SHARED_ENGINE,
    {"kinematics", 0, "NAME", "kinematics of materials that state none",
     AM_CHOICE(kinematics), .names = am_kinematics_names},
    {"replays", 0, "DIR",
     "write cases that reproduce failures to DIR (default .)",
     AM_TEXT(replays)},
    {"no-replays", 0, NULL, "write no cases that reproduce failures",
     AM_FLAG(no_replays)},
    {"json", 0, "FILE", "write all findings as JSON ('-': standard output)",
     AM_TEXT(json), .writes = AM_WRITES_JSON},
    {"junit", 0, "FILE",
     "write all findings as XML of JUnit ('-': standard output)",
     AM_TEXT(junit), .writes = AM_WRITES_XML},
    {"verbose", 'v', NULL, "print every comparison", AM_FLAG(verbose)},
    {"quiet", 'q', NULL, "print failures and errors only", AM_FLAG(quiet)},
    AM_SHARED_HELP};

const am_command am_command_check = {
    .name = "check", .operands = "FILE...", .least = 0, .most = SIZE_MAX,
    .summary = "check laws and compare results with expected values",
    .about =
        "A material file, or an installed material given by its name, is\n"
        "checked at random states: derivatives (compared with difference\n"
        "quotients), convexity, dissipation, symmetry and more; each of its\n"
        "`checks` is run and compared.  A case file is run, and its rows are\n"
        "compared with the list `expect`.  Prints one line for each check,\n"
        "with its worst entry; the exit status is 1 if a check fails.\n"
        "Failures are written as cases that reproduce them.",
    .options = options, .run = command_check,
};
