#!/bin/sh
# faults.sh: for each failing call of memory, files, processes or libraries, a
# command ends with one message and status 4, or completes without the call; it
# leaves complete files or none. fault.h describes the failing calls, inject.c
# the conditions. A few calls of each class, all of them with
# AUTOMAT_LONG_TESTS.
. "${srcdir:-.}/tests/cli/support.sh"
: "${FAULTS:?}"
AUTOMAT_FAULT_LIBRARY=$FAULTS/libfault.so
export AUTOMAT_FAULT_LIBRARY
OMP_NUM_THREADS=1
# Schemas are found without locating the program, which can fail.
AUTOMAT_PATH=$AUTOMAT_PATH:${AUTOMAT%/*}
export OMP_NUM_THREADS AUTOMAT_PATH
long=${AUTOMAT_LONG_TESTS:-}
only=${FAULTS_ONLY:-.}
slice=${FAULTS_SLICE:+-s $FAULTS_SLICE}

# Skipped with coverage, because calls of gcov itself would fail
! grep -q __gcov_init "$AUTOMAT" || exit 77
# Sanitizers replace the allocator.
LD_PRELOAD=$AUTOMAT_FAULT_LIBRARY AUTOMAT_FAULT=alloc:0 \
  AUTOMAT_FAULT_LOG=$folder/log "$AUTOMAT" --version >/dev/null 2>&1
grep -q '^calls [1-9]' log 2>/dev/null || {
  echo "calls cannot be counted here"
  exit 77
}

# LLVM's OpenMP waits forever without memory, and after failed calls its shared
# data breaks later processes with the same number.
! ldd "$AUTOMAT" | grep -q libomp || {
  echo "calls of LLVM's OpenMP must not fail"
  exit 77
}

# Excluded are libraries that end the program when memory runs out: OpenMP
# exits, FFTW aborts in its planner (both print a message), and HDF5 1.10
# continues with NULL or exits with -1, mostly from H5open.  The trace of
# fault.c names the library.
inject_class() {
  if [ "$class" = alloc ]; then
    "$FAULTS/inject" -c alloc -x 'libgomp: Out of memory' \
      -x 'fftw: alloc.c' -x 'libhdf5' "$@"
  else
    "$FAULTS/inject" -c "$class" "$@"
  fi
}

# inject NAME CLASSES MOST [OPTION]... COMMAND [WORD]...: lets calls fail; NAME
# describes the command.
inject() {
  name=$1 classes=$2 most=$3
  shift 3
  [ -z "$long" ] || most=1000000
  echo "$name" | grep -qE "$only" || return
  for class in $classes; do
    rm -rf job* whole*
    # shellcheck disable=SC2086
    inject_class -m "$most" $slice -j 2 "$@" >report 2>&1 || fail "$name, $class:"
    [ ! -s report ] || sed "s/^/$name $class: /" report
  done
}

# All functions of HDF5 that the program calls can be made to fail.
grep -ohE 'H5[A-Z]?[a-z][a-z0-9_]*\(' "$source"/src/sim/*/*.c | sort -u |
  while read -r call; do
    case $call in H5E* | H5Idec_ref* | H5dont_atexit*)
      continue ;;
    esac
    grep -qF "${call%(}" "$source"/tests/faults/calls.*  ||
      echo "${call%(} is missing in calls.def"
  done >missing
[ ! -s missing ] || fail "$(cat missing)"

# ---- inputs -----------------------------------------------------------------

cat >point.yaml <<'INPUT'
case: a point
material: michel-suquet
path:
  - {time: 1, steps: 3, strain: {xx: 2e-3}, stress: {yy: 0}}
INPUT
cat >points.yaml <<'INPUT'
case: points that differ
material: norton
solver: {engine: interp, tangent: true}
points:
  count: 30
  seed: 3
  variables: {K: {normal: [115, 2]}}
path:
  - {time: 1, steps: 2, strain: {xx: 1e-3}, stress: {yy: 0}}
output: {columns: [strain, stress, tangent], times: [0.5, 1]}
INPUT
cat >scattered.yaml <<'INPUT'
case: points in two shards
material: linear-elastic
solver: {engine: interp, scheme: implicit-euler}
points: {count: 8200, variables: {d: direction}}
path: [{time: 1, strain: {xx: '1e-3*d[xx]'}}]
output: {columns: [stress], times: last}
INPUT
layers 3 | sed 's/, stress: {yy: 0}//' >plate.yaml
cat >fit.yaml <<'INPUT'
case: two parameters
material: michel-suquet
solver: {engine: interp}
path:
  - {time: 1, steps: 3, strain: {xx: 2e-3}, stress: {yy: 0}}
