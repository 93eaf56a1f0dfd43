/* commas.h: a locale with decimal commas, created by the test. */
#ifndef AM_TESTS_COMMAS_H
#define AM_TESTS_COMMAS_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const char commas_name[] = "de_DE.UTF-8";

/* Creates the locale below `folder`, for test programs and their child
 * processes; false if that is not possible. */
static inline bool commas_make(const char *folder) {
  char command[256];
  snprintf(command, sizeof command,
           "localedef -i de_DE -f UTF-8 '%s/%s' > /dev/null 2>&1", folder,
           commas_name);
  if (system(command) == -1) return false;
  setenv("LOCPATH", folder, 1);
  return setlocale(LC_ALL, commas_name);
}

static inline void commas_remove(const char *folder) {
  char command[256];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command)) fprintf(stderr, "%s is left\n", folder);
}

#endif
