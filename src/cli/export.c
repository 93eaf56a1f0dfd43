/* export.c: `automat export`, exports a law as a shared library for other
 * solvers. */
#include <sys/prctl.h>
#include <sys/wait.h>

#include "cli/command.h"
#include "export/export.h"

/* Reads the law with a smooth tangent, for the Newton iteration of a host.  The
 * law takes strains for any kinematics; the host's interface computes them. */
static am_status read_law(am_arena *arena, am_context *context,
                          am_solver *solver, am_law **law, bool *deformed) {
  am_settings settings = am_settings_default();
  settings.solver.scheme = am_scheme_find("implicit-euler");
  settings.solver.derivatives = false;
  AM_TRY(am_law_open(arena, context, true, &settings, law));
  *solver = settings.solver;
  solver->tangent = true;
  if (context->options.substeps)
    solver->substeps = (int)context->options.substeps;
  *deformed = (*law)->logarithmic;
  (*law)->logarithmic = false;
  return am_kinematics_choose(context, (*law)->material, deformed);
}

static am_status check_scheme(const am_context *context,
                              const am_solver *solver) {
  if (am_scheme_is_chain(solver->scheme))
    return am_usage_error(context, "a library contains a single scheme, found "
                          "%s: choose another one of 'automat list schemes'",
                          solver->scheme->name);
  if (solver->scheme->family != AM_FAMILY_IMPLICIT && solver->rtol > 1e-6)
    am_note(context->report, am_nowhere,
            "with the adaptive scheme %s and solver.rtol %g, tangents are not "
            "accurate enough for the Newton iteration of a host: set "
            "solver.rtol to at most 1e-6, or use implicit-euler",
            solver->scheme->name, solver->rtol);
  return AM_OK;
}

static am_status write_law(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  am_report *report = context->report;
  am_export_options options = {.name = o->name,
                               .properties = o->properties};
  const am_engine_options engine = {0};
  am_export e;
  am_solver solver;
  am_law *law;
  const char *text;
  AM_TRY(read_law(arena, context, &solver, &law, &options.deformed));
  AM_TRY(check_scheme(context, &solver));
  AM_TRY(am_engine_check(report, am_engine_compiled(), law, &solver, &engine));
  AM_TRY(am_export_new(arena, report, law, &solver, &options, &e));
  const char *file = o->output;
  if (!file)
    file = am_format(arena, o->source ? "%s.c" : "lib%s.so", e.name);
  if (o->host) {
    AM_TRY(am_export_snippet(arena, report, &e, o->host, file, &text));
    fputs(text, stdout);
    return AM_OK;
  }
  AM_TRY(am_outputs_lock(context, file, NULL));
  AM_TRY(am_export_write(arena, report, law, &e, &text));
  if (!o->source)
    return am_export_compile(arena, report, text, o->processor, file);
  const char *command = am_export_command(
      arena, file, o->processor, am_format(arena, "lib%s.so", e.name));
  return am_text_write(context, file,
                       am_format(arena, "/* %s */\n%s", command, text));
}

/* ---- check of a library -------------------------------------------------- */

static am_status check_library(am_arena *arena, am_context *context) {
  am_library library;
  am_findings findings = {.arena = arena};
  size_t failed = 0;
  AM_TRY(am_export_check(arena, context->report, context->options.operands[0],
                         &library, &findings));
  printf("%s of %s, %s\n", library.name, library.material, library.solver);
  for (size_t i = 0; i < findings.count; i++) {
    const am_finding *f = &findings.items[i];
    bool good = f->verdict == AM_VERDICT_GOOD;
    printf("%-6s  %-8s  %-26s  ", am_verdict_words[f->verdict], f->check,
           f->what);
    if (good)
      printf("%.2g of the tolerance\n", am_finding_ratio(f));
    else
      printf("%s\n", am_finding_entry(arena, f));
    failed += !good && f->verdict != AM_VERDICT_SKIPPED;
  }
  if (!failed) return AM_OK;
  return am_error(context->report, AM_FAILED, am_nowhere,
                  "%zu comparisons failed", failed);
}

/* Status of the child that checks the library; the child prints its own
 * messages. */
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

/* Checks in a child process, because a damaged library may crash it; the child
 * continues from here to the end of the program. */
static am_status command_export(am_context *context) {
  if (!context->options.check) return am_interrupt_run(context, write_law);
  fflush(NULL);
  pid_t child = fork();
  if (child > 0) return wait_for_check(context, child);
  if (child < 0)
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot start a process: %s", strerror(errno));
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  return am_interrupt_run(context, check_library);
}

static const am_option options[] = {
    {"output", 'o', "FILE", "instead of libNAME.so or NAME.c", AM_TEXT(output)},
    {"source", 0, NULL, "write the C source, with the command to compile it",
     AM_FLAG(source)},
    {"check", 0, NULL, "compare a library with the law that it contains",
     AM_FLAG(check)},
    {"scheme", 0, "SCHEME", "integration scheme (default: implicit-euler)",
     AM_TEXT(scheme)},
    {"substeps", 0, "K", "number of equal substeps (default: 1)",
     AM_NUMBER(substeps), 1, AM_MOST_EQUAL_SUBSTEPS},
    {"name", 0, "NAME", "name of the behaviour (default: that of the material)",
     AM_TEXT(name)},
    {"properties", 0, "LIST", "parameters passed by the host, or 'all'",
     AM_TEXT(properties)},
    {"kinematics", 0, "NAME",
     "kinematics if the material states none (default: small)",
     AM_CHOICE(kinematics), .names = am_kinematics_names},
    {"snippet", 0, "HOST", "print an input snippet for a host program",
     AM_CHOICE(host), .names = am_export_hosts},
    {"march", 0, "CPU", "optimize for this processor (default: portable)",
     AM_TEXT(processor)},
    AM_SHARED_SET, AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_export = {
    .name = "export", .operands = "MATERIAL|FILE.so", .least = 1, .most = 1,
    .summary = "write a law as a shared library for finite-element codes",
    .about =
        "Writes MATERIAL, an installed material or a file that ends in .yaml,\n"
        "as a shared library: a generic behaviour of MFront, for OpenGeoSys,\n"
        "code_aster, MTest and other users of MGIS, and a UMAT, for Abaqus,\n"
        "CalculiX, Kratos and MOOSE.  It needs libm alone.  With --check:\n"
        "loads such a library, and compares random loading steps through both\n"
        "interfaces with the law.",
    .options = options, .run = command_export,
};
