/* help.c: `automat help`, and the help of options. */
#include "cli/command.h"
#include "cli/terminal.h"

enum { OPTION_TEXT = 64 };

static void option_text(const am_option *option, char *text) {
  char letter[8] = "    ";
  if (option->letter)
    snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(text, OPTION_TEXT, "%s--%s%s%s", letter, option->name,
           option->value ? " " : "", option->value ? option->value : "");
}

void am_print_help(const am_command *command, FILE *out) {
  fprintf(out, "Usage: automat %s [OPTION]... %s\n\n%s\n\nOptions:\n",
          command->name, command->operands, command->about);
  char text[OPTION_TEXT];
  int width = 0;
  for (const am_option *o = command->options; o->name; o++) {
    option_text(o, text);
    if ((int)strlen(text) > width) width = (int)strlen(text);
  }
  for (const am_option *o = command->options; o->name; o++) {
    option_text(o, text);
    am_print_row(out, width, text, o->about);
  }
}

void am_print_usage(FILE *out) {
  fputs("Usage: automat COMMAND [OPTION]... [ARGUMENT]...\n\n"
        "Material-point simulations of laws given by two potentials.\n\n"
        "Commands:\n",
        out);
  for (size_t i = 0; am_commands[i]; i++)
    am_print_row(out, 10, am_commands[i]->name, am_commands[i]->summary);
  fputs("\n'automat help COMMAND' explains a command, 'automat --version' "
        "prints the version.\n",
        out);
}

static am_status command_help(am_context *context) {
  if (!context->options.operand_count) {
    am_print_usage(stdout);
    return AM_OK;
  }
  const am_command *command;
  AM_TRY(am_command_find(context->report, context->options.operands[0],
                         &command));
  am_print_help(command, stdout);
  return AM_OK;
}

static const am_option options[] = {AM_SHARED_HELP};

const am_command am_command_help = {
    .name = "help", .operands = "[COMMAND]", .least = 0, .most = 1,
    .summary = "explain a command",
    .about = "Explains COMMAND, or lists the commands.",
    .options = options, .run = command_help,
};
