/* nccl.h: messages between the devices of a team's members, one device per
 * member, with NVIDIA's NCCL, which is opened at run time.
 *
 * The declarations are those of NVIDIA's nccl.h, whose binary interface is the
 * same since version 2.7. */
#ifndef AM_CUDA_SIM_NCCL_H
#define AM_CUDA_SIM_NCCL_H

#include "cuda/device.h"
#include "team/team.h"

typedef struct ncclComm *am_nccl_comm;

typedef struct {
  char internal[128];
} am_nccl_id;

/* ncclDataType_t */
typedef enum { AM_NCCL_DOUBLE = 8 } am_nccl_type;

/* Functions of the library. */
typedef struct {
  const char *file; /* file of the library */
#define AM_NCCL_CALL(name, parameters) int(*name) parameters;
#include "cuda/sim/nccl.def"
#undef AM_NCCL_CALL
} am_nccl;

/* Connected devices of a team. */
typedef struct {
  am_nccl nccl;
  am_cuda_device *device; /* device of this member */
  am_nccl_comm comm;
} am_cuda_team;

/* Opens NCCL and connects the devices. All members must call it. Closed with
 * the arena. AM_ENVIRONMENT on all members if one fails. */
AM_MUST_USE am_status am_cuda_team_open(am_arena *arena, am_report *report,
                                        am_cuda_device *device, am_team *team,
                                        am_cuda_team **result);

/* Sends and receives between begin and end are executed as a group, in stream
 * order. Failures are stored in the device. */
void am_cuda_team_begin(am_cuda_team *t);
void am_cuda_team_end(am_cuda_team *t);

/* Sends or receives `count` doubles to or from the device of another member. */
void am_cuda_team_send(am_cuda_team *t, int to, am_cuda_pointer from,
                       size_t count, am_cuda_stream stream);
void am_cuda_team_receive(am_cuda_team *t, int from, am_cuda_pointer to,
                          size_t count, am_cuda_stream stream);

#endif
