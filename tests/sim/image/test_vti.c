#include "image/vti.h"

#include "tests/sim/archive/files.h"
#include "image/labels.h"

static am_arena *arena, *scratch; /* of a test, of the last reading */
static am_report *report;
static const char *folder, *path;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/image.vti", folder);
}

static void tear_down(void) {
  am_arena_free(scratch);
  test_remove(arena, folder);
  am_arena_free(arena);
}

/* ---- reading ------------------------------------------------------------- */

enum { VOXELS = 12 };

static const int phases[VOXELS] = {0, 1, 2, 3, 4, 5, 6, 500, 8, 9, 10, 11};

/* A file for an image of 3 x 2 x 2 voxels, as specified by one row. */
typedef struct {
  const char *root, *array; /* attributes */
  const char *data;
  size_t length;     /* of the data */
  const char *encoding; /* of appended data, NULL: the data are inline */
} sample;

#define DATA(text) (text), sizeof(text) - 1
#define LITTLE "byte_order=\"LittleEndian\""
#define BIG "byte_order=\"BigEndian\""
#define ZLIB " compressor=\"vtkZLibDataCompressor\""
#define WIDE " header_type=\"UInt64\""
#define NARROW " header_type=\"UInt32\""

/* Data written by VTK 9 (vtkXMLImageDataWriter). */
static const sample samples[] = {
    {LITTLE NARROW, "type=\"Float32\" format=\"ascii\" RangeMin=\"0\"",
     DATA("\n  0 1 2 3 4 5\n   6 500 8 9 10 11\n"), NULL},
    {LITTLE, "type=\"Int16\" format=\"binary\"",
     DATA("\n   GAAAAAAAAQACAAMABAAFAAYA9AEIAAkACgALAA==\n  "), NULL},
    {LITTLE WIDE ZLIB, "type=\"Int32\" format=\"binary\"",
     DATA("\n AwAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEwAAAAAAAAAVAAAAAAAAABMAAAAAAAAA"
          "eF5jYGBgYARiJiBmBmIAADgAB3heY2FgYGAFYjYg/sLIwAAABI8BBXhe42BgYOAEYi"
          "4g5gZiAAF4ACc=\n"), NULL},
    {BIG WIDE, "type=\"UInt16\" format=\"appended\" offset=\"0\"",
     DATA("AAAAAAAAABgAAAABAAIAAwAEAAUABgH0AAgACQAKAAs="), "base64"},
    {LITTLE NARROW ZLIB, "type=\"Float64\" format=\"appended\" offset=\"0\"",
     DATA("AQAAAACAAABgAAAAKgAAAA==eF5jYEAGH+yhDAcIxQGlBaC0CJSWgNAO9VC+"
          "ApRWgtIqUFrNAQDsLQU/"), "base64"},
    {LITTLE NARROW, "type=\"Int64\" format=\"appended\" offset=\"3\"",
     DATA("___`\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"
          "\3\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0\6\0\0\0\0\0\0\0"
          "\xf4\1\0\0\0\0\0\0\b\0\0\0\0\0\0\0\t\0\0\0\0\0\0\0\n\0\0\0\0\0\0\0"
          "\v\0\0\0\0\0\0\0"), "raw"},
    {BIG NARROW ZLIB, "type=\"UInt32\" format=\"appended\" offset=\"0\"",
     DATA("\0\0\0\1\0\0\x80\0\0\0\0\x30\0\0\0&x^c`\0\3"
          "F f\2bf f\1bV f\3\n\x7f\1\xd2\x1c@\xcc\t\xc4\\@\xcc\r\0\x13\xb1"
          "\1" "1"), "raw"},
};

enum { SAMPLES = sizeof samples / sizeof *samples };

