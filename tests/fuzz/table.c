/* Files of numbers: CSV as results, as references and as tables of a path;
 * labels of voxels, as VTK ImageData (beginning with '<') or raw (beginning
 * with 0xff, followed by the type, the bytes to skip, the order and the
 * grid). */
#include <math.h>
#include <string.h>

#include "compare/compare.h"
#include "file/parts.h"
#include "image/labels.h"
#include "image/vti.h"
#include "case/table_columns.h"
#include "case/path.h"
#include "tests/fuzz/files.h"

const char fuzz_name[] = "table";

enum { RAW_HEAD = 7, VOXELS = 1 << 20 };

static am_status read_vti(const fuzz_input *input) {
  const char *path =
      fuzz_file(input->arena, "image.vti", input->text, input->length);
  am_vti_image *image;
  AM_TRY(am_vti_open(input->arena, input->report, path, am_nowhere, &image));
  FUZZ_EXPECT(image->voxels > 0);
  if (image->voxels > VOXELS) return AM_OK;
  const am_voxel_room room = {
      .labels = AM_ARRAY(input->arena, int, image->voxels),
      .count = image->voxels};
  for (int i = 0; i < image->count; i++) {
    am_report *own = am_report_new(input->arena);
    if (am_vti_read(image, own, image->names[i], room) != AM_OK)
      FUZZ_EXPECT(own->first);
  }
  return am_vti_read(image, input->report, NULL, room);
}

static am_status read_raw(const fuzz_input *input) {
  static const char *const types[] = {"int8",  "uint8",  "int16",  "uint16",
                                      "int32", "uint32", "int64",  "uint64",
                                      "float32", "float64"};
  const uint8_t *head = (const uint8_t *)input->text;
  const char *path = fuzz_file(input->arena, "labels.raw",
                               input->text + RAW_HEAD,
                               input->length - RAW_HEAD);
  const am_labels_raw raw = {
      .type = am_binary_find(types[head[1] % 10]),
      .skip = head[2],
      .z_fastest = head[3] & 1};
  int grid[3];
  for (int d = 0; d < 3; d++) grid[d] = head[4 + d] % 100 + 1;
  long voxels = (long)grid[0] * grid[1] * grid[2];
  const am_voxel_room room = {
      .labels = AM_ARRAY(input->arena, int, voxels), .count = voxels};
  return am_labels_raw_read(input->report, path, am_nowhere, &raw, grid, room);
}

static am_status read_path(const fuzz_input *input, const char *path) {
  const char *text = am_format(
      input->arena, "case: c\nmaterial: m\npath: [{table: \"%s\"}]\n", path);
  const am_path_names names = {.graph = am_graph_new(input->arena, 1000),
                               .scope = am_scope_new(input->arena, NULL)};
  const double zero[6] = {0};
  am_target target;
  am_yaml *root;
  am_case *c;
  am_path *walked;
  bool more = true;
  AM_TRY(am_yaml_parse(input->arena, input->report,
                       fuzz_source(input, text, strlen(text)), &root));
  AM_TRY(am_case_from(input->arena, input->report, root, "", false, &c));
  AM_TRY(am_path_new(input->arena, input->report, c, &names, &walked));
  while (more)
    AM_TRY(am_path_next(walked, input->report, zero, zero, &target, &more));
  return AM_OK;
}

/* A table equals itself. */
static void compare(const fuzz_input *input, const char *path) {
  const am_compare_request request = {.absolute = 0};
  am_report *own = am_report_new(input->arena);
  am_difference d;
  am_status status =
      am_compare(input->arena, own, path, path, &request, &d);
  FUZZ_EXPECT(status == AM_OK ? d.bad == 0 : own->first != NULL);
}

/* Written data are unchanged after reading. */
static void write_again(const fuzz_input *input, const am_table *table) {
  const char *path = fuzz_path(input->arena, "again.csv");
  am_file csv;
  am_table *again;
  FUZZ_EXPECT(am_file_create(input->arena, input->report, path, &csv) == AM_OK);
  am_csv_table(&csv, table);
  FUZZ_EXPECT(am_file_commit(&csv, input->report) == AM_OK);
  FUZZ_EXPECT(am_csv_read(input->arena, input->report, path, am_nowhere, NULL,
                          &again) == AM_OK);
  FUZZ_EXPECT(again->rows == table->rows && again->columns == table->columns);
  for (size_t i = 0; i < table->rows * table->columns; i++) {
    double a = table->values[i], b = again->values[i];
    FUZZ_EXPECT(a == b || (isnan(a) && isnan(b)));
  }
}

static bool is_wanted(const void *data, const char *name) {
  return !data && am_history_reads(name);
}

static am_status read_csv(const fuzz_input *input) {
  const am_csv_wanted wanted = {.is = is_wanted};
  const char *path =
      fuzz_file(input->arena, "table.csv", input->text, input->length);
  am_table *table;
  am_report *own = am_report_new(input->arena);
  if (read_path(input, path) != AM_OK) FUZZ_EXPECT(input->report->first);
  (void)!am_csv_read(input->arena, own, path, am_nowhere, &wanted, &table);
  AM_TRY(
      am_csv_read(input->arena, input->report, path, am_nowhere, NULL, &table));
  compare(input, path);
  write_again(input, table);
  return AM_OK;
}

static am_status body(const fuzz_input *input) {
  uint8_t first = (uint8_t)*input->text;
  if (first == '<') return read_vti(input);
  if (first == 0xff && input->length >= RAW_HEAD) return read_raw(input);
  return read_csv(input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_run(body, data, size);
}
