/* nvrtc.h: NVRTC, NVIDIA's run-time compiler, opened at run time; internal to
 * cuda. The declarations are those of NVIDIA's nvrtc.h, whose binary interface
 * is the same in versions 12 and 13. */
#ifndef AM_CUDA_NVRTC_H
#define AM_CUDA_NVRTC_H

#include "base/base.h"

typedef struct _nvrtcProgram *am_nvrtc_program;

/* Type nvrtcResult. */
typedef enum { AM_NVRTC_SUCCESS = 0 } am_nvrtc_result;

/* Functions in use: name after "nvrtc", parameters. All return a result. */
#define AM_NVRTC_FUNCTIONS(_)                                                \
  _(Version, (int *major, int *minor))                                       \
  _(GetNumSupportedArchs, (int *count))                                      \
  _(GetSupportedArchs, (int *architectures))                                 \
  _(CreateProgram, (am_nvrtc_program * program, const char *text,            \
                    const char *name, int headers,                           \
                    const char *const *header_texts,                         \
                    const char *const *header_names))                        \
  _(DestroyProgram, (am_nvrtc_program * program))                            \
  _(CompileProgram,                                                          \
    (am_nvrtc_program program, int count, const char *const *options))       \
  _(GetCUBINSize, (am_nvrtc_program program, size_t *size))                  \
  _(GetCUBIN, (am_nvrtc_program program, char *image))                       \
  _(GetProgramLogSize, (am_nvrtc_program program, size_t *size))             \
  _(GetProgramLog, (am_nvrtc_program program, char *log))

#define AM_NVRTC_MEMBER(name, parameters) am_nvrtc_result(*name) parameters;

typedef struct {
  const char *file; /* file of the library */
  int major, minor;
  AM_NVRTC_FUNCTIONS(AM_NVRTC_MEMBER)
  const char *(*GetErrorString)(am_nvrtc_result result);
} am_nvrtc;

/* Opens the library through the dynamic loader or in $CUDA_HOME/lib64,
 * $CUDA_PATH/lib64 or /usr/local/cuda/lib64. AM_ENVIRONMENT if it is
 * missing. */
AM_MUST_USE am_status am_nvrtc_open(am_arena *arena, am_report *report,
                                    am_nvrtc *nvrtc);

/* Source and options [count] of a compilation. */
typedef struct {
  const char *text;
  const char *const *options;
  int count;
} am_nvrtc_request;

typedef struct {
  am_nvrtc_result result; /* of the compilation */
  char *log;              /* "" if empty */
  const void *image;      /* [size] a CUBIN, if successful */
  size_t size;
} am_nvrtc_answer;

/* Compiles. If the arena has a stop flag (am_arena_watch), the compiler runs in
 * a child process, which is killed when the flag is set: NVRTC cannot be
 * interrupted, and its own signal handlers call exit() while it parses.
 * AM_FAILED if stopped, AM_ENVIRONMENT if NVRTC ends without a result. */
AM_MUST_USE am_status am_nvrtc_compile(am_arena *arena, am_report *report,
                                       const am_nvrtc *nvrtc,
                                       const am_nvrtc_request *request,
                                       am_nvrtc_answer *answer);

/* Version, such as "NVRTC 13.0". */
const char *am_nvrtc_version(am_arena *arena, const am_nvrtc *nvrtc);

/* AM_ENVIRONMENT if NVRTC does not support an architecture, such as 90 (sm_90).
 * `whose` follows the number in the message: "" or " of the device X". */
AM_MUST_USE am_status am_nvrtc_check_architecture(am_arena *arena,
                                                  am_report *report,
                                                  const am_nvrtc *nvrtc,
                                                  int architecture,
                                                  const char *whose);

#endif
