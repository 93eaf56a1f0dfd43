/* fuzz.h: common part of the harnesses.
 *
 * A harness is a file that defines fuzz_name and LLVMFuzzerTestOneInput. The
 * program fuzz_NAME is built from it and libFuzzer, replay_NAME from it and
 * replay.c. Conditions that hold for every input are assertions by
 * FUZZ_EXPECT. */
#ifndef AM_TESTS_FUZZ_FUZZ_H
#define AM_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/report.h"
#include "base/text.h"

/* Name of the corpus, and of files in messages */
extern const char fuzz_name[];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that no input may break. */
#define FUZZ_EXPECT(holds)                                            \
  do {                                                                \
    if (!(holds)) {                                                   \
      fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #holds); \
      abort();                                                        \
    }                                                                 \
  } while (0)

/* An input, as text terminated by NUL, and the report for its messages. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const char *text; /* [length] */
  size_t length;
} fuzz_input;

/* A source that lives as long as the messages about it. */
static inline const am_source *fuzz_source(const fuzz_input *input,
                                           const char *text, size_t length) {
  am_source *source = AM_NEW(input->arena, am_source);
  *source = (am_source){"input", am_copy(input->arena, text, length), length};
  return source;
}

/* Runs the body of a harness in its own arena. Rejected input has a message,
 * and messages can be printed; FUZZ_SHOW=1 prints them. */
static inline int fuzz_run(am_status (*body)(const fuzz_input *input),
                           const uint8_t *data, size_t size) {
  static FILE *out;
  am_arena *arena = am_arena_new();
  if (!out)
    out = getenv("FUZZ_SHOW") ? stderr : fopen("/dev/null", "w");
  FUZZ_EXPECT(arena && out);
  if (!am_arena_recover(arena)) {
    fuzz_input input = {arena, am_report_new(arena),
                        am_copy(arena, (const char *)data, size), size};
    am_status status = body(&input);
    FUZZ_EXPECT(status == AM_OK || input.report->first);
    am_report_print(input.report, AM_SEVERITY_NOTE, out);
  }
  am_arena_free(arena);
  return 0;
}

#endif
