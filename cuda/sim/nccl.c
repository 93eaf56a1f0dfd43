/* nccl.c: messages between devices with NCCL. */
#include "cuda/sim/nccl.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* File names, newest version first. */
static const char *const names[] = {"libnccl.so.2", "libnccl.so"};

static const am_cuda_symbol calls[] = {
#define AM_NCCL_CALL(name, parameters) {"nccl" #name, offsetof(am_nccl, name)},
#include "cuda/sim/nccl.def"
#undef AM_NCCL_CALL
};

static const am_cuda_library library = {
    .title = "NCCL",
    .names = names,
    .name_count = sizeof names / sizeof *names,
    .oldest = "NCCL 2.7",
    .symbols = calls,
    .count = sizeof calls / sizeof *calls};

static const char *const results[] = {
    [1] = "ncclUnhandledCudaError", [2] = "ncclSystemError",
    [3] = "ncclInternalError",      [4] = "ncclInvalidArgument",
    [5] = "ncclInvalidUsage",       [6] = "ncclRemoteError",
    [7] = "ncclInProgress"};

/* Stores the first failure in the device. */
static bool succeeds(am_cuda_device *device, const char *name, int result) {
  const int known = (int)(sizeof results / sizeof *results);
  if (*device->failure) return false;
  if (!result) return true;
  snprintf(device->failure, sizeof device->failure, "%s: %s (%d)", name,
           result < known && results[result] ? results[result] : "error",
           result);
  return false;
}

/* Counterpart of AM_CUDA for NCCL. */
#define NCCL(t, name, ...)              \
  succeeds((t)->device, "nccl" #name,   \
           *(t)->device->failure ? 0 : (t)->nccl.name(__VA_ARGS__))

static void close_team(void *data) {
  am_cuda_team *t = data;
  t->device->driver->cuCtxSetCurrent(t->device->context);
  t->nccl.CommDestroy(t->comm);
}

static am_status connect(am_cuda_team *t, am_report *report, am_team *team) {
  am_nccl_id id = {{0}};
  bool made = !am_team_leads(team) || NCCL(t, GetUniqueId, &id);
  team->type->broadcast(0, &id, sizeof id);
  if (am_team_any(team, !made)) made = false;
  if (made) made = NCCL(t, CommInitRank, &t->comm, team->count, id, team->rank);
  if (made) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "NCCL ('%s') cannot connect the CUDA devices of %d "
                  "processes: %s", t->nccl.file, team->count,
                  *t->device->failure ? t->device->failure
                                      : "the first process has failed");
}

am_status am_cuda_team_open(am_arena *arena, am_report *report,
                            am_cuda_device *device, am_team *team,
                            am_cuda_team **result) {
  am_cuda_team *t = *result = AM_NEW(arena, am_cuda_team);
  t->device = device;
  /* Disables NVLink SHARP, whose memory for collective operations is not needed
   * here. */
  setenv("NCCL_NVLS_ENABLE", "0", 0);
  am_status opened =
      am_cuda_library_open(arena, report, &library, &t->nccl.file, &t->nccl);
  if (opened == AM_OK && !am_cuda_use(device))
    opened = am_error(report, AM_ENVIRONMENT, am_nowhere, "%s",
                      device->failure);
  AM_TRY(am_team_agree(team, report, opened));
  AM_TRY(am_team_agree(team, report, connect(t, report, team)));
  am_arena_defer(arena, close_team, t);
  return AM_OK;
}

void am_cuda_team_begin(am_cuda_team *t) { NCCL(t, GroupStart); }

void am_cuda_team_end(am_cuda_team *t) { NCCL(t, GroupEnd); }

void am_cuda_team_send(am_cuda_team *t, int to, am_cuda_pointer from,
                       size_t count, am_cuda_stream stream) {
  if (count)
    NCCL(t, Send, (const void *)(uintptr_t)from, count, AM_NCCL_DOUBLE, to,
         t->comm, stream);
}

void am_cuda_team_receive(am_cuda_team *t, int from, am_cuda_pointer to,
                          size_t count, am_cuda_stream stream) {
  if (count)
    NCCL(t, Recv, (void *)(uintptr_t)to, count, AM_NCCL_DOUBLE, from, t->comm,
         stream);
}
