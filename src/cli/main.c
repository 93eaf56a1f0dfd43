/* main.c: finds the command and runs it. */
#include "config.h"

#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>

#include "cli/command.h"

void am_context_print(am_context *context, am_status status) {
  am_severity least =
      context->options.quiet ? AM_SEVERITY_ERROR : AM_SEVERITY_NOTE;
  /* Launchers end the rest of a team by SIGTERM after one member has reported a
   * failure. */
  bool ended = context->team->count > 1 && !context->team->agreed &&
               am_interrupt_signal() == SIGTERM;
  bool told = am_team_prints(context->team, status) && !ended;
  am_report_print(context->report, told ? least : AM_SEVERITY_ERROR + 1,
                  stderr);
  am_team_part(context->team, status);
}

static am_status close_output(am_report *report) {
  errno = 0;
  bool bad = ferror(stdout) || fflush(stdout) != 0;
  int error = errno;
  if (fclose(stdout) != 0 && !bad) {
    bad = true;
    error = errno;
  }
  if (!bad) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write standard output%s%s", error ? ": " : "",
                  error ? strerror(error) : "");
}

/* A stack overflow would end the program by a signal. */
static am_status check_stack(am_report *report) {
  struct rlimit limit;
  double threads = am_threads_stack();
  if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < AM_LEAST_STACK)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the stack is limited to %lu kB, expected at least %d kB: "
                    "raise the limit with 'ulimit -s 8192'",
                    (unsigned long)limit.rlim_cur / 1024,
                    AM_LEAST_STACK / 1024);
  if (threads > 0 && threads < AM_LEAST_STACK)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "OMP_STACKSIZE gives threads %.0f kB of stack, expected at "
                    "least %d kB: unset it",
                    threads / 1024, AM_LEAST_STACK / 1024);
  return AM_OK;
}

/* Opens the team of a launcher; all members must have the same version and
 * arguments, except the number of threads. */
static am_status open_team(am_context *context, const char *const *arguments,
                           size_t count) {
  uint64_t sum = am_digest(AM_DIGEST_START, PACKAGE_VERSION,
                           sizeof PACKAGE_VERSION);
  AM_TRY(am_team_open(context->arena, context->report, &context->team));
  for (size_t i = 0; i < count; i++)
    if (!strcmp(arguments[i], "--threads"))
      i++;
    else if (strncmp(arguments[i], "--threads=", strlen("--threads=")))
      sum = am_digest(sum, arguments[i], strlen(arguments[i]));
  return am_team_same(context->team, context->report, "options", sum);
}

static am_status run_arguments(am_context *context,
                               const char *const *arguments, size_t count) {
  const am_command *command = NULL;
  const am_options *o = &context->options;
  if (count && arguments[0][0] != '-') {
    AM_TRY(am_command_find(context->report, arguments[0], &command));
    arguments++;
    count--;
  }
  AM_TRY(am_options_parse(context, command, arguments, count));
  if (o->version) {
    puts("automat " PACKAGE_VERSION);
    return AM_OK;
  }
  if (o->help) {
    if (command)
      am_print_help(context->arena, command);
    else
      am_print_usage(context->arena);
    return AM_OK;
  }
  if (!command)
    return am_usage_error(
        context, "expected a command; try 'automat run uniaxial --plot "
                 "uniaxial.svg'; 'automat --help' lists all commands");
  AM_TRY(check_stack(context->report));
  /* Outputs must not overwrite their own inputs. */
  for (size_t i = 0; i < o->operand_count; i++)
    am_input_note(context->report, o->operands[i]);
  context->report->apart = command->shards || command->together;
  if (command->together && am_launch_found().count > 1)
    AM_TRY(open_team(context, arguments, count));
  AM_TRY(am_outputs_lock(context, o->output, NULL));
  return command->work ? am_interrupt_run(context, command->work)
                       : command->run(context);
}

/* Starts the program again with threads that spin only for some microseconds
 * while they wait: OpenMP reads this setting before main. On a busy machine
 * spinning threads take the processors from those for which they wait. */
static void spin_briefly(char **arguments) {
  if (am_threads() < 2 || getenv("OMP_WAIT_POLICY") ||
      getenv("GOMP_SPINCOUNT"))
    return;
  setenv("GOMP_SPINCOUNT", "1000", true);
  execv("/proc/self/exe", arguments);
}

int main(int count, char **arguments) {
  spin_briefly(arguments);
  /* Opens standard streams that the caller has closed, so that no output file
   * gets their numbers; using these streams fails. */
  for (int i = 0; i < 3; i++)
    if (fcntl(i, F_GETFD) < 0)
      (void)!open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY);
  am_pipe_start();
  signal(SIGXFSZ, SIG_IGN);
#ifdef M_TRIM_THRESHOLD /* keeps freed memory: zeroing new pages costs more */
  mallopt(M_MMAP_THRESHOLD, 1 << 24);
  mallopt(M_TRIM_THRESHOLD, 1 << 26);
#endif
  am_arena *arena = am_arena_new();
  if (!arena || am_arena_recover(arena)) {
    fputs("automat: error: out of memory\n", stderr);
    return AM_ENVIRONMENT;
  }
  am_context context = {.arena = arena, .options = am_options_default,
                        .report = am_report_new(arena),
                        .team = &am_team_alone};
  context.report->teller = am_progress_look;
  context.report->counter = am_progress_count;
  context.report->data = &context;
  am_status status =
      run_arguments(&context, (const char *const *)arguments + 1,
                    count > 0 ? (size_t)count - 1 : 0);
  bool broken = am_pipe_is_broken();
  if (!broken && status != AM_ENVIRONMENT &&
      close_output(context.report) != AM_OK)
    status = AM_ENVIRONMENT;
  am_context_print(&context, status);
  am_team_close(context.team);
  am_arena_free(arena);
  return broken ? am_pipe_end() : status;
}

const am_command *const am_commands[] = {
    &am_command_run,  &am_command_batch, &am_command_merge,
    &am_command_homogenize,
    &am_command_evaluate, &am_command_check,
    &am_command_compare, &am_command_study, &am_command_fit,
    &am_command_report,
    &am_command_list, &am_command_new, &am_command_emit,
    &am_command_export, &am_command_bench, &am_command_cache,
    &am_command_schema, &am_command_completion, &am_command_help, NULL,
};

am_status am_command_find(am_report *report, const char *name,
                          const am_command **command) {
  const am_listing commands = am_listing_of(report->arena, "commands");
  const am_command *const *at = am_commands;
  AM_TRY(am_listing_expect(report, &commands, "command", name,
                           "--help' lists all commands"));
  while (strcmp((*at)->name, name)) at++;
  *command = *at;
  return AM_OK;
}
