/* check.c: `automat check`: options, and the loop over files. */
#include "cli/command.h"
#include "cli/check_files.h"
#include "cli/signals.h"

/* ---- selection of checks ------------------------------------------------- */

bool am_check_is_wanted(const am_context *context, const char *name) {
  const am_option_list *only = &context->options.only;
  size_t i = 0;
  while (i < only->count && strcmp(only->items[i], name)) i++;
  return !only->count || i < only->count;
}

/* Verifies the names of --only. */
static am_status check_wanted(am_context *context) {
  const am_option_list *only = &context->options.only;
  const am_listing checks = am_listing_of(context->arena, "checks");
  for (size_t i = 0; i < only->count; i++)
    if (!am_listing_has(&checks, only->items[i]))
      return am_listing_unknown(context->report, &checks, "check",
                                only->items[i],
                                "check --list' prints all names");
  return AM_OK;
}

/* ---- all files ----------------------------------------------------------- */

static am_status write_report(am_check_session *all, const char *path,
                              am_check_write *write) {
  am_file file;
  if (!path) return AM_OK;
  AM_TRY(am_file_create(all->arena, all->context->report, path, &file));
  write(all->arena, &all->files, file.stream);
  return am_file_commit(&file, all->context->report);
}

/* Creates the session: the requested engine or the interpreter, and another
 * engine that can run on this machine. */
static am_check_session *new_session(am_arena *arena, am_context *context) {
  const char *name = context->options.engine, *what;
  am_check_session *all = AM_NEW(arena, am_check_session);
  *all = (am_check_session){
      .context = context, .arena = arena,
      .engine = name ? am_engine_find(name) : am_engine_reference()};
  const am_engine *other = all->engine->reference ? am_engine_compiled()
                                                  : am_engine_reference();
  if (other->place(arena, am_report_new(arena), &what) == AM_OK)
    all->other = other;
  return all;
}

/* Checks all files; prints the findings even after an early end. */
static am_status check_all(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  am_check_session *all = new_session(arena, context);
  am_status status = AM_OK;
  am_interrupt_by_flag(arena);
  am_progress_start(&all->progress, "files", (double)o->operand_count,
                    !o->quiet);
  for (size_t i = 0; i < o->operand_count && !am_interrupt_signal() &&
                     !ferror(stdout); i++) {
    am_progress_set(&all->progress, (double)i);
    status = am_check_worse(status, am_check_one(all, o->operands[i]));
  }
  all->files.complete = !am_interrupt_signal();
  if (!all->files.complete)
    am_warn(context->report, am_nowhere, "stopped before all checks were done");
  if (am_check_has_page(context) && !o->quiet)
    am_check_print_tally(&all->files, stdout);
  if (o->table) am_check_print_table(&all->files, stdout);
  am_status json = write_report(all, o->json, am_check_write_json);
  am_status junit = write_report(all, o->junit, am_check_write_junit);
  status = am_check_worse(status, am_check_worse(json, junit));
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
  static const char *own[] = {"own"};
  struct stat found;
  /* The table lists the expected values of materials, by default of all
   * installed ones. */
  if (o->table && !o->only.count) o->only = (am_option_list){own, 1, 1};
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
                    "no folder '%s' for '--replays': create it first",
                    am_printable(context->arena, o->replays,
                                 strlen(o->replays)));
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
        "compared with the list `expect`.  Prints one line for each check, "
        "with\n"
        "its worst entry; the exit status is 1 if a check fails.  Failures "
        "are\n"
        "written as cases that reproduce them.",
    .options = options, .run = command_check,
};
