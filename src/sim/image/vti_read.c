/* vti_read.c: reads a VTK file except the values of its arrays. */
#include <limits.h>

#include "image/parts.h"
#include "image/vti_file.h"

enum { DEPTH = 16, TAG = 32 };

const char *am_vti_shown(const am_vti_file *f, const char *text) {
  return am_printable(f->arena, text, strlen(text));
}

/* ---- attributes --------------------------------------------------------- */

static const char *attribute_of(const am_vti_file *f, const char *key,
                                const char *otherwise) {
  const char *value = am_xml_attribute(f->xml, key);
  return value ? am_copy(f->arena, value, strlen(value)) : otherwise;
}

/* Reads finite numbers [count] of an attribute; values are unchanged if it is
 * missing. */
static am_status read_numbers(const am_vti_file *f, const char *key, int count,
                              double *values) {
  const char *text = am_xml_attribute(f->xml, key), *rest = text;
  if (!text) return AM_OK;
  for (int i = 0; i < count; i++) {
    char *end;
    values[i] = strtod(rest, &end);
    if (end == rest || !isfinite(values[i])) break;
    rest = end;
    if (i == count - 1 && !rest[strspn(rest, " \t\r\n")]) return AM_OK;
  }
  return am_vti_wrong(f, "line %ld: invalid %s=\"%s\", expected %d "
                         "numbers", f->xml->line, key, am_vti_shown(f, text),
                      count);
}

/* ---- tags --------------------------------------------------------------- */

static am_status read_root(am_vti_file *f) {
  const char *type = attribute_of(f, "type", ""),
             *order = attribute_of(f, "byte_order", "LittleEndian"),
             *head = attribute_of(f, "header_type", "UInt32"),
             *compressor = attribute_of(f, "compressor", "");
  if (strcmp(type, "ImageData"))
    return am_vti_wrong(f, "its type is '%s', expected ImageData",
                        am_vti_shown(f, type));
  f->coding = (am_vti_coding){.big = !strcmp(order, "BigEndian"),
                              .head_bytes = strcmp(head, "UInt64") ? 4 : 8,
                              .compressed = *compressor != 0};
  if (!*compressor || !strcmp(compressor, "vtkZLibDataCompressor"))
    return AM_OK;
  return am_vti_wrong(f, "it is compressed by '%s', expected "
                      "vtkZLibDataCompressor or none",
                      am_vti_shown(f, compressor));
}

