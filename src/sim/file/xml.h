/* xml.h: as much of XML as files of VTK need: tags one after the other.
 *
 * Comments, declarations and processing instructions are passed over, text
 * between tags too; the types of documents, sections of CDATA and entities
 * beyond the five of XML are errors.  A tag, with all attributes, has at most
 * 64 kB. */
#ifndef AM_FILE_XML_H
#define AM_FILE_XML_H

#include <stdbool.h>
#include <stdio.h>

#include "base/base.h"

typedef enum {
  AM_XML_OPEN,  /* <name …> */
  AM_XML_EMPTY, /* <name …/> */
  AM_XML_CLOSE, /* </name> */
  AM_XML_END,   /* of the file */
  AM_XML_BAD    /* `why` says what is wrong */
} am_xml_kind;

enum { AM_XML_ATTRIBUTES = 64, AM_XML_TAG = 1 << 16 };

typedef struct {
  FILE *in;  /* stands right behind the tag */
  long line; /* from 1 */
  const char *why;
  const char *name; /* of the tag, until the next one */
  int count;        /* of attributes */
  const char *keys[AM_XML_ATTRIBUTES], *values[AM_XML_ATTRIBUTES];
  char text[AM_XML_TAG];
} am_xml;

am_xml *am_xml_new(am_arena *arena, FILE *in);
am_xml_kind am_xml_next(am_xml *xml);

/* NULL: the tag has no such attribute. */
const char *am_xml_attribute(const am_xml *xml, const char *key);

/* The text with XML's own characters escaped, and those that are not plain as
 * references to them; what XML cannot hold, bytes that are no UTF-8 and control
 * characters, as it is shown (base/text.h). */
const char *am_xml_escape(am_arena *arena, const char *text);

#endif
