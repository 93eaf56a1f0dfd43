#include "cuda/nvrtc.h"

#include <dlfcn.h>

#include "base/text.h"
#include "cuda/library.h"

/* The name of the library, by version; the newest first. */
static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12",
                                    "libnvrtc.so"};

static am_status find_functions(am_report *report, void *handle,
                                am_nvrtc *nvrtc) {
#define PLACE(name, parameters) {"nvrtc" #name, (void **)&nvrtc->name},
  const struct {
    const char *name;
    void **place;
  } functions[] = {AM_NVRTC_FUNCTIONS(PLACE){"nvrtcGetErrorString",
                                             (void **)&nvrtc->GetErrorString}};
#undef PLACE
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    *functions[i].place = dlsym(handle, functions[i].name);
    if (!*functions[i].place)
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "the library '%s' has no function %s, expected that of "
                      "CUDA 12 or newer", nvrtc->file, functions[i].name);
  }
  return AM_OK;
}

am_status am_nvrtc_check(am_report *report, const am_nvrtc *nvrtc,
                         am_nvrtc_result result, const char *task) {
  if (result == AM_NVRTC_SUCCESS) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "NVRTC ('%s') could not %s: %s", nvrtc->file, task,
                  nvrtc->GetErrorString(result));
}

am_status am_nvrtc_open(am_arena *arena, am_report *report,
                        am_nvrtc *nvrtc) {
  *nvrtc = (am_nvrtc){0};
  void *handle = am_cuda_library(arena, names, sizeof names / sizeof *names,
                                 &nvrtc->file);
  if (!handle)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no NVRTC: neither %s nor an older one is found by the "
                    "loader or in lib64 of $CUDA_HOME, $CUDA_PATH or "
                    "/usr/local/cuda; it comes with the CUDA toolkit",
                    names[0]);
  AM_TRY(find_functions(report, handle, nvrtc));
  return am_nvrtc_check(report, nvrtc,
                        nvrtc->Version(&nvrtc->major, &nvrtc->minor),
                        "tell its version");
}

const char *am_nvrtc_version(am_arena *arena, const am_nvrtc *nvrtc) {
  return am_format(arena, "NVRTC %d.%d", nvrtc->major, nvrtc->minor);
}

/* [*count] */
static am_status find_architectures(am_arena *arena, am_report *report,
                                    const am_nvrtc *nvrtc, int **all,
                                    int *count) {
  static const char task[] = "tell its architectures";
  AM_TRY(am_nvrtc_check(report, nvrtc, nvrtc->GetNumSupportedArchs(count),
                        task));
  *all = AM_ARRAY(arena, int, *count);
  return am_nvrtc_check(report, nvrtc, nvrtc->GetSupportedArchs(*all), task);
}

am_status am_nvrtc_check_architecture(am_arena *arena, am_report *report,
                                      const am_nvrtc *nvrtc,
                                      int architecture, const char *whose) {
  int *known = NULL, count = 0;
  am_buffer list = {.arena = arena};
  AM_TRY(find_architectures(arena, report, nvrtc, &known, &count));
  for (int i = 0; i < count; i++) {
    if (known[i] == architecture) return AM_OK;
    am_buffer_add(&list, "%s%d", i ? ", " : "", known[i]);
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "%s does not know the architecture %d%s, expected one of %s",
                  am_nvrtc_version(arena, nvrtc), architecture, whose,
                  count ? list.text : "none");
}
