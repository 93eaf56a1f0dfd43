/* compile.c: compiles source for a device, with a search for launch bounds by
 * the resources of kernels. */
#include "cuda/parts.h"
#include "cuda/nvrtc.h"

/* ---- resources of kernels ------------------------------------------------ */

const char *const am_cuda_kernel_names[AM_CUDA_KERNELS] = {"automat_first",
                                                           "automat_rest"};

/* Number in front of the words; -1 if they do not occur. */
static int number_before(const char *line, const char *words) {
  const char *end = strstr(line, words), *digits = end;
  while (digits && digits > line && isdigit((unsigned char)digits[-1]))
    digits--;
  return digits == end ? -1 : (int)strtol(digits, NULL, 10);
}

/* True if the report of a kernel starts in this line; *kernel is its index,
 * AM_CUDA_KERNELS for unknown kernels. */
static bool begins_kernel(const char *line, int *kernel) {
  char name[32];
  const char *start = strstr(line, "Compiling entry function '");
  if (!start || sscanf(start, "%*s %*s %*s '%31[^']'", name) != 1) return false;
  *kernel = 0;
  while (*kernel < AM_CUDA_KERNELS &&
         strcmp(name, am_cuda_kernel_names[*kernel]))
    ++*kernel;
  return true;
}

/* Reads the resources in a line of the report. Lines of functions called by the
 * kernel contain no registers; their stack is part of the kernel's cumulative
 * stack. */
static void take_numbers(const char *line, am_cuda_resources *r) {
  const struct {
    const char *words;
    int *place, sum;
  } rows[] = {{" registers", &r->registers, 0},
              {" bytes cumulative stack size", &r->stack, 0},
              {" bytes spill stores", &r->spill_stores, 1},
              {" bytes spill loads", &r->spill_loads, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int found = number_before(line, rows[i].words);
    if (found >= 0) *rows[i].place = found + (rows[i].sum ? *rows[i].place : 0);
  }
}

void am_cuda_read_resources(char *log,
                            am_cuda_resources resources[AM_CUDA_KERNELS]) {
  int kernel = AM_CUDA_KERNELS;
  char *rest = log;
  memset(resources, 0, AM_CUDA_KERNELS * sizeof *resources);
  for (char *line; (line = strsep(&rest, "\n"));)
    if (!begins_kernel(line, &kernel) && kernel < AM_CUDA_KERNELS)
      take_numbers(line, &resources[kernel]);
}

/* ---- launch bounds ------------------------------------------------------- */

/* Registers of a multiprocessor; allocated to threads in units of 8. */
enum { REGISTERS = 65536, UNIT = 8 };

/* First candidate. Kernels of long sources (statements) spill even with the
 * fewest blocks, and take a minute to compile. */
enum { LONG = 5500, OF_LONG = 0, OF_OTHERS = 1 };

/* With two blocks of 128 threads, a thread may use all 255 registers. */
const int am_cuda_bounds[AM_CUDA_BOUNDS] = {2, 3, 4};

static int registers_within(int candidate) {
  return REGISTERS / (AM_CUDA_BLOCK * am_cuda_bounds[candidate]) / UNIT * UNIT;
}

static bool spills(const am_cuda_resources *r) {
  return r->spill_stores || r->spill_loads;
}

/* Chooses the maximum number of blocks without additional spills. More blocks
 * hide more latency, but the memory traffic of spills costs more than that
 * gains: michel-suquet, ode23, an H200: 8.8, 6.5, 4.2 G points/s with 3, 4, 5
 * blocks, the latter two with spills. The next candidate is not tried if the
 * registers in use already permit its number of blocks, or if a candidate with
 * more registers spills. */
int am_cuda_choose_bounds(const am_cuda_trial trials[AM_CUDA_BOUNDS],
                          size_t statements) {
  int c = statements > LONG ? OF_LONG : OF_OTHERS;
  while (c > 0 && trials[c].known && spills(&trials[c].used)) c--;
  while (c + 1 < AM_CUDA_BOUNDS && trials[c].known &&
         trials[c].used.registers > registers_within(c + 1)) {
    const am_cuda_trial *next = &trials[c + 1];
    const am_cuda_resources *more = &next->used, *less = &trials[c].used;
    if (!next->known && spills(less)) break;
    if (next->known && (more->stack > less->stack ||
                        more->spill_stores > less->spill_stores ||
                        more->spill_loads > less->spill_loads))
      break;
    c++;
  }
  return c;
}

/* ---- compilation --------------------------------------------------------- */

/* All engines compute the same bits: only multiplications and additions that
 * the source combines in fma() are fused. */
static const char *const flags[] = {"--std=c++20", "--fmad=false",
                                    "--disable-warnings",
                                    "--ptxas-options=-v"};

/* Since this version NVRTC has its own cache, which loses the report of ptxas;
 * the option disables the cache. */
enum { FLAGS = sizeof flags / sizeof *flags, OWN_CACHE = 13 };

/* An entry of the cache is an object followed by its image; `layout` is part of
 * the key. */
typedef struct {
  _Alignas(64) am_cuda_object object;
} head;

static const char suffix[] = ".cubin", layout[] = "head 2";

/* Inputs of a compilation. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_nvrtc nvrtc;
  const char *text, *architecture;
  const char *cache; /* folder of the cache, or NULL */
  am_key key;
} maker;

am_status am_cuda_compiler(am_arena *arena, am_report *report,
                           const char **version) {
  am_nvrtc nvrtc;
  AM_TRY(am_nvrtc_open(arena, report, &nvrtc));
  *version = am_nvrtc_version(arena, &nvrtc);
  return AM_OK;
}

