/* fake_cuda_stream.c: streams, and events in them. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/cuda/fake_cuda.h"

struct CUstream_st {
  am_cuda_context context;
  fake_operation *first, **last;
  am_cuda_stream next; /* of all streams */
};

struct CUevent_st {
  am_cuda_stream stream;        /* where it was recorded last */
  unsigned recorded, happened;  /* how often */
  double time;
};

static am_cuda_stream streams;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void copy(const fake_operation *o) {
  for (size_t i = 0; i < o->height; i++)
    memmove(o->to + i * o->to_pitch, o->from + i * o->from_pitch, o->width);
}

static void set(const fake_operation *o) {
  for (size_t i = 0; i < o->width; i++)
    memcpy(o->to + i * o->size, &o->value, o->size);
}

static void run_until(am_cuda_event event, unsigned recorded);

static void perform(fake_operation *o) {
  if (fake_is_lost() && o->kind != RECORD) return;
  switch (o->kind) {
    case COPY: copy(o); break;
    case SET: set(o); break;
    case LAUNCH: fake_launch(o); break;
    case CALL: o->call(o->arguments[0]); break;
    case WAIT: run_until(o->event, o->value); break;
    case RECORD:
      o->event->happened++;
      o->event->time = seconds();
      break;
  }
}

static void run_first(am_cuda_stream s) {
  fake_operation *o = s->first;
  s->first = o->next;
  if (!s->first) s->last = &s->first;
  perform(o);
  free(o);
}

void fake_run(am_cuda_stream s) {
  while (s->first) run_first(s);
}

/* Waits until the event has occurred `recorded` times. */
static void run_until(am_cuda_event event, unsigned recorded) {
  while (event->happened < recorded && event->stream->first)
    run_first(event->stream);
}

void fake_run_all(am_cuda_context context) {
  for (am_cuda_stream s = streams; s; s = s->next)
    if (s->context == context) fake_run(s);
}

void fake_put(am_cuda_stream s, fake_operation o) {
  fake_operation *copied = malloc(sizeof *copied);
  *copied = o;
  copied->next = NULL;
  *s->last = copied;
  s->last = &copied->next;
}

int fake_is_here(am_cuda_stream s) {
  return s && fake_current() && s->context == fake_current();
}

unsigned fake_cuda_call(const char *symbol, am_cuda_stream stream,
                        void (*call)(const void *data), const void *data,
                        size_t size, am_cuda_pointer memory, size_t bytes) {
  fake_operation o = {.kind = CALL, .call = call};
  CALL_OF(symbol, LAUNCH_FAILED);
  CHECK(fake_is_here(stream), BAD_HANDLE);
  CHECK(size <= FAKE_ARGUMENT && fake_is_on(fake_current(), memory, bytes),
        INVALID);
  if (result_) DONE;
  memcpy(o.arguments[0], data, size);
  fake_put(stream, o);
  DONE;
}

unsigned cuStreamCreate(am_cuda_stream *stream, unsigned flags) {
  CALL_OF("cuStreamCreate", OUT_OF_MEMORY);
  CHECK(fake_current(), BAD_CONTEXT);
  CHECK(flags == AM_CUDA_NON_BLOCKING, INVALID);
  if (result_) DONE;
  *stream = calloc(1, sizeof **stream);
  (*stream)->context = fake_current();
  (*stream)->last = &(*stream)->first;
  (*stream)->next = streams;
  streams = *stream;
  fake_live++;
  DONE;
}

unsigned cuStreamDestroy_v2(am_cuda_stream stream) {
  CALL_OF("cuStreamDestroy_v2", LAUNCH_FAILED);
  fake_run(stream);
  for (am_cuda_stream *at = &streams; *at; at = &(*at)->next)
    if (*at == stream) {
      *at = stream->next;
      break;
    }
  free(stream);
  fake_live--;
  DONE;
}

/* Repeated queries finally report completion. */
unsigned cuStreamQuery(am_cuda_stream stream) {
  CALL_OF("cuStreamQuery", LAUNCH_FAILED);
  if (result_ || !stream->first) DONE;
  fake_run(stream);
  result_ = NOT_READY;
  DONE;
}

unsigned cuStreamSynchronize(am_cuda_stream stream) {
  CALL_OF("cuStreamSynchronize", LAUNCH_FAILED);
  fake_run(stream);
  DONE;
}

unsigned cuEventCreate(am_cuda_event *event, unsigned flags) {
  CALL_OF("cuEventCreate", OUT_OF_MEMORY);
  CHECK(fake_current() && !(flags & ~3u), INVALID);
  if (result_) DONE;
  *event = calloc(1, sizeof **event);
  fake_live++;
  DONE;
}

unsigned cuEventDestroy_v2(am_cuda_event event) {
  CALL_OF("cuEventDestroy_v2", LAUNCH_FAILED);
  run_until(event, event->recorded);
  free(event);
  fake_live--;
  DONE;
}

unsigned cuEventRecord(am_cuda_event event, am_cuda_stream stream) {
  CALL_OF("cuEventRecord", LAUNCH_FAILED);
  CHECK(fake_is_here(stream), BAD_HANDLE);
  if (result_) DONE;
  event->stream = stream;
  event->recorded++;
  fake_put(stream, (fake_operation){.kind = RECORD, .event = event});
  DONE;
}

unsigned cuStreamWaitEvent(am_cuda_stream stream, am_cuda_event event,
                           unsigned flags) {
  CALL_OF("cuStreamWaitEvent", LAUNCH_FAILED);
  CHECK(fake_is_here(stream) && !flags, BAD_HANDLE);
  if (result_) DONE;
  fake_put(stream, (fake_operation){.kind = WAIT, .event = event,
                                    .value = event->recorded});
  DONE;
}

unsigned cuEventElapsedTime(float *milliseconds, am_cuda_event start,
                            am_cuda_event end) {
  CALL_OF("cuEventElapsedTime", LAUNCH_FAILED);
  CHECK(start->happened == start->recorded && end->happened == end->recorded,
        NOT_READY);
  *milliseconds = (float)(1e3 * (end->time - start->time));
  DONE;
}
