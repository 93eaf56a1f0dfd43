/* h5.c: loads HDF5; common helpers for HDF5 files. */
#include <dlfcn.h>
#include <sys/file.h>
#include <sys/mman.h>

#include "archive/parts.h"

/* ---- loading of HDF5 ----------------------------------------------------- */

#ifdef AM_HDF5_FILE

/* Symbols are global, as if HDF5 had been linked, so that libraries loaded
 * earlier (LD_PRELOAD) still take precedence. */
static void *load(void) {
  return dlopen(AM_HDF5_FILE, RTLD_LAZY | RTLD_GLOBAL | RTLD_NODELETE);
}

am_status am_hdf5_open(am_report *report) {
  if (load()) return AM_OK;
  const char *why = dlerror();
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot open the library HDF5, which is needed for .h5 "
                  "files: %s", why ? why : AM_HDF5_FILE " is missing");
}

/* Every library of this name has all symbols of the version used for the build.
 * If a program is also linked with HDF5, the first copy of a variable is the
 * initialized one. */
static void *find(const char *name, void *scope) {
  void *symbol = dlsym(scope, name);
  if (!symbol && load()) symbol = dlsym(scope, name);
  if (!symbol) abort();
  return symbol;
}

void (*am_hdf5_function(const char *name))(void) {
  union {
    void *object;
    void (*function)(void);
  } found = {.object = find(name, RTLD_NEXT)};
  return found.function;
}

hid_t am_hdf5_id(const char *name) {
  return *(const hid_t *)find(name, RTLD_DEFAULT);
}

#else

am_status am_hdf5_open(am_report *report) {
  (void)report;
  return AM_OK;
}

#endif

/* ---- the start ----------------------------------------------------------- */

/* Twice the memory that HDF5 needs to start (bytes). */
enum { START = 4 << 20 };

am_status am_h5_begin(am_arena *arena, am_report *report) {
  void *room = malloc(START);
  if (!room) am_arena_exhausted(arena);
  free(room);
  AM_TRY(am_hdf5_open(report));
  H5dont_atexit();
  H5open();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return AM_OK;
}

/* Reason for a failure. */
typedef struct {
  const char *innermost;
  const char *system; /* text between "error message = '" and the closing
                         quote */
  am_arena *arena;
} failure;

static herr_t note_reason(unsigned n, const H5E_error2_t *error, void *data) {
  static const char mark[] = "error message = '";
  failure *f = data;
  const char *text = error->desc ? error->desc : "";
  if (n == 0) f->innermost = am_copy(f->arena, text, strcspn(text, "\n"));
  const char *found = strstr(text, mark);
  if (!found || f->system) return 0;
  found += strlen(mark);
  f->system = am_copy(f->arena, found, strcspn(found, "'"));
  return 0;
}

const char *am_h5_why(am_arena *arena) {
  failure f = {.arena = arena};
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, &f);
  if (f.system) return f.system;
  if (f.innermost) return f.innermost;
  return errno ? strerror(errno) : "HDF5 failed";
}

void am_h5_release(hid_t id) {
  if (id < 0) return;
  hid_t failures = H5Eget_current_stack();
  H5Idec_ref(id);
  H5Eset_current_stack(failures);
}

static const char *obstacle_of(int file, am_h5_use use) {
  static const char signature[] = "\211HDF\r\n\032\n";
  char start[8];
  struct stat status;
  if (fstat(file, &status) != 0) return strerror(errno);
  if (S_ISDIR(status.st_mode)) return "it is a folder";
  if (!S_ISREG(status.st_mode)) return "it is not a regular file";
  int lock = use == AM_H5_READ ? LOCK_SH : LOCK_EX;
  if (flock(file, lock | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return "another program uses it";
  if (use == AM_H5_REPLACE) return NULL;
  bool is_hdf5 = pread(file, start, sizeof start, 0) == (ssize_t)sizeof start &&
                 !memcmp(start, signature, sizeof start);
  return is_hdf5 ? NULL : "it is not an HDF5 file";
}

const char *am_h5_obstacle(const char *path, am_h5_use use) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 && errno == ENOENT && use == AM_H5_REPLACE) return NULL;
  if (file < 0) return strerror(errno);
  const char *obstacle = obstacle_of(file, use);
  close(file);
  return obstacle;
}

/* Keeps metadata in memory between flushes; values are written immediately,
 * independent of failures when the file is closed. */
static void hold_metadata(hid_t access) {
  H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
  H5Pget_mdc_config(access, &cache);
  cache.evictions_enabled = false;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(access, &cache);
  H5Pset_sieve_buf_size(access, 0);
}

hid_t am_h5_access(am_h5_use use) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access, true, true);
  if (use != AM_H5_READ) hold_metadata(access);
  return access;
}

