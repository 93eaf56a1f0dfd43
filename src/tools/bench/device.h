/* device.h: the limits of the devices that the engine cuda works on,
 * measured. */
#ifndef AM_BENCH_DEVICE_H
#define AM_BENCH_DEVICE_H

#include "base/base.h"

/* Bytes to the device and from it: of something, or a second. */
typedef struct {
  double up, down;
} am_traffic;

typedef struct {
  am_traffic alone; /* bytes a second while the other way rests … */
  double both;      /* … and the sum of both ways at once */
} am_bus;

/* The least time [s] that the bus needs, both ways used at once:
 *
 *     max(up/alone.up, down/alone.down, (up + down)/both)
 *
 * Neither way is faster than it is alone, and the two of them are not faster
 * than both at once. */
double am_bus_bound(const am_bus *bus, am_traffic bytes);

/* Of the first device; the others are taken to be alike. */
typedef struct {
  const char *name;
  int count;           /* devices of this host */
  int multiprocessors; /* of one */
  int threads;         /* that a multiprocessor holds at most; 0: unknown */
  double memory;       /* bytes that are free */
  double fma;   /* fused multiply-adds a second, in double precision */
  double copy;  /* bytes a second, read and written, of a copy in its memory */
  double power; /* seconds of one power among many, by the function of units */
  am_bus bus;   /* between it and pinned memory of the host */
} am_device;

/* seconds: of one measurement, repeated a few times; megabytes: of what
 * crosses the bus at once, a copy in the device's memory takes some times as
 * much.  AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_device_measure(am_arena *arena, am_report *report,
                                        double seconds, long megabytes,
                                        am_device *device);

#endif
