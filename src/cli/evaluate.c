/* evaluate.c: `automat evaluate`, integrates the points of a table over one
 * loading step, with libautomat. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/base.h"
#include "cli/command.h"
#include "cli/point_table.h"
#include "cli/signals.h"
#include "engine/parts.h"

/* Own options. */
typedef struct {
  double duration; /* -1: not given */
  bool tangent;
  const char *columns; /* derived columns; NULL: none */
} evaluate_options;

static const evaluate_options defaults = {.duration = -1};

/* Prints the message of the model, and returns its status. */
static am_status print_message(const am_context *context,
                               const automat_model *model,
                     automat_status status) {
  const char *message = automat_message(model);
  if (*message && (status || !context->options.quiet))
    fprintf(stderr, "%s\n", message);
  return (am_status)status;
}

static am_status evaluate_table(am_arena *arena, am_context *context,
                                automat_model *model) {
  const evaluate_options *own = context->own;
  const am_options *o = &context->options;
  am_point_table table;
  automat_status status = AUTOMAT_OK;
  for (size_t i = 0; !status && i < o->sets.count; i++)
    status = automat_set(model, o->sets.items[i]);
  if (!status) status = automat_threads(model, (int)o->threads);
  AM_TRY(print_message(context, model, status));
  AM_TRY(print_message(context, model,
                       am_point_table_ask(arena, model, &table)));
  AM_TRY(am_point_table_read(context->report, o->operands[1], &table));
  am_interrupt_by_flag(arena);
  if (own->duration < 0 && table.size)
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "--duration is missing: the law has internal variables");
  AM_TRY(am_point_table_expect(&table, context->report, own->tangent,
                               own->columns));
  table.points.duration = own->duration >= 0 ? own->duration : 0;
  table.points.stop = am_interrupt_flag();
  status = am_point_table_evaluate(&table, model);
  am_status written = AM_OK;
  if (status == AUTOMAT_OK || status == AUTOMAT_FAILED)
    written = am_point_table_write(&table, context->report, o->output);
  (void)print_message(context, model, status);
  return written != AM_OK ? written : (am_status)status;
}

static void close_model(void *model) { automat_close(model); }

static am_status open_and_evaluate(am_arena *arena, am_context *context) {
  automat_model *model;
  automat_status status =
      automat_open(context->options.operands[0], &model);
  am_arena_defer(arena, close_model, model);
  if (status) return print_message(context, model, status);
  am_interrupt_watch(arena);
  return evaluate_table(arena, context, model);
}

static am_status command_evaluate(am_context *context) {
  const char *engine = context->options.engine;
  AM_TRY(am_engine_check_name(context->report, engine, true));
  if (engine)
    am_options_assign(context,
                      am_format(context->arena, "solver.engine=%s", engine));
  return am_interrupt_run(context, open_and_evaluate);
}

static const am_option option_duration = {
    "duration", 'd', "TIME", "duration of the loading step; 0: a jump",
    AM_OPTION_REAL, AM_OWN(evaluate_options, duration), 0, LONG_MAX};
static const am_option option_tangent = {
    "tangent", 0, NULL, "print tangents", AM_OPTION_FLAG,
    AM_OWN(evaluate_options, tangent)};

static const am_option option_columns = {
    "columns", 0, "LIST",
    "derived columns, separated by commas: mises,principal", AM_OPTION_TEXT,
    AM_OWN(evaluate_options, columns)};

static const am_option *const options[] = {
    &option_duration,   &option_tangent,  &option_columns, &am_option_output,
    &am_option_set,     &am_option_engine, &am_option_threads,
    &am_option_quiet,   &am_option_help,  NULL};

const am_command am_command_evaluate = {
    .name = "evaluate",
    .operands = "MATERIAL POINTS.csv",
    .summary = "evaluate a law at the points of a table",
    .about =
        "Computes one loading step for each row of a table.  Columns such as\n"
        "strain.xx or stress.xx prescribe values at its end; strain0.xx and\n"
        "internal variables give the state at its start.  Prints strain,\n"
        "stress, internal variables, energies and status of each.",
    .options = options,
    .defaults = &defaults,
    .own_size = sizeof defaults,
    .least = 2,
    .most = 2,
    .run = command_evaluate,
};
