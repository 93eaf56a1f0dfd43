/* command.h: the command line as data.
 *
 * A command is one file with one am_command, and a row of am_commands
 * (main.c).  Parsing (options.c), usage and help (help.c) follow from the
 * tables.  main.c finds the command, runs it, prints its messages and returns
 * its status with the numbers of base/report.h.
 *
 * Each command has a table of its options, whose values are members of
 * am_options.  Options with the same meaning in several commands are macros,
 * AM_SHARED_NAME.
 */
#ifndef AM_CLI_COMMAND_H
#define AM_CLI_COMMAND_H

#include <assert.h>
#include <limits.h>

#include "batch/batch.h"
#include "check/parts.h"
#include "compare/compare.h"
#include "emit/source.h"
#include "fit/fit.h"
#include "homogenization/parts.h"
#include "homogenization/run.h"
#include "library/parts.h"
#include "report/sheet.h"
#include "study/study.h"

/* Values of a repeatable option. */
typedef struct {
  const char **items; /* [count] */
  size_t count;
} am_option_list;

/* Axes of a picture; NULL: not given. */
typedef struct {
  const char *x, *y; /* columns */
  const char *log;   /* "x", "y" or "xy" */
  const char *x_label, *y_label, *title;
} am_axes;

/* Values of all options; 0, NULL: not given, or am_options_default. */
typedef struct {
  bool help, version, quiet, verbose, resume, quick, thorough;
  const char *output, *json, *engine, *precision, *scheme, *kinematics;
  const char *columns; /* separated by commas */
  const char *shard;   /* I/N */
  long point, points, threads, lanes, digits;
  double duration;
  am_option_list sets; /* assignments KEY=VALUE */

  const char *plot; /* picture, and */
  bool keep_script; /* keep its script */
  am_size size;
  double line_width;
  const char *markers;
  am_axes axes;

  /* batch, run, homogenize */
  long replay, compression, processes, devices;
  const char *start;      /* file with the initial state */
  am_option_list overlays; /* tables to draw over the picture */
  const char *overlay_kind; /* lines or points */
  am_option_list fields;    /* fields of voxels, to draw */
  const char *slice;        /* plane of the fields */
  am_option_list cycles;    /* whole numbers, to write and draw */
  bool plan;

  /* check, compare, report, list, new */
  bool list, table, no_replays, strict, common;
  am_option_list only;    /* names of checks */
  const char *replays, *junit, *relative_to, *describe, *from, *search;
  long seed, samples;
  double atol, rtol, strain;

  /* study, fit, bench */
  am_study_options study;
  am_option_list over; /* KEY=VALUES of a sweep */
  const char *curves, *workload, *material;
  long iterations, device_points, repetitions;
  double tolerance, seconds;
  bool rows;

  /* emit, export, evaluate, cache */
  const char *language, *name, *properties, *host, *processor;
  long architecture, substeps;
  bool mixed, constraints, resources, source, check, tangent, clear;

  const char **operands; /* [operand_count] */
  size_t operand_count;
} am_options;

extern const am_options am_options_default;

typedef enum {
  AM_OPTION_FLAG, /* a bool */
  AM_OPTION_TEXT, /* const char *; the last one counts */
  AM_OPTION_CHOICE, /* const char *, one of `names` */
  AM_OPTION_ENGINE,   /* const char *, name of an engine or 'auto' */
  AM_OPTION_PICTURE,  /* const char *, file of a picture */
  AM_OPTION_NUMBER, /* long from least to most */
  AM_OPTION_LANES,    /* long from least to most, a power of two */
  AM_OPTION_REAL,   /* double from least to most */
  AM_OPTION_POSITIVE, /* double above 0, at most `most` */
  AM_OPTION_SIZE,   /* am_size, each from least to most */
  AM_OPTION_LIST,   /* added to an am_option_list */
  AM_OPTION_NAMES   /* AM_OPTION_LIST of words separated by commas */
} am_option_kind;

