/* help.c: `automat help`, and the help of options. */
#include "cli/command.h"

void am_print_help(am_arena *arena, const am_command *command) {
  am_listing rows = {.arena = arena};
  printf("Usage: automat %s [OPTION]... %s\n\n%s\n\nOptions:\n",
         command->name, command->operands, command->about);
  for (const am_option *o = command->options; o->name; o++)
    am_listing_add(&rows,
                   am_format(arena, "%s--%s%s%s",
                             o->letter ? am_format(arena, "-%c, ", o->letter)
                                       : "    ",
                             o->name, o->value ? " " : "",
                             o->value ? o->value : ""),
                   o->about);
  am_listing_print(&rows);
}

void am_print_usage(am_arena *arena) {
  const am_listing commands = am_listing_of(arena, "commands");
  puts("Usage: automat COMMAND [OPTION]... [ARGUMENT]...\n\n"
       "Material-point simulations of laws given by two potentials.\n\n"
       "Commands:");
  am_listing_print(&commands);
  puts("\n'automat help COMMAND' explains a command, 'automat --version' "
       "prints the version.");
}

static am_status command_help(am_context *context) {
  if (!context->options.operand_count) {
    am_print_usage(context->arena);
    return AM_OK;
  }
  const am_command *command;
  AM_TRY(am_command_find(context->report, context->options.operands[0],
                         &command));
  am_print_help(context->arena, command);
  return AM_OK;
}

static const am_option options[] = {AM_SHARED_HELP};

const am_command am_command_help = {
    .name = "help", .operands = "[COMMAND]", .least = 0, .most = 1,
    .summary = "explain a command",
    .about = "Explains COMMAND, or lists the commands.",
    .options = options, .run = command_help,
};
