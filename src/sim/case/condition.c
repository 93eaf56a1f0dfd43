/* condition.c: conditions that end a segment. */
#include "case/parts.h"

/* A number or a watched column. */
typedef struct {
  long column; /* -1: a number */
  double number;
} operand;

typedef struct am_comparison {
  operand left, right;
  bool greater; /* left > right; else left < right */
  bool strict;  /* equality excluded */
  bool begins;  /* first comparison of a part, after `or` */
} comparison;

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_yaml *node;
  const char *text, *at;
  am_watch *watch;
} parser;

static am_status refuse(const parser *p, const char *expected) {
  const char *end = p->at;
  while (*end && !isspace((unsigned char)*end)) end++;
  size_t length = (size_t)(end - p->at);
  return am_error(p->report, AM_INPUT,
                  am_snippet_place(&p->node->text, (size_t)(p->at - p->text)),
                  "expected %s, found %s", expected,
                  length ? am_format(p->arena, "'%s'",
                                     am_printable(p->arena, p->at, length))
                         : "the end of the condition");
}

static void skip_blanks(parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

/* Accepts a word that is not followed by a letter or digit. */
static bool take_word(parser *p, const char *word) {
  size_t length = strlen(word);
  if (strncmp(p->at, word, length) || isalnum((unsigned char)p->at[length]))
    return false;
  p->at += length;
  skip_blanks(p);
  return true;
}

/* Index of a column among the watched columns; adds the column if necessary. */
static long watch_column(const parser *p, const char *name) {
  am_watch *w = p->watch;
  for (size_t i = 0; i < w->count; i++)
    if (!strcmp(w->columns[i], name)) return (long)i;
  size_t places = w->capacity;
  AM_PUSH_ROOM(p->arena, w->places, w->count, places);
  AM_PUSH_ROOM(p->arena, w->columns, w->count, w->capacity);
  w->places[w->count] = p->node->place;
  w->columns[w->count] = name;
  return (long)w->count++;
}

static am_status read_operand(parser *p, operand *result) {
  char *end;
  *result = (operand){.column = -1};
  if (isalpha((unsigned char)*p->at)) {
    const char *begin = p->at;
    while (isalnum((unsigned char)*p->at) || (*p->at && strchr("_.[]", *p->at)))
      p->at++;
    result->column = watch_column(
        p, am_copy(p->arena, begin, (size_t)(p->at - begin)));
  } else {
    result->number = strtod(p->at, &end);
    if (end == p->at || !isfinite(result->number))
      return refuse(p, "a number or a column name");
    p->at = end;
  }
  skip_blanks(p);
  return AM_OK;
}

static am_status read_comparison(parser *p, comparison *result) {
  AM_TRY(read_operand(p, &result->left));
  if (*p->at != '<' && *p->at != '>')
    return refuse(p, "one of <, <=, >, >=");
  result->greater = *p->at++ == '>';
  result->strict = *p->at != '=';
  p->at += *p->at == '=';
  skip_blanks(p);
  return read_operand(p, &result->right);
}

static am_status read_condition(parser *p, am_condition *condition) {
  bool begins = true;
  skip_blanks(p);
  for (;;) {
    comparison next = {.begins = begins};
    AM_TRY(read_comparison(p, &next));
    AM_PUSH_ROOM(p->arena, condition->items, condition->count,
                 condition->capacity);
    condition->items[condition->count++] = next;
    if (!*p->at) return AM_OK;
    begins = take_word(p, "or");
    if (!begins && !take_word(p, "and"))
      return refuse(p, "'and', 'or' or the end of the condition");
  }
}

static am_status read_until(am_arena *arena, am_report *report,
                            const am_yaml *node, am_watch *watch) {
  am_condition *condition = AM_NEW(arena, am_condition);
  parser p = {.arena = arena, .report = report, .node = node, .watch = watch};
  AM_TRY(am_yaml_text(report, node, "until", &p.text));
  p.at = p.text;
  *condition = (am_condition){.node = node, .index = watch->conditions++,
                              .next = watch->first};
  watch->first = condition;
  return read_condition(&p, condition);
}

/* Ignores nodes of other kinds, which are rejected when segments are read; the
 * YAML parser limits the recursion. */
am_status am_watch_read(am_arena *arena, am_report *report,
                        const am_yaml *path, am_watch *watch) {
  if (path->kind != AM_YAML_SEQUENCE) return AM_OK;
  for (size_t i = 0; i < path->count; i++) {
    const am_yaml *segment = path->items[i];
    if (segment->kind != AM_YAML_MAPPING) continue;
    const am_yaml *until = am_yaml_get(segment, "until");
    const am_yaml *inner = am_yaml_get(segment, "segments");
    if (until) AM_TRY(read_until(arena, report, until, watch));
    if (inner) AM_TRY(am_watch_read(arena, report, inner, watch));
  }
  return AM_OK;
}

const am_condition *am_watch_find(const am_watch *watch, const am_yaml *node) {
  const am_condition *c = watch->first;
  while (c && c->node != node) c = c->next;
  return c;
}

static double operand_value(const operand *o, const double *values) {
  return o->column < 0 ? o->number : values[o->column];
}

double am_condition_value(const am_condition *condition,
                          const double *values) {
  double best = -INFINITY, worst = 0;
  for (size_t i = 0; i < condition->count; i++) {
    const comparison *c = &condition->items[i];
    double left = operand_value(&c->left, values);
    double right = operand_value(&c->right, values);
    double excess = c->greater ? left - right : right - left;
    if (isnan(excess)) excess = -INFINITY;
    if (c->strict && excess == 0) excess = -DBL_MIN;
    worst = c->begins ? excess : fmin(worst, excess);
    bool ends = i + 1 == condition->count || condition->items[i + 1].begins;
    if (ends) best = fmax(best, worst);
  }
  return best;
}
