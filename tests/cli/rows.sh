#!/bin/sh
# rows.sh: rows selected by output.every and output.rows, for batches and volume
# elements; checks use all rows.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

# try STATUS ARGUMENT...: expects the exit status; output goes to ./out and
# ./messages.
try() {
  expected=$1
  shift
  "$AUTOMAT" "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] && return
  echo "$*: expected status $expected, found $found"
  cat out messages
  failed=1
}

# shows FILE TIME...: compares the first column
shows() {
  file=$1
  shift
  found=$(sed 1,2d "$file" | cut -d, -f1 | tr '\n' ' ')
  [ "$found" = "$* " ] && return
  echo "$file: expected the times $*, found $found"
  failed=1
}

cat >case.yaml <<'END'
case: points
material: norton
points: {count: 2, variables: {a: {uniform: [1, 2]}}}
solver: {engine: interp}
path:
  - {time: 3, steps: 3, stress: {xx: 10*a, others: 0}}
  - {time: 10, steps: 7, hold: true}
output: {columns: [time, strain.xx]}
END
for rows in every=4 rows=4 rows=segments; do
  try 0 batch case.yaml -q --set output.$rows -o $rows.h5
  try 0 run case.yaml --point 2 --set output.$rows -o $rows.csv
  try 0 compare --strict --point 2 $rows.csv $rows.h5
done
shows every=4.csv 0 4 8 10
shows rows=4.csv 0 4 8 10
shows rows=segments.csv 0 3 10

cat >cell.yaml <<'END'
case: a cell of one voxel
microstructure: {size: [1, 1, 1], grid: [1, 1, 1],
                 laminate: {normal: x, layers: [{label: 0, fraction: 1}]}}
phases: {all: {label: 0, material: linear-elastic}}
path: [{time: 4, steps: 4, strain: {xx: 1e-3}},
       {time: 7, steps: 3, strain: {xx: 0}}]
output: {columns: [time, strain.xx], every: 3}
expect: [{column: strain.xx, time: 4, value: 1e-3, tolerance: 1e-9}]
END
try 0 homogenize cell.yaml -o cell.csv
shows cell.csv 0 3 6 7
try 0 homogenize cell.yaml --set output='{columns: [time], rows: segments}' \
  -o ends.csv
shows ends.csv 0 4 7
try 0 check cell.yaml

cat >creep.yaml <<'END'
case: what is expected is of the run, not of what is written
material: linear-elastic
path: [{time: 7, steps: 7, strain: {xx: 7e-3}}]
output: {columns: [time], every: 5}
expect: [{column: strain.xx, time: 3, value: 3e-3, tolerance: 1e-9}]
END
try 0 check creep.yaml
exit $failed
