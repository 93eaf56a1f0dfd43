/* conventions.c: group /conventions of HDF5 files. */
#include "archive/parts.h"

const am_conventions am_conventions_batch = {
    "automat batch 2",
    "/NAME [points][rows][components], [points][components] of quantities "
    "without rows; /time [rows]"};

const am_conventions am_conventions_batch_1 = {"automat batch 1", ""};

const am_conventions am_conventions_fields = {
    "automat fields 1",
    "/step_NNNN/NAME [nz][ny][nx][components] of each voxel; grid: nx, ny, "
    "nz; size: lengths of the edges"};

const am_conventions am_conventions_labels = {
    "automat labels 1",
    "/label [nz][ny][nx] of each voxel; grid: nx, ny, nz; size: lengths of "
    "the edges"};

const am_conventions am_conventions_restart = {
    "automat restart 1",
    "internal data of the solver, for the same version of the program"};

static const char group_name[] = "conventions";

/* Descriptions of strains and tangents: tensor components, and Voigt
 * notation. */
static const struct {
  const char *strain, *tangent;
} notations[2] = {
    {"tensor components: yz, xz, xy are eps_ij, not 2 eps_ij",
     "[stress][strain], d stress_ij / d eps_kl where eps_kl and eps_lk vary "
     "together: 2 mu for xy.xy"},
    {"Voigt: yz, xz, xy are engineering shear strains, 2 eps_ij",
     "[stress][strain], shear columns by 2 eps_kl: mu for xy.xy"}};

bool am_conventions_write(am_arena *arena, int64_t file,
                          const am_conventions *conventions, bool voigt) {
  const char *const texts[][2] = {
      {"format", conventions->format},
      {"layout", conventions->layout},
      {"strain", notations[voigt].strain},
      {"tangent", notations[voigt].tangent},
      {"sign", "tension is positive"},
      {"units", "attribute unit of each dataset, empty if it has none"},
      {"missing", "not a number"}};
  const char *path = am_format(arena, "%s/", group_name);
  if (!am_h5_make_groups(arena, file, path)) return false;
  hid_t group = am_h5_group(file, group_name);
  bool good = group >= 0 && am_h5_set_texts(arena, group, "components",
                                            am_component_names, 6);
  for (size_t i = 0; good && i < sizeof texts / sizeof *texts; i++)
    good = am_h5_set_texts(arena, group, texts[i][0], &texts[i][1], 0);
  am_h5_release(group);
  return good;
}

const char *am_conventions_obstacle(am_arena *arena, int64_t file,
                                    const am_conventions *conventions) {
  if (H5Lexists(file, group_name, H5P_DEFAULT) <= 0) return NULL;
  hid_t group = am_h5_group(file, group_name);
  const char *format = group < 0 ? NULL : am_h5_text(arena, group, "format");
  am_h5_release(group);
  if (!format) return "it is damaged: /conventions has no attribute 'format'";
  if (!strcmp(format, conventions->format)) return NULL;
  return am_format(arena, "its format is %s, expected '%s'",
                   am_quoted(arena, format), conventions->format);
}
