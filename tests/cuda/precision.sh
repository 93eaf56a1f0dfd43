#!/bin/sh
# precision.sh: single precision on the command line: choice of the engine, and
# files on hosts without a device.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
fakes=$PWD/tests/cuda/fake
export XDG_CACHE_HOME="$folder/cache"
cd "$folder" || exit 99
failed=0

fail() {
  echo "$*"
  cat messages
  failed=1
}

# status DEVICES N COMMAND...: expects exit status N on a machine with this
# number of devices; messages go to messages.
status() {
  devices=$1 expected=$2
  shift 2
  LD_LIBRARY_PATH="$fakes" AUTOMAT_FAKE_CUDA="devices=$devices" \
    "$AUTOMAT" "$@" 2>messages
  found=$?
  [ $found -eq "$expected" ] ||
    fail "$*: expected status $expected, found $found"
}

message() {
  grep -qF -- "$1" messages || fail "expected the message '$1', found"
}

# near TOLERANCE FILE FILE: numbers differ by at most the tolerance, and at
# least one differs.
near() {
  paste -d, "$2" "$3" | awk -F, -v tolerance="$1" '
    /^[a-z#]/ { next }
    { for (i = 1; i <= NF/2; i++) {
        a = $i; b = $(i + NF/2); rows++
        difference = a > b ? a - b : b - a
        if (difference > most) most = difference
        if (a > largest) largest = a } }
    END { exit !(rows > 0 && most > 0 && most <= tolerance*largest) }'
}

cat >case.yaml <<'END'
case: bars
material: michel-suquet
points: {count: 8, seed: 3, variables: {a: {uniform: [1e-3, 5e-3]}}}
path: [{time: 2, steps: 4, strain: {xx: a}}]
output: {file: bars.h5, columns: [stress.xx]}
END

# Single precision needs the engine cuda and a device.
status 1 0 batch case.yaml --precision single
message 'engine cuda: '
status 0 4 batch case.yaml --precision single -o none.h5
[ "$(cat messages)" = "automat: error: single precision needs the engine \
cuda, which cannot run here: the CUDA driver cannot be initialized: cuInit: \
CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)" ] ||
  fail "without a device it is said otherwise"
[ ! -e none.h5 ] || fail "there is a file"

# The device reproduces a point as in the file, other engines in double
# precision; engine auto and the file's own engine need a device.
status 1 0 run bars.h5 --point 3 -o single.csv --quiet
status 0 0 run bars.h5 --point 3 --engine interp -o double.csv
message 'note: the file is in single precision, but engine interp computes in'
status 0 0 run case.yaml --point 3 --engine interp -o case.csv --quiet
cmp double.csv case.csv || fail "it is not repeated in double precision"
near 1e-4 single.csv double.csv || fail "single and double precision differ"
for engine in cuda auto; do
  status 0 4 run bars.h5 --point 3 --engine $engine
  message 'the CUDA driver cannot be initialized'
done

# A file in double precision gives no note.
status 1 0 batch case.yaml --engine cuda -o double.h5
status 0 0 run double.h5 --point 3 --engine interp -o again.csv
grep -q note messages && fail "a note is too many"
cmp again.csv case.csv || fail "another engine has another double precision"
exit $failed
