/* command.h: the command line as data.
 *
 * A command is one file with one am_command, and a row of am_commands
 * (main.c).  Parsing (options.c), usage and help (help.c) follow from the
 * tables. main.c finds the command, runs it, prints its messages and returns
 * its status with the numbers of base/report.h.
 *
 * Options of several commands are rows in options.c, their values members of
 * am_options.  An option of one command is a row in its file, its value a
 * member of the command's own struct (AM_OWN).
 *
 * Shared parts: case_file (a case with the changes of --set, --engine,
 * --precision), signals (early ends), terminal (text output, progress).  Parts
 * of one command: check_files, describe (list), point_table
 * (evaluate). */
#ifndef AM_CLI_COMMAND_H
#define AM_CLI_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "base/base.h"
#include "case/case.h"
#include "file/parts.h"
#include "law/parts.h"
#include "plot/picture.h"
#include "study/study.h"
#include "team/team.h"

/* Values of a repeatable option. */
typedef struct {
  const char **items; /* [count] */
  size_t count, capacity;
} am_option_list;

/* Axes of a picture; NULL: not given. */
typedef struct {
  const char *x, *y; /* columns */
  const char *log;   /* "x", "y" or "xy" */
  const char *x_label, *y_label, *title;
} am_axes;

/* Values of options of several commands. */
typedef struct {
  bool help, version, quiet, verbose;
  bool resume;
  const char *output, *plot; /* NULL: not given */
  bool keep_script;          /* keep the script of the picture */
  am_size size;              /* of the picture; 0: not given */
  am_axes axes;
  const char *engine, *precision;
  const char *shard;         /* I/N */
  long point, threads, lanes; /* 0: not given */
  am_option_list sets;       /* assignments KEY=VALUE */
  am_study_options study;    /* NULL: not given */
  am_option_list over;       /* KEY=VALUES of a sweep */
  bool rows;
  const char **operands; /* [operand_count] */
  size_t operand_count, operand_capacity;
} am_options;

typedef enum {
  AM_OPTION_FLAG, /* a bool */
  AM_OPTION_TEXT, /* const char *; the last one counts */
  AM_OPTION_CHOICE, /* const char *, one of `names` */
  AM_OPTION_NUMBER, /* long from least to most */
  AM_OPTION_REAL,   /* double from least to most */
  AM_OPTION_POSITIVE, /* double above 0, at most `most` */
  AM_OPTION_SIZE,   /* am_size, each from least to most */
  AM_OPTION_LIST    /* added to an am_option_list */
} am_option_kind;

typedef struct {
  const char *name;  /* after "--" */
  char letter;       /* after "-"; 0: none */
  const char *value; /* placeholder of its value; NULL: a flag */
  const char *about;
  am_option_kind kind;
  bool own;      /* offset refers to the command's own options, */
  size_t offset; /* otherwise to am_options */
  long least, most;         /* range of a number */
  const char *const *names; /* of a choice, terminated by NULL */
  am_file_format writes;        /* format of the file that the value names */
} am_option;

/* Place of an option's value in an am_option: in the shared options, or in the
 * command's own struct. */
#define AM_AT(field) .offset = offsetof(am_options, field)
#define AM_OWN(type, field) .own = true, .offset = offsetof(type, field)

/* Memory, messages and command line of a command. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_options options;
  void *own;      /* command's own options */
  const struct am_command *command;
  am_team *team;  /* processes that run it */
} am_context;

typedef struct am_command {
  const char *name;
  const char *operands; /* for usage: "CASE" */
  const char *summary;  /* one line */
  const char *about;    /* paragraphs of help */
  const am_option *const *options; /* terminated by NULL */
  size_t own_size;                 /* size of the struct of its own options */
  const void *defaults;            /* of its own options; NULL: zeros */
  size_t least, most;              /* number of operands */
  bool shards; /* writes a file for each process of a launcher */
  bool together; /* the processes of a launcher form a team */
  am_status (*run)(am_context *context);
} am_command;

extern const am_command am_command_run, am_command_batch, am_command_merge,
    am_command_homogenize, am_command_check, am_command_list, am_command_new,
    am_command_emit, am_command_export, am_command_bench, am_command_compare,
    am_command_study, am_command_fit, am_command_evaluate, am_command_schema,
    am_command_cache, am_command_report, am_command_completion, am_command_help;

