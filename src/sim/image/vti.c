/* vti.c: reads VTK images. */
#include <zlib.h>

#include "image/parts.h"

enum { DEPTH = 16, TAG = 32, PIECE = 4096 };

/* Encoding of all arrays of a file. */
typedef struct {
  bool big;        /* most significant byte first */
  int head_bytes;  /* size of header numbers, 4 or 8 (bytes) */
  bool compressed; /* by zlib */
} vti_coding;

/* A DataArray of CellData. */
typedef struct {
  const char *name, *type, *format;
  double components, offset;
  off_t position; /* position of the contents of the tag */
} vti_entry;

typedef struct am_vti_file {
  am_arena *arena;
  am_report *report;
  const char *name; /* quoted name */
  am_place place;
  am_xml *xml;
  FILE *in;
  vti_coding coding;
  am_vti_image image;
  vti_entry *entries; /* [image.count] */
  int images, pieces, point_arrays;
  double whole[6], extent[6], spacing[3];
  bool appended_base64;
  off_t appended; /* position after the '_', 0: no appended data */
} am_vti_file;

/* AM_INPUT with the message "'FILE': …". */
#define wrong_file(f, ...)                                          \
  am_error((f)->report, AM_INPUT, (f)->place, "%s: %s", (f)->name,    \
           am_format((f)->arena, __VA_ARGS__))

static const char *shown(const am_vti_file *f, const char *text) {
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
  return wrong_file(f, "line %ld: invalid %s=\"%s\", expected %d numbers",
                    f->xml->line, key, shown(f, text), count);
}

/* ---- tags --------------------------------------------------------------- */

static am_status read_root(am_vti_file *f) {
  const char *type = attribute_of(f, "type", ""),
             *order = attribute_of(f, "byte_order", "LittleEndian"),
             *head = attribute_of(f, "header_type", "UInt32"),
             *compressor = attribute_of(f, "compressor", "");
  if (strcmp(type, "ImageData"))
    return wrong_file(f, "its type is %s, expected ImageData",
                      am_quoted(f->arena, type));
  f->coding = (vti_coding){.big = !strcmp(order, "BigEndian"),
                           .head_bytes = strcmp(head, "UInt64") ? 4 : 8,
                           .compressed = *compressor != 0};
  if (!*compressor || !strcmp(compressor, "vtkZLibDataCompressor"))
    return AM_OK;
  return wrong_file(f, "it is compressed by '%s', expected "
                    "vtkZLibDataCompressor or none",
                    shown(f, compressor));
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
      return wrong_file(f, "the image is rotated (Direction), which is not "
                           "supported");
  memcpy(f->extent, f->whole, sizeof f->extent);
  return AM_OK;
}

static am_status read_piece(am_vti_file *f) {
  f->pieces++;
  return read_numbers(f, "Extent", 6, f->extent);
}

static am_status read_array(am_vti_file *f) {
  vti_entry a = {.name = attribute_of(f, "Name", ""),
                 .type = attribute_of(f, "type", ""),
                 .format = attribute_of(f, "format", "ascii"),
                 .components = 1,
                 .position = ftello(f->in)};
  AM_TRY(read_numbers(f, "NumberOfComponents", 1, &a.components));
  AM_TRY(read_numbers(f, "offset", 1, &a.offset));
  AM_PUSH(f->arena, f->entries, f->image.count, a);
  return AM_OK;
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
    return wrong_file(f, "the appended data do not begin with '_'");
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
    if (!strcmp(parent, tags[i].parent) && !strcmp(f->xml->name, tags[i].name))
      return tags[i].read(f);
  if (*parent) return AM_OK;
  return wrong_file(f, "it begins with <%s>, expected <VTKFile>",
                    shown(f, f->xml->name));
}

