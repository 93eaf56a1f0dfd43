#include "output/plot.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "output/file.h"

extern char **environ;

enum { TITLE_SHOWN = 76, MARKED = 200 };

typedef struct {
  const char *ending, *terminal;
} format;

static const format formats[] = {
    {".svg", "svg size 720,504 fixed background 'white' "
             "font 'Helvetica,16'"},
    {".png", "pngcairo size 1440,1008 font 'Helvetica,15' fontscale 2 "
             "linewidth 2 pointscale 2"},
    {".pdf", "pdfcairo size 12cm,8.4cm font 'Helvetica,10' linewidth 1.2 "
             "pointscale 0.8"},
};

static const char style[] =
    "set encoding utf8\n"
    "set minussign\n"
    "unset key\n"
    "set rmargin 4\n"
    "set border 3 linecolor rgb '#404040'\n"
    "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
    "set grid back linetype 1 linewidth 0.6 linecolor rgb '#e0e0e0'\n"
    "set xzeroaxis linetype 1 linewidth 0.8 linecolor rgb '#909090'\n"
    "set yzeroaxis linetype 1 linewidth 0.8 linecolor rgb '#909090'\n"
    "set style line 1 linewidth 2 linecolor rgb '#0072b2' pointtype 7 "
    "pointsize 0.35\n";

static const format *format_of(const char *path) {
  size_t length = strlen(path);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    size_t ending = strlen(formats[i].ending);
    if (length > ending && !strcmp(path + length - ending, formats[i].ending))
      return &formats[i];
  }
  return NULL;
}

bool am_picture_known(const char *path) { return format_of(path) != NULL; }

/* A text between gnuplot's single quotes, in which only the quote itself
 * means anything (gnuplot 5.4 takes a doubled one at the very beginning for
 * an empty text); cut between characters when it is long. */
static void write_title(FILE *out, const char *title) {
  size_t shown = 0;
  fprintf(out, "set title '%s", *title == '\'' ? " " : "");
  for (; *title && shown < TITLE_SHOWN; title++) {
    unsigned char c = (unsigned char)*title;
    if (c == '\'') fputc(c, out);
    fputc(c < 32 || c == 127 ? ' ' : c, out);
    shown += (title[1] & 0xc0) != 0x80;
  }
  fprintf(out, "%s' noenhanced\n", *title ? "…" : "");
}

/* A unit: letters, digits and / * ( ) . - as they are, exponents raised. */
static void write_unit(FILE *out, const char *unit) {
  while (*unit) {
    size_t digits = *unit == '^' ? strspn(unit + 1, "+-0123456789.") : 0;
    if (digits)
      fprintf(out, "^{%.*s}", (int)digits, unit + 1);
    else
      fputc(isalnum((unsigned char)*unit) || strchr("/*(). -", *unit) ? *unit
                                                                       : ' ',
            out);
    unit += digits + 1;
  }
}

static void write_label(FILE *out, char axis, const am_axis *data) {
  fprintf(out, "set %clabel '%s", axis, data->label);
  if (data->unit && *data->unit) {
    fputs(" [", out);
    write_unit(out, data->unit);
    fputc(']', out);
  }
  fputs("'\n", out);
}

static void write_script(FILE *out, const am_picture *picture,
                         const char *terminal) {
  fprintf(out, "set terminal %s\n%s", terminal, style);
  write_title(out, picture->title);
  write_label(out, 'x', &picture->x);
  write_label(out, 'y', &picture->y);
  fputs("$curve << END\n", out);
  for (size_t i = 0; i < picture->count; i++) {
    double x = picture->x.values[i], y = picture->y.values[i];
    if (isfinite(x) && isfinite(y)) fprintf(out, "%.9g %.9g\n", x, y);
  }
  fprintf(out, "END\nplot $curve with %s linestyle 1\n",
          picture->count <= MARKED ? "linespoints" : "lines");
}

/* Runs gnuplot from one file to another; its exit status, or minus errno. */
static int run_gnuplot(FILE *script, FILE *image, FILE *messages) {
  char *arguments[] = {"gnuplot", "-d", NULL};
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions)) return -ENOMEM;
  posix_spawn_file_actions_adddup2(&actions, fileno(script), 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(image), 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), 2);
  pid_t child;
  int error =
      posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) return -error;
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* The first line that is not blank. */
static const char *first_message(am_arena *arena, FILE *messages) {
  char line[160];
  rewind(messages);
  while (fgets(line, sizeof line, messages))
    if (line[strspn(line, " \t\r\n")])
      return am_printable(arena, line, strcspn(line, "\r\n"));
  return "no message";
}

static am_status draw(am_arena *arena, am_report *report,
                      const am_picture *picture, const char *path,
                      FILE *image, FILE *script, FILE *messages) {
  write_script(script, picture, format_of(path)->terminal);
  rewind(script);
  int status = ferror(script) ? -EIO : run_gnuplot(script, image, messages);
  const char *name = am_printable(arena, path, strlen(path));
  if (status == -ENOENT)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot draw '%s': there is no gnuplot; install it "
                    "(Debian: gnuplot-nox)",
                    name);
  if (status < 0)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot draw '%s': %s", name, strerror(-status));
  if (status > 0)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot draw '%s': gnuplot ended with status %d: %s", name,
                    status, first_message(arena, messages));
  return AM_OK;
}

am_status am_picture_write(am_arena *arena, am_report *report,
                           const am_picture *picture, const char *path) {
  am_file image;
  AM_TRY(am_file_create(arena, report, path, &image));
  FILE *script = tmpfile(), *messages = tmpfile();
  am_status status =
      script && messages
          ? draw(arena, report, picture, path, image.stream, script, messages)
          : am_error(report, AM_ENVIRONMENT, am_nowhere,
                     "cannot make a temporary file: %s", strerror(errno));
  if (script) fclose(script);
  if (messages) fclose(messages);
  if (status == AM_OK) return am_file_commit(&image, report);
  am_file_discard(&image);
  return status;
}
