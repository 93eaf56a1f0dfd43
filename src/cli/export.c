/* export.c: `automat export`, exports a law as a shared library for other
 * solvers. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "engine/parts.h"
#include "export/export.h"
#include "file/file.h"
#include "library/parts.h"

/* Own options. */
typedef struct {
  const char *scheme, *name, *properties, *host, *architecture, *kinematics;
  long substeps; /* 0: not given */
  bool source, check;
} export_options;

/* Determines the kinematics: that of the material, or else the requested
 * one. */
static am_status choose_kinematics(const am_context *context,
                                   const am_material *m, bool *deformed) {
  const export_options *own = context->own;
  const char *const *names = am_kinematics_names;
  am_kinematics found =
      *deformed ? AM_KINEMATICS_LOGARITHMIC : AM_KINEMATICS_SMALL;
  if (!own->kinematics || !strcmp(own->kinematics, names[found])) return AM_OK;
  if (m->kinematics_given)
    return am_error(context->report, AM_INPUT,
                    am_yaml_get(m->root, "kinematics")->place,
                    "material '%s' states kinematics: %s; remove '--kinematics "
                    "%s'",
                    m->name, names[m->kinematics], own->kinematics);
  *deformed = !*deformed;
  return AM_OK;
}

/* Reads the law with a smooth tangent, for the Newton iteration of a host.  The
 * law takes strains for any kinematics; the host's interface computes them. */
static am_status read_law(am_arena *arena, am_context *context,
                          am_solver *solver, am_law **law, bool *deformed) {
  const export_options *own = context->own;
  const am_options *o = &context->options;
  am_model_options asked = {.settings = am_settings_default()};
  const char *scheme = own->scheme ? own->scheme : "implicit-euler";
  size_t count;
  const char *const *names = am_scheme_names(arena, true, &count);
  AM_TRY(am_expect_one(context->report, "--scheme", scheme, names, count));
  asked.settings.solver.scheme = am_scheme_find(scheme);
  asked.settings.solver.derivatives = false;
  const am_assignments sets = {o->sets.items, o->sets.count, am_yaml_option};
  AM_TRY(am_model_options_read(arena, context->report, &sets, &asked));
  *solver = asked.settings.solver;
  if (own->substeps) solver->substeps = (int)own->substeps;
  solver->tangent = true;
  AM_TRY(am_model_options_law(arena, context->report, &asked,
                         o->operands[0], true, law));
  *deformed = (*law)->logarithmic;
  (*law)->logarithmic = false;
  return choose_kinematics(context, (*law)->material, deformed);
}

static am_status check_scheme(const am_context *context,
                              const am_solver *solver) {
  if (am_scheme_is_chain(solver->scheme))
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "a library contains a single scheme, found %s: choose "
                    "another one of 'automat list schemes'",
                    solver->scheme->name);
  if (solver->scheme->family != AM_FAMILY_IMPLICIT && solver->rtol > 1e-6)
    am_note(context->report, am_nowhere,
            "with the adaptive scheme %s and solver.rtol %g, tangents are not "
            "accurate enough for the Newton iteration of a host: set "
            "solver.rtol to at most 1e-6, or use implicit-euler",
            solver->scheme->name, solver->rtol);
  return AM_OK;
}

/* libNORTON.so, NORTON.c */
static const char *choose_file(am_context *context, const am_export *e) {
  const export_options *own = context->own;
  if (context->options.output) return context->options.output;
  return am_format(context->arena, own->source ? "%s.c" : "lib%s.so",
                   e->name);
}

static am_status write_source(am_context *context, const char *text,
                              const char *command, const char *path) {
  am_file out;
  AM_TRY(am_file_create(context->arena, context->report, path, &out));
  fprintf(out.stream, "/* %s */\n%s", command, text);
  return am_file_commit(&out, context->report);
}

static am_status write_law(am_arena *arena, am_context *context) {
  const export_options *own = context->own;
  am_report *report = context->report;
  am_export_options options = {.name = own->name,
                               .properties = own->properties};
  const am_engine_options engine = {0};
  am_export e;
  am_solver solver;
  am_law *law;
  const char *text;
  AM_TRY(read_law(arena, context, &solver, &law, &options.deformed));
  AM_TRY(check_scheme(context, &solver));
  AM_TRY(am_engine_check(report, am_engine_compiled(), law, &solver, &engine));
  AM_TRY(am_export_new(arena, report, law, &solver, &options, &e));
  const char *file = choose_file(context, &e);
  if (own->host) {
    AM_TRY(am_export_snippet(arena, report, &e, own->host, file, &text));
    fputs(text, stdout);
    return AM_OK;
  }
  AM_TRY(am_outputs_claim(context, file, NULL));
  AM_TRY(am_export_write(arena, report, law, &e, &text));
  if (!own->source)
    return am_export_compile(arena, report, text, own->architecture, file);
  const char *command = am_export_command(
      arena, file, own->architecture, am_format(arena, "lib%s.so", e.name));
  return write_source(context, text, command, file);
}

/* ---- check of a library -------------------------------------------------- */