/* Compiles with the launch bounds of the object. */
static am_status compile_object(const maker *m, am_cuda_object *object) {
  static const char *const names[AM_CUDA_KERNELS] = {"FIRST", "REST"};
  const char *options[FLAGS + 3 + AM_CUDA_KERNELS];
  int count = 0;
  options[count++] =
      am_format(m->arena, "--gpu-architecture=%s", m->architecture);
  options[count++] = am_format(m->arena, "-DK_BLOCK=%d", object->block);
  for (int k = 0; k < AM_CUDA_KERNELS; k++)
    options[count++] = am_format(m->arena, "-DK_%s_BLOCKS=%d", names[k],
                                 object->blocks[k]);
  for (int i = 0; i < FLAGS; i++) options[count++] = flags[i];
  if (m->nvrtc.major >= OWN_CACHE) options[count++] = "--no-cache";
  const am_nvrtc_request request = {m->text, options, count};
  am_nvrtc_answer answer;
  AM_TRY(am_nvrtc_compile(m->arena, m->report, &m->nvrtc, &request, &answer));
  if (answer.result != AM_NVRTC_SUCCESS)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "%s failed for %s (%s)%s",
                    am_nvrtc_version(m->arena, &m->nvrtc), m->architecture,
                    m->nvrtc.GetErrorString(answer.result),
                    am_compiler_complaint(m->arena, answer.log));
  am_cuda_read_resources(answer.log, object->resources);
  object->image = answer.image;
  object->size = answer.size;
  return AM_OK;
}

/* Compiled objects, by the candidates for both kernels; results, by kernel and
 * candidate. */
typedef struct {
  am_cuda_object objects[AM_CUDA_BOUNDS][AM_CUDA_BOUNDS];
  am_cuda_trial trials[AM_CUDA_KERNELS][AM_CUDA_BOUNDS];
} search;

/* Number of semicolons of a source without its comments, a measure of its
 * length that names and comments do not affect. */
static size_t count_statements(const char *text) {
  size_t count = 0;
  for (const char *c = text; *c; c++) {
    if (c[0] == '/' && c[1] == '*' && !(c = strstr(c, "*/"))) break;
    count += *c == ';';
  }
  return count;
}

/* Each compilation tries one candidate for each kernel. The search ends when
 * the best candidates of both have been compiled together. */
static am_status search_bounds(const maker *m, am_cuda_object *object) {
  search s = {0};
  size_t statements = count_statements(m->text);
  for (;;) {
    int chosen[AM_CUDA_KERNELS];
    for (int k = 0; k < AM_CUDA_KERNELS; k++)
      chosen[k] = am_cuda_choose_bounds(s.trials[k], statements);
    am_cuda_object *o = &s.objects[chosen[AM_CUDA_FIRST]][chosen[AM_CUDA_REST]];
    if (o->image) {
      *object = *o;
      return AM_OK;
    }
    o->block = AM_CUDA_BLOCK;
    for (int k = 0; k < AM_CUDA_KERNELS; k++)
      o->blocks[k] = am_cuda_bounds[chosen[k]];
    AM_TRY(compile_object(m, o));
    for (int k = 0; k < AM_CUDA_KERNELS; k++)
      s.trials[k][chosen[k]] = (am_cuda_trial){true, o->resources[k]};
  }
}

static bool find_in_cache(const maker *m, am_cuda_object *object) {
  size_t size = 0;
  const head *entry = am_cache_read(m->arena, m->cache, &m->key, suffix, &size);
  if (!entry || size <= sizeof *entry) return false;
  *object = entry->object;
  object->image = entry + 1;
  return object->cached = true;
}

am_status am_cuda_compile(am_arena *arena, am_report *report, const char *text,
                          int architecture, am_cuda_object *object) {
  maker m = {.arena = arena, .report = report, .text = text};
  *object = (am_cuda_object){0};
  AM_TRY(am_nvrtc_open(arena, report, &m.nvrtc));
  AM_TRY(am_nvrtc_check_architecture(arena, report, &m.nvrtc, architecture,
                                     ""));
  m.architecture = am_format(arena, "sm_%d", architecture);
  m.cache = am_cache_folder(arena);
  const char *texts[FLAGS + 5] = {m.text, m.architecture, layout,
                                  am_nvrtc_version(m.arena, &m.nvrtc)};
  am_buffer bounds = {.arena = m.arena};
  am_buffer_add(&bounds, "%d", AM_CUDA_BLOCK);
  for (int i = 0; i < AM_CUDA_BOUNDS; i++)
    am_buffer_add(&bounds, " %d", am_cuda_bounds[i]);
  texts[4] = bounds.text;
  for (int i = 0; i < FLAGS; i++) texts[5 + i] = flags[i];
  m.key = am_key_of(texts, FLAGS + 5);
  if (m.cache && find_in_cache(&m, object)) return AM_OK;
  am_report_tell(report, m.cache ? "compiling for the device (once)"
                 : "compiling for the device");
  am_status status = search_bounds(&m, object);
  am_report_tell(report, NULL);
  AM_TRY(status);
  if (m.cache) {
    /* Stores the object in the cache, if possible. */
    size_t size = sizeof(head) + object->size;
    head *entry = am_arena_alloc(m.arena, size);
    entry->object = *object;
    memcpy(entry + 1, object->image, object->size);
    am_cache_write(m.arena, m.cache, &m.key, suffix, entry, size);
  }
  return AM_OK;
}
