#!/bin/sh
# bench.sh: automat bench runs, and its output is readable.
: "${AUTOMAT:?}"
fake=$PWD/tests/cuda/fake
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
TMPDIR=$folder/tmp
XDG_CACHE_HOME=$folder/cache
export TMPDIR XDG_CACHE_HOME
mkdir tmp
failed=0

fail() {
  echo "$*"
  failed=1
}

# status N OPTION...: runs bench and expects exit status N; output goes to out
# and messages.
status() {
  expected=$1
  shift
  "$AUTOMAT" bench "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] && return
  fail "bench $*: expected status $expected, found $found"
  cat messages
}

holds() {
  grep -qF -- "$2" "$1" && return
  fail "expected '$2' in $1, found"
  cat "$1"
}

parses() {
  command -v python3 >/dev/null || return 0
  python3 -m json.tool "$1" /dev/null || fail "$1 is not JSON"
}

status 0 --quick --json all.json
for text in W1 michel-suquet implicit-euler ode23 semi-automatic conventional \
  interp 'automatic : conventional' 'fused multiply-adds/s' 'cpu M/s'; do
  holds out "$text"
done
holds all.json '"complete": true'
holds all.json '"points_per_processor_second"'

# The summary is sorted by speed, which is below the limit.
sed -n '/fastest first/,/^$/p' out | sed '1,2d; /^$/d' >summary
[ "$(grep -c . summary)" -ge 4 ] || fail "a short summary: $(cat summary)"
sort -s -k 6,6rn summary | cmp -s - summary || fail "not sorted: $(cat summary)"
awk '$6 > $NF || $NF == "-" { exit 1 }' summary ||
  fail "faster than the limit: $(cat summary)"
parses all.json
if ls tmp/* >/dev/null 2>&1 || [ -e cache ]; then
  fail "temporary files are left, or the cache was used"
fi

# Without a compiler, bench gives the reason and measures the interpreter.
AUTOMAT_CC=/nowhere/cc status 0 --quick --scheme ode23
holds messages "no C compiler"
holds out interp
grep -q ' native ' out && fail "native without a compiler"

# A simulated GPU: libraries replace those of NVIDIA.
with_device() {
  machine=$1
  shift
  AUTOMAT_FAKE_CUDA=$machine LD_LIBRARY_PATH=$fake status "$@"
}
with_device devices=1 0 --quick --engine cuda --scheme implicit-euler \
  --device-points 256 --seconds 0.001 --repetitions 3 --json device.json
for text in resident kept streamed conventional automat_first staging \
  'both at once'; do
  holds out "$text"
done
holds device.json '"fraction_of_bus"'
parses device.json
with_device devices=0 4 --quick --engine cuda
holds messages "engine cuda: "
with_device devices=0 0 --quick --engine interp --scheme ode23
grep -q 'engine cuda' messages && fail "interp asks for a device"

status 2 --workload W9
holds messages "'--workload' to be one of W1, W2, W3, found 'W9'"
status 2 --scheme od23
holds messages "did you mean 'ode23'"
status 2 --seconds 0
holds messages "'--seconds'"
status 2 --lanes 3
holds messages "'--lanes'"
status 3 --quick --material nothing.yaml
status 4 --quick --engine interp --scheme ode23 --json no/where.json

# After an interrupt, complete results are written, and no other file is left.
"$AUTOMAT" bench --engine interp --workload W1 --points 64 --repetitions 3 \
  --seconds 0.001 --json some.json >out 2>messages &
process=$!
while ! ls tmp/* >/dev/null 2>&1 && kill -0 $process 2>/dev/null; do
  sleep 0.05
done
kill -TERM $process 2>/dev/null
wait $process
found=$?
case $found in
  0) ;;
  143) [ ! -e some.json ] || holds some.json '"complete": false' ;;
  *) fail "interrupted: expected status 143, found $found" ;;
esac
[ ! -e some.json ] || parses some.json
ls tmp/* >/dev/null 2>&1 && fail "an interrupt leaves temporary files"

exit $failed
