#!/bin/sh
# derived.sh: derived columns and expressions of columns in all places that
# select columns.
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

# says FILE TEXT: expects TEXT in FILE
says() {
  grep -qF -- "$2" "$1" && return
  echo "expected '$2' in $1:"
  cat "$1"
  failed=1
}

# sums FILE: checks columns of a run: p is minus the mean stress, q the
# difference of the principal stresses.
sums() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    /^[0-9]/ {
      p = -($at["stress.xx"] + $at["stress.yy"] + $at["stress.zz"])/3
      q = $at["stress.1"] - $at["stress.3"]
      wrong += (p - $at["pressure"])^2 > 1e-24 || (q - $at["q"])^2 > 1e-24
      n++
    }
    END { exit !(n > 2 && !wrong) }' "$1" && return
  echo "wrong sums in $1:"
  cat "$1"
  failed=1
}

cat >case.yaml <<'END_OF_CASE'
case: derived columns of points with parameters of their own
material: michel-suquet
points:
  count: 3
  variables: {n: {uniform: [3, 4]}, a: {uniform: [0.5, 1]}, d: direction}
solver: {engine: interp, tangent: false}
path:
  - {time: 2.5, steps: 3, strain: {xx: "3.5e-3*a", xy: "1e-3*d[xy]"}}
output:
  columns: [time, stress, pressure, triaxiality, principal, mises, strain.eq,
            work.ij, {q: "stress.1 - stress.3", own: "n + 10*a + d[xx]"},
            {name: unit, expression: 2*own},
            {name: load, expression: 12.5*stress.xx, unit: "kN/m"}]
END_OF_CASE

# Batch; one of its points from the case and from the batch file
try 0 batch case.yaml -q -o batch.h5
try 0 run case.yaml --point 2 -o point.csv
try 0 run batch.h5 --point 2 -o again.csv
sums point.csv
try 0 compare --strict --point 2 point.csv batch.h5
try 0 compare --strict again.csv point.csv
awk -F, '/^[0-9]/ { last = $(NF - 2) } END { exit !(last > 8 - 1 && last < 14 + 1) }' \
  point.csv || { echo 'own is not of the point'; failed=1; }

sed -n 2p point.csv | grep -q ',kN/m$' || { echo 'no unit'; failed=1; }
try 0 batch case.yaml --replay 2
mv out replay.yaml
try 0 run replay.yaml -o replay.csv
try 0 compare --strict replay.csv point.csv
says replay.yaml '{name: "load", unit: "kN/m", expression: "12.5*stress.xx"}'

# Columns missing in a file are computed from its stress and strain.
try 0 run case.yaml --point 2 --set output.columns=[time,strain,stress] \
  -o short.csv
try 0 compare short.csv point.csv --columns mises,principal,strain.eq,pressure
says out '6 columns, 4 rows'
try 0 compare batch.h5 short.csv --point 2 --columns mises,triaxiality
says out '2 columns, 4 rows'
try 3 compare short.csv point.csv --columns q
says messages "has no column 'q'"
try 0 run case.yaml --point 2 --set output.columns=[time,stress.xx] -o xx.csv
try 3 compare xx.csv point.csv --columns mises
says messages "'xx.csv' has no column 'mises'"

