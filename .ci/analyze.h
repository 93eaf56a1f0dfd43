/* analyze.h: informs the analyser of clang in `make analyze`, which reads one
 * file at a time, that messages return the given status, never AM_OK. */
#include "base/report.h"
#include "expr/elaborator.h"

#define am_error(report, status, ...) \
  (am_error((report), (status), __VA_ARGS__), (status))
#define am_refuse(...) (am_refuse(__VA_ARGS__), AM_INPUT)
