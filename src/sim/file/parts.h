/* parts.h: further parts of file, each in a section below. */
#ifndef AM_FILE_PARTS_H
#define AM_FILE_PARTS_H

#include "file/file.h"
#include "table/table.h"
#include "yaml/keys.h"

/* ---- csv_write.c: tables as CSV files, row by row ------------------------ */

/* Writes the names and units of a table and its rows; am_csv_row adds a row
 * [columns]. Errors are recorded in the file. */
void am_csv_table(am_file *file, const am_table *table);
void am_csv_row(am_file *file, const double *row, size_t columns);

/* Writes the number as printf does with "%.17g", but many times faster, and
 * without a terminating NUL; returns the length (number.c). */
int am_number_write(char text[AM_NUMBER_SIZE], double number);

/* ---- digest.c: checksums of long data ------------------------------------ */

/* 64-bit digest that detects accidental changes of bytes. The digest is fast
 * (one multiplication for eight bytes), but does not protect against deliberate
 * collisions. */
enum { AM_DIGEST_START = 1 };

/* Continues the digest `sum` (AM_DIGEST_START for a new one) with `size` bytes.
 * The result depends on how the bytes are divided into calls. */
uint64_t am_digest(uint64_t sum, const void *data, size_t size);

/* Digest of the first `length` bytes of a file. Returns 0 or an errno; EIO if
 * the file is shorter. */
int am_digest_file(int file, off_t length, uint64_t *sum);

/* ---- json.c: JSON (RFC 8259) --------------------------------------------- */

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
void am_json_number(am_json *json, const char *key, double value, int digits);

/* ---- schema.c: tables of keys as a JSON schema, draft 7 ------------------ */

typedef struct {
  const char *name;         /* kind of file: "material" */
  const am_yaml_shape root;
  const am_yaml_key *parts; /* shapes of keys marked `elsewhere` */
} am_schema;

/* Writes the schema; the text is deterministic. */
void am_schema_write(am_arena *arena, const am_schema *schema, FILE *out);

/* ---- output_lock.c: output files that may be written --------------------- */

/* Checks whether `path` may be written. AM_ENVIRONMENT if a link of another
 * user leads elsewhere (base/files.h); AM_USAGE if the command also reads the
 * file, or if a launcher has started several processes that would all write the
 * file, unless report->apart states that each process has separate files. */
AM_MUST_USE am_status am_output_check(am_report *report, const char *path);

/* AM_USAGE, with a message, if the command has read the file. */
AM_MUST_USE am_status am_output_check_unread(am_report *report,
                                             const char *path);

/* Checks all outputs of a command [count]; NULL and "-" denote standard output.
 * Also checks that no two of them are the same file. */
AM_MUST_USE am_status am_outputs_check(am_report *report,
                                       const char *const *paths, size_t count);

/* Creates the file PATH.part, locked as long as its descriptor is open; first
 * removes a file left by a killed process of the same user. Returns a negative
 * value, with the reason, if another process holds the file. */
int am_output_lock(am_arena *arena, const char *part, const char **why);

/* ---- file name extensions ------------------------------------------------ */

/* Format of an output. The format depends on the command, not on the name; a
 * name with the extension of another format is therefore rejected. Unknown
 * extensions, and names without extension, are accepted. */
typedef enum {
  AM_WRITES_ANYTHING,
  AM_WRITES_CSV,
  AM_WRITES_HDF5,
  AM_WRITES_HTML,
  AM_WRITES_JSON,
  AM_WRITES_XML,
  AM_WRITES_YAML
} am_file_format;

/* Returns `status`, with a message at `place`, if the extension of `path`
 * (described by `what`) belongs to another format than `written`. */
AM_MUST_USE am_status am_ending_check(am_report *report, am_status status,
                                      am_place place, const char *what,
                                      const char *path, am_file_format written);

/* ---- xml.c: the subset of XML used by VTK files, tag by tag ---------------
 *
 * Comments, declarations, processing instructions and text between tags are
 * skipped. Document types, CDATA sections and entities other than the five
 * predefined ones are errors. A tag with its attributes has at most 64 kB. */

typedef enum {
  AM_XML_OPEN,  /* <name …> */
  AM_XML_EMPTY, /* <name …/> */
  AM_XML_CLOSE, /* </name> */
  AM_XML_END,   /* end of file */
  AM_XML_BAD    /* error, described by `why` */
} am_xml_kind;

enum { AM_XML_ATTRIBUTES = 64, AM_XML_TAG = 1 << 16 };

typedef struct {
  FILE *in;  /* positioned directly after the tag */
  long line; /* from 1 */
  const char *why;
  const char *name; /* name of the tag, valid until the next tag */
  int count;        /* number of attributes */
  const char *keys[AM_XML_ATTRIBUTES], *values[AM_XML_ATTRIBUTES];
  char text[AM_XML_TAG];
} am_xml;

am_xml *am_xml_new(am_arena *arena, FILE *in);
am_xml_kind am_xml_next(am_xml *xml);

/* Value of an attribute; NULL: not present. */
const char *am_xml_attribute(const am_xml *xml, const char *key);

/* Escapes a text for XML: special and non-ASCII characters become references;
 * invalid UTF-8 and control characters are shown as by base/text.h. */
const char *am_xml_escape(am_arena *arena, const char *text);

#endif