/* The file of a row; its length. */
static size_t write_sample(const sample *s) {
  const char *head = am_format(
      arena,
      "<?xml version=\"1.0\"?>\n<!-- made -> by -- hand -->\n"
      "<VTKFile type=\"ImageData\" version=\"1.0\" %s>\n"
      " <ImageData WholeExtent=\"-1 2 0 2 5 7\" Origin=\"1 2 3\"\n"
      "  Spacing=\"0.5 1 2\" Direction=\"1 0 0 0 1 0 0 0 1\">\n"
      " <Piece Extent=\"-1 2 0 2 5 7\">\n"
      "  <PointData></PointData>\n  <CellData Scalars='phase'>\n"
      "   <DataArray Name='a &amp; b' %s",
      s->root, s->array);
  const char *middle = ">";
  if (s->encoding)
    middle = am_format(arena, "/></CellData></Piece></ImageData>\n"
                       " <AppendedData encoding=\"%s\">\n  _", s->encoding);
  const char *end =
      s->encoding ? "\n </AppendedData>\n</VTKFile>\n"
                  : "<InformationKey name=\"x\"><Value>1</Value>"
                    "</InformationKey></DataArray></CellData></Piece>"
                    "</ImageData></VTKFile>";
  FILE *out = fopen(path, "wb");
  ck_assert_ptr_nonnull(out);
  fprintf(out, "%s%s", head, middle);
  fwrite(s->data, 1, s->length, out);
  fprintf(out, "%s", end);
  ck_assert_int_eq(fclose(out), 0);
  return strlen(head) + strlen(middle) + s->length;
}

static am_status read_labels(const char *name, am_vti_image **image,
                             int *labels) {
  am_arena_free(scratch);
  scratch = test_arena();
  report = am_report_new(scratch);
  *image = NULL;
  AM_TRY(am_vti_open(scratch, report, path, am_nowhere, image));
  if ((*image)->voxels > VOXELS) return AM_FAILED;
  long count = (*image)->voxels;
  const am_voxel_room room = {.labels = AM_ARRAY(scratch, int, count),
                              .count = count};
  AM_TRY(am_vti_read(*image, report, name, room));
  memcpy(labels, room.labels, sizeof *labels * (size_t)count);
  return AM_OK;
}

START_TEST(reads_what_vtk_writes) {
  am_vti_image *image;
  int labels[VOXELS] = {0};
  write_sample(&samples[_i]);
  am_status status = read_labels(_i % 2 ? "a & b" : NULL, &image, labels);
  ck_assert_msg(status == AM_OK, "%s",
                report->first ? report->first->text : "");
  ck_assert_mem_eq(labels, phases, sizeof labels);
  ck_assert_int_eq(image->voxels, VOXELS);
  ck_assert_mem_eq(image->grid, ((int[]){3, 2, 2}), sizeof image->grid);
  ck_assert_mem_eq(image->size, ((double[]){1.5, 2, 4}), sizeof image->size);
  ck_assert_int_eq(image->count, 1);
  ck_assert_str_eq(image->names[0], "a & b");
  ck_assert_ptr_null(report->first);
}
END_TEST

/* One message for any missing end */
START_TEST(refuses_what_is_cut_off) {
  am_vti_image *image;
  int labels[VOXELS];
  size_t whole = write_sample(&samples[_i]);
  for (size_t length = whole; length-- > 0;) {
    ck_assert_int_eq(truncate(path, (off_t)length), 0);
    ck_assert_int_eq(read_labels(NULL, &image, labels), AM_INPUT);
    ck_assert_ptr_nonnull(report->first);
    ck_assert_ptr_null(report->first->next);
  }
}
END_TEST

static void put_byte(size_t offset, int byte) {
  FILE *file = fopen(path, "r+b");
  ck_assert_ptr_nonnull(file);
  fseek(file, (long)offset, SEEK_SET);
  fputc(byte, file);
  ck_assert_int_eq(fclose(file), 0);
}

/* Wrong bytes anywhere give labels or a message. */
START_TEST(survives_any_byte) {
  static const char bytes[] = {0, '<', '"', '9'};
  am_vti_image *image;
  int labels[VOXELS];
  size_t whole = write_sample(&samples[_i]);
  const char *text = test_read(arena, path);
  for (size_t i = 0; i < whole; i++) {
    for (size_t k = 0; k < sizeof bytes; k++) {
      put_byte(i, bytes[k]);
      am_status status = read_labels(NULL, &image, labels);
      ck_assert((status == AM_INPUT) == (report->first != NULL));
      if (status == AM_INPUT) ck_assert_ptr_null(report->first->next);
    }
    put_byte(i, text[i]);
  }
}
END_TEST

#define IMAGE(extent, piece, cells)                                        \
  "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"" extent           \
  "\"><Piece Extent=\"" piece "\">" cells "</Piece></ImageData></VTKFile>"
