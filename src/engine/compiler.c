#include "engine/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/processor.h"

extern char **environ;

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

/* Where a command is found, as execvp finds it; NULL: nowhere. */
static const char *locate(am_arena *arena, const char *name) {
  const char *path = getenv("PATH");
  if (strchr(name, '/')) return access(name, X_OK) ? NULL : name;
  while (path && *path) {
    size_t length = strcspn(path, ":");
    const char *file =
        am_format(arena, "%.*s/%s", (int)length, path, name);
    if (length && !access(file, X_OK)) return file;
    path += length + (path[length] == ':');
  }
  return NULL;
}

/* A compiler that is replaced has another date or size. */
static const char *identify(am_arena *arena, const char *file,
                            const char *command) {
  struct stat status;
  char real[PATH_MAX];
  if (!realpath(file, real) || stat(real, &status)) return NULL;
  return am_format(arena, "%s %s %lld %lld %ld %s", command, real,
                   (long long)status.st_size,
                   (long long)status.st_mtim.tv_sec,
                   status.st_mtim.tv_nsec, am_processor_identity(arena));
}

bool am_compiler_find(am_arena *arena, am_compiler *compiler) {
  const char *command = getenv("AUTOMAT_CC");
  if (!command || !*command) command = "cc";
  *compiler = (am_compiler){0};
  split(arena, command, compiler);
  const char *file =
      compiler->word_count ? locate(arena, compiler->words[0]) : NULL;
  compiler->identity = file ? identify(arena, file, command) : NULL;
  return compiler->identity;
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

/* Runs a command with what it prints in the file `log`: its exit status, or
 * -1 and errno. */
static int run(char **words, const char *log) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int state = 0;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  int failed = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) {
    errno = failed;
    return -1;
  }
  while (waitpid(child, &state, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128;
}

/* The first line of a log that tells of an error, else its first line. */
static const char *complaint(am_arena *arena, const char *log) {
  char line[400], first[400] = "";
  FILE *stream = fopen(log, "r");
  if (!stream) return "nothing";
  while (fgets(line, sizeof line, stream)) {
    bool tells = strstr(line, "error") || strstr(line, "undefined");
    if (tells || !*first) strcpy(first, line);
    if (tells) break;
  }
  fclose(stream);
  first[strcspn(first, "\n")] = '\0';
  return *first ? am_printable(arena, first, strlen(first)) : "nothing";
}

am_status am_compiler_run(am_arena *arena, am_report *report,
                          const am_compiler *compiler, const char *source,
                          const char *object) {
  const char *log = am_format(arena, "%s.log", object);
  int code = run(arguments(arena, compiler, source, object), log);
  am_status status = AM_OK;
  if (code == -1)
    status = am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "cannot run the compiler '%s': %s", compiler->words[0],
                      strerror(errno));
  else if (code || access(object, R_OK))
    status = am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "the compiler '%s' ended with status %d and said: %s",
                      compiler->words[0], code, complaint(arena, log));
  unlink(log);
  return status;
}
