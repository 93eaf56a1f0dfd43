/* free_memory.c: the free memory of the machine and of the control group. */
#include "base/base.h"

enum { LINE = 512 };

/* Adds the numbers that follow the words [count] at the beginning of lines of a
 * file; false if a word is missing. */
static bool sum_numbers(const char *path, const char *const *words, int count,
                        double *sum) {
  char line[LINE];
  int found = 0;
  FILE *file = fopen(path, "re");
  *sum = 0;
  while (file && fgets(line, sizeof line, file))
    for (int i = 0; i < count; i++) {
      size_t length = strlen(words[i]);
      double number;
      if (strncmp(line, words[i], length) ||
          sscanf(line + length, "%lf", &number) != 1)
        continue;
      *sum += number;
      found++;
    }
  if (file) fclose(file);
  return found == count;
}

/* Free bytes of the control group.  Cached pages of files count as free, since
 * the system drops them on demand. */
static double free_of_group(void) {
  static const char *const none[] = {""};
  static const char *const files[] = {"inactive_file ", "active_file "};
  char line[LINE], path[2 * LINE];
  double most, used, cached;

  /* The name of the group follows "0::" in /proc/self/cgroup. */
  bool found = false;
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file && !found && fgets(line, sizeof line, file))
    found = !strncmp(line, "0::", 3);
  if (file) fclose(file);
  if (!found) return HUGE_VAL;
  line[strcspn(line, "\n")] = 0;

#define OF_GROUP(file) \
  (snprintf(path, sizeof path, "/sys/fs/cgroup%s/" file, line + 3), path)
  if (!sum_numbers(OF_GROUP("memory.max"), none, 1, &most) ||
      !sum_numbers(OF_GROUP("memory.current"), none, 1, &used))
    return HUGE_VAL;
  if (!sum_numbers(OF_GROUP("memory.stat"), files, 2, &cached)) cached = 0;
#undef OF_GROUP
  return most - used + cached;
}

size_t am_memory_free(void) {
  static const char *const words[] = {"MemAvailable:", "SwapFree:"};
  double kilobytes, bytes = free_of_group();
  if (sum_numbers("/proc/meminfo", words, 2, &kilobytes))
    bytes = fmin(bytes, 1024 * kilobytes);
  if (bytes <= 0) return 0;
  return bytes < 0x1p63 ? (size_t)bytes : SIZE_MAX;
}
