#include <string.h>

#include "base/text.h"
#include "cli/command.h"

enum { TEXT_LONGEST = 1000 };

void am_print_text(FILE *out, const char *text) {
  size_t length = strlen(text);
  am_print_bytes(out, text, length < TEXT_LONGEST ? length : TEXT_LONGEST,
                 true);
  if (length > TEXT_LONGEST) fputs("...", out);
}

/* Prints a word, its control characters blanked, and returns the columns that
 * it takes; out NULL: these alone. */
static int print_word(FILE *out, const char *word, size_t length) {
  int columns = 0;
  if (out) am_print_bytes(out, word, length, true);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)word[i];
    columns += (c & 0xc0) != 0x80;
  }
  return columns;
}

void am_print_wrapped(FILE *out, int column, int indent, const char *text) {
  static const char blanks[] = " \t\r\n";
  int at = -1; /* behind the last word, -1: there is none */
  while (*(text += strspn(text, blanks))) {
    size_t length = strcspn(text, blanks);
    int width = print_word(NULL, text, length);
    if (at < 0) {
      at = column;
    } else if (at + 1 + width > AM_PRINT_COLUMNS) {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
    } else {
      fputc(' ', out);
      at++;
    }
    at += print_word(out, text, length);
    text += length;
  }
  fputc('\n', out);
}

void am_print_row(FILE *out, int width, const char *name,
                  const char *about) {
  bool alone = !about || !*about;
  int room = width - (int)strlen(name);
  fputs("  ", out);
  am_print_text(out, name);
  if (!alone) fprintf(out, "%*s", room > 0 ? room + 2 : 2, "");
  if (!alone) am_print_text(out, about);
  fputc('\n', out);
}

enum { OPTION_TEXT = 64 };

static void option_text(const am_option *option, char *text) {
  char letter[8] = "    ";
  if (option->letter)
    snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(text, OPTION_TEXT, "%s--%s%s%s", letter, option->name,
           option->value ? " " : "", option->value ? option->value : "");
}

static void print_options(const am_option *const *options, FILE *out) {
  char text[OPTION_TEXT];
  int width = 0;
  for (size_t i = 0; options[i]; i++) {
    option_text(options[i], text);
    if ((int)strlen(text) > width) width = (int)strlen(text);
  }
  for (size_t i = 0; options[i]; i++) {
    option_text(options[i], text);
    am_print_row(out, width, text, options[i]->about);
  }
}

void am_print_help(const am_command *command, FILE *out) {
  fprintf(out, "Usage: automat %s [OPTION]... %s\n\n%s\n\nOptions:\n",
          command->name, command->operands, command->about);
  print_options(command->options, out);
}

void am_print_usage(FILE *out) {
  fputs("Usage: automat COMMAND [OPTION]... [ARGUMENT]...\n\n"
        "Material-point simulations of constitutive laws that are given by "
        "two potentials.\n\nCommands:\n",
        out);
  for (size_t i = 0; am_commands[i]; i++)
    am_print_row(out, 10, am_commands[i]->name, am_commands[i]->summary);
  fputs("\n'automat help COMMAND' explains one of them, 'automat --version' "
        "prints the version.\n",
        out);
}

static am_status run(am_context *context) {
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

static const am_option *const options[] = {&am_option_help, NULL};

const am_command am_command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "explain a command",
    .about = "Explains COMMAND, or lists the commands.",
    .options = options,
    .least = 0,
    .most = 1,
    .run = run,
};
