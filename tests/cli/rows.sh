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
  found=$(sed 1,2d "$file" | cut -d, -f1 | awk '{ printf "%.9g ", $1 }')
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
sed '/^output/s/}/, rows: segments}/' case.yaml >segments.yaml
try 0 run segments.yaml --point 2 --set output.rows=all -o all.csv
shows all.csv 0 1 2 3 4 5 6 7 8 9 10

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

# Extremes of cycles and segments: with nu = 0, stress.xx is 1000 strain.xx.
cat >cycles.yaml <<'END'
case: cycles
material: linear-elastic
parameters: {E: 1000, nu: 0}
path:
  - {duration: 1, steps: 2, strain: {xx: 2e-3}}
  - repeat: 2
    segments:
      - {duration: 2, steps: 3, strain: {xx: -1e-3}}
      - repeat: 2
        segments:
          - {duration: 1, steps: 2, strain: {xx: 3e-3}}
          - {duration: 1, steps: 2, strain: {xx: 0}}
  - {duration: 4, strain: {xx: 4e-3}}
  - {repeat: 1, segments: [{duration: 5, steps: 2, strain: {xx: -6e-3}}]}
output: {columns: [stress.xx, time], rows: peaks}
END
try 0 run cycles.yaml -q -o peaks.csv
cat >expected <<'END'
cycle,time,max.stress.xx,min.stress.xx,mean.stress.xx,range.stress.xx
#,s,MPa,MPa,MPa,MPa
0,1,2,0,1,2
1,7,3,-1,1,4
2,13,3,-1,1,4
0,17,4,0,2,4
3,22,4,-6,-1,10
END
awk -F, 'NR == FNR { for (i = 1; i <= 6; i++) e[NR, i] = $i; n = NR; next }
  { for (i = 1; i <= 6; i++)
      if (FNR < 3 ? $i != e[FNR, i] : ($i - e[FNR, i])^2 > 1e-20) bad = 1 }
  END { exit bad || FNR != n }' expected peaks.csv || {
  echo "extremes: $(cat peaks.csv)"
  failed=1
}
try 0 run cycles.yaml -q --set 'path=[{repeat: 2, segments: [{duration: 1,
  strain: {xx: 2e-3}}]}]' -o peaks.csv
[ "$(sed 1,2d peaks.csv)" = "1,1,2,0,1,2
2,2,2,2,2,0" ] || {
  echo "extremes without a segment before: $(cat peaks.csv)"
  failed=1
}
# Segments without cycles are divided at reversals: of a table with a hold, of
# xy although the stresses of other components are prescribed, and of F and P.
# peaks NAME EXPECTED ARGUMENT...: time, maximum and minimum of all parts.
peaks() {
  name=$1 extremes=$2
  shift 2
  try 0 run cycles.yaml -q "$@" -o peaks.csv
  found=$(awk -F, 'NR > 2 { printf "%.6g %.6g %.6g;", $2, $3,
    $4*$4 < 1e-18 ? 0 : $4 }' peaks.csv)
  [ "$found" = "$extremes" ] && return
  echo "reversals of $name: expected $extremes, found $found"
  failed=1
}
printf 'time,strain.xx\n0,0\n1,1e-3\n2,1e-3\n3,-2e-3\n4,4e-3\n5,5e-3\n' >t.csv
peaks 'a table' '2 1 0;3 1 -2;5 5 -2;' --set 'path=[{table: t.csv}]'
sine='"1e-3*sin(pi*t/2)"'
peaks 'a sine' '1 1 0;3 1 -1;5 1 -1;6 1 0;' --set output.columns=[stress.xy] \
  --set "path=[{time: 6, steps: 36, strain: {xy: $sine}, stress: {others: 0}}]"
peaks 'a stress after a strain' '1 1 0;2 2 1;5 2 -1.41421;' --set "path=[
  {time: 1, strain: {xx: 1e-3}},
  {time: 5, steps: 8, stress: {xx: '2*sin(pi*t/4)', others: 0}}]"
sed 's/strain/F/; s/,1e-3/,1.1/; s/,-2e-3/,0.9/; s/,0$/,1/; s/,[45]e-3/,1/' t.csv \
  >F.csv
peaks 'F' '2 1.1 1;3 1.1 0.9;5 1 0.9;' --set output.columns=[F.xx] \
  --set kinematics=logarithmic --set 'path=[{table: F.csv}]'
peaks 'P' '1 3 0;3 3 -3;4 0 -3;' --set output.columns=[P.xx] \
  --set kinematics=logarithmic --set "path=[{time: 4, steps: 8,
  P: {xx: '3*sin(pi*t/2)', others: 0}, F: {yx: 0, zx: 0, zy: 0}}]"

try 0 run cycles.yaml -q --cycles 3,1 -o peaks.csv
[ "$(sed 1,2d peaks.csv | cut -d, -f1 | tr '\n' ' ')" = '1 3 ' ] || failed=1

# Rows of chosen cycles, with those at their start
columns='{columns: [time]}'
try 0 run cycles.yaml -q --cycles 2,3 --set output="$columns" -o chosen.csv
shows chosen.csv 7 7.66666667 8.33333333 9 9.5 10 10.5 11 11.5 12 12.5 13 17 \
  19.5 22
try 2 run cycles.yaml --cycles 4
grep -qF "expected '--cycles' to be whole numbers from 1 to 3, the number of \
cycles of the path, found '4'" messages || failed=1
try 2 run cycles.yaml --cycles 1,,2
try 2 run case.yaml --point 1 --cycles 1
grep -q "needs a path with cycles: passes of a segment with 'repeat'" messages ||
  failed=1
try 3 batch case.yaml --set output.rows=peaks -o peaks.h5
grep -q "'rows: peaks' is available only for 'automat run'" messages || failed=1
try 3 homogenize cell.yaml --set 'output={columns: [time], rows: peaks}'
grep -q "'rows: peaks' is available only for 'automat run'" messages || failed=1

# A run that fails before the first chosen cycle has no rows and no picture.
try 1 run cycles.yaml --set material=michel-suquet --set parameters={} \
  --set 'solver={scheme: ode23, max_substeps: 1, rtol: 1e-12}' --cycles 2 \
  --set output="$columns" --plot none.svg -o none.csv
[ "$(wc -l <none.csv)" -eq 2 ] && [ ! -e none.svg ] || failed=1

# Each chosen cycle is a curve.
try $(command -v gnuplot >/dev/null && echo 0 || echo 4) run cycles.yaml -q \
  --cycles 1,2 --x strain.xx --y stress.xx --plot x.svg --keep-script
[ "$(grep -c "title 'cycle [12]'" x.svg.gp)" -eq 2 ] || failed=1
[ "$(sed -n '/^$panel1_curve2 <</,/^END/p' x.svg.gp | wc -l)" -eq 14 ] ||
  failed=1

cat >creep.yaml <<'END'
case: what is expected is of the run, not of what is written
material: linear-elastic
path: [{time: 7, steps: 7, strain: {xx: 7e-3}}]
output: {columns: [time], every: 5}
expect: [{column: strain.xx, time: 3, value: 3e-3, tolerance: 1e-9}]
END
try 0 check creep.yaml
exit $failed
