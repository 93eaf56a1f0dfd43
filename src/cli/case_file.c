#include "cli/case_file.h"

#include <string.h>
#include <unistd.h>

#include "base/data.h"

am_status am_case_open(am_arena *arena, am_context *context,
                       const char *name, am_case **description) {
  const am_options *options = &context->options;
  if (!am_data_is_path(name) && access(name, F_OK))
    AM_TRY(am_data_find(arena, context->report, "cases", name, am_nowhere,
                        &name));
  return am_case_read(arena, context->report, name, options->sets,
                      options->set_count, description);
}

bool am_case_is_archive(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (!strcmp(dot, ".h5") || !strcmp(dot, ".hdf5"));
}