static am_status read_image(am_vti_file *f) {
  double direction[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  f->images++;
  for (int d = 0; d < 3; d++) f->spacing[d] = 1;
  f->whole[0] = NAN;
  AM_TRY(read_numbers(f, "WholeExtent", 6, f->whole));
  AM_TRY(read_numbers(f, "Spacing", 3, f->spacing));
  AM_TRY(read_numbers(f, "Direction", 9, direction));
  for (int i = 0; i < 9; i++)
    if (fabs(direction[i] - (i % 4 == 0)) > 1e-9)
      return am_vti_wrong(f, "the image is rotated (Direction), which is not "
                             "supported");
  memcpy(f->extent, f->whole, sizeof f->extent);
  return AM_OK;
}

static am_status read_piece(am_vti_file *f) {
  f->pieces++;
  return read_numbers(f, "Extent", 6, f->extent);
}

static am_status read_array(am_vti_file *f) {
  AM_PUSH_ROOM(f->arena, f->entries, f->image.count, f->capacity);
  am_vti_entry *a = &f->entries[f->image.count++];
  *a = (am_vti_entry){.name = attribute_of(f, "Name", ""),
               .type = attribute_of(f, "type", ""),
               .format = attribute_of(f, "format", "ascii"),
               .components = 1,
               .position = ftello(f->in)};
  AM_TRY(read_numbers(f, "NumberOfComponents", 1, &a->components));
  return read_numbers(f, "offset", 1, &a->offset);
}

static am_status count_point_array(am_vti_file *f) {
  f->point_arrays++;
  return AM_OK;
}

static am_status read_appended(am_vti_file *f) {
  f->appended_base64 =
      strcmp(attribute_of(f, "encoding", "base64"), "raw") != 0;
  int c = getc(f->in);
  while (c != '_' && c != EOF && strchr(" \t\r\n", c)) c = getc(f->in);
  if (c != '_')
    return am_vti_wrong(f, "the appended data do not begin with '_'");
  f->appended = ftello(f->in);
  return AM_OK;
}

static const struct {
  const char *parent, *name;
  am_status (*read)(am_vti_file *f);
} tags[] = {
    {"", "VTKFile", read_root},
    {"VTKFile", "ImageData", read_image},
    {"ImageData", "Piece", read_piece},
    {"CellData", "DataArray", read_array},
    {"PointData", "DataArray", count_point_array},
    {"VTKFile", "AppendedData", read_appended},
};

static am_status read_tag(am_vti_file *f, const char *parent) {
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (!strcmp(parent, tags[i].parent) &&
        !strcmp(f->xml->name, tags[i].name))
      return tags[i].read(f);
  if (*parent) return AM_OK;
  return am_vti_wrong(f, "it begins with <%s>, expected <VTKFile>",
                      am_vti_shown(f, f->xml->name));
}

/* Reads tags up to the end or to the appended data. */
static am_status read_tags(am_vti_file *f) {
  char open[DEPTH][TAG] = {""};
  for (int depth = 0;;) {
    am_xml_kind kind = am_xml_next(f->xml);
    const char *name = f->xml->name;
    if (kind == AM_XML_BAD)
      return am_vti_wrong(f, "line %ld: %s", f->xml->line, f->xml->why);
    if (kind == AM_XML_END)
      return depth ? am_vti_wrong(f, "the file ends within <%s>", open[depth])
                   : AM_OK;
    if (kind == AM_XML_CLOSE) {
      if (!depth || strcmp(name, open[depth]))
        return am_vti_wrong(f, "line %ld: </%s> has no matching opening tag",
                            f->xml->line, am_vti_shown(f, name));
      depth--;
      continue;
    }
    AM_TRY(read_tag(f, open[depth]));
    if (f->appended) return AM_OK;
    if (kind == AM_XML_EMPTY) continue;
    if (++depth == DEPTH || strlen(name) >= TAG)
      return am_vti_wrong(f, "line %ld: <%s> is nested too deep or too long",
                          f->xml->line, am_vti_shown(f, name));
    strcpy(open[depth], name);
  }
}

/* ---- the image ---------------------------------------------------------- */

static am_status find_grid(am_vti_file *f) {
  f->image.voxels = 1;
  for (int d = 0; d < 3; d++) {
    double low = f->whole[2 * d], high = f->whole[2 * d + 1];
    double count = high > low ? high - low : 1;
    if (!(high >= low) || floor(low) != low || floor(high) != high ||
        count > (double)(INT_MAX / f->image.voxels))
      return am_vti_wrong(f, "its WholeExtent is invalid, expected 1 to %d "
                             "voxels", INT_MAX);
    if (!(f->spacing[d] > 0 && isfinite(count * f->spacing[d])))
      return am_vti_wrong(f, "its Spacing is not positive");
    f->image.grid[d] = (int)count;
    f->image.size[d] = count * f->spacing[d];
    f->image.voxels *= (long)count;
  }
  return AM_OK;
}

static am_status check_image(am_vti_file *f) {
  if (!f->images) return am_vti_wrong(f, "it is not a VTK file of type "
                                         "ImageData");
  if (f->images > 1 || f->pieces != 1 ||
      memcmp(f->whole, f->extent, sizeof f->whole))
    return am_vti_wrong(f, "expected one Piece that covers the whole image, "
                           "found %d", f->pieces);
  AM_TRY(find_grid(f));
  if (f->image.count) return AM_OK;
  return am_vti_wrong(f, "%s, expected cell arrays (CellData)",
                      f->point_arrays ? "it has only point arrays"
                                      : "it has no arrays");
}

am_status am_vti_open(am_arena *arena, am_report *report, const char *path,
                      am_place place, am_vti_image **image) {
  am_vti_file *f = AM_NEW(arena, am_vti_file);
  *f = (am_vti_file){.arena = arena, .report = report, .place = place,
                     .name = am_quoted(arena, path)};
  struct stat status;
  am_obstacle why;
  FILE **in = am_input_open(arena, report, path, &why);
  if (!in)
    return am_error(report, why.status, place, "cannot read %s: %s", f->name,
                    why.text);
  f->in = *in;
  if (fstat(fileno(f->in), &status) || !S_ISREG(status.st_mode))
    return am_error(report, AM_INPUT, place,
                    "cannot read %s: it is not a regular file", f->name);

  f->xml = am_xml_new(arena, f->in);
  AM_TRY(read_tags(f));
  AM_TRY(check_image(f));
  const char **names = AM_ARRAY(arena, const char *, f->image.count);
  for (int i = 0; i < f->image.count; i++) names[i] = f->entries[i].name;
  f->image.names = names;
  f->image.file = f;
  *image = &f->image;
  return AM_OK;
}
