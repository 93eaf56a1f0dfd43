#!/bin/sh
# faults.sh: a failing call of the driver or of cuFFT, or a lost device, while a
# command uses a GPU: the command ends with one message and status 4, or
# completes without the GPU; the rows are complete or the first ones, and a
# batch can be resumed. A few calls of each function, many with
# AUTOMAT_LONG_TESTS. The GPU is the emulation of tests/cuda/fake.
fakes=$PWD/tests/cuda/fake
. "${srcdir:-.}/tests/cli/support.sh"
export LD_LIBRARY_PATH="$fakes" OMP_NUM_THREADS=1
"$AUTOMAT" list engines | grep -q 'here: .*Fake' || exit 77

times='1 3'
stride=61
[ -z "${AUTOMAT_LONG_TESTS:-}" ] || times='1 2 3 4 5 7 11 16 32' stride=7

# case_of STRAIN LINE: prints a case of a bar in tension
case_of() {
  printf 'case: a bar\n%s\npath: [{time: 1, steps: 2, strain: {xx: %s}, %s}]\n' \
    "$2" "$1" 'stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}'
}
case_of 2e-3 'material: michel-suquet' >bar.yaml
case_of a 'material: michel-suquet
points: {count: 40, variables: {a: {uniform: [1e-3, 3e-3]}}}' >bars.yaml
case_of 2e-3 'microstructure:
  grid: [4, 3, 2]
  laminate: {normal: x, layers: [{label: 0, voxels: 2}, {label: 1, voxels: 2}]}
phases:
  soft: {label: 0, material: michel-suquet}
  hard: {label: 1, material: linear-elastic}
output:
  fields: {file: image, times: all}
  restart: {every: 1}' >layers.yaml
printf 'strain.xx,strain.yy\n1e-3,0\n2e-3,-1e-3\n0,3e-3\n' >strains.csv

# with MACHINE COMMAND...: runs in the empty folder `job` and saves status and
# messages
with() {
  machine=$1
  shift
  rm -rf job
  mkdir job
  (cd job && AUTOMAT_FAKE_CUDA=$machine "$AUTOMAT" "$@" -q --engine cuda) \
    >out 2>messages
  found=$?
}

# True if the rows equal those of `whole`, or its first lines
are_first() {
  head -c "$(wc -c <job/rows.csv)" whole/rows.csv | cmp -s - job/rows.csv
}

# again COMMAND...: --resume completes the output to that of `whole`; images
# have the same numbers, although their files differ
again() {
  (cd job && "$AUTOMAT" "$@" -q --engine cuda --resume) >resumed 2>&1 &&
    if [ -e job/p.h5 ]; then
      "$AUTOMAT" compare whole/p.h5 job/p.h5 >>resumed 2>&1
    else
      diff -r -x image.h5 job whole >>resumed &&
        "$FAULTS/same" whole/image.h5 job/image.h5 >>resumed
    fi
}

# judge COMMAND...: examines the result
judge() {
  [ $found -eq 0 ] || [ $found -eq 4 ] ||
    fail "$machine, $*: status $found, $(cat messages)"
  if [ $found -eq 0 ]; then
    [ ! -s messages ] || fail "$machine, $*: $(cat messages)"
    diff -r job whole >/dev/null || fail "$machine, $*: other files"
    return
  fi
  [ "$(grep -c 'error: ' messages)" = 1 ] ||
    fail "$machine, $*: $(cat messages)"
  [ ! -e job/rows.csv ] || are_first || fail "$machine, $*: other rows"
  if [ -e job/p.h5 ] || [ -e job/rows.csv.restart ]; then
    again "$@" || fail "$machine, $*: $(cat resumed)"
    goes=$((goes + 1))
  fi
  [ -z "$(find job -name '*.part')" ] || fail "$machine, $*: $(ls job)"
  failures=$((failures + 1))
}

functions=$(sed -n 's/^AM_DRIVER_CALL(\([A-Za-z0-9]*\), \([_v2]*\),.*/\1\2/p
  s/^AM_[A-Z]*_CALL([A-Za-z0-9]*, *"\([A-Za-z0-9_]*\)".*/\1/p
  s/^ *"\(cu[A-Za-z0-9_]*\)",$/\1/p' \
  "$source/cuda/driver.def" "$source/cuda/sim/cufft.def" | grep -v cuGetError)
[ "$(echo "$functions" | wc -l)" -gt 35 ] || fail "functions: $functions"

# faults COMMAND...: lets selected calls fail one by one; some must cause
# failures
faults() {
  failures=0 goes=0
  with '' "$@"
  [ $found -eq 0 ] || fail "$*: $(cat messages)"
  rm -rf whole
  mv job whole
  for function in $functions; do
    for k in $times; do
      with "fail=$function:$k" "$@"
      judge "$@"
      diff -r job whole >/dev/null && break # so often it is not called
    done
  done
  lost=1
  while :; do
    with "lost=$lost" "$@"
    judge "$@"
    [ $found -ne 0 ] || break
    lost=$((lost + stride))
  done
  [ $failures -gt 15 ] || fail "$*: only $failures failures"
}

faults run ../bar.yaml -o rows.csv
faults evaluate michel-suquet ../strains.csv -d 1 -o rows.csv
faults batch ../bars.yaml -o p.h5
[ $goes -gt 0 ] || fail "no batch goes on"
faults homogenize ../layers.yaml -o rows.csv
[ $goes -gt 3 ] || fail "$goes elements go on"
exit $failed
