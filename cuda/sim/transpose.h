/* transpose.h: distributed transposition between the devices of a team.
 *
 * Transposes a field of complex numbers in place, and back:
 *
 *     [planes k of this member (am_team_slab)][all rows j][row]
 *     [all planes k][rows j of this member][row]
 *
 * Data for another member are packed before they are sent; received data are
 * already in place.
 *
 * Fields move in a separate stream, so that the caller can work on some fields
 * while others move:
 *
 *     for each field c: work on its planes, am_cuda_transpose_begin(t, c, ...)
 *     for each field c: am_cuda_transpose_wait(t, c), work on its rows */
#ifndef AM_CUDA_SIM_TRANSPOSE_H
#define AM_CUDA_SIM_TRANSPOSE_H

#include "cuda/device.h"
#include "team/team.h"

/* ---- NCCL, opened at run time ----------------------------------------------
 *
 * The declarations are those of NVIDIA's nccl.h, whose binary interface is the
 * same since version 2.7. */

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

/* True if a call of a library succeeded; stores the first failure, with its
 * name among the texts [count] of results, in the device. */
bool am_library_succeeds(am_cuda_device *device, const char *call, int result,
                         const char *const *texts, size_t count);

/* ---- times --------------------------------------------------------------- */

enum { AM_CUDA_MARKS = 96, AM_CUDA_UNCHARGED = -1 };

/* Marks in the work of a stream that have not been read yet. The time before a
 * mark, since the previous one, belongs to its category. Marks beyond the
 * capacity are not counted. */
typedef struct {
  am_cuda_event events[AM_CUDA_MARKS]; /* [count] */
  int categories[AM_CUDA_MARKS];
  int count;
} am_cuda_marks;

void am_cuda_marks_open(am_cuda_device *device, am_cuda_marks *marks);
void am_cuda_marks_close(am_cuda_device *device, am_cuda_marks *marks);

/* Adds a mark after the work queued so far. */
void am_cuda_mark(am_cuda_device *device, am_cuda_marks *marks,
                  am_cuda_stream stream, int category);

/* Adds the times (s) to `times` [categories]; all marks must have been
 * reached. */
void am_cuda_marks_read(am_cuda_device *device, am_cuda_marks *marks,
                        double *times);

/* ---- transposition ------------------------------------------------------- */

enum { AM_TRANSPOSE_FIELDS = 6 };

typedef struct {
  am_cuda_device *device;
  am_team *team;
  int planes, rows; /* of the whole grid */
  long row;         /* complex numbers per row */
  long field;       /* complex numbers between fields */
  int fields;       /* at most AM_TRANSPOSE_FIELDS */
  am_cuda_stream stream; /* stream of the caller */
  am_nccl nccl;
  am_nccl_comm comm;     /* connected devices of the team */
  am_cuda_stream beside;
  int together;          /* fields that move at once */
  size_t size;           /* bytes of `packed` */
  am_cuda_pointer packed; /* [together][field] */
  am_cuda_event begun, done[AM_TRANSPOSE_FIELDS];
  am_cuda_marks moving, waiting; /* in `beside` and in `stream` */
  double moved, waited;  /* (s) total times: moving fields, and `stream` idle
                            while waiting for them */
  double sent;           /* bytes to other members */
} am_cuda_transpose;

/* Opens the transposition; the members up to `stream` must be set. All members
 * of the team must call it. Closed with the arena. AM_ENVIRONMENT on all
 * members if one fails. */
AM_MUST_USE am_status am_cuda_transpose_open(am_arena *arena, am_report *report,
                                             am_cuda_transpose *t);

/* Starts moving field c of `fields` after the work queued in the stream so far.
 * Fields that move together start when the last of them is begun. Call the
 * function for fields in increasing order. */
void am_cuda_transpose_begin(am_cuda_transpose *t, int c,
                             am_cuda_pointer fields, bool back);

/* Later work in the stream waits for field c. */
void am_cuda_transpose_wait(am_cuda_transpose *t, int c);

/* Adds up the measured times; call it when all work in the stream is done. */
void am_cuda_transpose_read(am_cuda_transpose *t);

/* Boundary planes to be exchanged: one plane of each of `count` fields. */
typedef struct {
  am_cuda_pointer planes; /* first plane; the others are `field` doubles
                             apart */
  long field;
  int count;
  am_cuda_pointer beside; /* [count][plane] received planes */
} am_cuda_border;

/* Sends the planes to the member `steps` after this one and receives those of
 * the member `steps` before it into `beside`, in the order of the caller's
 * stream. */
void am_cuda_transpose_border(am_cuda_transpose *t, const am_cuda_border *b,
                              int steps);

/* Bytes of `packed`. */
size_t am_cuda_transpose_size(const am_team *team, long field, int fields);

#endif
