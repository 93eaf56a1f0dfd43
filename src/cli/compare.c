/* compare.c: `automat compare`, compares two result files column by column. */
#include "cli/command.h"

/* "1.25 MPa" */
static const char *unit_text(am_arena *arena, double value,
                             const char *unit) {
  return am_format(arena, "%.3g%s%s", value, *unit ? " " : "", unit);
}

/* "at time 3", "at time 3 of point 7" */
static const char *place_text(am_arena *arena, const am_difference *d,
                              double at, long point) {
  const char *place = am_format(arena, "at %s %.9g", d->matched, at);
  bool several = false;
  for (int f = 0; f < 2; f++)
    several |= d->files[f]->archive && d->files[f]->archive->layout->points > 1;
  return several ? am_format(arena, "%s of point %ld", place, point) : place;
}

static const char *value_text(am_arena *arena, double value) {
  return isnan(value) ? "no number" : am_format(arena, "%.9g", value);
}

static void add_norms(am_buffer *text, const am_column_difference *c) {
  am_buffer_add(text, "L2 %s", unit_text(text->arena, c->l2, c->unit));
  if (!isnan(c->relative)) am_buffer_add(text, " (%.3g of B)", c->relative);
  am_buffer_add(text, ", area %.3g", c->area);
  if (c->missing)
    am_buffer_add(text, ", %zu entr%s with a number in one file only",
                  c->missing, c->missing == 1 ? "y" : "ies");
}

static void add_worst(am_buffer *text, const am_difference *d,
                      const am_column_difference *c) {
  am_arena *arena = text->arena;
  am_buffer_add(text, "%s %s, expected %s", value_text(arena, c->worst.ours),
                place_text(arena, d, c->worst.at, c->worst_point),
                value_text(arena, c->worst.reference));
  if (!isnan(c->worst.ours) && !isnan(c->worst.reference))
    am_buffer_add(text, " within %.3g", c->worst.bound);
}

static void print_column(am_arena *arena, const am_difference *d,
                         const am_column_difference *c, bool verbose) {
  static const char below[] = "\n        ";
  bool compared = c->ratio >= 0, differs = c->difference > 0;
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "%-6s  %s: ", c->good ? "ok" : "FAILED", c->name);
  if (!compared)
    am_buffer_add(&text, "no numbers in either file");
  else if (!differs && !c->missing)
    am_buffer_add(&text, "no difference");
  else
    am_buffer_add(&text, "largest difference %s%s%s",
                  unit_text(arena, c->difference, c->unit), differs ? " " : "",
                  differs ? place_text(arena, d, c->largest.at,
                                       c->largest_point)
                          : "");
  if (compared && (differs || c->missing)) {
    am_buffer_add(&text, "%s", below);
    add_norms(&text, c);
  }
  if (compared && (verbose || !c->good)) {
    am_buffer_add(&text, "%s", below);
    add_worst(&text, d, c);
  }
  am_print_lines(stdout, 0, text.text);
}

static const char *plural_ending(double count) { return count == 1 ? "" : "s"; }

static void print_difference(am_arena *arena, const am_options *options,
                             const am_difference *d) {
  for (size_t i = 0; i < d->count; i++)
    if (!options->quiet || !d->columns[i].good)
      print_column(arena, d, &d->columns[i], options->verbose);
  if (options->quiet) return;
  printf("%zu column%s, ", d->count, plural_ending((double)d->count));
  if (d->points > 1) printf("%ld points, ", d->points);
  double all = d->rows + d->outside[1];
  if (all > d->rows) printf("%.0f of ", d->rows);
  printf("%.0f row%s (%.0f interpolated), %zu column%s differ%s\n", all,
         plural_ending(all), d->between, d->bad, plural_ending((double)d->bad),
         d->bad == 1 ? "s" : "");
}

static const char *file_text(am_arena *arena, const am_difference *d, int f) {
  return am_quoted(arena, d->files[f]->path);
}

/* Warns about columns in one file only; returns the number of warnings. */
static int warn_columns(am_arena *arena, am_report *report,
                        const am_difference *d, int f) {
  enum { SHOWN = 10 };
  am_buffer names = {.arena = arena};
  size_t count = d->only_count[f];
  if (!count) return 0;
  for (size_t i = 0; i < count && i < SHOWN; i++)
    am_buffer_add(&names, "%s%s", i ? ", " : "",
                  am_printable(arena, d->only[f][i], strlen(d->only[f][i])));
  if (count > SHOWN) am_buffer_add(&names, " and %zu more", count - SHOWN);
  am_warn(report, am_nowhere, "only %s has the column%s %s",
          file_text(arena, d, f), plural_ending((double)count), names.text);
  return 1;
}

/* Warns about parts of a file that are not compared; returns the number of
 * warnings.  Missing rows of the reference are an error, reported
 * separately. */
static int warn_file(am_arena *arena, const am_context *context,
                     const am_difference *d, int f) {
  const am_options *o = &context->options;
  const am_archive_results *archive = d->files[f]->archive;
  int warnings = warn_columns(arena, context->report, d, f);
  if ((f == 0 || o->common) && d->outside[f] > 0) {
    am_warn(context->report, am_nowhere,
            "%.0f row%s of %s lie%s outside the range of %s in %s",
            d->outside[f], plural_ending(d->outside[f]),
            file_text(arena, d, f), d->outside[f] == 1 ? "s" : "", d->matched,
            file_text(arena, d, !f));
    warnings++;
  }
  if (archive && archive->done < archive->layout->points && !o->point) {
    am_warn(context->report, am_nowhere, "%s contains only %ld of its %ld "
                                         "points",
            file_text(arena, d, f), archive->done, archive->layout->points);
    warnings++;
  }
  return warnings;
}

