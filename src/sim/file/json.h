/* json.h: JSON (RFC 8259) as it is written. */
#ifndef AM_FILE_JSON_H
#define AM_FILE_JSON_H

#include <stdbool.h>
#include <stdio.h>

/* Commas stand between members. */
typedef struct {
  FILE *out;
  bool begun; /* the present object or list has a member */
} am_json;

/* Members of an object; key NULL: of a list, or the whole text.  Brackets:
 * '{' and '}', '[' and ']'. */
void am_json_open(am_json *json, const char *key, char bracket);
void am_json_close(am_json *json, char bracket);
void am_json_text(am_json *json, const char *key, const char *text);
void am_json_truth(am_json *json, const char *key, bool value);

/* null where it is not finite. */
void am_json_number(am_json *json, const char *key, double value,
                    int digits);

#endif
