/* options.c: parses the arguments of a command with its table of options. */
#include "cli/command.h"

const am_options am_options_default = {
    .duration = -1, .rtol = 1e-6, .tolerance = AM_FIT_TOLERANCE,
    .iterations = AM_FIT_ITERATIONS};

const am_option am_global_options[] = {
    {"version", 0, NULL, "print the version", AM_FLAG(version)},
    AM_SHARED_HELP};

am_status am_usage_error(const am_context *context, const char *format, ...) {
  va_list values;
  va_start(values, format);
  const char *text = am_format_list(context->arena, format, values);
  va_end(values);
  return am_error(context->report, AM_USAGE, am_nowhere, "%s", text);
}

typedef struct {
  am_context *context;
  const am_command *command;
  const am_option *options;
  bool *given;                  /* by options */
  const char *const *arguments; /* [count] */
  size_t count, next;

  /* of the current option */
  const am_option *option;
  const char *shown, *value; /* as given; value NULL: none */
  void *place;               /* of its value */
} parser;

/* Row of an option in the table; NULL: none. */
static const am_option *find_option(const parser *p, const char *name,
                                    size_t length) {
  const am_option *o = p->options;
  while (o->name && (strncmp(o->name, name, length) || o->name[length])) o++;
  return o->name ? o : NULL;
}

