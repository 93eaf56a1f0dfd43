/* analyze.h: what `make analyze` tells clang's analyser, which sees one file
 * at a time: messages return the status that they are given, never AM_OK. */
#include "base/report.h"
#include "expr/elaborator.h"

#define am_error(report, status, ...) \
  (am_error((report), (status), __VA_ARGS__), (status))
#define am_refuse(...) (am_refuse(__VA_ARGS__), AM_INPUT)