#define CELLS(array, values)                        \
  IMAGE("0 2 0 1 0 1", "0 2 0 1 0 1",               \
        "<CellData><DataArray Name=\"n\" " array ">" values \
        "</DataArray></CellData>")
#define INTS "type=\"Int32\" format=\"ascii\""

static const struct {
  const char *text, *message;
} wrong[] = {
    {"", "it is not a VTK file of type ImageData"},
    {"x,y\n1,2\n", "it is not a VTK file of type ImageData"},
    {"<html>", "it begins with <html>, expected <VTKFile>"},
    {"<VTKFile type=\"PolyData\">", "its type is 'PolyData', expected "
                                    "ImageData"},
    {"<VTKFile type=\"ImageData\"></VTKFile>",
     "it is not a VTK file of type ImageData"},
    {"<VTKFile type=\"ImageData\" compressor=\"vtkLZ4DataCompressor\">",
     "it is compressed by 'vtkLZ4DataCompressor', expected "
     "vtkZLibDataCompressor or none"},
    {"<VTKFile type=\"ImageData\">\n<ImageData>\n</Piece>",
     "line 3: </Piece> has no matching opening tag"},
    {"<VTKFile type=\"ImageData\">\n"
     "<an_element_whose_name_has_40_characters_>",
     "line 2: <an_element_whose_name_has_40_characters_> is nested too deep "
     "or too long"},
    {"<!DOCTYPE x>",
     "line 1: document types and CDATA sections are not supported"},
    {"<VTKFile type>", "line 1: an attribute has no value"},
    {"<VTKFile type=&>", "line 1: an attribute's value has no quotes"},
    {"<VTKFile type=\"&lt;&nbsp;\">", "line 1: there is an unknown entity"},
    {IMAGE("0 2 0 1", "", ""),
     "line 1: invalid WholeExtent=\"0 2 0 1\", expected 6 numbers"},
    {IMAGE("0 2 0 1 0 1", "0 1 0 1 0 1", ""),
     "expected one Piece that covers the whole image, found 1"},
    {IMAGE("2 0 0 1 0 1", "2 0 0 1 0 1", ""),
     "its WholeExtent is invalid, expected 1 to 2147483647 voxels"},
    {IMAGE("0 .5 0 1 0 1", "0 .5 0 1 0 1", ""),
     "its WholeExtent is invalid, expected 1 to 2147483647 voxels"},
    {IMAGE("0 2000 0 2000 0 2000", "0 2000 0 2000 0 2000", ""),
     "its WholeExtent is invalid, expected 1 to 2147483647 voxels"},
    {IMAGE("0 1e300 0 1 0 1", "0 1e300 0 1 0 1", ""),
     "its WholeExtent is invalid, expected 1 to 2147483647 voxels"},
    {IMAGE("0 2 0 1 0 1\" Spacing=\"1 0 1", "0 2 0 1 0 1", ""),
     "its Spacing is not positive"},
    {IMAGE("0 2 0 1 0 1\" Direction=\"0 1 0 1 0 0 0 0 1", "0 2 0 1 0 1", ""),
     "the image is rotated (Direction), which is not supported"},
    {IMAGE("0 2 0 1 0 1", "0 2 0 1 0 1", ""),
     "it has no arrays, expected cell arrays (CellData)"},
    {IMAGE("0 2 0 1 0 1", "0 2 0 1 0 1",
           "<PointData><DataArray Name=\"n\"/></PointData>"),
     "it has only point arrays, expected cell arrays (CellData)"},
    {IMAGE("0 2 0 1 0 1", "0 2 0 1 0 1",
           "<CellData><DataArray Name=\"a\"/><DataArray Name=\"b\"/>"
           "</CellData>"),
     "it has 2 cell arrays: set 'array' to one of a, b"},
    {CELLS(INTS, "1"), "the array has 1 values, expected 2"},
    {CELLS(INTS, "1 2 3"), "the array has more than 2 values"},
    {CELLS(INTS, "1 x"), "value 1 is 'x', expected a number"},
    {CELLS(INTS, "1 -1"), "value 1 is -1, expected a label, an integer from 0 "
                          "to 2147483647"},
    {CELLS(INTS, "0.5 1"), "value 0 is 0.5, expected a label, an integer from "
                           "0 to 2147483647"},
    {CELLS(INTS, "nan 1"), "value 0 is 'nan', expected a number"},
    {CELLS(INTS, "2147483648 1"),
     "value 0 is 2147483648, expected a label, an integer from 0 to "
     "2147483647"},
    {CELLS("type=\"Int32\" NumberOfComponents=\"3\"", "1"),
     "the array 'n' has the type 'Int32' and 3 components, expected one "
     "number for each cell"},
    {CELLS("type=\"String\"", "1"),
     "the array 'n' has the type 'String' and 1 components, expected one "
     "number for each cell"},
    {CELLS("type=\"Int32\" format=\"appended\" offset=\"0\"", ""),
     "the appended data of 'n' are missing"},
    {CELLS("type=\"Int32\" format=\"binary\"", "BAAAAA=="),
     "the array has 4 bytes, expected 8 from its type and the extent"},
};

