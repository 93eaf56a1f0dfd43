/* json.h: writes JSON (RFC 8259). */
#ifndef AM_FILE_JSON_H
#define AM_FILE_JSON_H

#include <stdbool.h>
#include <stdio.h>

/* State of the writer; members are separated by commas. */
typedef struct {
  FILE *out;
  bool begun; /* the present object or list has members */
} am_json;

/* Write a member of an object; key NULL: an element of a list, or the whole
 * text. Brackets: '{' and '}', '[' and ']'. */
void am_json_open(am_json *json, const char *key, char bracket);
void am_json_close(am_json *json, char bracket);
void am_json_text(am_json *json, const char *key, const char *text);
void am_json_truth(am_json *json, const char *key, bool value);

/* Writes null if the value is not finite. */
void am_json_number(am_json *json, const char *key, double value,
                    int digits);

#endif