/* All commands, terminated by NULL. */
extern const am_command *const am_commands[];

/* AM_USAGE with the nearest name if no such command exists. */
AM_MUST_USE am_status am_command_find(am_report *report, const char *name,
                                      const am_command **command);

/* Options before a command, terminated by NULL. */
extern const am_option *const am_global_options[];

/* Options shared by commands. */
extern const am_option am_option_help, am_option_version, am_option_quiet,
    am_option_verbose, am_option_set, am_option_output, am_option_plot,
    am_option_keep_script, am_option_size, am_option_resume, am_option_shard,
    am_option_point, am_option_threads, am_option_lanes, am_option_engine,
    am_option_precision;

/* Reads the arguments [count] after the command's name; command NULL: options
 * before a command, without operands. */
AM_MUST_USE am_status am_options_parse(am_context *context,
                                       const am_command *command,
                                       const char *const *arguments,
                                       size_t count);

/* Adds an assignment KEY=VALUE to those of --set. */
void am_options_assign(am_context *context, const char *assignment);

/* AM_USAGE if --plot names an unknown format, or if an option for the picture
 * is given without --plot. */
AM_MUST_USE am_status am_options_check_plot(const am_context *context);

/* Draws a picture to a file with the given options. */
AM_MUST_USE am_status am_picture_draw(am_arena *arena, am_context *context,
                                      am_picture picture, const char *path);

/* Verifies that the command may write `output` (NULL: none), the files that
 * options name, and `others` (terminated by NULL, or NULL; at most ten);
 * otherwise a message, see file/output_lock.h.  Operands are inputs; files that
 * a case names are known once it has been opened. */
AM_MUST_USE am_status am_outputs_claim(am_context *context,
                                       const char *output,
                                       const char *const *others);

void am_print_help(const am_command *command, FILE *out);
void am_print_usage(FILE *out);

/* Prints the messages so far, according to --quiet: for a team those of its
 * first member, followed by the failure of another member. */
void am_context_print(am_context *context, am_status status);

/* Descriptions of materials for `automat list materials`. */

/* Prints the complete description of a material. */
AM_MUST_USE am_status am_describe_material(am_context *context,
                                           const char *name);

/* "6 unknowns" */
const char *am_unknowns(am_arena *arena, int count);

/* `automat homogenize --plan`: resources of a volume element. */

/* Prints the resources for the given number of processes; 0: for one, two, four
 * and so on, and for the number of the launcher.  `restart`: includes restart
 * files. */
AM_MUST_USE am_status am_cell_plan_print(am_context *context,
                                    const am_case *description, bool restart,
                                    long processes);

/* Options for the axes of a picture. */

extern const am_option am_option_x, am_option_y, am_option_log,
    am_option_x_label, am_option_y_label, am_option_title;

/* AM_USAGE if one of these options is given without --plot or --y, or as in
 * am_options_check_plot. */
AM_MUST_USE am_status am_axes_check(const am_context *context);

/* Draws a panel with the requested axes; labels and title are those of columns
 * and case unless given by options.  AM_USAGE if a logarithmic axis has values
 * that it cannot show. */
AM_MUST_USE am_status am_axes_draw(am_arena *arena, am_context *context,
                                   am_panel panel, const char *title);

/* The operand CASE of commands. */

/* Reads the case `name`, an installed one unless it is a path or a local file,
 * with the assignments of --set, to which those of --engine and --precision are
 * added. */
AM_MUST_USE am_status am_case_open(am_arena *arena, am_context *context,
                                   const char *name, am_case **description);

/* AM_USAGE with a message if the engine of --engine does not exist. */
AM_MUST_USE am_status am_case_check_engine(am_context *context);

/* Replaces the engine of the case by that of --engine, if given. */
void am_case_use_engine(const am_context *context, am_case *description);

/* Destination of the results of a case: the file of -o, else output.file of the
 * case; NULL: standard output.  AM_USAGE or AM_INPUT with a message if its name
 * indicates another format. */
AM_MUST_USE am_status am_case_output(const am_context *context,
                                     const am_case *description,
                                     am_file_format written, const char **path);

#endif
