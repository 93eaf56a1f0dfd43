/* vti_write.c: images of voxels are written. */
#include <assert.h>
#include <math.h>

#include "image/binary.h"
#include "file/file.h"
#include "image/vti.h"
#include "file/xml.h"

struct am_vti {
  am_file file;
  const am_vti_array *arrays; /* [count] */
  size_t count, array;        /* the one that is being written */
  long voxels, done;          /* of that one */
};

static const struct {
  const char *name;
  size_t bytes;
} types[] = {[AM_VTI_DOUBLE] = {"Float64", sizeof(double)},
             [AM_VTI_INT] = {"Int32", sizeof(int32_t)}};

/* VTK reads six components as a symmetric tensor, xx yy zz xy yz xz: places
 * among xx yy zz yz xz xy. */
enum { TENSOR = 6 };
static const int tensor_order[TENSOR] = {0, 1, 2, 5, 3, 4};

static int component_place(const am_vti_array *array, int component) {
  return array->components == TENSOR ? tensor_order[component] : component;
}

static size_t bytes_of(const am_vti_array *array, long voxels) {
  return types[array->type].bytes * (size_t)array->components *
         (size_t)voxels;
}

static void write_arrays(am_arena *arena, FILE *out, const am_vti *vti) {
  size_t offset = 0;
  for (size_t i = 0; i < vti->count; i++) {
    const am_vti_array *array = &vti->arrays[i];
    fprintf(out,
            "        <DataArray type=\"%s\" Name=\"%s\" "
            "NumberOfComponents=\"%d\"",
            types[array->type].name, am_xml_escape(arena, array->name),
            array->components);
    for (int k = 0; array->component_names && k < array->components; k++)
      fprintf(out, " ComponentName%d=\"%s\"", k,
              am_xml_escape(
                  arena, array->component_names[component_place(array, k)]));
    fprintf(out, " format=\"appended\" offset=\"%zu\"/>\n", offset);
    offset += sizeof(uint64_t) + bytes_of(array, vti->voxels);
  }
}

am_status am_vti_create(am_arena *arena, am_report *report, const char *path,
                        const am_vti_layout *layout, am_vti **vti) {
  am_vti *v = *vti = AM_NEW(arena, am_vti);
  v->arrays = layout->arrays;
  v->count = layout->count;
  v->voxels = (long)layout->grid[0] * layout->grid[1] * layout->grid[2];
  AM_TRY(am_file_create(arena, report, path, &v->file));
  FILE *out = v->file.stream;
  fprintf(out,
          "<?xml version=\"1.0\"?>\n"
          "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n"
          "  <ImageData WholeExtent=\"0 %d 0 %d 0 %d\" Origin=\"0 0 0\" "
          "Spacing=\"%.17g %.17g %.17g\">\n",
          am_binary_host_is_big() ? "BigEndian" : "LittleEndian",
          layout->grid[0], layout->grid[1], layout->grid[2],
          layout->size[0] / layout->grid[0], layout->size[1] / layout->grid[1],
          layout->size[2] / layout->grid[2]);
  if (!isnan(layout->time))
    fprintf(out,
            "    <FieldData>\n"
            "      <DataArray type=\"Float64\" Name=\"TimeValue\" "
            "NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n"
            "    </FieldData>\n",
            layout->time);
  fprintf(out,
          "    <Piece Extent=\"0 %d 0 %d 0 %d\">\n"
          "      <CellData>\n",
          layout->grid[0], layout->grid[1], layout->grid[2]);
  write_arrays(arena, out, v);
  fprintf(out, "      </CellData>\n    </Piece>\n  </ImageData>\n"
          "  <AppendedData encoding=\"raw\">\n   _");
  am_file_failed(&v->file);
  return AM_OK;
}

/* Every component to its place; other arrays as they are. */
static void put_values(FILE *out, const am_vti_array *array,
                       const char *values, long voxels) {
  size_t one = types[array->type].bytes;
  if (array->components != TENSOR) {
    fwrite(values, 1, bytes_of(array, voxels), out);
    return;
  }
  for (long v = 0; v < voxels; v++, values += TENSOR * one)
    for (int k = 0; k < TENSOR; k++)
      fwrite(values + (size_t)tensor_order[k] * one, 1, one, out);
}

void am_vti_put(am_vti *vti, const void *values, long voxels) {
  assert(vti->array < vti->count && voxels <= vti->voxels - vti->done);
  const am_vti_array *array = &vti->arrays[vti->array];
  uint64_t total = bytes_of(array, vti->voxels);
  FILE *out = vti->file.stream;
  if (vti->done == 0) fwrite(&total, sizeof total, 1, out);
  put_values(out, array, values, voxels);
  am_file_failed(&vti->file);
  vti->done += voxels;
  if (vti->done < vti->voxels) return;
  vti->done = 0;
  vti->array++;
}

am_status am_vti_close(am_vti *vti, am_report *report) {
  assert(vti->array == vti->count);
  fputs("\n  </AppendedData>\n</VTKFile>\n", vti->file.stream);
  am_file_failed(&vti->file);
  return am_file_commit(&vti->file, report);
}

void am_vti_discard(am_vti *vti) { am_file_discard(&vti->file); }
