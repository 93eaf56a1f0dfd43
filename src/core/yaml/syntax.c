/* syntax.c: replaces libyaml's messages about syntax errors. */
#include "yaml/yaml.h"
#include "yaml/parse.h"

typedef enum { AT_PROBLEM, AT_CONTEXT } where;

/* Messages of libyaml, the place to show, and their replacements. */
static const struct {
  const char *problem;
  where where;
  const char *message;
} problems[] = {
    {"found unexpected end of stream", AT_CONTEXT,
     "the quote that begins here is not closed"},
    {"did not find expected <document start>", AT_PROBLEM,
     "unexpected text after the document (all keys of a mapping begin in the "
     "same column)"},
    {"did not find expected key", AT_PROBLEM,
     "expected a line 'key: value' in the column of the keys above"},
    {"did not find expected '-' indicator", AT_PROBLEM,
     "expected '- ' in the column of the items above"},
    {"could not find expected ':'", AT_CONTEXT,
     "expected 'key: value', with a space after the colon"},
    {"block sequence entries are not allowed in this context", AT_PROBLEM,
     "a list item '- ' must begin on its own line (a text beginning with '- ' "
     "needs quotes)"},
    {"mapping keys are not allowed in this context", AT_PROBLEM,
     "a text beginning with '?' needs quotes"},
    {"found unknown escape character", AT_PROBLEM,
     "unknown escape in double quotes (in single quotes a backslash is only "
     "a backslash)"},
    {"did not find expected alphabetic or numeric character", AT_CONTEXT,
     "a text beginning with '*' or '&' needs quotes"},
    {"found undefined tag handle", AT_PROBLEM,
     "tags are not supported (a text beginning with '!' needs quotes)"},
    {"did not find expected comment or line break", AT_PROBLEM,
     "the text of a '|' or '>' block begins on the next line"},
    {"found a tab character where an indentation space is expected",
     AT_PROBLEM, "a tab cannot indent a line: use spaces"},
    {"did not find expected node content", AT_PROBLEM,
     "expected a value (a text beginning with ',', ']' or '}' needs quotes)"},
};

static const char colon[] =
    "unexpected ':' (a text or expression containing ' : ' or ': ' needs a '|' "
    "block or quotes; all keys of a mapping begin in the same column)";

/* Followed by the missing closing bracket. */
static const char flow[] = "did not find expected ',' or '";

static char byte_at(const am_yaml_cursor *cursor) {
  const am_source *source = cursor->source;
  return cursor->offset < source->length ? source->text[cursor->offset] : 0;
}

static am_yaml_cursor cursor_at(const am_yaml_cursor *begin, size_t index) {
  am_yaml_cursor cursor = *begin;
  am_yaml_cursor_seek(&cursor, begin, index);
  return cursor;
}

am_status am_yaml_syntax_error(am_report *report, const yaml_parser_t *parser,
                               const am_yaml_cursor *begin) {
  if (parser->error == YAML_MEMORY_ERROR)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  const char *problem = parser->problem ? parser->problem : "unreadable";
  am_yaml_cursor at = cursor_at(begin, parser->problem_mark.index);
  am_yaml_cursor open = cursor_at(begin, parser->context_mark.index);
  am_place place = am_yaml_cursor_place(&at);
  bool in_flow = !strncmp(problem, flow, strlen(flow));
  if (byte_at(&at) == ':' && !(in_flow && at.line > open.line))
    return am_error(report, AM_INPUT, place, "%s", colon);
  am_place context = am_yaml_cursor_place(&open);
  if (in_flow)
    return am_error(report, AM_INPUT, byte_at(&at) ? place : context,
                    "expected ',' or '%c' after the '%c' of line %d (a text "
                    "containing ' : ', ',' or a bracket needs quotes there)",
                    problem[strlen(flow)], byte_at(&open), open.line);
  if (!strcmp(problem, "found character that cannot start any token")) {
    if (byte_at(&at) == '\t')
      return am_error(report, AM_INPUT, place,
                      "a tab cannot indent a line: use spaces");
    return am_error(report, AM_INPUT, place,
                    "a text beginning with '%c' needs quotes", byte_at(&at));
  }

  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
    if (!strcmp(problem, problems[i].problem))
      return am_error(report, AM_INPUT,
                      problems[i].where == AT_CONTEXT ? context : place, "%s",
                      problems[i].message);
  return am_error(report, AM_INPUT, place, "not valid YAML: %s", problem);
}
