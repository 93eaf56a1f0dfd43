/* schema.h: tables of keys (yaml/keys.h) as a JSON schema, draft 7, by which
 * editors complete and check files. */
#ifndef AM_FILE_SCHEMA_H
#define AM_FILE_SCHEMA_H

#include <stdio.h>

#include "yaml/keys.h"

typedef struct {
  const char *name;         /* of what the file describes: "material" */
  const am_yaml_shape root;
  const am_yaml_key *parts; /* shapes of keys that are `elsewhere` */
} am_schema;

/* The text is the same however often it is written. */
void am_schema_write(am_arena *arena, const am_schema *schema, FILE *out);

#endif
