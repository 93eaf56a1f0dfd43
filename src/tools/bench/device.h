/* device.h: measures the limits of the devices of the engine cuda. */
#ifndef AM_BENCH_DEVICE_H
#define AM_BENCH_DEVICE_H

#include "base/base.h"

/* Bytes to and from the device, in total or per second. */
typedef struct {
  double up, down;
} am_traffic;

typedef struct {
  am_traffic alone; /* bytes per second in one direction only */
  double both;      /* sum of both directions at the same time */
} am_transfer_speed;

/* Lower bound of the transfer time (s), with both directions used concurrently:
 *
 *     max(up/alone.up, down/alone.down, (up + down)/both)
 *
 * Neither direction is faster than alone, and both together are not faster than
 * the measured sum. */
double am_transfer_bound(const am_transfer_speed *bus, am_traffic bytes);

/* Limits of the first device; others are assumed to be identical. */
typedef struct {
  const char *name;
  int count;           /* devices of this host */
  int multiprocessors; /* per device */
  int threads;         /* maximum per multiprocessor; 0: unknown */
  double memory;       /* free memory (bytes) */
  double fma;   /* fused multiply-adds per second, double precision */
  double copy;  /* bytes per second, read and written, of a copy on it */
  double power; /* seconds per power, function of compiled units */
  am_transfer_speed bus;   /* between it and pinned host memory */
} am_device;

/* seconds: per measurement, repeated a few times; megabytes: size of a bus
 * transfer, a copy on the device is several times larger.  AM_ENVIRONMENT with
 * a message. */
AM_MUST_USE am_status am_device_measure(am_arena *arena, am_report *report,
                                        double seconds, long megabytes,
                                        am_device *device);

#endif
