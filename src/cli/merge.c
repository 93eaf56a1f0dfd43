/* merge.c: `automat merge`, merges the shards of a batch. */
#include "cli/command.h"

static am_status merge_parts(am_arena *arena, am_context *context) {
  const am_options *given = &context->options;
  const am_merge merge = {.parts = given->operands,
                          .count = given->operand_count,
                          .output = given->output};
  am_merge_result merged;
  if (!given->output || !strcmp(given->output, "-"))
    return am_usage_error(context,
                          "the merged batch needs a file: give -o FILE.h5");
  AM_TRY(am_ending_check(context->report, AM_USAGE, am_nowhere,
                         "the file of '--output'", given->output,
                         AM_WRITES_HDF5));
  am_interrupt_by_flag(arena);
  double start = am_clock();
  AM_TRY(am_archive_merge(arena, context->report, &merge, &merged));
  if (given->quiet) return AM_OK;
  double time = am_clock() - start;
  am_print_bytes(stderr, given->output, strlen(given->output), false);
  fprintf(stderr, ": %ld points of %zu shards, %.3g MB in %.3g s\n",
          merged.points, merge.count, merged.bytes * 1e-6, time);
  return AM_OK;
}

static const am_option options[] = {
    {"output", 'o', "FILE", "write the merged batch to the HDF5 file FILE",
     AM_TEXT(output)},
    AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_merge = {
    .name = "merge", .operands = "PART...", .least = 1, .most = SIZE_MAX,
    .summary = "merge the shards of a batch",
    .about =
        "Reads the files of all shards of a batch, as 'automat batch CASE\n"
        "--shard I/N' writes them, and writes the file that the batch would\n"
        "have written without --shard.  Missing, duplicate and incomplete\n"
        "shards, and those of another batch, are reported.",
    .options = options, .work = merge_parts,
};