typedef struct {
  const char *name;  /* after "--"; NULL: end of the table */
  char letter;       /* after "-"; 0: none */
  const char *value; /* placeholder of its value; NULL: a flag */
  const char *about;
  am_option_kind kind;
  size_t offset; /* of its value in am_options */
  long least, most;         /* range of a number */
  const char *const *names; /* of a choice, terminated by NULL */
  am_file_format writes;        /* format of the file that the value names */
  const char *needs;    /* another option, required; NULL: none */
  const char *excludes; /* options, separated by blanks; NULL: none */
} am_option;

/* Kind and place of the value of an option. */
#define AM_AT(kind_, member) \
  .kind = kind_, .offset = offsetof(am_options, member)
#define AM_FLAG(member) AM_AT(AM_OPTION_FLAG, member)
#define AM_TEXT(member) AM_AT(AM_OPTION_TEXT, member)
#define AM_CHOICE(member) AM_AT(AM_OPTION_CHOICE, member)
#define AM_ENGINE(member) AM_AT(AM_OPTION_ENGINE, member)
#define AM_PICTURE(member) AM_AT(AM_OPTION_PICTURE, member)
#define AM_NUMBER(member) AM_AT(AM_OPTION_NUMBER, member)
#define AM_LANES(member) AM_AT(AM_OPTION_LANES, member)
#define AM_REAL(member) AM_AT(AM_OPTION_REAL, member)
#define AM_POSITIVE(member) AM_AT(AM_OPTION_POSITIVE, member)
#define AM_SIZE(member) AM_AT(AM_OPTION_SIZE, member)
#define AM_LIST(member) AM_AT(AM_OPTION_LIST, member)
#define AM_NAMES(member) AM_AT(AM_OPTION_NAMES, member)

/* Options of several commands. */
#define AM_SHARED_HELP /* and the end of the table */ \
  {"help", 'h', NULL, "print this help", AM_FLAG(help)}, {0}
#define AM_SHARED_QUIET \
  {"quiet", 'q', NULL, "print errors only", AM_FLAG(quiet)}
#define AM_SHARED_VERBOSE \
  {"verbose", 'v', NULL, "print statistics", AM_FLAG(verbose)}
#define AM_SHARED_SET \
  {"set", 0, "KEY=VALUE", "change a key of the file, such as parameters.n=5", \
   AM_LIST(sets)}
#define AM_SHARED_OUTPUT \
  {"output", 'o', "FILE", "write the table to FILE ('-': standard output)", \
   AM_TEXT(output), .writes = AM_WRITES_CSV}
#define AM_SHARED_DIGITS \
  {"digits", 0, "N", "significant digits of the table (default: exact; 6 on " \
   "a terminal)", AM_NUMBER(digits), 1, 17}
#define AM_SHARED_SHARD \
  {"shard", 0, "I/N", "compute only part I of N, into NAME.IofN", \
   AM_TEXT(shard)}
#define AM_SHARED_RESUME \
  {"resume", 0, NULL, "continue an interrupted run, or start it", \
   AM_FLAG(resume)}
#define AM_SHARED_POINT \
  {"point", 0, "K", "run point K (from 1) of a case with points", \
   AM_NUMBER(point), 1, LONG_MAX}
#define AM_SHARED_THREADS \
  {"threads", 0, "N", "use N threads (default: all)", AM_NUMBER(threads), 1, \
   AM_MOST_THREADS}
#define AM_SHARED_LANES \
  {"lanes", 0, "N", "compute N points at once: 1, 2, 4 or 8", \
   AM_LANES(lanes), 1, 8}
#define AM_SHARED_ENGINE \
  {"engine", 0, "NAME", "engine, instead of solver.engine", \
   AM_ENGINE(engine)}
#define AM_SHARED_PRECISION \
  {"precision", 0, "NAME", "double or single, instead of solver.precision", \
   AM_CHOICE(precision), .names = am_precisions}

