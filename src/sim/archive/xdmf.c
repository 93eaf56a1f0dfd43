/* xdmf.c: a description of an archive for ParaView's reader of XDMF 3
 * (eXtensible Data Model and Format, https://www.xdmf.org), which it takes
 * by itself for such files.
 *
 * The points lie in a row, point k at x = k; every output time is a step of
 * a temporal collection; every component is a scalar, "stress.xx", because
 * XDMF's order of a tensor's components is another one.  Components are
 * parts of the datasets, FILE:DATASET|START:STRIDE:COUNT:SIZE, as that
 * reader takes no items of the type HyperSlab. */
#include <string.h>

#include "base/text.h"
#include "archive/archive_file.h"
#include "file/file.h"
#include "file/xml.h"

enum { MOST_ATTRIBUTES = 1000000 };

/* A component is the part "START:STRIDE:COUNT:SIZE" of a field's dataset,
 * where all but START is the same for every component. */
static const char *shape_of(am_arena *arena, const am_archive_layout *layout,
                            const am_archive_field *field) {
  am_buffer stride = {.arena = arena}, count = stride, size = stride;
  long dimensions[] = {layout->points, layout->rows, field->shape[0],
                       field->shape[1]};
  for (int k = 0; k < 4; k++) {
    bool kept = k == 0 || (k == 1 ? !field->per_point : dimensions[k] > 1);
    if (!kept) continue;
    const char *blank = k ? " " : "";
    am_buffer_add(&stride, "%s1", blank);
    am_buffer_add(&count, "%s%ld", blank, k ? 1 : layout->points);
    am_buffer_add(&size, "%s%ld", blank, dimensions[k]);
  }
  return am_format(arena, "%s:%s:%s", stride.text, count.text, size.text);
}

static void write_attribute(FILE *out, const am_archive_layout *layout,
                            const char *file, const char *shape, long row,
                            const am_archive_field *field, int component) {
  bool named = am_archive_components(field) > 1;
  fprintf(out, "    <Attribute Name=\"%s", field->name);
  if (named && field->components)
    fprintf(out, ".%s", field->components[component]);
  else if (named)
    fprintf(out, ".%d", component + 1);
  fprintf(out,
          "\" AttributeType=\"Scalar\" Center=\"Node\">\n"
          "     <DataItem Dimensions=\"1 1 %ld\" NumberType=\"Float\" "
          "Precision=\"8\" Format=\"HDF\">%s:/%s|0",
          layout->points, file, field->name);
  if (!field->per_point) fprintf(out, " %ld", row);
  if (field->shape[0] > 1) fprintf(out, " %d", component / field->shape[1]);
  if (field->shape[1] > 1) fprintf(out, " %d", component % field->shape[1]);
  fprintf(out, ":%s</DataItem>\n    </Attribute>\n", shape);
}

static void write_row(FILE *out, const am_archive_layout *layout,
                      const char *const *shapes, const char *file,
                      long row) {
  fprintf(out,
          "   <Grid Name=\"points\" GridType=\"Uniform\">\n"
          "    <Time Value=\"%.17g\"/>\n"
          "    <Topology TopologyType=\"3DCoRectMesh\" "
          "Dimensions=\"1 1 %ld\"/>\n"
          "    <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
          "     <DataItem Dimensions=\"3\" Format=\"XML\">0 0 0</DataItem>\n"
          "     <DataItem Dimensions=\"3\" Format=\"XML\">1 1 1</DataItem>\n"
          "    </Geometry>\n",
          layout->times[row], layout->points);
  for (int i = 0; i < layout->field_count; i++)
    for (int c = 0; c < am_archive_components(&layout->fields[i]); c++)
      write_attribute(out, layout, file, shapes[i], row, &layout->fields[i],
                      c);
  fprintf(out, "   </Grid>\n");
}

static void write_all(am_arena *arena, FILE *out, const char *path,
                      const am_archive_layout *layout) {
  const char *slash = strrchr(path, '/');
  const char *file = am_xml_escape(arena, slash ? slash + 1 : path);
  const char **shapes = AM_ARRAY(arena, const char *, layout->field_count);
  for (int i = 0; i < layout->field_count; i++)
    shapes[i] = shape_of(arena, layout, &layout->fields[i]);
  fprintf(out, "<?xml version=\"1.0\"?>\n"
          "<Xdmf Version=\"3.0\">\n"
          " <Domain>\n"
          "  <Grid Name=\"points\" GridType=\"Collection\" "
          "CollectionType=\"Temporal\">\n");
  for (long row = 0; row < layout->rows; row++)
    write_row(out, layout, shapes, file, row);
  fprintf(out, "  </Grid>\n </Domain>\n</Xdmf>\n");
}

am_status am_xdmf_write(am_arena *arena, am_report *report, const char *path,
                        const am_archive_layout *layout) {
  long components = 0;
  for (int i = 0; i < layout->field_count; i++)
    components += am_archive_components(&layout->fields[i]);
  if (components * layout->rows > MOST_ATTRIBUTES) {
    am_note(report, am_nowhere,
            "%ld output times of %ld components are too many to describe "
            "them to ParaView", layout->rows, components);
    return AM_OK;
  }
  size_t length = strlen(path);
  if (length > 3 && !strcmp(path + length - 3, ".h5")) length -= 3;
  am_file file;
  AM_TRY(am_file_create(
      arena, report, am_format(arena, "%.*s.xdmf", (int)length, path), &file));
  write_all(arena, file.stream, path, layout);
  return am_file_commit(&file, report);
}