static am_status unknown_option(const parser *p, const char *name) {
  am_arena *arena = p->context->arena;
  size_t count = 0;
  while (p->options[count].name) count++;
  const char **names = AM_ARRAY(arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    names[i] = am_format(arena, "--%s", p->options[i].name);
  return am_error(p->context->report, AM_USAGE, am_nowhere,
                  "unknown option %s%s%s",
                  am_quoted(arena, name),
                  p->command ? am_format(arena, " of 'automat %s'",
                                         p->command->name)
                             : "",
                  am_suggestion(arena, name, names, count));
}

static bool is_bounded(const am_option *option) {
  return option->most != LONG_MAX;
}

static am_status not_in_range(const parser *p, const char *what) {
  const am_option *option = p->option;
  am_arena *arena = p->context->arena;
  bool bounded = is_bounded(option);
  const char *range =
      option->kind == AM_OPTION_POSITIVE
          ? bounded ? am_format(arena, ", at most %ld", option->most) : ""
      : bounded ? am_format(arena, ", at least %ld and at most %ld",
                            option->least, option->most)
                : am_format(arena, ", at least %ld", option->least);
  return am_usage_error(p->context,
                        "expected '%s' to be a %snumber%s, found %s", p->shown,
                        what, range, am_quoted(arena, p->value));
}

static am_status store_flag(const parser *p) {
  if (p->value)
    return am_usage_error(p->context, "option '%s' takes no value", p->shown);
  *(bool *)p->place = true;
  return AM_OK;
}

static am_status store_text(const parser *p) {
  am_arena *arena = p->context->arena;
  am_option_kind kind = p->option->kind;
  *(const char **)p->place = p->value;
  if (kind == AM_OPTION_ENGINE)
    return am_engine_check_name(p->context->report, p->value, true);
  if (kind == AM_OPTION_PICTURE && !am_picture_known(p->value))
    return am_usage_error(p->context,
                          "unknown picture format %s, expected a name that "
                          "ends in " AM_PICTURE_ENDINGS,
                          am_quoted(arena, p->value));
  return am_ending_check(p->context->report, AM_USAGE, am_nowhere,
                         am_format(arena, "the file of '%s'", p->shown),
                         p->value, p->option->writes);
}

static am_status store_choice(const parser *p) {
  const char *const *names = p->option->names;
  size_t count = 0;
  while (names[count]) count++;
  *(const char **)p->place = p->value;
  return am_expect_one(p->context->report, p->shown, p->value, names, count);
}

static am_status store_number(const parser *p) {
  char *end;
  errno = 0;
  long number = strtol(p->value, &end, 10);
  bool good = *p->value && !*end && !errno;
  if (!good || number < p->option->least || number > p->option->most)
    return not_in_range(p, "whole ");
  *(long *)p->place = number;
  if (p->option->kind == AM_OPTION_LANES && number & (number - 1))
    return am_usage_error(p->context,
                          "expected '%s' to be 1, 2, 4 or 8, found %ld",
                          p->shown, number);
  return AM_OK;
}

static am_status store_real(const parser *p) {
  const am_option *option = p->option;
  bool positive = option->kind == AM_OPTION_POSITIVE;
  double number = 0;
  if (!am_parse_number(p->value, &number) || !isfinite(number) ||
      number < (double)option->least ||
      (is_bounded(option) && number > (double)option->most) ||
      (positive && number == 0))
    return not_in_range(p, positive ? "positive " : "");
  if (am_number_underflows(p->value))
    return am_usage_error(p->context, "the number '%s' of '%s' is too small to "
                          "be represented: write 0", p->value, p->shown);
  *(double *)p->place = number;
  return AM_OK;
}

/* 85x60, 85x60mm or 8.5x6cm */
static am_status store_size(const parser *p) {
  const am_option *option = p->option;
  const char *value = p->value;
  am_size *size = p->place;
  double least = (double)option->least, most = (double)option->most;
  int end = 0;
  bool good =
      sscanf(value, "%lfx%lf%n", &size->width, &size->height, &end) == 2;
  bool centimetres = !strcmp(value + end, "cm");
  good &= centimetres || !value[end] || !strcmp(value + end, "mm");
  if (centimetres) {
    size->width *= 10;
    size->height *= 10;
  }
  good = good && size->width >= least && size->width <= most &&
         size->height >= least && size->height <= most;
  if (good) return AM_OK;
  return am_usage_error(p->context, "expected '%s' to be %s, each at least %ld "
                        "and at most %ld millimetres, such as 85x60 or "
                        "8.5x6cm, found %s", p->shown, option->value,
                        option->least, option->most,
                        am_quoted(p->context->arena, value));
}

static void push_item(am_arena *arena, am_option_list *list,
                      const char *item) {
  AM_PUSH(arena, list->items, list->count, item);
}

void am_options_assign(am_context *context, const char *key,
                       const char *value) {
  if (value)
    push_item(context->arena, &context->options.sets,
              am_format(context->arena, "%s=%s", key, value));
}

static am_status store_item(const parser *p) {
  am_arena *arena = p->context->arena;
  const char *ends = p->option->kind == AM_OPTION_NAMES ? "," : "";
  for (const char *value = p->value;;) {
    size_t length = strcspn(value, ends);
    push_item(arena, p->place, am_copy(arena, value, length));
    if (!value[length]) return AM_OK;
    value += length + 1;
  }
}

static am_status (*const storers[])(const parser *p) = {
    [AM_OPTION_FLAG] = store_flag,     [AM_OPTION_TEXT] = store_text,
    [AM_OPTION_CHOICE] = store_choice, [AM_OPTION_ENGINE] = store_text,
    [AM_OPTION_PICTURE] = store_text,  [AM_OPTION_NUMBER] = store_number,
    [AM_OPTION_LANES] = store_number,  [AM_OPTION_REAL] = store_real,
    [AM_OPTION_POSITIVE] = store_real, [AM_OPTION_SIZE] = store_size,
    [AM_OPTION_LIST] = store_item,     [AM_OPTION_NAMES] = store_item};

static void *option_place(am_context *context, const am_option *option) {
  return (char *)&context->options + option->offset;
}

/* Stores an option's value: the text after '=' or the letter, else the next
 * argument. */
static am_status store_value(parser *p, const am_option *option,
                             const char *shown, const char *value) {
  bool needed = option->kind != AM_OPTION_FLAG && !value;
  if (needed && p->next == p->count)
    return am_usage_error(p->context, "option '%s' needs a value: %s %s", shown,
                          shown, option->value);
  if (needed) value = p->arguments[p->next++];
  p->given[option - p->options] = true;
  p->option = option;
  p->shown = shown;
  p->value = value;
  p->place = option_place(p->context, option);
  return storers[option->kind](p);
}

/* --name, --name=value */
static am_status parse_long(parser *p, const char *argument) {
  size_t length = strcspn(argument, "=");
  const char *name = am_copy(p->context->arena, argument, length);
  const char *value = argument[length] ? argument + length + 1 : NULL;
  const am_option *option = find_option(p, name + 2, length - 2);
  return option ? store_value(p, option, name, value)
                : unknown_option(p, name);
}

/* Checks the options that others need and exclude. */
static am_status check_relations(const parser *p) {
  for (const am_option *o = p->options; o->name; o++) {
    if (!p->given[o - p->options]) continue;
    const am_option *needed =
        o->needs ? find_option(p, o->needs, strlen(o->needs)) : NULL;
    if (needed && !p->given[needed - p->options])
      return am_usage_error(p->context, "--%s needs --%s%s%s", o->name,
                            o->needs, needed->value ? " " : "",
                            needed->value ? needed->value : "");
    for (const char *at = o->excludes; at && *at; at += strspn(at, " ")) {
      size_t length = strcspn(at, " ");
      if (p->given[find_option(p, at, length) - p->options])
        return am_usage_error(p->context, "--%s cannot be combined with --%.*s",
                              o->name, (int)length, at);
      at += length;
    }
  }
  return AM_OK;
}

static am_status check_arguments(const parser *p) {
  const am_options *o = &p->context->options;
  const am_command *command = p->command;
  if (!command || o->help || o->version) return AM_OK;
  if (o->operand_count < command->least)
    return am_usage_error(p->context,
                          "'automat %s' needs %s; see 'automat help %s'",
                          command->name, command->operands, command->name);
  if (o->operand_count > command->most)
    return am_usage_error(
        p->context, "unexpected argument %s: 'automat %s' expects %s",
        am_quoted(p->context->arena, o->operands[command->most]),
        command->name, command->operands);
  return check_relations(p);
}

/* -o value, -ovalue, -qv */
static am_status parse_letters(parser *p, const char *argument) {
  for (const char *at = argument + 1; *at; at++) {
    const am_option *option = p->options;
    while (option->name && option->letter != *at) option++;
    const char *name = am_format(p->context->arena, "-%c", *at);
    if (!option->name) return unknown_option(p, argument);
    bool flag = option->kind == AM_OPTION_FLAG;
    AM_TRY(store_value(p, option, name, flag || !at[1] ? NULL : at + 1));
    if (!flag) break;
  }
  return AM_OK;
}

am_status am_options_parse(am_context *context, const am_command *command,
                           const char *const *arguments, size_t count) {
  am_options *o = &context->options;
  parser p = {.context = context, .command = command,
              .options = command ? command->options : am_global_options,
              .arguments = arguments, .count = count};
  bool open = true;
  size_t rows = 0;
  while (p.options[rows].name) rows++;
  p.given = AM_ARRAY(context->arena, bool, rows);
  context->command = command;
  while (p.next < p.count) {
    const char *argument = p.arguments[p.next++];
    if (open && !strcmp(argument, "--")) {
      open = false;
    } else if (open && !strncmp(argument, "--", 2)) {
      AM_TRY(parse_long(&p, argument));
    } else if (open && argument[0] == '-' && argument[1]) {
      AM_TRY(parse_letters(&p, argument));
    } else {
      AM_PUSH(context->arena, o->operands, o->operand_count, argument);
    }
  }
  return check_arguments(&p);
}

const char *const am_marker_names[] = {"all", "none", NULL};

am_status am_picture_draw(am_arena *arena, am_context *context,
                          am_picture picture, const char *path) {
  const am_options *o = &context->options;
  picture.size = o->size;
  picture.line_width = o->line_width;
  if (o->markers)
    picture.lines = strcmp(o->markers, "all") ? AM_CURVE_LINE : AM_CURVE_BOTH;
  AM_TRY(am_picture_write(arena, context->report, &picture, path,
                          o->keep_script));
  am_output_tell(context, "figure", path);
  return AM_OK;
}

am_status am_outputs_lock(am_context *context, const char *output,
                          const char *const *others) {
  const am_options *o = &context->options;
  const char *paths[16] = {
      output, o->plot,
      o->keep_script ? am_format(context->arena, "%s.gp", o->plot) : NULL};
  size_t count = 3;
  for (const am_option *at = context->command->options; at->name; at++)
    if (at->writes && at->offset != offsetof(am_options, output))
      paths[count++] = *(const char **)option_place(context, at);
  for (size_t i = 0; others && others[i]; i++) paths[count++] = others[i];
  return am_outputs_check(context->report, paths, count);
}
