/* xml.c: reads tags and attributes; escapes texts for XML. */
#include "file/parts.h"

static const char special[] = "&<>\"'";
static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;",
                                       "&apos;"};
static const char blanks[] = " \t\r\n";

/* Non-ASCII characters become numeric references. XML has none for ASCII
 * control characters. */
const char *am_xml_escape(am_arena *arena, const char *text) {
  am_buffer buffer = {.arena = arena};
  am_buffer_add(&buffer, "%s", "");
  while (*text) {
    uint32_t code = 0;
    char shown[AM_SHOWN_SIZE];
    const char *found = strchr(special, *text);
    size_t size = am_utf8_decode(text, strlen(text), &code);
    bool has_number = size && code != 0xfffe && code != 0xffff &&
                      (strchr(blanks, *text) || code >= 0x7f);
    size_t taken = am_utf8_show(text, strlen(text), shown);
    if (found)
      am_buffer_add(&buffer, "%s", entities[found - special]);
    else if (has_number && !am_utf8_is_plain(code))
      am_buffer_add(&buffer, "&#x%x;", (unsigned)code);
    else
      am_buffer_add(&buffer, "%s", shown);
    text += taken;
  }
  return buffer.text;
}

am_xml *am_xml_new(am_arena *arena, FILE *in) {
  am_xml *xml = AM_NEW(arena, am_xml);
  xml->in = in;
  xml->line = 1;
  return xml;
}

static am_xml_kind bad_tag(am_xml *xml, const char *why) {
  xml->why = why;
  return AM_XML_BAD;
}

static int next_byte(am_xml *xml) {
  int c = getc_unlocked(xml->in);
  xml->line += c == '\n';
  return c;
}

/* Also stops at a zero byte, because holes in a file may have any length. */
static bool skip_to(am_xml *xml, int wanted) {
  int c = next_byte(xml);
  while (c != wanted && c != EOF && c != 0) c = next_byte(xml);
  if (c == 0) xml->why = "there is a zero byte";
  return c == wanted;
}

/* Reads up to the next '>' outside quotes; returns NULL or an error. */
static const char *read_tag(am_xml *xml) {
  int quote = 0;
  for (size_t length = 0; length + 1 < AM_XML_TAG; length++) {
    int c = next_byte(xml);
    if (c == EOF) return "the file ends within a tag";
    if (c == 0) return "there is a zero byte in a tag";
    xml->text[length] = (char)c;
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '>') {
      xml->text[length] = 0;
      return NULL;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (length == 2 && !memcmp(xml->text, "!--", 3)) {
      xml->text[3] = 0;
      return NULL;
    }
  }
  return "a tag is too long";
}

/* Skips a comment, after its "<!--". */
static bool skip_comment(am_xml *xml) {
  for (int dashes = 0;;) {
    int c = next_byte(xml);
    if (c == EOF || c == 0) return false;
    if (c == '>' && dashes >= 2) return true;
    dashes = c == '-' ? dashes + 1 : 0;
  }
}

/* Replaces entities in place. */
static bool unescape(char *text) {
  char *to = text;
  for (const char *from = text; *from; to++) {
    if (*from != '&') {
      *to = *from++;
      continue;
    }
    size_t i = 0;
    while (special[i] && strncmp(from, entities[i], strlen(entities[i]))) i++;
    if (!special[i]) return false;
    from += strlen(entities[i]);
    *to = special[i];
  }
  *to = 0;
  return true;
}

/* Splits off `key = "value"` at *text; returns NULL or an error. */
static const char *cut_attribute(am_xml *xml, char **text) {
  if (xml->count == AM_XML_ATTRIBUTES) return "a tag has too many attributes";
  char *key = *text, *end = key + strcspn(key, " \t\r\n=");
  char *sign = end + strspn(end, blanks);
  if (*sign != '=' || end == key) return "an attribute has no value";
  char *value = sign + 1 + strspn(sign + 1, blanks);
  char *close = *value == '"' || *value == '\'' ? strchr(value + 1, *value)
                                                : NULL;
  if (!close) return "an attribute's value has no quotes";
  *end = *close = 0;
  if (!unescape(value + 1)) return "there is an unknown entity";
  xml->keys[xml->count] = key;
  xml->values[xml->count++] = value + 1;
  *text = close + 1;
  return NULL;
}

/* Splits the text of a tag into name and attributes. */
static am_xml_kind cut_tag(am_xml *xml) {
  char *text = xml->text;
  size_t length = strlen(text);
  am_xml_kind kind = *text == '/' ? AM_XML_CLOSE : AM_XML_OPEN;
  if (kind == AM_XML_CLOSE)
    text++;
  else if (length && text[length - 1] == '/')
    kind = AM_XML_EMPTY, text[length - 1] = 0;
  xml->name = text;
  xml->count = 0;
  text += strcspn(text, blanks);
  if (text == xml->name) return bad_tag(xml, "a tag has no name");
  while (*text && strchr(blanks, *text)) *text++ = 0;
  while (*text) {
    const char *why = cut_attribute(xml, &text);
    if (why) return bad_tag(xml, why);
    text += strspn(text, blanks);
  }
  return kind;
}

am_xml_kind am_xml_next(am_xml *xml) {
  while (skip_to(xml, '<')) {
    const char *why = read_tag(xml);
    if (why) return bad_tag(xml, why);
    if (*xml->text == '?') continue;
    if (*xml->text != '!') return cut_tag(xml);
    if (strncmp(xml->text, "!--", 3))
      return bad_tag(xml,
                     "document types and CDATA sections are not supported");
    if (!skip_comment(xml)) return bad_tag(xml, "the file ends in a comment");
  }
  return xml->why ? AM_XML_BAD : AM_XML_END;
}

const char *am_xml_attribute(const am_xml *xml, const char *key) {
  for (int i = 0; i < xml->count; i++)
    if (!strcmp(xml->keys[i], key)) return xml->values[i];
  return NULL;
}
