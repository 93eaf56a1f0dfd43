#include "engine/compiler.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/data.h"
#include "base/text.h"
#include "engine/processor.h"

/* Seconds and megabytes that a unit may take, more than the largest needs that
 * is compiled in the time: about 10000 operations, 140 s, 2 GB with GCC. */
enum { PATIENCE = 300, MEMORY = 8 << 10 };

const char *const am_compiler_flags[] = {
    "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math",
    "-ffp-contract=off", "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
    "-fPIC", "-shared", "-w", NULL};

static void split(am_arena *arena, const char *command,
                  am_compiler *compiler) {
  compiler->words = AM_ARRAY(arena, const char *, strlen(command) + 1);
  while (*(command += strspn(command, " \t"))) {
    size_t length = strcspn(command, " \t");
    compiler->words[compiler->word_count++] = am_copy(arena, command, length);
    command += length;
  }
}

/* A program that is replaced has another date or size. */
static void identify(am_buffer *out, const char *file) {
  struct stat status;
  char real[PATH_MAX];
  if (!file || !realpath(file, real) || stat(real, &status)) return;
  am_buffer_add(out, " %s %lld %lld %ld", real, (long long)status.st_size,
                (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

/* The command may name further programs: ccache gcc. */
static const char *identity(am_arena *arena, const am_compiler *compiler) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "%s", am_processor_identity(arena));
  for (int i = 0; i < compiler->word_count; i++) {
    am_buffer_add(&out, " %s", compiler->words[i]);
    identify(&out, am_program_find(arena, compiler->words[i]));
  }
  return out.text;
}

bool am_compiler_find(am_arena *arena, am_compiler *compiler) {
  const char *command = getenv("AUTOMAT_CC");
  *compiler = (am_compiler){0};
  split(arena, command ? command : "", compiler);
  if (!compiler->word_count) split(arena, "cc", compiler);
  compiler->file = am_program_find(arena, compiler->words[0]);
  if (compiler->file) compiler->identity = identity(arena, compiler);
  return compiler->file;
}

static char **arguments(am_arena *arena, const am_compiler *compiler,
                        const char *source, const char *object) {
  const char *last[] = {"-o", object, source, "-lmvec", "-lm"};
  int count = 0, flags = 0;
  while (am_compiler_flags[flags]) flags++;
  const char **all =
      AM_ARRAY(arena, const char *, compiler->word_count + flags + 6);
  for (int i = 0; i < compiler->word_count; i++)
    all[count++] = compiler->words[i];
  for (int i = 0; i < flags; i++) all[count++] = am_compiler_flags[i];
  for (int i = 0; i < 5; i++)
    if (strcmp(last[i], "-lmvec") || am_processor_lanes() > 1)
      all[count++] = last[i];
  return (char **)all;
}

const char *am_compiler_complaint(am_arena *arena, const char *text) {
  static const char *const words[] = {"error", "undefined"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *found = strstr(text, words[i]);
    if (!found) continue;
    text = found;
    break;
  }
  size_t length = strcspn(text, "\n");
  return length ? am_format(arena, " and said: %s",
                            am_printable(arena, text, length))
                : "";
}

am_status am_compiler_run(am_arena *arena, am_report *report,
                          const am_compiler *compiler,
                          const am_signals *signals, const char *source,
                          const char *object, bool *hopeless) {
  char **words = arguments(arena, compiler, source, object);
  am_process p = am_process_run(arena, compiler->file, words, signals,
                                PATIENCE, MEMORY);
  const char *name = compiler->words[0], *wrong = NULL;
  *hopeless = p.end != AM_PROCESS_ENDED;
  if (p.end == AM_PROCESS_FAILED)
    wrong = am_format(arena, "cannot be run: %s", am_errno_text(p.code));
  else if (p.end == AM_PROCESS_ENDLESS)
    wrong = am_format(arena, "did not end within %d s", PATIENCE);
  else if (p.end == AM_PROCESS_INTERRUPTED)
    wrong = "was interrupted";
  else if (p.code)
    wrong = am_format(arena, "ended with status %d%s", p.code,
                      am_compiler_complaint(arena, p.text));
  else if (access(object, R_OK))
    wrong = am_format(arena, "wrote no object%s",
                      am_compiler_complaint(arena, p.text));
  if (!wrong) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "the compiler '%s' %s",
                  name, wrong);
}
