/* fakes.h: common part of the tests of cuda: the libraries in tests/cuda/fake
 * that emulate those of NVIDIA. */
#ifndef AM_TESTS_FAKES_H
#define AM_TESTS_FAKES_H

#include <limits.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* True if this process was started with the emulated libraries */
static inline int test_with_fakes(void) {
  return getenv("AUTOMAT_TEST_FAKES") != NULL;
}

/* Runs the program again so that the loader finds the emulated libraries;
 * returns its exit status. */
static inline int test_run_with_fakes(char *const *arguments) {
  char folder[PATH_MAX];
  int status = -1;
  if (!realpath("tests/cuda/fake", folder)) return EXIT_FAILURE;
  pid_t child = fork();
  if (child == 0) {
    setenv("LD_LIBRARY_PATH", folder, 1);
    setenv("AUTOMAT_TEST_FAKES", "yes", 1);
    execv("/proc/self/exe", arguments);
    _exit(EXIT_FAILURE);
  }
  if (child < 0 || waitpid(child, &status, 0) != child) return EXIT_FAILURE;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

#endif