START_TEST(says_what_is_wrong) {
  am_vti_image *image;
  int labels[VOXELS];
  test_write(path, wrong[_i].text, strlen(wrong[_i].text));
  ck_assert_int_eq(read_labels(NULL, &image, labels), AM_INPUT);
  ck_assert_str_eq(report->first->text,
                   am_format(arena, "'%s': %s", path, wrong[_i].message));
  ck_assert_ptr_null(report->first->next);
}
END_TEST

START_TEST(names_the_arrays_there_are) {
  am_vti_image *image;
  int labels[VOXELS];
  write_sample(&samples[0]);
  ck_assert_int_eq(read_labels("a & c", &image, labels), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(
      report->first->text,
      "it has no cell array 'a & c', expected one of a & b (did you mean 'a & "
      "b'?)"));
}
END_TEST

START_TEST(refuses_missing_files_and_folders) {
  am_vti_image *image;
  int labels[VOXELS];
  ck_assert_int_eq(read_labels(NULL, &image, labels), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->first->text, "No such file"));
  path = folder;
  ck_assert_int_eq(read_labels(NULL, &image, labels), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->first->text, "it is a folder"));
}
END_TEST

/* ---- numbers ------------------------------------------------------------- */

START_TEST(decodes_numbers) {
  static const struct {
    const char *type, *bytes; /* most significant first */
    double value;
  } rows[] = {
      {"int8", "\xff", -1},
      {"UInt8", "\xff", 255},
      {"Int16", "\x80\0", -32768},
      {"uint16", "\x80\1", 32769},
      {"int32", "\xff\xff\xff\xfe", -2},
      {"uint32", "\xff\xff\xff\xfe", 4294967294.0},
      {"int64", "\x80\0\0\0\0\0\0\0", -0x1p63},
      {"uint64", "\x80\0\0\0\0\0\0\0", 0x1p63},
      {"Float32", "\x3f\xc0\0\0", 1.5},
      {"float64", "\xc0\x04\0\0\0\0\0\0", -2.5},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const am_binary_type *type = am_binary_find(rows[i].type);
    unsigned char bytes[AM_BINARY_WIDEST];
    double value[2];
    ck_assert_ptr_nonnull(type);
    for (int k = 0; k < type->bytes; k++)
      bytes[k] = (unsigned char)rows[i].bytes[type->bytes - 1 - k];
    am_binary_decode(type, false, bytes, 1, &value[0]);
    am_binary_decode(type, true, (const unsigned char *)rows[i].bytes, 1,
                     &value[1]);
    ck_assert_msg(value[0] == rows[i].value && value[1] == rows[i].value,
                  "%s: %g and %g", rows[i].type, value[0], value[1]);
  }
  ck_assert_ptr_null(am_binary_find("int"));
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("vti");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, reads_what_vtk_writes, 0, SAMPLES);
  tcase_add_loop_test(tests, refuses_what_is_cut_off, 0, SAMPLES);
  tcase_add_loop_test(tests, survives_any_byte, 0, SAMPLES);
  tcase_add_loop_test(tests, says_what_is_wrong, 0,
                      sizeof wrong / sizeof *wrong);
  tcase_add_test(tests, names_the_arrays_there_are);
  tcase_add_test(tests, refuses_missing_files_and_folders);
  tcase_add_test(tests, decodes_numbers);
  return test_run("vti", &tests, 1);
}
