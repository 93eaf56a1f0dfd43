/* xml.h: reads the subset of XML used by VTK files, tag by tag.
 *
 * Comments, declarations, processing instructions and text between tags are
 * skipped. Document types, CDATA sections and entities other than the five
 * predefined ones are errors. A tag with its attributes has at most 64 kB. */
#ifndef AM_FILE_XML_H
#define AM_FILE_XML_H

#include <stdbool.h>
#include <stdio.h>

#include "base/base.h"

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
