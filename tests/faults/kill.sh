#!/bin/sh
# kill.sh: after SIGKILL at any time, --resume gives the same results as an
# uninterrupted run, bit for bit. A few times, many with AUTOMAT_LONG_TESTS;
# $AUTOMAT_SEED selects others.
. "${srcdir:-.}/tests/cli/support.sh"
times=3
[ -z "${AUTOMAT_LONG_TESTS:-}" ] || times=60
seed=${AUTOMAT_SEED:-1}

cat >many.yaml <<'INPUT'
case: many points
material: norton
solver: {engine: interp}
points:
  count: 4000
  seed: 3
  variables: {K: {normal: [115, 2]}}
path:
  - {time: 1, steps: 2, strain: {xx: 1e-3}, stress: {yy: 0}}
output: {columns: [stress, eps_p], times: last}
INPUT
layers 30 >plate.yaml
cat >>plate.yaml <<'INPUT'
output:
  restart: {every: 1}
  fields: {file: plate, format: hdf5, times: [0.5, 1]}
INPUT

# draw SECONDS I: sets `pause` to a random time below SECONDS.
draw() {
  pause=$(awk -v seed="$((seed * 1000 + $2))" -v whole="$1" 'BEGIN {
    srand(seed); rand(); printf "%.3f\n", rand()*whole }')
}

# killed WORD...: starts automat and kills it after `pause`.
killed() {
  "$AUTOMAT" "$@" >out 2>messages &
  job=$!
  sleep "$pause"
  kill -KILL $job 2>/dev/null
  wait $job 2>/dev/null
}

seconds() {
  begin=$(date +%s.%N)
  "$@" >out 2>messages || { fail "$*"; cat messages; exit 1; }
  end=$(date +%s.%N)
  awk -v begin="$begin" -v end="$end" 'BEGIN { print end - begin }'
}

# same WHOLE FILE: all numbers of two HDF5 files have the same bits.
same() {
  "$FAULTS/same" "$1" "$2" >differences 2>&1 && return
  fail "killed after $pause s of $whole: $2 is another: $(head -3 differences)"
}

gone() {
  for left in "$@"; do
    [ ! -e "$left" ] || fail "$left is left behind"
  done
}

options='--threads 2 --quiet'
batch() {
  # shellcheck disable=SC2086
  "$AUTOMAT" batch many.yaml -o "$@" $options
}

whole=$(seconds batch whole.h5) || { echo "$whole"; exit 1; }
cut=0 unfinished=0 i=0
# At least one run is interrupted and resumed, however fast the machine.
while [ $i -lt $times ] || [ $unfinished -eq $i ]; do
  i=$((i + 1))
  rm -f many.*5*
  draw "$whole" "$i"
  # shellcheck disable=SC2086
  killed batch many.yaml -o many.h5 $options
  [ ! -e many.h5 ] || cut=$((cut + 1))
  # Before the file exists, there is nothing to resume.
  if ! batch many.h5 --resume >out 2>messages; then
    grep -q 'cannot resume' messages ||
      fail "killed after $pause s of $whole: $(cat messages)"
    unfinished=$((unfinished + 1))
    whole=$(awk -v whole="$whole" 'BEGIN { print 2*whole }')
    rm -f many.h5
    status 0 batch many.h5
  fi
  cmp whole.h5 many.h5 || fail "killed after $pause s: other bytes"
  gone many.h5.part
done
echo "batch: $i killed, $cut of them at work, $unfinished before"

options='--threads 1 --quiet'
homogenize() {
  # shellcheck disable=SC2086
  "$AUTOMAT" homogenize plate.yaml -o "$@" $options
}

whole=$(seconds homogenize plate.csv) || { echo "$whole"; exit 1; }
mv plate.csv whole.csv
mv plate.h5 whole-fields.h5
cut=0
for i in $(seq $times); do
  rm -f plate.csv* plate.h5*
  draw "$whole" "$i"
  # shellcheck disable=SC2086
  killed homogenize plate.yaml -o plate.csv $options
  if [ -e plate.csv.restart ]; then
    cut=$((cut + 1))
    status 0 homogenize plate.csv --resume
  else
    status 0 homogenize plate.csv
  fi
  cmp plate.csv whole.csv || fail "killed after $pause s of $whole: other rows"
  same whole-fields.h5 plate.h5
  gone plate.csv.restart plate.csv.restart.part plate.h5.part plate.csv.part
done
echo "homogenize: $times killed, $cut of them with a restart file"

exit $failed
