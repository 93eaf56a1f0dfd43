/* nvrtc.c: NVIDIA's run-time compiler, opened. */
#include "cuda/nvrtc.h"

#include "base/text.h"
#include "cuda/driver.h"

/* The name of the library, by version; the newest first. */
static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12",
                                    "libnvrtc.so"};

#define AM_SYMBOL(name, parameters) {"nvrtc" #name, offsetof(am_nvrtc, name)},

static const am_cuda_symbol functions[] = {
    AM_NVRTC_FUNCTIONS(AM_SYMBOL)
    {"nvrtcGetErrorString", offsetof(am_nvrtc, GetErrorString)}};

static const am_cuda_library library = {
    .title = "NVRTC",
    .names = names,
    .name_count = sizeof names / sizeof *names,
    .oldest = "CUDA 12",
    .symbols = functions,
    .count = sizeof functions / sizeof *functions};

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
  AM_TRY(am_cuda_library_open(arena, report, &library, &nvrtc->file, nvrtc));
  return am_nvrtc_check(report, nvrtc,
                        nvrtc->Version(&nvrtc->major, &nvrtc->minor),
                        "tell its version");
}

const char *am_nvrtc_version(am_arena *arena, const am_nvrtc *nvrtc) {
  return am_format(arena, "NVRTC %d.%d", nvrtc->major, nvrtc->minor);
}

am_status am_nvrtc_check_architecture(am_arena *arena, am_report *report,
                                      const am_nvrtc *nvrtc,
                                      int architecture, const char *whose) {
  int *known = NULL, count = 0;
  am_buffer list = {.arena = arena};
  /* [*count] */
  int **all = &known;
  static const char task[] = "tell its architectures";
  AM_TRY(am_nvrtc_check(report, nvrtc, nvrtc->GetNumSupportedArchs(&count),
                        task));
  *all = AM_ARRAY(arena, int, count);
  AM_TRY(am_nvrtc_check(report, nvrtc, nvrtc->GetSupportedArchs(*all), task));
  for (int i = 0; i < count; i++) {
    if (known[i] == architecture) return AM_OK;
    am_buffer_add(&list, "%s%d", i ? ", " : "", known[i]);
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "%s does not know the architecture %d%s, expected one of %s",
                  am_nvrtc_version(arena, nvrtc), architecture, whose,
                  count ? list.text : "none");
}
