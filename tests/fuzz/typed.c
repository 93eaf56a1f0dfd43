/* The expression language on well-typed expressions, generated from bytes
 * (generate.h): they are rejected only for numbers that are not finite, or for
 * their size. */
#include "tests/fuzz/words.h"

const char fuzz_name[] = "typed";

static const char *const numbers[] = {"0",   "1",    "2",     "3",    "0.5",
                                      "-1",  "-2.5", "1/3",   "1e-3", "1e300",
                                      "4",   "10",   "1e-300", "pi",   "7",
                                      "1e16"};

/* The first byte chooses the type. */
static const char *make(const fuzz_input *input, am_kind *kind) {
  am_buffer out = {.arena = input->arena};
  fuzz_maker maker = {.data = (const uint8_t *)input->text,
                      .size = input->length,
                      .names = words,
                      .name_count = WORDS,
                      .numbers = numbers,
                      .number_count = sizeof numbers / sizeof *numbers,
                      .out = &out};
  *kind = (am_kind)fuzz_below(&maker, AM_KINDS);
  fuzz_make(&maker, *kind, 12);
  return out.text;
}

static bool is_allowed(const char *message) {
  static const char *const allowed[] = {"finite", "operations"};
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    if (strstr(message, allowed[i])) return true;
  fprintf(stderr, "refused: %s\n", message);
  return false;
}

static am_status body(const fuzz_input *input) {
  am_kind kind;
  am_value value;
  words_scope *w = words_new(input);
  const char *text = make(input, &kind);
  if (getenv("FUZZ_SHOW")) fprintf(stderr, "%s\n", text);
  am_status status = words_value(input, w, text, &value);
  if (status != AM_OK) {
    FUZZ_EXPECT(is_allowed(input->report->first->text));
    return status;
  }
  FUZZ_EXPECT(value.kind == kind && value.length == -1);
  words_follow(w, &value);
  return AM_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_run(body, data, size);
}
