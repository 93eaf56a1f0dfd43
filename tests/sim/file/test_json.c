/* Written JSON. */
#include <string.h>

#include "file/parts.h"
#include "tests/tools/bench/json_check.h"
#include "tests/support.h"

static void write_all(FILE *out) {
  am_json j = {.out = out};
  putc('{', out);
  am_json_text(&j, "text", "a \"quoted\" \\ and\n\x01");
  am_json_number(&j, "pi", 3.14159265358979, 5);
  am_json_number(&j, "none", NAN, 5);
  am_json_number(&j, "large", INFINITY, 5);
  am_json_open(&j, "list", '[');
  am_json_truth(&j, NULL, true);
  am_json_open(&j, NULL, '{');
  am_json_close(&j, '}');
  am_json_open(&j, NULL, '[');
  am_json_close(&j, ']');
  am_json_truth(&j, NULL, false);
  am_json_close(&j, ']');
  fputs("}\n", out);
}

START_TEST(members) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  write_all(out);
  fclose(out);
  ck_assert_str_eq(text, "{\n\"text\": \"a \\\"quoted\\\" \\\\ and"
                         "\\u000a\\u0001\",\n\"pi\": 3.1416,\n"
                         "\"none\": null,\n\"large\": null,\n\"list\": [\n"
                         "true,\n{},\n[],\nfalse]}\n");
  ck_assert(is_json(text));
  free(text);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("json");
  tcase_add_test(tcase, members);
  return test_run("json", &tcase, 1);
}
