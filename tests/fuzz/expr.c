/* The expression language, from texts. */
#include "tests/fuzz/words.h"

const char fuzz_name[] = "expr";

static am_status body(const fuzz_input *input) {
  words_scope *w = words_new(input);
  am_value value;
  if (strlen(input->text) != input->length)
    return AM_OK; /* a snippet from the YAML reader contains no NUL */
  AM_TRY(words_value(input, w, input->text, &value));
  words_follow(w, &value);
  return AM_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_run(body, data, size);
}
