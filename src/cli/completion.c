/* completion.c: `automat completion`, prints a completion script for bash. */
#include "config.h"

#include "cli/command.h"

/* Topics whose names are needed in several places; each becomes a variable of
 * the script. */
static const char *const sources[] = {"commands", "materials", "cases",
                                      "schemes",  "engines",   "columns",
                                      "studies",  "checks",    "workloads"};

/* Prints the names of a topic except placeholders and names with special
 * characters: a shell reads the script. */
static void print_source(am_arena *arena, const char *topic, FILE *out) {
  const am_listing list = am_listing_of(arena, topic);
  const char *blank = "";
  fprintf(out, "  local %s='", topic);
  for (size_t i = 0; i < list.count; i++) {
    const char *name = list.items[i].name, *at = name;
    while (isalnum((unsigned char)*at) || (*at && strchr("._+-", *at))) at++;
    if (*at || at == name || strstr(name, "NAME")) continue;
    fprintf(out, "%s%s", blank, name);
    blank = " ";
  }
  fputs("'\n", out);
}

/* Words and files that an option or an operand expects. */
typedef struct {
  const char *key;     /* "--engine"; or a placeholder, "FILE" */
  const char *source;  /* of words; NULL: none */
  const char *endings; /* of file names, "any", or "folder": folders only; NULL:
                          no files */
} expectation;

static const expectation of_options[] = {
    {"--engine", "engines", NULL},
    {"--scheme", "schemes", NULL},
    {"--schemes", "schemes", NULL},
    {"--against", "schemes", NULL},
    {"--material", "materials", "yaml"},
    {"--from", "materials", "yaml"},
    {"--describe", "materials", "yaml"},
    {"--column", "columns", NULL},
    {"--columns", "columns", NULL},
    {"--x", "columns", NULL},
    {"--y", "columns", NULL},
    {"--only", "checks", NULL},
    {"--workload", "workloads", NULL},
    {"--plot", NULL, "svg png pdf eps tex"},
    {"FILE", NULL, "any"},
    {"TABLE", NULL, "csv"},
    {"DIR", NULL, "folder"},
    {0},
};

static const expectation of_operands[] = {
    {"CASE", "cases", "yaml h5"},
    {"MATERIAL", "materials", "yaml"},
    {"LAW|CASE", "materials", "yaml"},
    {"FILE...", "materials", "yaml"},
    {"A", NULL, "csv h5"},
    {"B", NULL, "csv h5"},
    {"STUDY", "studies", NULL},
    {"COMMAND", "commands", NULL},
    {0},
};

static const expectation *find_expectation(const expectation *rows,
                                           const char *key) {
  while (rows->key && strcmp(rows->key, key)) rows++;
  return rows->key ? rows : NULL;
}

static void print_expectation(const expectation *e, FILE *out) {
  if (e && e->source) fprintf(out, " words=$%s", e->source);
  if (e && e->endings) fprintf(out, " endings='%s'", e->endings);
}

/* Prints an option with a value; nothing for a flag. */
static void print_option(am_arena *arena, const am_command *command,
                         const am_option *option, FILE *out) {
  if (!option->value) return;
  const char *name = am_format(arena, "--%s", option->name);
  const expectation *e = find_expectation(of_options, name);
  if (!e) e = find_expectation(of_options, option->value);
  fprintf(out, "  '%s %s'", command->name, name);
  if (option->letter)
    fprintf(out, " | '%s -%c'", command->name, option->letter);
  fputc(')', out);
  if (option->kind == AM_OPTION_CHOICE) {
    fputs(" words='", out);
    for (size_t i = 0; option->names[i]; i++)
      fprintf(out, "%s%s", i ? " " : "", option->names[i]);
    fputc('\'', out);
  }
  else
    print_expectation(e, out);
  if (!strcmp(option->value, "LIST") || strchr(option->value, ','))
    fputs(" list=yes", out);
  fputs(" ;;\n", out);
}

/* Operand `number` of a command, "[CASE]": one of `of_operands`, or words
 * separated by '|'. */
static void print_operand(am_arena *arena, const am_command *command,
                          int number, const char *operand, size_t length,
                          FILE *out) {
  bool optional = *operand == '[';
  char *name = am_copy(arena, operand + optional, length - 2 * optional);
  const expectation *e = find_expectation(of_operands, name);
  bool many = strstr(name, "...") != NULL;
  if (!e && !islower((unsigned char)*name)) return;
  fprintf(out, many ? "  '%s '[0-9]*)" : "  '%s %d')", command->name, number);
  for (char *at = name; *at; at++)
    if (*at == '|') *at = ' ';
  if (!e) fprintf(out, " words='%s'", name);
  print_expectation(e, out);
  fputs(" ;;\n", out);
}

static void print_expected(am_arena *arena, FILE *out) {
  fputs("# What is expected behind \"COMMAND OPTION\", or as \"COMMAND N\", "
        "its operand N.\n_automat_expects() {\n",
        out);
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    print_source(arena, sources[i], out);
  fputs("  words='' endings='' list=''\n  case $1 in\n"
        "  ' 1') words=$commands ;;\n",
        out);
  for (size_t i = 0; am_commands[i]; i++) {
    const am_command *command = am_commands[i];
    for (const am_option *o = command->options; o->name; o++)
      print_option(arena, command, o, out);
    int number = 0;
    for (const char *at = command->operands; *at;) {
      size_t length = strcspn(at, " ");
      print_operand(arena, command, ++number, at, length, out);
      at += length;
      at += strspn(at, " ");
    }
  }
  fputs("  *) return 1 ;;\n  esac\n}\n\n", out);
}

static void print_names(const char *command, const am_option *options,
                        FILE *out) {
  fprintf(out, "  '%s') words='", command);
  for (const am_option *o = options; o->name; o++) {
    fprintf(out, "%s--%s", o > options ? " " : "", o->name);
    if (o->letter) fprintf(out, " -%c", o->letter);
  }
  fputs("' ;;\n", out);
}

const am_embedded_text am_cli_texts[] = {
#include "cli/texts.inc"
    {NULL, NULL}};

static am_status command_completion(am_context *context) {
  const char *shell = context->options.operands[0];
  if (strcmp(shell, "bash"))
    return am_usage_error(context,
                          "shell %s is not supported: write 'automat "
                          "completion bash'",
                          am_quoted(context->arena, shell));
  fputs("# Completion of automat " PACKAGE_VERSION " for bash, printed by "
        "'automat completion bash'.\n\n",
        stdout);
  print_expected(context->arena, stdout);
  fputs("# The options of a command.\n_automat_options() {\n  case $1 in\n",
        stdout);
  print_names("", am_global_options, stdout);
  for (size_t i = 0; am_commands[i]; i++)
    print_names(am_commands[i]->name, am_commands[i]->options, stdout);
  fputs("  esac\n}\n", stdout);
  fputs(am_embedded_find(am_cli_texts, "cli/completion.bash"), stdout);
  return AM_OK;
}

static const am_option options[] = {AM_SHARED_HELP};

const am_command am_command_completion = {
    .name = "completion", .operands = "bash", .least = 1, .most = 1,
    .summary = "print a script that completes command lines",
    .about =
        "Prints a script by which bash completes commands, options, names of\n"
        "materials, cases, schemes and the like, and files:\n\n"
        "  eval \"$(automat completion bash)\"",
    .options = options, .run = command_completion,
};
