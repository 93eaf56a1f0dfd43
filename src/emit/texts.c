#include "emit/texts.h"

#include <assert.h>
#include <string.h>

static const struct {
  const char *name, *text;
} texts[] = {
#include "emit/texts.inc"
};

const char *am_embedded_text(const char *name) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(texts[i].name, name)) return texts[i].text;
  assert(0 && "a text that is not embedded");
  return "";
}
