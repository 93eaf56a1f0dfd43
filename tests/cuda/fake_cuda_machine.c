/* fake_cuda_machine.c: options in $AUTOMAT_FAKE_CUDA, faults, and names of
 * errors. */
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake_cuda.h"

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
int fake_live;
static int calls;

static const char *word(const char *name) {
  const char *all = getenv("AUTOMAT_FAKE_CUDA"), *found = all;
  size_t length = strlen(name);
  while (found && (found = strstr(found, name))) {
    if ((found == all || found[-1] == ' ') && found[length] == '=')
      return found + length + 1;
    found += length;
  }
  return NULL;
}

size_t fake_number(const char *name, size_t otherwise) {
  const char *text = word(name);
  char *end;
  if (!text) return otherwise;
  size_t value = strtoul(text, &end, 10);
  return *end == 'K' ? value << 10
         : *end == 'M' ? value << 20
         : *end == 'G' ? value << 30
                       : value;
}

int fake_is_lost(void) {
  const char *lost = word("lost");
  return lost && calls >= atoi(lost);
}

/* The calls of each function. */
static struct {
  const char *symbol;
  int count;
} counts[80];

static int count_call(const char *symbol) {
  int i = 0;
  while (counts[i].symbol && strcmp(counts[i].symbol, symbol)) i++;
  counts[i].symbol = symbol;
  calls++;
  return ++counts[i].count;
}

/* True if this thread uses that device */
static int is_of(int device) {
  return fake_current() && fake_current()->device == device;
}

unsigned fake_fault(const char *symbol, unsigned error) {
  const char *fail = word("fail");
  size_t length = strlen(symbol);
  int count = count_call(symbol);
  if (fake_is_lost()) return LAUNCH_FAILED;
  if (word("only") && !is_of((int)fake_number("only", 0))) return 0;
  if (!fail || strncmp(fail, symbol, length) || fail[length] != ':') return 0;
  return atoi(fail + length + 1) == count ? error : 0;
}

int fake_cuda_live(void) { return fake_live; }

void fake_cuda_reset(void) {
  memset(counts, 0, sizeof counts);
  calls = 0;
}

static const struct {
  unsigned error;
  const char *name, *about;
} errors[] = {
    {INVALID, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {BAD_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {BAD_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {BAD_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED",
     "unspecified launch failure"},
};

unsigned cuGetErrorName(unsigned error, const char **text) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == error) return *text = errors[i].name, 0;
  return INVALID;
}

unsigned cuGetErrorString(unsigned error, const char **text) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == error) return *text = errors[i].about, 0;
  return INVALID;
}
