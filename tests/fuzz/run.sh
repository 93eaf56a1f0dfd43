#!/bin/sh
# run.sh: runs the fuzzers, in the folder of a build configured with CC=clang
# --enable-fuzzing, after `make fuzz`:
#
#   SOURCE/tests/fuzz/run.sh [SECONDS [NAME]...]
#
# Each fuzzer runs for SECONDS (60), one after the other, and continues from its
# corpus in tests/fuzz/found/NAME/corpus. Inputs that crash, leak, or take more
# than ten seconds or 1.5 GB are stored in found/NAME/findings, with reports in
# found/NAME/log. `tests/fuzz/fuzz_NAME FILE` repeats one. FUZZ_JOBS is the
# number of parallel jobs of each fuzzer (1).
srcdir=$(cd "$(dirname "$0")/../.." && pwd) || exit 99
export srcdir AUTOMAT_PATH="$srcdir"
ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=256
export ASAN_OPTIONS="$ASAN_OPTIONS:quarantine_size_mb=8"
export UBSAN_OPTIONS=print_stacktrace=1
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- case expr hdf5 material table typed yaml
status=0

# Dictionary of libFuzzer: words of the language and keys of the files
dictionary() {
  {
    ./automat list operators | awk 'NF && $1 !~ /["\\]/ { print $1 }'
    cat "$srcdir"/cases/*.yaml "$srcdir"/materials/*.yaml |
      grep -oE '[a-z_]{2,}: '
  } | LC_ALL=C sort -u | sed 's/.*/"&"/'
}

# inside LOG: reports that start in libhdf5, which does not validate damaged
# files.
inside() {
  awk '/ERROR: (Address|Leak)Sanitizer/ { begun = 1 }
       begun && /^ *#[0-9]+ / && !/__interceptor|__asan|sanitizer/ {
         count += /libhdf5/
         begun = 0
       }
       END { if (count) printf ", %d reports inside of libhdf5", count }' "$1"
}

# fuzz NAME: fuzzes and prints a one-line summary.
fuzz() {
  folder=tests/fuzz/found/$1
  mkdir -p "$folder/corpus" "$folder/findings" "$folder/tmp"
  TMPDIR=$PWD/$folder/tmp "./tests/fuzz/fuzz_$1" -fork="${FUZZ_JOBS:-1}" \
    -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -detect_leaks=1 \
    -timeout=10 -rss_limit_mb=1500 -max_len=8192 -dict=tests/fuzz/found/dict \
    -max_total_time="$seconds" -artifact_prefix="$folder/findings/" \
    "$folder/corpus" "$srcdir/tests/fuzz/corpus/$1" >>"$folder/log" 2>&1
  rm -rf "$folder/tmp"
  set -- "$1" "$(find "$folder/findings" -type f | wc -l)" \
    "$(sed -n 's/^#\([0-9]*\): cov.*/\1/p' "$folder/log" | tail -n 1)" \
    "$(inside "$folder/log")"
  echo "$1: ${3:-0} executions, $2 findings$4"
  [ "$2" -eq 0 ] || status=1
}

mkdir -p tests/fuzz/found
dictionary >tests/fuzz/found/dict || exit 99
for name; do fuzz "$name"; done
exit $status
