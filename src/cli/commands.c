/* commands.c: the table of commands. */
#include <string.h>

#include "base/base.h"
#include "cli/command.h"

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
  const char *names[sizeof am_commands / sizeof *am_commands] = {0};
  size_t count = 0;
  for (; am_commands[count]; count++) {
    names[count] = am_commands[count]->name;
    if (strcmp(names[count], name)) continue;
    *command = am_commands[count];
    return AM_OK;
  }
  return am_error(report, AM_USAGE, am_nowhere,
                  "unknown command '%s'%s; 'automat --help' lists all commands",
                  am_printable(report->arena, name, strlen(name)),
                  am_suggestion(report->arena, name, names, count));
}
