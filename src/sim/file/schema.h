/* schema.h: writes tables of keys (yaml/keys.h) as a JSON schema, draft 7,
 * which editors use to complete and check files. */
#ifndef AM_FILE_SCHEMA_H
#define AM_FILE_SCHEMA_H

#include <stdio.h>

#include "yaml/keys.h"

typedef struct {
  const char *name;         /* kind of file: "material" */
  const am_yaml_shape root;
  const am_yaml_key *parts; /* shapes of keys marked `elsewhere` */
} am_schema;

/* Writes the schema; the text is deterministic. */
void am_schema_write(am_arena *arena, const am_schema *schema, FILE *out);

#endif
