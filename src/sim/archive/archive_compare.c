/* archive_compare.c: compares the layout of a file with the expected layout. */
#include "archive/parts.h"
#include "archive/archive_file.h"

am_status am_archive_differs(const am_archive_comparison *c,
                             const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *why = am_format_list(c->arena, format, arguments);
  va_end(arguments);
  return am_error(c->report, AM_INPUT, am_nowhere, "cannot %s %s%s%s: %s",
                  c->verb, c->archive->name, c->with ? " with " : "",
                  c->with ? c->with : "", why);
}

static const char *quoted(const am_archive_comparison *c, const char *text) {
  size_t length = strcspn(text, "\n");
  return am_format(c->arena, "'%s'", am_printable(c->arena, text, length));
}

static am_status compare_text(const am_archive_comparison *c, const char *what,
                              const char *found, const char *expected) {
  if (!found) return am_archive_differs(c, "%s is missing", what);
  if (!strcmp(found, expected)) return AM_OK;
  int line = 1;
  size_t begin = 0;
  for (size_t i = 0; found[i] == expected[i]; i++) {
    if (found[i] != '\n') continue;
    line++;
    begin = i + 1;
  }
  const char *where = am_format(c->arena, " in line %d", line);
  return am_archive_differs(c, "%s differs%s: found %s, expected %s", what,
                       line > 1 ? where : "",
                       quoted(c, found + begin), quoted(c, expected + begin));
}

static const char *note_of(const am_archive_layout *layout, const char *name) {
  for (int i = 0; i < layout->note_count; i++)
    if (!strcmp(layout->notes[i].name, name)) return layout->notes[i].text;
  return NULL;
}

static am_status compare_notes(const am_archive_comparison *c,
                               const am_archive_layout *expected,
                               bool shards) {
  for (int i = 0; i < expected->note_count; i++) {
    const am_archive_note *note = &expected->notes[i];
    if (shards && !strcmp(note->name, AM_ARCHIVE_SHARD)) continue;
    AM_TRY(compare_text(
        c, am_format(c->arena, "its attribute '%s'", note->name),
        note_of(&c->archive->layout, note->name), note->text));
  }
  return AM_OK;
}

static am_status compare_names(const am_archive_comparison *c,
                               const am_archive_layout *expected) {
  const am_archive_layout *found = &c->archive->layout;
  for (int i = 0; i < found->field_count && i < expected->field_count; i++)
    if (strcmp(found->fields[i].name, expected->fields[i].name))
      return am_archive_differs(c, "its dataset %d is %s, expected %s", i + 1,
                                quoted(c, found->fields[i].name),
                                quoted(c, expected->fields[i].name));
  if (found->field_count == expected->field_count) return AM_OK;
  return am_archive_differs(c, "found %d datasets, expected %d",
                            found->field_count, expected->field_count);
}

static am_status compare_times(const am_archive_comparison *c,
                               const am_archive_layout *expected) {
  const am_archive_layout *found = &c->archive->layout;
  if (found->rows != expected->rows)
    return am_archive_differs(c, "found %ld output times, expected %ld",
                              found->rows, expected->rows);
  for (long i = 0; i < found->rows; i++)
    if (found->times[i] != expected->times[i])
      return am_archive_differs(
          c, "found %.17g as output time %ld, expected %.17g",
          found->times[i], i + 1, expected->times[i]);
  return compare_text(c, "the unit of time", found->time_unit,
                      expected->time_unit);
}

static const char *shape_of(const am_archive_comparison *c,
                            const am_archive_field *field) {
  hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
  int rank = am_archive_size(c->archive, field, size, chunk);
  return am_h5_shape(c->arena, size, rank);
}

static am_status compare_field(const am_archive_comparison *c,
                               const am_archive_field *found,
                               const am_archive_field *expected) {
  const char *name = expected->name, *shape = shape_of(c, found);
  if (strcmp(shape, shape_of(c, expected)))
    return am_archive_differs(c, "%s is %s, expected %s", name, shape,
                              shape_of(c, expected));
  AM_TRY(compare_text(c, am_format(c->arena, "the unit of %s", name),
                      found->unit, expected->unit));
  bool same = !found->components == !expected->components;
  for (int i = 0; same && found->components &&
                  i < am_archive_components(found); i++)
    same = !strcmp(found->components[i], expected->components[i]);
  if (!same)
    return am_archive_differs(c, "the components of %s differ", name);
  return compare_text(c, am_format(c->arena, "the description of %s", name),
                      found->about, expected->about);
}

am_status am_archive_compare(const am_archive_comparison *c,
                             const am_archive_layout *expected, bool shards) {
  const am_archive_layout *found = &c->archive->layout;
  if (!c->archive->checked)
    return am_archive_differs(
        c, "it was written by version 0.2, without checksums of chunks: %s it "
           "with version 0.2; this version can read the result", c->verb);
  if (!shards && found->points != expected->points)
    return am_archive_differs(c, "found %ld points, expected %ld",
                              found->points, expected->points);
  AM_TRY(compare_names(c, expected));
  AM_TRY(compare_notes(c, expected, shards));
  AM_TRY(compare_times(c, expected));
  for (int i = 0; i < expected->field_count; i++)
    AM_TRY(compare_field(c, &found->fields[i], &expected->fields[i]));
  return AM_OK;
}
