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
  if (o->duration < 0 && table.size)
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "--duration is missing: the law has internal variables");
  AM_TRY(am_point_table_expect(&table, context->report, o->tangent,
                               o->columns));
  table.points.duration = o->duration >= 0 ? o->duration : 0;
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
  const am_options *o = &context->options;
  automat_model *model;
  AM_TRY(am_engine_check_name(context->report, o->engine, true));
  am_options_assign(context, "solver.engine", o->engine);
  automat_status status = automat_open(o->operands[0], &model);
  am_arena_defer(arena, close_model, model);
  if (status) return print_message(context, model, status);
  am_interrupt_watch(arena);
  return evaluate_table(arena, context, model);
}

static const am_option options[] = {
    {"duration", 'd', "TIME", "duration of the loading step; 0: a jump",
     AM_REAL(duration), 0, LONG_MAX},
    {"tangent", 0, NULL, "print tangents", AM_FLAG(tangent)},
    {"columns", 0, "LIST",
     "derived columns, separated by commas: mises,principal", AM_TEXT(columns)},
    AM_SHARED_OUTPUT, AM_SHARED_SET, AM_SHARED_ENGINE, AM_SHARED_THREADS,
    AM_SHARED_QUIET, AM_SHARED_HELP,
    {0}};

const am_command am_command_evaluate = {
    .name = "evaluate", .operands = "MATERIAL POINTS.csv",
    .least = 2, .most = 2,
    .summary = "evaluate a law at the points of a table",
    .about =
        "Computes one loading step for each row of a table.  Columns such as\n"
        "strain.xx or stress.xx prescribe values at its end; strain0.xx and\n"
        "internal variables give the state at its start.  Prints strain,\n"
        "stress, internal variables, energies and status of each.",
    .options = options, .work = open_and_evaluate,
};
