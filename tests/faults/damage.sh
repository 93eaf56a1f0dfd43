#!/bin/sh
# damage.sh: after damage on disk, or changes by another program, --resume gives
# the correct results or a message, for restart files and archives of batches. A
# few changes, many with AUTOMAT_LONG_TESTS; $AUTOMAT_SEED selects others.
. "${srcdir:-.}/tests/cli/support.sh"
times=6
[ -z "${AUTOMAT_LONG_TESTS:-}" ] || times=300
seed=${AUTOMAT_SEED:-1}

cat >many.yaml <<'INPUT'
case: many points
material: linear-elastic
solver: {engine: interp}
points:
  count: 3000
  seed: 3
  variables: {E: {normal: [200e3, 5e3]}}
path:
  - {time: 1, steps: 300, strain: {xx: 1e-3}, stress: {yy: 0}}
output: {columns: [stress], times: last}
INPUT
layers 100 >plate.yaml
cat >>plate.yaml <<'INPUT'
output:
  restart: {every: 1}
  fields: {file: plate, format: hdf5, times: [0.5, 1]}
INPUT

# judge NAME COMMAND...: examines the exit status with damaged input; true if
# the command succeeded and its numbers are to be compared.
judge() {
  what=$1
  shift
  timeout "$limit" "$AUTOMAT" "$@" --quiet >out 2>messages
  found=$?
  case $found in
    0) on=$((on + 1)); return 0 ;;
    [34]) [ "$(grep -c 'error: ' messages)" -eq 1 ] ||
      { fail "$what, $(cat damage): status $found"; cat messages; } ;;
    *) fail "$what, $(cat damage): status $found"; cat messages ;;
  esac
  return 1
}

# changed FILE I: damages a copy of the file, except for I = 0; the damage
# depends only on the seed and I.
changed() {
  echo 'no damage' >damage
  [ "$2" -gt 0 ] || return
  "$FAULTS/damage" "$1" $((seed * 100000 + $2)) >damage ||
    fail "$1 is not to be damaged"
}

same() {
  "$FAULTS/same" "$1" "$2" >differences 2>&1 && return
  fail "$(cat damage): $2 is another: $(head -3 differences)"
}

status 0 "$AUTOMAT" batch many.yaml -o whole.h5 --threads 1 --quiet
"$AUTOMAT" batch many.yaml -o begun.h5 --threads 1 --quiet &
job=$!
whole=$(wc -c <whole.h5)
until [ -e begun.h5 ] &&
  [ "$(wc -c <begun.h5)" -gt $((whole * 6 / 10)) ]; do
  kill -0 $job || break
  sleep 0.01
done
kill -INT $job 2>/dev/null
wait $job
on=0
for i in $(seq 0 $times); do
  cp begun.h5 many.h5
  changed many.h5 "$i"
  judge archive batch many.yaml -o many.h5 --resume --threads 1 &&
    same whole.h5 many.h5
done
[ $on -gt 0 ] || fail "no archive went on"
echo "archives: $times damaged, $on of them went on"

status 0 "$AUTOMAT" homogenize plate.yaml -o plate.csv --threads 1 --quiet
mv plate.csv whole.csv
mv plate.h5 whole-fields.h5
"$AUTOMAT" homogenize plate.yaml -o plate.csv --threads 1 --quiet &
job=$!
while [ ! -e plate.csv.restart ] && kill -0 $job 2>/dev/null; do
  sleep 0.01
done
kill -KILL $job 2>/dev/null
wait $job 2>/dev/null
[ -e plate.csv.restart ] || { fail "no restart file"; exit $failed; }
mkdir begun
mv plate.[ch]* begun
on=0
for i in $(seq 0 $times); do
  rm -f plate.[ch]*
  cp begun/* .
  changed plate.csv.restart "$i"
  judge 'restart file' homogenize plate.yaml -o plate.csv --threads 1 \
    --resume || continue
  cmp plate.csv whole.csv || fail "$(cat damage): other rows"
  same whole-fields.h5 plate.h5
done
[ $on -gt 0 ] || fail "no restart file went on"
echo "restart files: $times damaged, $on of them went on"

exit $failed