/* Options of a picture, and of the axes of a picture. */
#define AM_PLOT(about, ...) \
  {"plot", 0, "FILE", about "; FILE ends in " AM_PICTURE_ENDINGS, \
   AM_PICTURE(plot), __VA_ARGS__}
#define AM_SHARED_PICTURE \
  {"keep-script", 0, NULL, "keep the gnuplot script as FILE.gp", \
   AM_FLAG(keep_script), .needs = "plot"}, \
  {"size", 0, "WIDTHxHEIGHT", "size of the figure in mm, such as 85x60, or " \
   "8x6cm", AM_SIZE(size), 20, 1000, .needs = "plot"}, \
  {"line-width", 0, "X", "width of lines, relative to the default", \
   AM_POSITIVE(line_width), .most = 20, .needs = "plot"}, \
  {"markers", 0, "KIND", "marks on lines: all or none (default: on short " \
   "ones)", AM_CHOICE(markers), .names = am_marker_names, .needs = "plot"}
#define AM_SHARED_AXES \
  {"x", 0, "COLUMN", "column on the x axis (default: time)", \
   AM_TEXT(axes.x), .needs = "y"}, \
  {"y", 0, "COLUMN,...", "column on the y axis", AM_TEXT(axes.y), \
   .needs = "plot"}, \
  {"log", 0, "AXES", "logarithmic axes: x, y or xy", AM_CHOICE(axes.log), \
   .names = am_axes_logarithmic, .needs = "plot"}, \
  {"x-label", 0, "TEXT", "label of the x axis (default: name of the column)", \
   AM_TEXT(axes.x_label), .needs = "plot"}, \
  {"y-label", 0, "TEXT", "label of the y axis", AM_TEXT(axes.y_label), \
   .needs = "plot"}, \
  {"title", 0, "TEXT", "title (default: title of the case; '': none)", \
   AM_TEXT(axes.title), .needs = "plot"}

extern const char *const am_axes_logarithmic[], *const am_marker_names[];

/* Progress line of the terminal. */
typedef struct {
  bool shown; /* standard error is a terminal, without --quiet */
  const char *unit;   /* counted unit: "steps" */
  double start, last; /* (s) */
} am_progress;

/* Memory, messages and command line of a command. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_options options;
  const struct am_command *command;
  am_team *team;  /* processes that run it */
  am_progress progress;
} am_context;

typedef struct am_command {
  const char *name;
  const char *operands; /* for usage: "CASE" */
  size_t least, most;              /* number of operands */
  const char *summary;  /* one line */
  const char *about;    /* paragraphs of help */
  const am_option *options;
  bool shards; /* writes a file for each process of a launcher */
  bool together; /* the processes of a launcher form a team */
  /* Exactly one of `run` and `work` is set; `work` runs in a separate arena
   * (signals.c). */
  am_status (*run)(am_context *context);
  am_status (*work)(am_arena *arena, am_context *context);
} am_command;

extern const am_command am_command_run, am_command_batch, am_command_merge,
    am_command_homogenize, am_command_check, am_command_list, am_command_new,
    am_command_emit, am_command_export, am_command_bench, am_command_compare,
    am_command_study, am_command_fit, am_command_evaluate, am_command_schema,
    am_command_cache, am_command_report, am_command_completion, am_command_help;

/* The constant part of completion scripts, and the law of `new`. */
extern const am_embedded_text am_cli_texts[];

/* All commands, terminated by NULL. */
extern const am_command *const am_commands[];

/* AM_USAGE with the nearest name if no such command exists. */
AM_MUST_USE am_status am_command_find(am_report *report, const char *name,
                                      const am_command **command);

/* Options before a command. */
extern const am_option am_global_options[];

/* Reads the arguments [count] after the command's name; command NULL: options
 * before a command, without operands. */