hid_t am_h5_open(const char *path, am_h5_use use) {
  hid_t access = am_h5_access(use);
  hid_t file = H5Fopen(path, use == AM_H5_READ ? H5F_ACC_RDONLY : H5F_ACC_RDWR,
                       access);
  am_h5_release(access);
  return file;
}

hid_t am_h5_creation(hid_t class) {
  hid_t creation = H5Pcreate(class);
  H5Pset_obj_track_times(creation, false);
  return creation;
}

bool am_h5_make_groups(am_arena *arena, hid_t file, const char *name) {
  for (const char *end = strchr(name, '/'); end; end = strchr(end + 1, '/')) {
    const char *path = am_copy(arena, name, (size_t)(end - name));
    htri_t exists = H5Lexists(file, path, H5P_DEFAULT);
    if (exists > 0) continue;
    hid_t creation = am_h5_creation(H5P_GROUP_CREATE);
    hid_t group = exists < 0 ? -1
                             : H5Gcreate2(file, path, H5P_DEFAULT, creation,
                                          H5P_DEFAULT);
    am_h5_release(creation);
    if (group < 0) return false;
    am_h5_release(group);
  }
  return true;
}

hid_t am_h5_create(am_arena *arena, hid_t file, const char *name, int rank,
                   const hsize_t *size, hid_t creation) {
  hid_t set = -1, space = H5Screate_simple(rank, size, NULL);
  if (am_h5_make_groups(arena, file, name))
    set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                     creation, H5P_DEFAULT);
  am_h5_release(creation);
  am_h5_release(space);
  return set;
}

void am_h5_disconnect(hid_t file) {
  void *handle = NULL;
  int sink = memfd_create("disconnected", MFD_CLOEXEC);
  if (sink >= 0 && H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0)
    dup2(sink, *(int *)handle);
  if (sink >= 0) close(sink);
}

static void say_foreign(void) {
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS,
           H5E_DATASET, H5E_CANTOPENOBJ, "it refers to another file");
}

static herr_t refuse_link(const char *file, const char *group,
                          const char *other, const char *object,
                          unsigned *flags, hid_t access, void *data) {
  (void)file, (void)group, (void)other, (void)object;
  (void)flags, (void)access, (void)data;
  say_foreign();
  return -1;
}

hid_t am_h5_dataset(hid_t file, const char *name, hid_t access) {
  hid_t own = access == H5P_DEFAULT ? H5Pcreate(H5P_DATASET_ACCESS)
                                    : H5Pcopy(access);
  hid_t set = H5Pset_elink_cb(own, refuse_link, NULL) >= 0
                  ? H5Dopen2(file, name, own)
                  : -1;
  am_h5_release(own);
  if (set < 0) return set;

  hid_t list = H5Dget_create_plist(set);
  H5D_layout_t layout = H5Pget_layout(list);
  bool foreign = layout < 0 || layout == H5D_VIRTUAL ||
                 H5Pget_external_count(list) != 0;
  am_h5_release(list);
  if (!foreign) return set;
  H5Idec_ref(set);
  say_foreign();
  return -1;
}

hid_t am_h5_group(hid_t file, const char *name) {
  hid_t access = H5Pcreate(H5P_GROUP_ACCESS);
  hid_t group = H5Pset_elink_cb(access, refuse_link, NULL) >= 0
                    ? H5Gopen2(file, name, access)
                    : -1;
  am_h5_release(access);
  return group;
}

/* HDF5 stores variable-length texts in a heap without checksums, and may loop
 * forever if the heap is damaged. Texts are therefore written with the length
 * of the longest one; variable-length texts are not read. */
static hid_t text_type(const char *const *texts, int count) {
  size_t longest = 1;
  for (int i = 0; i < (count ? count : 1); i++)
    if (strlen(texts[i]) > longest) longest = strlen(texts[i]);
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, longest);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

static bool set_attribute(hid_t object, const char *name, hid_t type,
                          hid_t space, const void *values) {
  hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT,
                               H5P_DEFAULT);
  bool good = attribute >= 0 && H5Awrite(attribute, type, values) >= 0;
  am_h5_release(attribute);
  return good;
}

bool am_h5_set_texts(am_arena *arena, hid_t object, const char *name,
                     const char *const *texts, int count) {
  hid_t type = text_type(texts, count);
  hsize_t size = (hsize_t)count;
  size_t length = H5Tget_size(type);
  if (!length) return false;
  char *joined = am_arena_alloc(arena, length * (size_t)(count ? count : 1));
  for (int i = 0; i < (count ? count : 1); i++)
    memcpy(joined + (size_t)i * length, texts[i], strlen(texts[i]));
  hid_t space =
      count ? H5Screate_simple(1, &size, NULL) : H5Screate(H5S_SCALAR);
  bool good = set_attribute(object, name, type, space, joined);
  am_h5_release(space);
  am_h5_release(type);
  return good;
}