static void print_finding(am_arena *arena, const am_finding *f) {
  printf("%-6s  %-8s  %-26s  ", am_verdict_words[f->verdict], f->check,
         f->what);
  if (f->verdict == AM_VERDICT_GOOD)
    printf("%.2g of the tolerance\n", am_finding_ratio(f));
  else
    printf("%s\n", am_finding_entry(arena, f));
}

static am_status check_library(am_arena *arena, am_context *context) {
  am_library library;
  am_findings findings = {.arena = arena};
  size_t failed = 0;
  AM_TRY(am_export_check(arena, context->report, context->options.operands[0],
                         &library, &findings));
  printf("%s of %s, %s\n", library.name, library.material, library.solver);
  for (size_t i = 0; i < findings.count; i++) {
    am_verdict verdict = findings.items[i].verdict;
    print_finding(arena, &findings.items[i]);
    failed += verdict == AM_VERDICT_FAILED || verdict == AM_VERDICT_KNOWN;
  }
  if (!failed) return AM_OK;
  return am_error(context->report, AM_FAILED, am_nowhere,
                  "%zu comparisons failed", failed);
}

/* Status of the child that checks; it prints its own messages. */
static am_status wait_for_check(am_context *context, pid_t child) {
  int code;
  while (waitpid(child, &code, 0) < 0)
    if (errno != EINTR) return AM_ENVIRONMENT;
  if (WIFEXITED(code)) return (am_status)WEXITSTATUS(code);
  return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                  "'%s' ended the process that loaded and called it: %s; the "
                  "file is damaged, perhaps incomplete: copy or export it "
                  "again",
                  context->options.operands[0], strsignal(WTERMSIG(code)));
}

/* Checks in a child process, which a damaged library may crash; the child
 * continues from here to the end of the program. */
static am_status check_apart(am_arena *arena, am_context *context) {
  fflush(NULL);
  pid_t child = fork();
  if (child > 0) return wait_for_check(context, child);
  if (child < 0)
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot start a process: %s", strerror(errno));
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  am_interrupt_watch(arena);
  return check_library(arena, context);
}

static am_status check_or_write(am_arena *arena, am_context *context) {
  const export_options *own = context->own;
  if (own->check) return check_apart(arena, context);
  am_interrupt_watch(arena);
  return write_law(arena, context);
}

static am_status command_export(am_context *context) {
  return am_interrupt_run(context, check_or_write);
}

static const am_option option_output = {
    "output", 'o', "FILE", "instead of libNAME.so or NAME.c",
    AM_OPTION_TEXT, AM_AT(output)};
static const am_option option_source = {
    "source", 0, NULL, "write the C source, with the command to compile it",
    AM_OPTION_FLAG, AM_OWN(export_options, source), 0, 0};
static const am_option option_check = {
    "check", 0, NULL, "compare a library with the law that it contains",
    AM_OPTION_FLAG, AM_OWN(export_options, check), 0, 0};
static const am_option option_scheme = {
    "scheme", 0, "SCHEME", "integration scheme (default: implicit-euler)",
    AM_OPTION_TEXT, AM_OWN(export_options, scheme), 0, 0};
static const am_option option_substeps = {
    "substeps", 0, "K", "number of equal substeps (default: 1)",
    AM_OPTION_NUMBER, AM_OWN(export_options, substeps), 1,
    AM_MOST_EQUAL_SUBSTEPS};
static const am_option option_name = {
    "name", 0, "NAME", "name of the behaviour (default: that of the material)",
    AM_OPTION_TEXT, AM_OWN(export_options, name), 0, 0};
static const am_option option_properties = {
    "properties", 0, "LIST", "parameters passed by the host, or 'all'",
    AM_OPTION_TEXT, AM_OWN(export_options, properties), 0, 0};
static const am_option option_kinematics = {
    "kinematics", 0, "NAME", "kinematics if the material states none (default: "
                             "small)",
    AM_OPTION_CHOICE, AM_OWN(export_options, kinematics),
    .names = am_kinematics_names};
static const am_option option_snippet = {
    "snippet", 0, "HOST", "print an input snippet for a host program",
    AM_OPTION_CHOICE, AM_OWN(export_options, host),
    .names = am_export_hosts};
static const am_option option_march = {
    "march", 0, "CPU", "optimize for this processor (default: portable)",
    AM_OPTION_TEXT, AM_OWN(export_options, architecture), 0, 0};

static const am_option *const options[] = {
    &option_output,    &option_source,     &option_check,
    &option_scheme,    &option_substeps,   &option_name,
    &option_properties, &option_kinematics, &option_snippet, &option_march,
    &am_option_set,    &am_option_quiet,   &am_option_help,
    NULL};

const am_command am_command_export = {
    .name = "export",
    .operands = "MATERIAL|FILE.so",
    .summary = "write a law as a shared library for finite-element codes",
    .about =
        "Writes MATERIAL, an installed material or a file that ends in\n"
        ".yaml, as a shared library: a generic behaviour of MFront, for\n"
        "OpenGeoSys, code_aster, MTest and other users of MGIS, and a UMAT, "
        "for\n"
        "Abaqus, CalculiX, Kratos and MOOSE.  It needs libm alone.  With\n"
        "--check: loads such a library, and compares random loading steps\n"
        "through both interfaces with the law.",
    .options = options,
    .own_size = sizeof(export_options),
    .least = 1,
    .most = 1,
    .run = command_export,
};