# Expected values, a sweep, points of a table
cat >elastic.yaml <<'END_OF_CASE'
case: tension
material: linear-elastic
path: [{time: 1, steps: 2, stress: {xx: 30, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}]
output: {columns: [{load: "12.5*stress.xx"}]}
expect:
  - {column: mises, time: 1, value: 30, tolerance: 1e-9}
  - {column: triaxiality, time: 0.5, value: 0.33333333333333333, tolerance: 1e-9}
  - {column: stress.3, time: 1, value: 0, absolute: 1e-9}
  - {column: load, time: 1, value: 375, tolerance: 1e-9}
END_OF_CASE
try 0 check elastic.yaml
try 3 run elastic.yaml --set 'output.columns=[{expression: time}]'
says messages "'name' is missing in a column"
try 3 run elastic.yaml --set 'output.columns=[{name: a.b, expression: time}]'
says messages "invalid column name 'a.b'"
try 3 run elastic.yaml \
  --set 'output.columns=[{name: a, expression: time, units: s}]'
says messages "unknown key 'units' in a column, expected one of name"
try 3 run elastic.yaml --set 'output.columns=[{name: stress.xx, unit: GPa}]'
says messages "column 'stress.xx' has no expression: expected {name: NAME, exp"
try 3 run elastic.yaml --set 'output.columns=[{load: 2*stress.xx, unit: N}]'
says messages "unknown key 'load' in a column, expected one of name"
sed 's/value: 30/value: 31/' elastic.yaml >wrong.yaml
try 1 check wrong.yaml
try 0 study sweep elastic.yaml --over path.1.stress.xx=10,20 \
  --columns load,mises -o swept.csv
grep -q '^10,125,10,' swept.csv ||
  { echo 'wrong sweep:'; cat swept.csv; failed=1; }
printf 'stress.xx,stress.yy,stress.zz\n30,0,0\n-9,-9,-9\n' >points.csv
try 0 evaluate linear-elastic points.csv --columns mises,principal,pressure
awk -F, 'NR == 3 { a = $(NF - 4) - 30; b = $(NF - 3) - 30; c = $NF + 10 }
  NR == 4 { d = $(NF - 4); e = $(NF - 1) + 9; f = $NF - 9 }
  END { exit !(a*a + b*b + c*c + d*d + e*e + f*f < 1e-20) }' out ||
  { echo 'wrong points:'; cat out; failed=1; }
try 2 evaluate linear-elastic points.csv --columns mises,presure
says messages "did you mean 'pressure'?"
try 2 evaluate linear-elastic points.csv --columns energy
says messages "the column 'energy' is always written"
try 2 evaluate linear-elastic points.csv --columns stress
says messages "the column 'stress' is always written"

# Conditions in a path; in tension the stress increases by E = 210e3 MPa per
# unit of time.
cat >until.yaml <<'END_OF_CASE'
case: until
material: linear-elastic
path: [{duration: 1, steps: 10, strain: {xx: 1e-2}, stress: {others: 0},
        until: "mises >= 70 and twice >= 100"}]
output: {columns: [mises, {twice: 2*stress.1}]}
END_OF_CASE
try 0 run until.yaml
tail -1 out | awk -F, '{ exit !(($1 - 70)^2 + ($2 - 140)^2 < 1e-14) }' ||
  { echo 'no event:'; cat out; failed=1; }

try 3 run until.yaml --set path.1.until='work.xx >= 1'
says messages "'work.xx' cannot be used in 'until'"

# Means of a volume element
cat >cell.yaml <<'END_OF_CASE'
case: laminate
microstructure:
  size: [1, 1, 1]
  grid: [4, 1, 1]
  laminate: {normal: x, layers: [{label: 0, fraction: 0.5},
                                 {label: 1, fraction: 0.5}]}
phases:
  soft: {label: 0, material: linear-elastic, parameters: {E: 1000}}
  hard: {label: 1, material: linear-elastic, parameters: {E: 9000}}
path: [{time: 1, steps: 3, strain: {xx: 1e-3, yz: 2e-4}}]
output:
  columns: [time, stress, pressure, principal, strain.eq,
            {q: "stress.1 - stress.3"}, {share: "hard.stress.yy/stress.yy"}]
END_OF_CASE
try 0 homogenize cell.yaml -o cell.csv
sums cell.csv
try 3 homogenize cell.yaml --set output.columns='[{a: "soft.strss.xx"}]'
says messages "unknown name 'soft.strss.xx' (did you mean 'soft.stress.xx'?)"
try 3 homogenize cell.yaml --set output.columns='[{a: tangent.xx.xx}]'
says messages "use 'effective' or 'average'"
try 0 homogenize cell.yaml --set output.columns='[{a: effective.yz.yz}]'
sed -n 4p out | grep -q '^[1-9]' || { echo 'no tangent:'; cat out; failed=1; }

# A column without a number is reported once; columns with undefined input are
# not reported.
try 0 homogenize cell.yaml --set output.columns='[{a: sqrt(-1 - time)}]' -o a.csv
says messages "column 'a' is undefined in 3 of 4 rows"
cat >undefined.yaml <<'END_OF_CASE'
case: columns without numbers
material: norton
path: [{time: 1, steps: 3, strain: {xx: 1e-3}}]
output: {columns: [{a: log(-stress.xx), b: 2*triaxiality, c: 1/stress.xx,
                    d: 2*a, e: stress.yy/stress.xx}]}
END_OF_CASE
try 0 run undefined.yaml -o undefined.csv
says messages "4:21: warning: column 'a' is undefined in 3 of 4 rows, although"
[ "$(grep -c warning messages)" = 1 ] || { cat messages; failed=1; }
for second in '{time: 2, strain: {xx: 0}}' \
  '{duration: 1, steps: 3, strain: {xx: 2e-3}, until: stress.xx > 200}'; do
  cat >batch.yaml <<END_OF_CASE
case: columns without numbers, points together and each on its own
material: norton
points: {count: 2, variables: {K: {normal: [115, 2]}}}
path: [{time: 1, steps: 3, strain: {xx: 1e-3}}, $second]
output: {columns: [{a: log(-stress.xx), d: 2*a}]}
END_OF_CASE
  rm -f a.h5
  try 0 batch batch.yaml -o a.h5
  says messages "column 'a' is undefined in"
  [ "$(grep -c warning messages)" = 1 ] || { cat messages; failed=1; }
done

# Predefined names
for name in mises pressure triaxiality principal strain.eq; do
  try 0 list columns
  says out "  $name "
  try 0 list cell-columns
  says out "  $name "
done
exit $failed