bool am_h5_set_ascii(hid_t object, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1);
  hid_t space = H5Screate(H5S_SCALAR);
  bool good = H5Tset_size(type, strlen(text)) >= 0 &&
              H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 &&
              set_attribute(object, name, type, space, text);
  am_h5_release(space);
  am_h5_release(type);
  return good;
}

bool am_h5_set_numbers(hid_t object, const char *name, hid_t type, int count,
                       const void *values) {
  hsize_t size = (hsize_t)count;
  hid_t space = H5Screate_simple(1, &size, NULL);
  bool good = set_attribute(object, name, type, space, values);
  am_h5_release(space);
  return good;
}

bool am_h5_set_integer(hid_t object, const char *name, long value) {
  if (H5Aexists(object, name) <= 0) {
    hid_t space = H5Screate(H5S_SCALAR);
    bool good = set_attribute(object, name, H5T_NATIVE_LONG, space, &value);
    am_h5_release(space);
    return good;
  }
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  bool good =
      attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_LONG, &value) >= 0;
  am_h5_release(attribute);
  return good;
}

bool am_h5_integer(hid_t object, const char *name, long *value) {
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0) return false;
  hid_t space = H5Aget_space(attribute);
  bool good = H5Sget_simple_extent_npoints(space) == 1 &&
              H5Aread(attribute, H5T_NATIVE_LONG, value) >= 0;
  am_h5_release(space);
  am_h5_release(attribute);
  return good;
}

/* Reads the texts of an attribute; NULL if their length is variable. */
static const char *const *read_texts(am_arena *arena, hid_t attribute,
                                     hid_t type, hid_t space, int *count) {
  enum { MOST = 1 << 20, MOST_BYTES = 1 << 28 };
  bool fixed = H5Tget_class(type) == H5T_STRING &&
               H5Tis_variable_str(type) == 0;
  hssize_t points = H5Sget_simple_extent_npoints(space);
  size_t length = fixed ? H5Tget_size(type) : 0;
  if (!length || points <= 0 || points > MOST ||
      length > MOST_BYTES / (size_t)points)
    return NULL;
  char *all = am_arena_alloc(arena, (size_t)points * length);
  if (H5Aread(attribute, type, all) < 0) return NULL;
  const char **texts = AM_ARRAY(arena, const char *, points);
  for (hssize_t i = 0; i < points; i++) {
    const char *text = all + (size_t)i * length;
    texts[i] = am_copy(arena, text, strnlen(text, length));
  }
  *count = (int)points;
  return texts;
}

const char *const *am_h5_texts(am_arena *arena, hid_t object,
                               const char *name, int *count) {
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0) return NULL;
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  const char *const *texts =
      read_texts(arena, attribute, type, space, count);
  am_h5_release(space);
  am_h5_release(type);
  am_h5_release(attribute);
  return texts;
}

bool am_h5_is_variable(hid_t object, const char *name) {
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  hid_t type = attribute < 0 ? -1 : H5Aget_type(attribute);
  bool variable = type >= 0 && H5Tis_variable_str(type) > 0;
  am_h5_release(type);
  am_h5_release(attribute);
  return variable;
}

const char *am_h5_text(am_arena *arena, hid_t object, const char *name) {
  int count = 0;
  const char *const *texts = am_h5_texts(arena, object, name, &count);
  return texts && count == 1 ? texts[0] : NULL;
}

const char *am_h5_shape(am_arena *arena, const hsize_t *size, int rank) {
  am_buffer buffer = {.arena = arena};
  for (int i = 0; i < rank; i++)
    am_buffer_add(&buffer, "[%llu]", (unsigned long long)size[i]);
  return rank ? buffer.text : "a number";
}

int am_h5_size(hid_t dataset, hsize_t *size) {
  hid_t space = H5Dget_space(dataset);
  bool simple = H5Sis_simple(space) > 0 &&
                H5Sget_simple_extent_type(space) != H5S_NULL;
  int rank = simple ? H5Sget_simple_extent_dims(space, size, NULL) : -1;
  am_h5_release(space);
  return rank;
}

bool am_h5_read(hid_t dataset, int rank, const hsize_t *start,
                const hsize_t *size, double *values) {
  hid_t space = H5Dget_space(dataset);
  hid_t memory = H5Screate_simple(rank, size, NULL);
  bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size,
                                  NULL) >= 0 &&
              H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT,
                      values) >= 0;
  am_h5_release(memory);
  am_h5_release(space);
  return good;
}

/* ---- the group /conventions ---------------------------------------------- */

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

bool am_conventions_write(am_arena *arena, hid_t file,
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

const char *am_conventions_obstacle(am_arena *arena, hid_t file,
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
