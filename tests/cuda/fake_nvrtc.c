/* fake_nvrtc.c: an emulated libnvrtc for tests on hosts without one.
 *
 * It compiles a unit, after the text of fake_device.h, by unit-cc to a shared
 * object, whose bytes are the "CUBIN". For each kernel NAME(A a, B b)
 * the object has fake_NAME(void **arguments), which calls it with *(A
 * *)arguments[0], *(B *)arguments[1] for the thread given by the object's
 * blockIdx, threadIdx, gridDim and blockDim, and fake_sizes_NAME[], the sizes
 * of A, B, and 0.
 *
 * $AUTOMAT_FAKE_NVRTC requests a fault:
 *
 *   error        nothing compiles
 *   endless      compiling does not end
 *   crash        compiling ends the process
 *   nolog        there is no log
 *   noimage      there is no CUBIN
 *   archs        only architecture 75 is known
 *   needs F R    number of registers that automat_first and automat_rest need
 *                to avoid spills; default 150 and 100 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUCCESS, MEMORY, CREATION, INPUT, PROGRAM, OPTION, COMPILATION };

typedef struct {
  char *text, *log, *image;
  size_t size;
} program;

static const char *fault(const char *name) {
  const char *asked = getenv("AUTOMAT_FAKE_NVRTC");
  return asked && !strncmp(asked, name, strlen(name)) ? asked : NULL;
}

int nvrtcVersion(int *major, int *minor) {
  *major = 99;
  *minor = 0;
  return SUCCESS;
}

int nvrtcGetNumSupportedArchs(int *count) {
  *count = fault("archs") ? 1 : 3;
  return SUCCESS;
}

int nvrtcGetSupportedArchs(int *architectures) {
  static const int all[] = {75, 80, 90};
  memcpy(architectures, all, (fault("archs") ? 1 : 3) * sizeof *all);
  return SUCCESS;
}

const char *nvrtcGetErrorString(int result) {
  return result == COMPILATION ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR";
}

int nvrtcCreateProgram(program **p, const char *text, const char *name,
                       int headers, const char *const *header_texts,
                       const char *const *header_names) {
  (void)name;
  (void)headers;
  (void)header_texts;
  (void)header_names;
  *p = calloc(1, sizeof **p);
  (*p)->text = strdup(text);
  (*p)->log = strdup("");
  return SUCCESS;
}

int nvrtcDestroyProgram(program **p) {
  free((*p)->text);
  free((*p)->log);
  free((*p)->image);
  free(*p);
  *p = NULL;
  return SUCCESS;
}

/* C has no linkages. */
static void write_text(FILE *out, const char *text) {
  static const char linkage[] = "extern \"C\"";
  for (const char *found; (found = strstr(text, linkage));) {
    fwrite(text, 1, (size_t)(found - text), out);
    text = found + strlen(linkage);
  }
  fputs(text, out);
}

/* "A a, B b)" as the arguments of a call, or their sizes; names are the last
 * words. */
static void write_arguments(FILE *out, const char *parameters, int sizes) {
  for (int i = 0; *parameters && *parameters != ')'; i++) {
    int length = (int)strcspn(parameters, ",)"), type = length;
    while (type > 0 && !strchr(" *\n", parameters[type - 1])) type--;
    if (sizes) fprintf(out, "sizeof(%.*s), ", type, parameters);
    else
      fprintf(out, "%s*(%.*s*)arguments[%d]", i ? ", " : "", type, parameters,
              i);
    parameters += length;
    parameters += *parameters == ',';
  }
}

/* Shared memory of a block in a launch, for the columns of a unit. */
static void write_shared(FILE *out, const char *text) {
  if (strstr(text, "K_STORAGE"))
    fputs("\nreal k_storage[K_BLOCK * K_STORAGE + 1];\n", out);
}

/* The functions by which the fake driver calls kernels. */
static void write_calls(FILE *out, const char *text) {
  static const char word[] = "__global__", bounds[] = "__launch_bounds__";
  while ((text = strstr(text, word))) {
    text += strlen(word);
    text += strspn(text, " \nvoid");
    if (!strncmp(text, bounds, strlen(bounds))) text = strchr(text, ')') + 1;
    text += strspn(text, " \nvoid");
    int length = (int)strcspn(text, "( \n");
    fprintf(out, "\nvoid fake_%.*s(void **arguments) { %.*s(", length, text,
            length, text);
    write_arguments(out, strchr(text, '(') + 1, 0);
    fprintf(out, "); }\nconst unsigned long fake_sizes_%.*s[] = {", length,
            text);
    write_arguments(out, strchr(text, '(') + 1, 1);
    fputs("0};\n", out);
  }
}

static char *read_all(const char *path, size_t *size) {
  FILE *in = fopen(path, "r");
  char *data = calloc(1, 1 << 24);
  *size = in ? fread(data, 1, (1 << 24) - 1, in) : 0;
  if (in) fclose(in);
  return realloc(data, *size + 1);
}

