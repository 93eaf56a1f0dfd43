/* turn.h: planes of fields on the devices of a team become rows, and back.
 *
 * A field is [planes][rows of a plane][row] complex numbers of the planes k
 * that a member has (am_team_slab), and becomes [all planes][rows][row] of the
 * rows j that it has, in place.  What goes to one member is packed; what comes
 * from one is then where it belongs.
 *
 * Fields move in the order of a stream of their own, beside that of the
 * caller, who begins with some of them and goes on with others until it waits:
 *
 *     for each field c: work on its planes, am_cuda_turn_begin(t, c, ...)
 *     for each field c: am_cuda_turn_wait(t, c), work on its rows */
#ifndef AM_CUDA_SIM_TURN_H
#define AM_CUDA_SIM_TURN_H

#include "cuda/sim/nccl.h"

enum { AM_TURN_FIELDS = 6, AM_TURN_STRETCHES = 48 };

/* Stretches of time in a stream that are not read yet: their ends.  Those that
 * find no room are not counted. */
typedef struct {
  am_cuda_event ends[AM_TURN_STRETCHES][2];
  int count;
} am_cuda_stretches;

typedef struct {
  am_cuda_device *device;
  am_team *team;
  int planes, rows; /* of the whole grid */
  long row;         /* complex numbers of a row */
  long field;       /* complex numbers from field to field */
  int fields;       /* at most AM_TURN_FIELDS */
  am_cuda_stream stream; /* of the caller */
  am_cuda_team *devices;
  am_cuda_stream beside;
  int together;          /* fields that move at once */
  size_t size;           /* bytes of … */
  am_cuda_pointer packed; /* … [together][field] */
  am_cuda_event begun, done[AM_TURN_FIELDS];
  am_cuda_stretches moving, waiting; /* of `beside`, of `stream` */
  double moved, waited;  /* [s] that were read: fields moved, and for so long
                            the stream stood still until they had */
  double sent;           /* bytes to others */
} am_cuda_turn;

/* Of the members up to `stream`, that are set: a call of all members of the
 * team.  Closed with the arena.  AM_ENVIRONMENT with a message, agreed on. */
AM_MUST_USE am_status am_cuda_turn_open(am_arena *arena, am_report *report,
                                        am_cuda_turn *t);

/* What has been done in the stream so far comes before it.  Field c of those
 * at `fields`: it moves when the last of those that move at once is asked for,
 * which are asked for in their order. */
void am_cuda_turn_begin(am_cuda_turn *t, int c, am_cuda_pointer fields,
                        bool back);

/* What is done in the stream from now on comes behind it. */
void am_cuda_turn_wait(am_cuda_turn *t, int c);

/* Adds up the times so far, when all that is in the stream has been done. */
void am_cuda_turn_read(am_cuda_turn *t);

/* Planes next to others: `count` of them, of doubles as rows of the turn are,
 * one in each field. */
typedef struct {
  am_cuda_pointer planes; /* the first; the others are `field` doubles apart */
  long field;
  int count;
  am_cuda_pointer beside; /* [count][plane] */
} am_cuda_border;

/* They go to the member so many steps behind this one, and those of the one as
 * far before it come beside; in the order of the caller's stream. */
void am_cuda_turn_border(am_cuda_turn *t, const am_cuda_border *b, int steps);

/* Bytes of `packed`. */
size_t am_cuda_turn_size(const am_team *team, long field, int fields);

#endif
