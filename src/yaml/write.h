/* write.h: trees and texts back to YAML, in flow style: for files that a
 * program writes, and for what it hands on within one line. */
#ifndef AM_YAML_WRITE_H
#define AM_YAML_WRITE_H

#include "base/text.h"
#include "yaml/yaml.h"

/* A text in double quotes. */
void am_yaml_quote(am_buffer *out, const char *text);

/* A node, as reading it again would give it. */
void am_yaml_write(am_buffer *out, const am_yaml *node);

#endif