AM_MUST_USE am_status am_options_parse(am_context *context,
                                       const am_command *command,
                                       const char *const *arguments,
                                       size_t count);

/* Adds a message about the command line; returns AM_USAGE. */
am_status am_usage_error(const am_context *context, const char *format, ...)
    AM_PRINTF(2, 3);

/* Adds an assignment to those of --set; value NULL: none. */
void am_options_assign(am_context *context, const char *key, const char *value);

/* Draws a picture to a file with the given options. */
AM_MUST_USE am_status am_picture_draw(am_arena *arena, am_context *context,
                                      am_picture picture, const char *path);

/* Verifies that the command may write `output` (NULL: none), the files that
 * options name, and `others` (terminated by NULL, or NULL; at most ten);
 * otherwise reports the reason (file/parts.h).  Operands are inputs; files that
 * a case names are known after the case has been opened. */
AM_MUST_USE am_status am_outputs_lock(am_context *context, const char *output,
                                      const char *const *others);

void am_print_help(am_arena *arena, const am_command *command);
void am_print_usage(am_arena *arena);

/* Prints the messages so far, according to --quiet; for a team, the messages of
 * the first member, then the failure of another member. */
void am_context_print(am_context *context, am_status status);

/* ---- names with explanations (list.c) ------------------------------------ */

typedef struct {
  const char *name, *about;
} am_list_entry;

typedef struct {
  am_arena *arena;
  am_list_entry *items; /* [count] */
  size_t count;
} am_listing;

/* Names of a topic: one of `automat list`, or commands, studies, checks,
 * workloads. */
am_listing am_listing_of(am_arena *arena, const char *topic);

void am_listing_add(am_listing *list, const char *name, const char *about);

void am_listing_print(const am_listing *list);

/* AM_USAGE with the nearest name if the list of `what` lacks a name; the end of
 * the message refers to the help of a command with these arguments. */
AM_MUST_USE am_status am_listing_expect(am_report *report,
                                        const am_listing *list,
                                        const char *what, const char *name,
                                        const char *command);

/* report_fit.c: writes the section of a page about the fit of its case. */
AM_MUST_USE am_status am_report_fit(struct am_sheet *sheet);

/* ---- descriptions of materials (describe.c) ------------------------------ */

/* Prints the complete description of a material. */
AM_MUST_USE am_status am_describe_material(am_context *context,
                                           const char *name);

/* "6 unknowns" */
const char *am_unknowns(am_arena *arena, int count);

/* Draws a panel with the requested axes; labels and title are those of columns
 * and case unless given by options.  AM_USAGE if a logarithmic axis has values
 * that it cannot show. */
AM_MUST_USE am_status am_axes_draw(am_arena *arena, am_context *context,
                                   am_panel panel, const char *title);

/* ---- operands CASE and MATERIAL (case_file.c) ---------------------------- */

/* Reads the case `name`, an installed one unless it is a path or a local file,
 * with the assignments of --set, followed by those for --engine and
 * --precision. */
AM_MUST_USE am_status am_case_open(am_arena *arena, am_context *context,
                                   const char *name, am_case **description);

/* Reads the law of the operand MATERIAL with the changes of --set, --scheme and
 * --precision; *settings: defaults changed by the options. */
AM_MUST_USE am_status am_law_open(am_arena *arena, am_context *context,
                                  bool energies, am_settings *settings,
                                  am_law **law);

/* Replaces the engine of the case by that of --engine, if given. */
void am_case_use_engine(const am_context *context, am_case *description);

/* Replaces *logarithmic by --kinematics, if given; AM_INPUT if the material
 * states otherwise. */
AM_MUST_USE am_status am_kinematics_choose(const am_context *context,
                                           const am_material *material,
                                           bool *logarithmic);

/* Writes a text to a file; path NULL or "-": standard output. */
AM_MUST_USE am_status am_text_write(am_context *context, const char *path,
                                    const char *text);

