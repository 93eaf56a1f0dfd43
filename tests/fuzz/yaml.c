/* The YAML reader, its values, and --set: an assignment follows the first byte
 * 0xff. */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "yaml/yaml.h"

const char fuzz_name[] = "yaml";

enum { MOST_VALUES = 1000 };

/* Reads a value in all ways, each with its own report. */
static void read_values(const fuzz_input *input, const am_yaml *node,
                        int *left) {
  if (--*left < 0) return;
  am_report *own = am_report_new(input->arena);
  const char *text;
  double number;
  long integer;
  bool truth;
  (void)am_yaml_describe(input->arena, node);
  am_status status = am_yaml_number(own, node, "x", &number);
  FUZZ_EXPECT((status == AM_OK) == !own->first);
  (void)!am_yaml_integer(own, node, "x", -100, 100, &integer);
  (void)!am_yaml_boolean(own, node, "x", &truth);
  (void)!am_yaml_text(own, node, "x", &text);
  for (size_t i = 0; i < node->count; i++)
    read_values(input, node->items[i], left);
}

static bool same(const am_yaml *a, const am_yaml *b) {
  if (a->kind != b->kind || a->count != b->count) return false;
  if (a->kind == AM_YAML_SCALAR)
    return am_yaml_is_number(a) == am_yaml_is_number(b) &&
           a->text.length == b->text.length &&
           !memcmp(a->text.text, b->text.text, a->text.length);
  for (size_t i = 0; i < a->count; i++) {
    const am_yaml *x = a->items[i], *y = b->items[i];
    if (a->kind == AM_YAML_MAPPING && strcmp(x->key, y->key)) return false;
    if (!same(x, y)) return false;
  }
  return true;
}

/* YAML does not allow longer keys in a line. */
static bool has_long_keys(const am_yaml *node) {
  if (node->key && strlen(node->key) > 200) return true;
  for (size_t i = 0; i < node->count; i++)
    if (has_long_keys(node->items[i])) return true;
  return false;
}

/* Written data are unchanged after reading. */
static void write_again(const fuzz_input *input, const am_yaml *root) {
  am_buffer out = {.arena = input->arena};
  am_yaml *again;
  am_yaml_write(&out, root);
  am_status status =
      am_yaml_parse(input->arena, input->report,
                    fuzz_source(input, out.text, out.length), &again);
  FUZZ_EXPECT(status == AM_OK && same(root, again));
}

static am_status body(const fuzz_input *input) {
  const char *set = memchr(input->text, 0xff, input->length);
  size_t length = set ? (size_t)(set - input->text) : input->length;
  int left = MOST_VALUES;
  am_yaml *root;
  AM_TRY(am_yaml_parse(input->arena, input->report,
                       fuzz_source(input, input->text, length), &root));
  FUZZ_EXPECT(root->kind == AM_YAML_MAPPING);
  read_values(input, root, &left);
  if (!has_long_keys(root)) write_again(input, root);
  if (set)
    AM_TRY(am_yaml_set(input->arena, input->report, root, am_yaml_option,
                       set + 1));
  left = MOST_VALUES;
  read_values(input, root, &left);
  return AM_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_run(body, data, size);
}
