#!/bin/sh
# emit.sh: automat emit --resources, with the emulated NVRTC.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
export LD_LIBRARY_PATH="$PWD/tests/cuda/fake" XDG_CACHE_HOME="$folder"
failed=0

# attempt FAULT STATUS EXPECTED [OPTION]...: expects the status and the output.
attempt() {
  fault=$1 status=$2 expected=$3
  shift 3
  found=$(AUTOMAT_FAKE_NVRTC="$fault" "$AUTOMAT" emit zener --resources \
    "$@" 2>&1)
  [ $? -eq "$status" ] && [ "$found" = "$expected" ] && return
  echo "$fault $*: expected status $status and"
  echo "$expected"
  echo "found"
  echo "$found"
  failed=1
}

attempt error 4 'automat: error: NVRTC 99.0 failed for sm_90 '\
'(NVRTC_ERROR_COMPILATION) and said: error: identifier "fake" is undefined'
attempt archs 4 'automat: error: NVRTC 99.0 does not support the architecture '\
'90, expected one of 75'
attempt none 4 'automat: error: NVRTC 99.0 does not support the architecture '\
'62, expected one of 75, 80, 90' --architecture 62
attempt nolog 4 'automat: error: NVRTC 99.0 does not report registers '\
'and spills of the kernels' --scheme ode12
table='# NVRTC 99.0, sm_80, blocks of 128 threads
kernel        registers  stack spill_stores spill_loads blocks
automat_first       150     16            0           0      3
automat_rest        255    376          360         360      2'
for scheme in implicit-euler ode23 rodas4; do
  for again in fresh cached; do
    attempt 'needs 150 300' 0 "$table" --architecture 80 --scheme $scheme
  done
done
attempt none 2 'automat: error: --resources needs --language '\
'cuda, found --language c' --language c

# Single precision is for CUDA only.
"$AUTOMAT" emit zener --language cuda --precision single >"$folder/text"
if ! grep -q '^#define K_SINGLE 1$' "$folder/text" ||
  grep -v '^ \*\|/\*' "$folder/text" |
  grep -qE '[^0-9a-z][0-9]+[.][0-9]+;'; then
  echo "no text in single precision"
  failed=1
fi
grep -q '^ \* 1 point at once, strain control' "$folder/text" || {
  echo "a thread of a device has one point: found $(sed -n 3p "$folder/text")"
  failed=1
}
found=$("$AUTOMAT" emit zener --precision single --language c 2>&1)
if [ $? -ne 2 ] || [ "$found" != 'automat: error: single precision needs '\
'--language cuda, found --language c' ]; then
  echo "C in single precision: found $found"
  failed=1
fi
attempt 'needs 150 300' 0 "$table" --architecture 80 --precision single
exit $failed
