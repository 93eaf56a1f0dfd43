#!/bin/sh
# run.sh [LAW]...: measures exported laws: seconds of the export, bytes of the
# library, time of a call with tangent and of the loading step within it, and
# the instructions of both if valgrind is installed.
# AUTOMAT: the program; AUTOMAT_CC: the compiler.
here=$(cd "$(dirname "$0")" && pwd)
automat=${AUTOMAT:-automat}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
[ $# -gt 0 ] || set -- linear-elastic norton michel-suquet j2 chaboche \
  thermo-norton cam-clay concrete fcc-crystal

# Instructions per call: difference between 60 and 10 calls, 5 rounds each.
instructions() {
  command -v valgrind >/dev/null || { echo -; return; }
  for calls in 10 60; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$2" \
      "$calls" 2>&1 | sed -n 's/.*refs: *//p' | tr -d ,
  done | awk 'NR == 1 { first = $1 } END { printf "%.0f\n", ($1 - first)/250 }'
}

printf '%-18s %8s %8s %9s %9s %9s %9s %6s\n' law export bytes call bare \
  'instr.' 'bare' ratio
for law in "$@"; do
  start=$(date +%s.%N)
  "$automat" export "$law" -o law.so || exit 1
  end=$(date +%s.%N)
  "$automat" export "$law" --source -o law.c || exit 1
  flags=$(sed -n '1s/^\/\* cc \(.*\) -shared.*/\1/p' law.c)
  # shellcheck disable=SC2086
  ${AUTOMAT_CC:-cc} $flags -w -DLAW='"law.c"' -I. -o calls "$here/calls.c" \
    -lm || exit 1
  all=$(instructions ./calls generic)
  bare=$(instructions ./calls bare)
  printf '%-18s %6.2f s %8d %6.2f us %6.2f us %9s %9s %6s\n' "$law" \
    "$(echo "$end - $start" | bc)" "$(wc -c <law.so)" \
    "$(./calls generic 20000)" "$(./calls bare 20000)" "$all" "$bare" \
    "$(awk "BEGIN { printf \"%.2f\", ${all:-0}/(${bare:-1} + 1e-9) }" \
      2>/dev/null)"
done
