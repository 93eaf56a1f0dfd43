/* archive_compare.c: compares the layout of a file with the expected layout. */
#include "archive/parts.h"
#include "archive/archive_file.h"

/* Description of a layout, one property per line. */
static const char *layout_text(const am_archive_comparison *c,
                               const am_archive_layout *l, bool shards) {
  am_buffer text = {.arena = c->arena};
  if (!shards) am_buffer_add(&text, "%ld points\n", l->points);
  am_buffer_add(&text, "%d datasets\n%ld output times, unit %s\n",
                l->field_count, l->rows, l->time_unit);
  for (long i = 0; i < l->rows; i++)
    am_buffer_add(&text, "output time %ld: %.17g\n", i + 1, l->times[i]);
  for (int i = 0; i < l->field_count; i++) {
    const am_archive_field *field = &l->fields[i];
    hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
    int rank = am_archive_size(c->archive, field, size, chunk);
    am_buffer_add(&text, "%s is %s%s%s", field->name,
                  am_h5_shape(c->arena, size, rank),
                  *field->unit ? ", unit " : "", field->unit);
    for (int k = 0; field->components && k < am_archive_components(field); k++)
      am_buffer_add(&text, "%s%s", k ? " " : ", components ",
                    field->components[k]);
    am_buffer_add(&text, "\ndescription of %s: %s\n", field->name,
                  field->about);
  }
  return text.text;
}

static const char *quoted(const am_archive_comparison *c, const char *text) {
  size_t length = strcspn(text, "\n");
  return am_format(c->arena, "'%s'", am_printable(c->arena, text, length));
}

/* Compares texts; the message shows the first line that differs, after the name
 * of the text (NULL: none). */
static am_status compare_text(const am_archive_comparison *c, const char *what,
                              const char *found, const char *expected) {
  int line = 1;
  size_t begin = 0;
  if (!strcmp(found, expected)) return AM_OK;
  for (size_t i = 0; found[i] == expected[i]; i++) {
    if (found[i] != '\n') continue;
    line++;
    begin = i + 1;
  }
  const char *where =
      line > 1 ? am_format(c->arena, " in line %d", line) : "";
  return am_archive_differs(
      c, "%sfound %s, expected %s",
      what ? am_format(c->arena, "%s differs%s: ", what, where) : "",
      quoted(c, found + begin), quoted(c, expected + begin));
}

am_status am_archive_compare(const am_archive_comparison *c,
                             const am_archive_layout *expected, bool shards) {
  const am_archive_layout *found = &c->archive->layout;
  if (!c->archive->checked)
    return am_archive_differs(
        c, "it was written by version 0.2, without checksums of chunks: %s it "
           "with version 0.2; this version can read the result", c->verb);
  for (int i = 0; i < expected->note_count; i++) {
    const am_archive_note *note = &expected->notes[i];
    const char *what = am_format(c->arena, "its attribute '%s'", note->name);
    int k = 0;
    while (k < found->note_count && strcmp(found->notes[k].name, note->name))
      k++;
    if (shards && !strcmp(note->name, AM_ARCHIVE_SHARD)) continue;
    if (k == found->note_count)
      return am_archive_differs(c, "%s is missing", what);
    AM_TRY(compare_text(c, what, found->notes[k].text, note->text));
  }
  return compare_text(c, NULL, layout_text(c, found, shards),
                      layout_text(c, expected, shards));
}