/* Reads tags up to the end or to the appended data. */
static am_status read_tags(am_vti_file *f) {
  char open[DEPTH][TAG] = {""};
  for (int depth = 0;;) {
    am_xml_kind kind = am_xml_next(f->xml);
    const char *name = f->xml->name;
    if (kind == AM_XML_BAD)
      return wrong_file(f, "line %ld: %s", f->xml->line, f->xml->why);
    if (kind == AM_XML_END)
      return depth ? wrong_file(f, "the file ends within <%s>", open[depth])
                   : AM_OK;
    if (kind == AM_XML_CLOSE) {
      if (!depth || strcmp(name, open[depth]))
        return wrong_file(f, "line %ld: </%s> has no matching opening tag",
                          f->xml->line, shown(f, name));
      depth--;
      continue;
    }
    AM_TRY(read_tag(f, open[depth]));
    if (f->appended) return AM_OK;
    if (kind == AM_XML_EMPTY) continue;
    if (++depth == DEPTH || strlen(name) >= TAG)
      return wrong_file(f, "line %ld: <%s> is nested too deep or too long",
                        f->xml->line, shown(f, name));
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
      return wrong_file(f, "its WholeExtent is invalid, expected 1 to %d "
                           "voxels", INT_MAX);
    if (!(f->spacing[d] > 0 && isfinite(count * f->spacing[d])))
      return wrong_file(f, "its Spacing is not positive");
    f->image.grid[d] = (int)count;
    f->image.size[d] = count * f->spacing[d];
    f->image.voxels *= (long)count;
  }
  return AM_OK;
}