/* Fails if the first file lacks rows and points of the reference. */
static am_status find_missing(am_arena *arena, const am_context *context,
                              const am_difference *d) {
  const am_options *o = &context->options;
  am_report *report = context->report;
  const char *a = file_text(arena, d, 0), *b = file_text(arena, d, 1);
  am_status status = AM_OK;
  if (o->common) return AM_OK;
  if (d->outside[1] > 0)
    status = am_error(report, AM_FAILED, am_nowhere,
                      "%.0f of the %.0f rows of %s are missing in %s: they lie "
                      "outside its range of %s (--common ignores them)",
                      d->outside[1], d->rows + d->outside[1], b, a, d->matched);
  if (o->point || d->files[0]->points >= d->files[1]->points)
    return status;
  return am_error(report, AM_FAILED, am_nowhere,
                  "%ld of the %ld points of %s are missing in %s (--common "
                  "ignores them)",
                  d->files[1]->points - d->files[0]->points,
                  d->files[1]->points, b, a);
}

/* Writes the table, the picture and the text independently of each other;
 * returns the verdict. */
static am_status show_difference(am_arena *arena, am_context *context,
                                 const am_difference *d) {
  const am_options *options = &context->options;
  bool piped = options->output && !strcmp(options->output, "-");
  am_status written = AM_OK;
  int warnings = warn_file(arena, context, d, 0);
  warnings += warn_file(arena, context, d, 1);
  am_status missing = find_missing(arena, context, d);
  if (!piped) print_difference(arena, options, d);
  if (options->output)
    written = am_compare_write(arena, context->report, d,
                               piped ? NULL : options->output);
  am_status drawn = AM_OK;
  if (options->plot) {
    am_picture picture;
    drawn = am_compare_picture(arena, context->report, d, &picture);
    if (drawn == AM_OK)
      drawn = am_picture_draw(arena, context, picture, options->plot);
  }
  if (written != AM_OK || drawn != AM_OK)
    return written != AM_OK ? written : drawn;
  return d->bad || (options->strict && warnings) ? AM_FAILED : missing;
}

static am_status compare_files(am_arena *arena, am_context *context) {
  const am_options *given = &context->options;
  const char **files = given->operands;
  am_difference d;
  const am_compare_request request = {
      .absolute = given->atol,
      .relative = given->rtol,
      .largest = given->relative_to && !strcmp(given->relative_to, "largest"),
      .x = given->axes.x,
      .columns = given->columns,
      .point = given->point};
  am_progress_start(context, "points", true);
  am_interrupt_by_flag(arena);
  am_status status = am_compare(arena, context->report, files[0], files[1],
                                &request, &d);
  am_progress_end(context);
  if (status != AM_OK && (status != AM_FAILED || !d.points)) return status;
  am_status shown = show_difference(arena, context, &d);
  return status != AM_OK ? status : shown;
}

static const char *const sizes[] = {"entry", "largest", NULL};
static const am_option options[] = {
    {"atol", 0, "NUMBER", "absolute tolerance (default: 0)", AM_REAL(atol), 0,
     LONG_MAX},
    {"rtol", 0, "NUMBER", "relative tolerance (default: 1e-6)", AM_REAL(rtol),
     0, LONG_MAX},
    {"relative-to", 0, "SIZE",
     "reference of --rtol: 'entry' (default) or 'largest'",
     AM_CHOICE(relative_to), .names = sizes},
    {"columns", 0, "LIST",
     "compare only these columns, such as stress,eps_p.xx", AM_TEXT(columns)},
    {"x", 0, "COLUMN", "interpolate over COLUMN (default: time)",
     AM_TEXT(axes.x)},
    {"point", 0, "K", "compare point K, from 1, of HDF5 files (default: all)",
     AM_NUMBER(point), 1, LONG_MAX},
    {"common", 0, NULL, "compare only the common range of rows",
     AM_FLAG(common)},
    {"strict", 0, NULL, "fail if anything is not compared", AM_FLAG(strict)},
    {"output", 'o', "FILE", "write a table of norms to FILE", AM_TEXT(output),
     .writes = AM_WRITES_CSV},
    AM_PLOT("draw the columns with the largest errors", 0),
    AM_SHARED_PICTURE,
    {"quiet", 'q', NULL, "print only columns that differ, and errors",
     AM_FLAG(quiet)},
    {"verbose", 'v', NULL, "print the largest error of every column",
     AM_FLAG(verbose)},
    AM_SHARED_HELP};

const am_command am_command_compare = {
    .name = "compare", .operands = "A B", .least = 2, .most = 2,
    .summary = "compare two result files column by column",
    .about =
        "A and B are CSV files, or HDF5 files of 'automat batch'; B is the\n"
        "reference.  Columns are matched by name, and A is interpolated\n"
        "linearly in time onto the rows of B.  An entry passes if |A - B| is\n"
        "at most atol + rtol*|B|.  Prints one line of norms for each column;\n"
        "the exit status is 1 when one differs, or when A lacks rows of B.",
    .options = options, .work = compare_files,
};