/* The value of an option -DNAME=VALUE. */
static int definition(const char *name, int count, const char *const *options) {
  for (int i = 0; i < count; i++)
    if (!strncmp(options[i], "-D", 2) &&
        !strncmp(options[i] + 2, name, strlen(name)) &&
        options[i][2 + strlen(name)] == '=')
      return atoi(options[i] + 3 + strlen(name));
  return 1;
}

static int needs(int kernel) {
  const char *asked = fault("needs");
  int found[2] = {150, 100};
  if (asked) sscanf(asked, "needs %d %d", &found[0], &found[1]);
  return found[kernel];
}

/* Lines in the format of ptxas, for a kernel with the registers that the bounds
 * allow */
static void report(FILE *out, int count, const char *const *options) {
  static const char *const names[] = {"first", "rest"},
                           *const bounds[] = {"K_FIRST_BLOCKS",
                                              "K_REST_BLOCKS"};
  int block = definition("K_BLOCK", count, options);
  fputs("ptxas info    : 404 bytes gmem\n", out);
  for (int k = 2; k--;) {
    int room = 65536 / (block * definition(bounds[k], count, options));
    if (room > 255) room = 255;
    int spilt = needs(k) > room ? 8 * (needs(k) - room) : 0;
    fprintf(out,
            "ptxas info    : Compiling entry function 'automat_%s' for "
            "'sm_90'\n"
            "ptxas info    : Function properties for automat_%s\n"
            "ptxas         .     %d bytes stack frame, %d bytes spill "
            "stores, %d bytes spill loads\n"
            "ptxas info    : Used %d registers, used 0 barriers, %d bytes "
            "cumulative stack size\n"
            "ptxas info    : Function properties for __internal_pow\n"
            "ptxas         .     0 bytes stack frame, 0 bytes spill stores, "
            "0 bytes spill loads\n",
            names[k], names[k], 16 + spilt, spilt, spilt,
            needs(k) > room ? room : needs(k), 16 + spilt);
  }
}

static int run_compiler(const char *folder, int count,
                        const char *const *options) {
  char command[4096];
  int used = snprintf(command, sizeof command,
                      "cd '%s' && %s -std=gnu17 -O0 -ffp-contract=off -w "
                      "-fPIC -shared -o unit.so ./unit.c -lm",
                      folder, FAKE_CC);
  for (int i = 0; i < count; i++)
    if (!strncmp(options[i], "-D", 2))
      used += snprintf(command + used, sizeof command - (size_t)used, " %s",
                       options[i]);
  snprintf(command + used, sizeof command - (size_t)used, " > log 2>&1");
  return system(command);
}

static void compile_in(const char *folder, program *p, int count,
                       const char *const *options) {
  char path[4096];
  size_t length;
  snprintf(path, sizeof path, "%s/unit.c", folder);
  FILE *out = fopen(path, "w");
  char *device = read_all(FAKE_DEVICE, &length);
  fputs(device, out);
  free(device);
  write_text(out, p->text);
  write_shared(out, p->text);
  write_calls(out, p->text);
  fclose(out);
  int failed = run_compiler(folder, count, options);
  snprintf(path, sizeof path, "%s/log", folder);
  free(p->log);
  p->log = read_all(path, &length);
  snprintf(path, sizeof path, "%s/unit.so", folder);
  if (!failed) p->image = read_all(path, &p->size);
}

static void compile(program *p, int count, const char *const *options) {
  const char *base = getenv("TMPDIR");
  char folder[2048], command[4096];
  snprintf(folder, sizeof folder, "%s/fake-nvrtc-XXXXXX",
           base ? base : "/tmp");
  if (!mkdtemp(folder)) return;
  compile_in(folder, p, count, options);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command)) perror(command);
}

int nvrtcCompileProgram(program *p, int count, const char *const *options) {
  size_t length;
  while (fault("endless")) pause();
  if (fault("crash")) abort();
  if (fault("error")) {
    free(p->log);
    p->log = strdup("unit.cu(7): warning: dull\n"
                    "unit.cu(8): error: identifier \"fake\" is undefined\n");
    return COMPILATION;
  }
  compile(p, count, options);
  if (!p->image) return COMPILATION;
  free(p->log);
  FILE *out = open_memstream(&p->log, &length);
  if (!fault("nolog")) report(out, count, options);
  fclose(out);
  return SUCCESS;
}

int nvrtcGetCUBINSize(const program *p, size_t *size) {
  *size = p->size;
  return fault("noimage") ? PROGRAM : SUCCESS;
}

int nvrtcGetCUBIN(const program *p, char *image) {
  memcpy(image, p->image, p->size);
  return SUCCESS;
}

int nvrtcGetProgramLogSize(const program *p, size_t *size) {
  *size = strlen(p->log) + 1;
  return SUCCESS;
}

int nvrtcGetProgramLog(const program *p, char *log) {
  strcpy(log, p->log);
  return SUCCESS;
}
