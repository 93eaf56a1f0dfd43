/* nvrtc.c: opens NVRTC and compiles, if necessary in a child process. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "cuda/parts.h"
#include "cuda/nvrtc.h"

#define AM_SYMBOL(name, parameters) {"nvrtc" #name, offsetof(am_nvrtc, name)},

static const am_cuda_symbol functions[] = {
    AM_NVRTC_FUNCTIONS(AM_SYMBOL)
    {"nvrtcGetErrorString", offsetof(am_nvrtc, GetErrorString)},
    {0}};

static const am_cuda_library library = {
    .title = "NVRTC",
    .names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"},
    .oldest = "CUDA 12",
    .symbols = functions};

/* AM_ENVIRONMENT if the result is not success; task: the step that failed. */
static am_status check_result(am_report *report, const am_nvrtc *nvrtc,
                              am_nvrtc_result result, const char *task) {
  if (result == AM_NVRTC_SUCCESS) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "NVRTC ('%s') could not %s: %s", nvrtc->file, task,
                  nvrtc->GetErrorString(result));
}

am_status am_nvrtc_open(am_arena *arena, am_report *report, am_nvrtc *nvrtc) {
  *nvrtc = (am_nvrtc){0};
  AM_TRY(am_cuda_library_open(arena, report, &library, &nvrtc->file, nvrtc));
  return check_result(report, nvrtc,
                      nvrtc->Version(&nvrtc->major, &nvrtc->minor),
                      "report its version");
}

const char *am_nvrtc_version(am_arena *arena, const am_nvrtc *nvrtc) {
  return am_format(arena, "NVRTC %d.%d", nvrtc->major, nvrtc->minor);
}

am_status am_nvrtc_check_architecture(am_arena *arena, am_report *report,
                                      const am_nvrtc *nvrtc,
                                      int architecture, const char *whose) {
  static const char task[] = "report its architectures";
  int count = 0;
  am_buffer list = {.arena = arena};
  AM_TRY(check_result(report, nvrtc, nvrtc->GetNumSupportedArchs(&count),
                      task));
  int *known = AM_ARRAY(arena, int, count);
  AM_TRY(check_result(report, nvrtc, nvrtc->GetSupportedArchs(known), task));
  for (int i = 0; i < count; i++) {
    if (known[i] == architecture) return AM_OK;
    am_buffer_add(&list, "%s%d", i ? ", " : "", known[i]);
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "%s does not support the architecture %d%s, expected one of "
                  "%s",
                  am_nvrtc_version(arena, nvrtc), architecture, whose,
                  count ? list.text : "none");
}

/* ---- a compilation ------------------------------------------------------- */

typedef enum { COMPILES, TAKES_TEXT, HANDS_OVER } task;

static const char *const tasks[] = {[TAKES_TEXT] = "read the source",
                                    [HANDS_OVER] = "return the compiled code"};

/* Header of an answer in a file, followed by log and image */
typedef struct {
  size_t log, image;      /* bytes */
  task last;              /* last task that was started */
  am_nvrtc_result result; /* result of that task */
} head;

/* Must not allocate from arenas, because a failure would jump to a recovery
 * point. */
static void write_answer(FILE *file, const am_nvrtc *nvrtc,
                         const am_nvrtc_request *request) {
  am_nvrtc_program program = NULL;
  head h = {.last = TAKES_TEXT};
  char *log = NULL, *image = NULL;
  h.result = nvrtc->CreateProgram(&program, request->text, "unit.cu", 0, NULL,
                                  NULL);
  if (!h.result) {
    h.last = COMPILES;
    h.result = nvrtc->CompileProgram(program, request->count, request->options);
    if (!nvrtc->GetProgramLogSize(program, &h.log)) log = malloc(h.log);
    if (!log || nvrtc->GetProgramLog(program, log)) h.log = 0;
    if (!h.result) {
      h.last = HANDS_OVER;
      h.result = nvrtc->GetCUBINSize(program, &h.image);
      image = h.result ? NULL : malloc(h.image);
      if (image) h.result = nvrtc->GetCUBIN(program, image);
    }
    nvrtc->DestroyProgram(&program);
  }
  if (h.result) h.image = 0;
  fwrite(&h, sizeof h, 1, file);
  fwrite(log, 1, h.log, file);
  if (image) fwrite(image, 1, h.image, file);
  fflush(file);
  free(log);
  free(image);
}

/* Forks a child that ignores signals and ends with its parent; -1 on
 * failure. */
static pid_t start_process(FILE *file, const am_nvrtc *nvrtc,
                           const am_nvrtc_request *request) {
  pid_t own = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (!child) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == own) write_answer(file, nvrtc, request);
    _exit(0);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return child;
}

static void await_process(const am_arena *arena, pid_t child) {
  const struct timespec glance = {.tv_nsec = 5000000};
  while (!waitpid(child, NULL, WNOHANG)) {
    if (am_arena_stopped(arena)) kill(child, SIGKILL);
    nanosleep(&glance, NULL);
  }
}

static bool read_answer(am_arena *arena, FILE *file, head *h,
                        am_nvrtc_answer *answer) {
  rewind(file);
  if (fread(h, sizeof *h, 1, file) != 1) return false;
  char *log = am_arena_alloc(arena, h->log + 1);
  char *image = am_arena_room(arena, h->image);
  *answer = (am_nvrtc_answer){.result = h->result, .log = log, .image = image,
                              .size = h->image};
  return fread(log, 1, h->log, file) == h->log &&
         fread(image, 1, h->image, file) == h->image;
}

static void close_file(void *file) { fclose(file); }

am_status am_nvrtc_compile(am_arena *arena, am_report *report,
                           const am_nvrtc *nvrtc,
                           const am_nvrtc_request *request,
                           am_nvrtc_answer *answer) {
  head h;
  pid_t child = -1;
  int memory = memfd_create("automat", MFD_CLOEXEC);
  FILE *file = memory < 0 ? NULL : fdopen(memory, "w+");
  if (!file)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot allocate memory for the compiled code: %s",
                    am_errno_text(errno));
  am_arena *own = am_arena_child(arena);
  am_arena_defer(own, close_file, file);
  if (am_arena_flag(arena)) child = start_process(file, nvrtc, request);
  if (child < 0) write_answer(file, nvrtc, request);
  else await_process(arena, child);
  bool answered = read_answer(arena, file, &h, answer);
  am_arena_free(own);
  if (!answered && am_arena_stopped(arena))
    return am_error_memory(report, arena, " while compiling");
  if (!answered)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "NVRTC ('%s') ended without a result", nvrtc->file);
  return h.last == COMPILES
             ? AM_OK
             : check_result(report, nvrtc, h.result, tasks[h.last]);
}