static am_status check_image(am_vti_file *f) {
  if (!f->images) return wrong_file(f, "it is not a VTK file of type "
                                       "ImageData");
  if (f->images > 1 || f->pieces != 1 ||
      memcmp(f->whole, f->extent, sizeof f->whole))
    return wrong_file(f, "expected one Piece that covers the whole image, "
                         "found %d", f->pieces);
  AM_TRY(find_grid(f));
  if (f->image.count) return AM_OK;
  return wrong_file(f, "%s, expected cell arrays (CellData)",
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

/* ---- bytes of an array --------------------------------------------------- */

/* Bytes of an array, read sequentially.
 *
 * Uncompressed: the number of bytes, then the bytes. Compressed: the number of
 * blocks, the size of a block, the size of the last block (0: full), the
 * compressed size of each block, then the blocks compressed by zlib. In base64,
 * all data are text, encoded in one or several pieces. Header numbers have 4 or
 * 8 bytes. ("VTK file formats", Kitware) */
typedef struct {
  FILE *in;
  bool base64;
  unsigned char triple[3]; /* [ready] decoded bytes, of which `used` are
                              consumed */
  int ready, used;
  vti_coding coding;
  uint64_t left;           /* uncompressed bytes left */
  /* if compressed: */
  uint64_t blocks, block;  /* number of blocks, and of blocks read */
  uint64_t size, last;     /* uncompressed bytes of a block, and of the last
                              block (0: full) */
  uint64_t *packed;        /* [blocks] compressed sizes (bytes) */
  unsigned char *compressed, *plain; /* current block */
  uint64_t at, end;        /* bytes of `plain`: consumed, total */
} vti_data;

static const char ended[] = "the data of the array end too early";
static const char damaged[] = "the compressed data are damaged";

static int next_character(FILE *in) {
  int c = getc_unlocked(in);
  while (c == ' ' || c == '\n' || c == '\r' || c == '\t')
    c = getc_unlocked(in);
  return c;
}

/* Decodes four characters of base64; '=' in the last two reduces the number of
 * bytes. */
static bool decode_triple(vti_data *d) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint32_t bits = 0;
  d->ready = 3;
  d->used = 0;
  for (int i = 0; i < 4; i++) {
    int c = next_character(d->in);
    const char *digit = c > 0 ? strchr(digits, c) : NULL;
    bool padding = c == '=' && i >= 2;
    if (!digit && !padding) return false;
    if (padding)
      d->ready--;
    else if (d->ready < 3)
      return false;
    bits = bits << 6 | (uint32_t)(padding ? 0 : digit - digits);
  }
  for (int i = 0; i < 3; i++)
    d->triple[i] = (unsigned char)(bits >> (16 - 8 * i));
  return true;
}

static bool get_bytes(vti_data *d, unsigned char *bytes, size_t count) {
  if (!d->base64) return fread(bytes, 1, count, d->in) == count;
  for (size_t i = 0; i < count; i++) {
    if (d->used == d->ready && !decode_triple(d)) return false;
    bytes[i] = d->triple[d->used++];
  }
  return true;
}

static bool get_number(vti_data *d, uint64_t *number) {
  unsigned char bytes[AM_BINARY_WIDEST];
  int count = d->coding.head_bytes;
  if (!get_bytes(d, bytes, (size_t)count)) return false;
  *number = am_binary_bits(bytes, count, d->coding.big);
  return true;
}

static uint64_t block_size(const vti_data *d, uint64_t block) {
  return block + 1 == d->blocks && d->last ? d->last : d->size;
}

static const char *begin_blocks(am_arena *arena, vti_data *d) {
  struct stat status = {.st_size = 0};
  uint64_t most = 0, total = d->left;
  if (!get_number(d, &d->blocks) || !get_number(d, &d->size) ||
      !get_number(d, &d->last))
    return ended;
  /* More blocks than bytes in the file indicate damage. */
  fstat(fileno(d->in), &status);
  if (d->blocks > (uint64_t)status.st_size || d->last > total) return damaged;
  uint64_t whole = d->blocks - (d->last && d->blocks ? 1 : 0);
  if (whole && d->size > total / whole) return damaged;
  if (whole * d->size + d->last != total)
    return "the compressed data and the array differ in length";
  d->packed = AM_ARRAY(arena, uint64_t, d->blocks);
  for (uint64_t i = 0; i < d->blocks; i++) {
    if (!get_number(d, &d->packed[i])) return ended;
    if (d->packed[i] > (uint64_t)status.st_size) return damaged;
    if (d->packed[i] > most) most = d->packed[i];
  }
  d->compressed = am_arena_room(arena, most);
  d->plain = am_arena_room(arena, whole ? d->size : d->last);
  return NULL;
}

/* Begins reading at the current position of the file; the array has `total`
 * bytes. Returns NULL or an error. */
static const char *begin_data(am_arena *arena, vti_data *data, FILE *in,
                              bool base64, const vti_coding *coding,
                              uint64_t total) {
  uint64_t found;
  *data = (vti_data){
      .in = in, .base64 = base64, .coding = *coding, .left = total};
  if (coding->compressed) return begin_blocks(arena, data);
  if (!get_number(data, &found)) return ended;
  if (found == total) return NULL;
  return am_format(arena,
                   "the array has %llu bytes, expected %llu from its type and "
                   "the extent",
                   (unsigned long long)found, (unsigned long long)total);
}

static bool next_block(vti_data *d) {
  if (d->block == d->blocks) return false;
  uint64_t packed = d->packed[d->block], size = block_size(d, d->block);
  uLongf found = size;
  d->block++;
  d->at = 0;
  d->end = size;
  return get_bytes(d, d->compressed, packed) &&
         uncompress(d->plain, &found, d->compressed, packed) == Z_OK &&
         found == size;
}

/* Reads the next `count` bytes; returns NULL or an error. */
static const char *next_data(vti_data *d, unsigned char *bytes,
                             size_t count) {
  if (count > d->left) return ended;
  d->left -= count;
  if (!d->coding.compressed)
    return get_bytes(d, bytes, count) ? NULL : ended;
  while (count) {
    if (d->at == d->end && !next_block(d)) return damaged;
    size_t size = count < d->end - d->at ? count : d->end - d->at;
    memcpy(bytes, d->plain + d->at, size);
    d->at += size;
    bytes += size;
    count -= size;
  }
  return NULL;
}

/* ---- values of an array -------------------------------------------------- */

/* Finds the array of a name, or the only array. */
static am_status choose_array(const am_vti_file *f, const char *name,
                              const vti_entry **entry) {
  const am_vti_image *image = &f->image;
  size_t count = (size_t)image->count;
  const char *all = am_listed(f->arena, image->names, count);
  *entry = f->entries;
  if (!name && count == 1) return AM_OK;
  if (!name)
    return wrong_file(f, "it has %zu cell arrays: set 'array' to one of %s",
                      count, all);
  for (size_t i = 0; i < count; i++) {
    *entry = &f->entries[i];
    if (!strcmp(name, image->names[i])) return AM_OK;
  }
  return wrong_file(f, "it has no cell array '%s', expected one of %s%s",
                    shown(f, name), all,
                    am_suggestion(f->arena, name, image->names, count));
}

static am_status read_text(am_vti_file *f, am_voxel_room room) {
  char token[64];
  double value;
  for (long i = 0; i < f->image.voxels; i++) {
    if (fscanf(f->in, " %63[^ \t\r\n<]", token) != 1)
      return wrong_file(f, "the array has %ld values, expected %ld", i,
                        f->image.voxels);
    if (!am_parse_number(token, &value))
      return wrong_file(f, "value %ld is '%s', expected a number", i,
                        shown(f, token));
    AM_TRY(am_voxels_take(f->report, f->name, f->place, &value, i, 1, room));
  }
  if (fscanf(f->in, " %63[^ \t\r\n<]", token) != 1) return AM_OK;
  return wrong_file(f, "the array has more than %ld values", f->image.voxels);
}

static am_status read_blocks(am_vti_file *f, const am_binary_type *type,
                             vti_data *data, am_voxel_room room) {
  unsigned char bytes[PIECE * AM_BINARY_WIDEST];
  double values[PIECE];
  for (long first = 0; first < f->image.voxels; first += PIECE) {
    long left = f->image.voxels - first, count = left < PIECE ? left : PIECE;
    const char *why =
        next_data(data, bytes, (size_t)count * (size_t)type->bytes);
    if (why) return wrong_file(f, "%s", why);
    am_binary_decode(type, f->coding.big, bytes, (size_t)count, values);
    AM_TRY(am_voxels_take(f->report, f->name, f->place, values, first, count,
                          room));
  }
  return AM_OK;
}

am_status am_vti_read(am_vti_image *image, am_report *report,
                      const char *name, am_voxel_room room) {
  am_vti_file *f = image->file;
  const vti_entry *a;
  f->report = report;
  AM_TRY(choose_array(f, name, &a));
  const am_binary_type *type = am_binary_find(a->type);
  if (!type || a->components != 1)
    return wrong_file(f, "the array '%s' has the type '%s' and %g "
                      "components, expected one number for each cell",
                      shown(f, a->name), shown(f, a->type),
                      a->components);

  bool appended = !strcmp(a->format, "appended");
  if (appended && (!f->appended || !(a->offset >= 0 && a->offset < 0x1p62)))
    return wrong_file(f, "the appended data of '%s' are missing",
                      shown(f, a->name));
  off_t begin = appended ? f->appended + (off_t)a->offset : a->position;
  if (fseeko(f->in, begin, SEEK_SET) != 0)
    return wrong_file(f, "%s", strerror(errno));
  if (!strcmp(a->format, "ascii")) return read_text(f, room);
  bool base64 = !appended || f->appended_base64;
  vti_data data;
  uint64_t total = (uint64_t)f->image.voxels * (uint64_t)type->bytes;
  const char *why = begin_data(f->arena, &data, f->in, base64,
                               &f->coding, total);
  return why ? wrong_file(f, "%s", why)
             : read_blocks(f, type, &data, room);
}
