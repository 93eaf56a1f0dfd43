/* nvrtc.h: NVIDIA's run-time compiler, opened when the program runs; internal
 * to cuda.  The declarations are those of its nvrtc.h, whose binary interface
 * is the same in versions 12 and 13. */
#ifndef AM_CUDA_NVRTC_H
#define AM_CUDA_NVRTC_H

#include "base/base.h"

typedef struct _nvrtcProgram *am_nvrtc_program;

/* The type nvrtcResult. */
typedef enum { AM_NVRTC_SUCCESS = 0 } am_nvrtc_result;

/* Each function that is used: its name after "nvrtc", its parameters.  All
 * return a result. */
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
  const char *file; /* where it was found */
  int major, minor;
  AM_NVRTC_FUNCTIONS(AM_NVRTC_MEMBER)
  const char *(*GetErrorString)(am_nvrtc_result result);
} am_nvrtc;

/* Opens it: where the loader looks, $CUDA_HOME/lib64, $CUDA_PATH/lib64,
 * /usr/local/cuda/lib64.  AM_ENVIRONMENT with what is missing. */
AM_MUST_USE am_status am_nvrtc_open(am_arena *arena, am_report *report,
                                    am_nvrtc *nvrtc);

/* What is asked of it: a text, and the options [count] of the compilation. */
typedef struct {
  const char *text;
  const char *const *options;
  int count;
} am_nvrtc_request;

typedef struct {
  am_nvrtc_result result; /* of the compilation */
  char *log;              /* "": there is none */
  const void *image;      /* [size] a CUBIN, where it has succeeded */
  size_t size;
} am_nvrtc_answer;

/* Compiles.  Where the arena is watched that is a process of its own, which
 * the flag ends: NVRTC cannot be stopped from within, and while it reads a
 * text signals lead to its own handlers, which call exit().  AM_FAILED with a
 * message then; AM_ENVIRONMENT with one where NVRTC does not come to a
 * result. */
AM_MUST_USE am_status am_nvrtc_compile(am_arena *arena, am_report *report,
                                       const am_nvrtc *nvrtc,
                                       const am_nvrtc_request *request,
                                       am_nvrtc_answer *answer);

/* AM_ENVIRONMENT with a message where the result is not success: NVRTC could
 * not do the task. */
AM_MUST_USE am_status am_nvrtc_check(am_report *report, const am_nvrtc *nvrtc,
                                     am_nvrtc_result result,
                                     const char *task);

/* "NVRTC 13.0" */
const char *am_nvrtc_version(am_arena *arena, const am_nvrtc *nvrtc);

/* Does it know an architecture, such as 90 (sm_90)?  AM_ENVIRONMENT with
 * those that it knows where not; `whose` follows the number in the message:
 * "", " of the device X". */
AM_MUST_USE am_status am_nvrtc_check_architecture(am_arena *arena,
                                                  am_report *report,
                                                  const am_nvrtc *nvrtc,
                                                  int architecture,
                                                  const char *whose);

#endif
