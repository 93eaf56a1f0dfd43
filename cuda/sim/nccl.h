/* nccl.h: messages between the devices of a team's members, each of which has
 * one, by NVIDIA's NCCL, which is opened when the program runs.
 *
 * The declarations are those of nccl.h, whose binary interface is the same
 * from version 2.7 on. */
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

/* The library. */
typedef struct {
  const char *file; /* where it was found */
#define AM_NCCL_CALL(name, parameters) int(*name) parameters;
#include "cuda/sim/nccl.def"
#undef AM_NCCL_CALL
} am_nccl;

/* The devices of a team. */
typedef struct {
  am_nccl nccl;
  am_cuda_device *device; /* of this member */
  am_nccl_comm comm;
} am_cuda_team;

/* Opens NCCL and connects the devices: a call of all members.  Closed with the
 * arena.  AM_ENVIRONMENT with a message, agreed on. */
AM_MUST_USE am_status am_cuda_team_open(am_arena *arena, am_report *report,
                                        am_cuda_device *device, am_team *team,
                                        am_cuda_team **result);

/* What is sent and received between these two goes at once, in the order of
 * the stream.  What fails is the failure of the device. */
void am_cuda_team_begin(am_cuda_team *t);
void am_cuda_team_end(am_cuda_team *t);

/* So many doubles to or from the device of another member. */
void am_cuda_team_send(am_cuda_team *t, int to, am_cuda_pointer from,
                       size_t count, am_cuda_stream stream);
void am_cuda_team_receive(am_cuda_team *t, int from, am_cuda_pointer to,
                          size_t count, am_cuda_stream stream);

#endif
