/* bus.h: the least time that data take between the host and a device. */
#ifndef AM_BENCH_BUS_H
#define AM_BENCH_BUS_H

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

#endif
