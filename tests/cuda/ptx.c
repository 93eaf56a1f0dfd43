/* ptx.c: PTX code of a unit from NVRTC, before ptxas, for single.sh: ptx
 * UNIT.cu [OPTION]... prints PTX. */
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

static char *text_of(const char *file) {
  enum { MOST = 1 << 24 };
  FILE *in = fopen(file, "r");
  char *text = calloc(1, MOST);
  if (!in || !text || fread(text, 1, MOST - 1, in) == 0) exit(2);
  fclose(in);
  return text;
}

int main(int count, char **words) {
  nvrtcProgram program;
  size_t size;
  if (count < 2) return 2;
  if (nvrtcCreateProgram(&program, text_of(words[1]), "unit.cu", 0, NULL, NULL))
    return 1;
  nvrtcResult result = nvrtcCompileProgram(program, count - 2,
                                           (const char *const *)words + 2);
  if (result || nvrtcGetPTXSize(program, &size)) {
    fprintf(stderr, "%s\n", nvrtcGetErrorString(result));
    return 1;
  }
  char *ptx = malloc(size);
  if (!ptx || nvrtcGetPTX(program, ptx)) return 1;
  fputs(ptx, stdout);
  free(ptx);
  return nvrtcDestroyProgram(&program) != NVRTC_SUCCESS;
}