/* On a terminal, without --quiet, tells where an output was written; path
 * NULL: nowhere. */
void am_output_tell(const am_context *context, const char *what,
                    const char *path);

/* Opens the table of a command for writing, with the digits of --digits. */
AM_MUST_USE am_status am_table_open(const am_context *context,
                                    const char *path, am_file *file);

/* Destination of the results of a case: the file of -o, else output.file of the
 * case; NULL: standard output.  AM_USAGE or AM_INPUT with a message if its name
 * indicates another format. */
AM_MUST_USE am_status am_case_output(const am_context *context,
                                     const am_case *description,
                                     am_file_format written, const char **path);

/* ---- early ends without loss of results (signals.c) ---------------------- */

/* Shares the flag with processes forked later: a signal to one process sets the
 * flag of all. */
void am_interrupt_share(void);

/* Switches off the jumps once there are results to keep: the command then polls
 * the flag itself and ends in order. */
void am_interrupt_by_flag(am_arena *arena);

/* Signal received, 0: none. */
int am_interrupt_signal(void);

/* Runs a command in a separate arena, prints its messages and frees the arena.
 * SIGINT, SIGTERM and SIGHUP set a flag, after which allocations from the arena
 * jump to its recovery point (arena.h); if a signal ended the command, with
 * status AM_FAILED, the program exits with 128 plus the signal number. */
am_status am_interrupt_run(am_context *context,
                           am_status (*work)(am_arena *arena,
                                             am_context *context));

/* Closed standard output, as in `automat run CASE | head`: writing fails as for
 * any other file, so that other outputs are completed or removed.  The program
 * then ends silently by the signal SIGPIPE, as is usual. */

/* From now on writing fails instead of ending the program. */
void am_pipe_start(void);

/* True if writing failed because standard output was closed. */
bool am_pipe_is_broken(void);

/* Ends the program by SIGPIPE; if its caller ignores SIGPIPE, returns a status
 * after a message. */
am_status am_pipe_end(void);

/* ---- text output (terminal.c) -------------------------------------------- */

enum { AM_PRINT_COLUMNS = 100 };

/* Prints user text as prose (am_print_bytes); truncates it after some lines. */
void am_print_text(FILE *out, const char *text);

/* Prints the words of a text in lines of at most AM_PRINT_COLUMNS columns,
 * indented by `indent` blanks except the first, which starts in `column`. */
void am_print_wrapped(FILE *out, int column, int indent, const char *text);

/* Prints a row of a listing: name, blanks up to `width`, explanation. */
void am_print_row(FILE *out, int width, const char *name, const char *about);

/* Prints the lines of a text, each indented. */
void am_print_lines(FILE *out, int indent, const char *text);

/* Number of columns of a text. */
int am_text_width(const char *text);

/* Number of columns of the terminal `out`; 0 if it is not a terminal. */
int am_terminal_width(FILE *out);

/* Prints lines of text.  A line with more than `columns` columns continues
 * below, indented by `indent` more blanks; it is split between columns of a
 * table (two blanks) or at a blank, never within words. columns 0: lines are
 * not split. */
void am_print_folded(FILE *out, const char *text, int columns, int indent);

/* ---- progress ------------------------------------------------------------ */

/* Shows progress from now on if `wanted`, without --quiet, on a terminal. */
void am_progress_start(am_context *context, const char *unit, bool wanted);

/* Shows the completed and the total amount (am_counter of a report). context:
 * the am_context. */
void am_progress_count(void *context, double done, double whole);

/* Shows a text instead, immediately. */
void am_progress_tell(am_context *context, const char *format, ...)
    AM_PRINTF(2, 3);

/* Time since the start (s). */
double am_progress_time(const am_context *context);

/* Clears the line. */
void am_progress_end(const am_context *context);

/* Shows a slow operation (am_teller of a report) in the same line. context: the
 * am_context. */
void am_progress_look(void *context, const char *what);

#endif