fit:
  parameters: {E: {start: 50e3}, sigma_Y: {start: 30}}
  tests:
    - table: measured.csv
      strain: [xx, zz, yz, xz, xy]
      stress: [yy]
      compare: [stress.xx]
INPUT
printf "strain.xx\n1e-3\n2e-3\n" >table.csv
"$AUTOMAT" run point.yaml -o measured.csv || exit 99
sed '$s/0/1/g' measured.csv >other.csv

# The archive left by a batch can be resumed and then equals a complete one.
cat >again <<'SCRIPT'
option=
[ -e points.h5 ] && option=--resume
"$AUTOMAT" batch ../points.yaml -o points.h5 --threads 1 $option \
  >repair.out 2>&1 || { cat repair.out; exit 1; }
rm repair.out
command -v h5diff >/dev/null || exit 0
h5diff points.h5 ../whole/points.h5 >/dev/null
SCRIPT

# A page is complete, or states what is missing.
cat >lacking <<'SCRIPT'
[ ! -e zener.html ] || cmp -s zener.html ../whole/zener.html ||
  grep -q 'class="bad"' zener.html
SCRIPT

# ---- commands ---------------------------------------------------------------

files='alloc write read open sync rename'
compiler=${AUTOMAT_CC:-cc}
AUTOMAT_CC=/nowhere/cc
export AUTOMAT_CC
inject help 'alloc write' 4 "$AUTOMAT" help run
inject list "$files" 6 "$AUTOMAT" list schemes
inject schema "$files" 6 "$AUTOMAT" schema case
inject describe "$files" 8 "$AUTOMAT" list materials --describe norton
inject emit "$files" 10 "$AUTOMAT" emit norton --scheme ode23
inject new "$files" 10 "$AUTOMAT" new mine --from norton
inject compare "$files" 10 -w 1 "$AUTOMAT" compare ../measured.csv ../other.csv
inject evaluate "$files" 8 -p rows.csv "$AUTOMAT" evaluate norton \
  ../table.csv -d 1 --engine interp -o rows.csv
inject run "$files" 20 -p rows.csv "$AUTOMAT" run ../point.yaml -o rows.csv
if command -v gnuplot >/dev/null; then
  inject picture "$files process" 6 -p rows.csv "$AUTOMAT" run ../point.yaml \
    -o rows.csv --plot rows.svg --keep-script
fi
inject check "$files load" 8 -v "$AUTOMAT" check linear-elastic \
  --json found.json --junit found.xml
inject fit "$files" 8 "$AUTOMAT" fit ../fit.yaml -o found.yaml \
  --json found.json --curves curves.csv
inject source "$files" 4 "$AUTOMAT" export norton --source -o norton.c
inject report "$files" 4 -p zener.html -r 'sh ../lacking' "$AUTOMAT" report zener --quick -o zener.html
inject study "$files" 6 -p errors.csv -r true "$AUTOMAT" study tangent \
  ../point.yaml -o errors.csv --steps 3 --schemes ode12 --controls internal \
  --threads 1
inject batch "$files hdf5 load" 24 -p points -r 'sh ../again' \
  "$AUTOMAT" batch ../points.yaml -o points.h5 --threads 1
"$AUTOMAT" batch scattered.yaml -o part.h5 --shard 1/2 --quiet || exit 99
"$AUTOMAT" batch scattered.yaml -o part.h5 --shard 2/2 --quiet || exit 99
inject merge "$files hdf5" 10 "$AUTOMAT" merge ../part.1of2.h5 \
  ../part.2of2.h5 -o whole.h5
inject homogenize "$files plan" 10 -p rows.csv \
  "$AUTOMAT" homogenize ../plate.yaml -o rows.csv --threads 1
inject bench "$files" 2 -v "$AUTOMAT" bench --quick --engine interp \
  --scheme ode23 --points 100 --seconds 0.001 --repetitions 1 \
  --threads 1 --json all.json

# Compiled code: a failure gives a warning, and the interpreter is used.
AUTOMAT_CC=$compiler
if command -v cc >/dev/null; then
  inject native "process load ${long:+$files} ${slice:+$files}" 2 -v \
    "$AUTOMAT" batch ../points.yaml -o points.h5 --threads 1 --engine native
  inject export "$files process" 4 "$AUTOMAT" export norton -o norton.so
fi

exit $failed
