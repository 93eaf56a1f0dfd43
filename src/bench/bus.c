#include "bench/bus.h"

#include <math.h>

double am_bus_bound(const am_bus *bus, am_traffic bytes) {
  double each =
      fmax(bytes.up / bus->alone.up, bytes.down / bus->alone.down);
  return fmax(each, (bytes.up + bytes.down) / bus->both);
}
