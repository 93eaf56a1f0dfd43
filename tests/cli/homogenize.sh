#!/bin/sh
# homogenize.sh: volume elements from the command line: rows, fields, pictures,
# restart files.
. "${srcdir:-.}/tests/cli/support.sh"

absent() {
  [ ! -e "$1" ] || fail "$1 should not exist"
}

no_leftovers() {
  for left in "$1".*; do
    [ ! -e "$left" ] || fail "$left is left behind"
  done
}

lines() {
  found=$(wc -l <"$1")
  [ "$found" -eq "$2" ] || fail "$1: expected $2 lines, found $found"
}

# Value of column $2 in row $3 (from 0) of a table
value() {
  awk -F, -v name="$2" -v row="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
    NR == row + 3 { print $column }' "$1"
}

cat >plate.yaml <<'END'
case: layers of two metals
microstructure:
  grid: [4, 3, 2]
  size: [2, 3, 4]
  laminate: {normal: x, layers: [{label: 1, voxels: 2}, {label: 2, voxels: 2}]}
phases:
  soft: {label: 1, material: michel-suquet}
  hard: {label: 2, material: linear-elastic, parameters: {E: 200e3, nu: 0.3}}
solver: {engine: interp}
homogenization: {equilibrium: 1e-8}
path:
  - {time: 1, steps: 4, strain: {xx: 2e-3, others: 0}, stress: {yy: 0, zz: 0}}
  - {time: 2, steps: 2, strain: {xx: 0}}
output: {file: plate.csv}
END

cat >uniaxial.yaml <<'END'
case: one point on the same path
material: michel-suquet
solver: {scheme: implicit-euler}
path:
  - {time: 1, steps: 4, strain: {xx: 2e-3, others: 0}, stress: {yy: 0, zz: 0}}
  - {time: 2, steps: 4, strain: {xx: 0}}
END

# The table goes to -o, otherwise to output.file, otherwise to standard output.
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1
[ ! -s out ] || fail "the table is on standard output, too"
[ ! -s messages ] || fail "it says something: $(cat messages)"
lines plate.csv 9
no_leftovers plate.csv
[ "$(head -1 plate.csv)" = "time,strain.xx,strain.yy,strain.zz,strain.yz,\
strain.xz,strain.xy,stress.xx,stress.yy,stress.zz,stress.yz,stress.xz,\
stress.xy,iterations,equilibrium,substeps" ] ||
  fail "the columns are $(head -1 plate.csv)"
[ "$(sed -n 2p plate.csv)" = '#s,,,,,,,MPa,MPa,MPa,MPa,MPa,MPa,,,' ] ||
  fail "the units are $(sed -n 2p plate.csv)"
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -o -
cmp -s out plate.csv || fail "standard output has another table"
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -o other.csv \
  --set output.times=last
lines other.csv 3
[ "$(tail -1 other.csv)" = "$(tail -1 plate.csv)" ] ||
  fail "the last row is another one"

# Statistics on standard error
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -v
for text in '4 x 3 x 2 voxels: ' 'soft: 12 voxels, volume fraction 0.500000' \
  'hard: 12 voxels' 'engine interp' '6 of 6 loading steps' 'fields take'; do
  message "$text"
done

# Phase means add up to those of the cell; phase tangents average to the cell's.
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -o phases.csv --set \
  'output.columns=[strain, stress, phases, average.xx.xx, effective.xx]'
for quantity in strain stress; do
  for component in xx yy zz; do
    for phase in soft hard; do
      value phases.csv "$phase.$quantity.$component" 4
    done | awk -v whole="$(value phases.csv $quantity.$component 4)" '
      { sum += $1/2 }
      END { exit (sum - whole)^2 > 1e-16*(whole^2 + 1e-6) }' ||
      fail "means of $quantity.$component do not add up"
  done
done
# Normal to the layers, the effective stiffness is below the average.
value phases.csv average.xx.xx 4 | awk -v \
  effective="$(value phases.csv effective.xx.xx 4)" \
  '{ exit !(effective > 0 && effective < $1) }' ||
  fail "the effective tangent is not below the average"

# Columns of internal variables, of a phase, of one component
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -o some.csv --set \
  'output.columns=[soft.eps_vp.xx, soft.alpha, hard.fraction, soft.substeps]'
[ "$(head -1 some.csv)" = \
  'soft.eps_vp.xx,soft.alpha,hard.fraction,soft.substeps' ] ||
  fail "the columns are $(head -1 some.csv)"
[ "$(value some.csv hard.fraction 2)" = 0.5 ] || fail "half of it is hard"

# Fields at two loading steps, and at all
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 \
  --set 'output.fields={file: layers, times: [0.5, 2]}'
for name in step_0002 step_0006 phase strain stress eps_vp alpha; do
  grep -aq "$name" layers.h5 || fail "there is no $name"
done
! grep -aq step_0000 layers.h5 || fail "fields of a time that is not asked for"
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 --set \
  'output.fields={file: layers.h5, format: hdf5, times: all, values: [stress]}'
[ -s layers.h5 ] || fail "layers.h5 is missing"
no_leftovers layers.h5
for i in 0 1 2 3 4 5 6; do
  grep -aq "step_000$i" layers.h5 || fail "no image of loading step $i"
done

# An invalid path for fields is found before the computation; if fields cannot
# be written later, rows are kept.
echo before >plate.csv
status 4 "$AUTOMAT" homogenize plate.yaml --threads 1 \
  --set "output.fields={file: nowhere/layers}"
message "cannot write 'nowhere/layers.h5'"
[ "$(cat plate.csv)" = before ] || fail "the table of before is lost"
no_leftovers plate.csv

# Limited file size: no crash, and no index of missing data
for blocks in 4 16; do
  for key in 'fields={file: narrow, format: hdf5}' 'restart={every: 1}'; do
    (ulimit -f $blocks; exec "$AUTOMAT" homogenize plate.yaml --threads 1 \
      -o narrow.csv --set "output.$key" --set 'output.columns=[time]' \
      --set 'path=[{time: 1, strain: {xx: 1e-4}}]' \
      --set 'microstructure={grid: [40, 20, 5], size: 1, laminate: {normal: x,
      layers: [{label: 1, voxels: 20}, {label: 2, voxels: 20}]}}' \
      ) >out 2>messages
    found=$?
    [ $found -eq 4 ] || fail "$key in $blocks blocks: status $found"
    message 'File too large'
    absent narrow.h5
    absent narrow.h5.part
    absent narrow.csv.restart.part
    rm -f narrow.*
  done
done

# Single voxel, and prime numbers of voxels
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -o one.csv --set \
  'microstructure={grid: [1, 1, 1], size: [1, 1, 1], laminate: {normal: x,
  layers: [{label: 1, voxels: 1}]}}' \
  --set 'phases={soft: {label: 1, material: michel-suquet}}' \
  --set solver.scheme=implicit-euler --set path.2.steps=4
lines one.csv 11
status 0 "$AUTOMAT" run uniaxial.yaml -o point.csv
for row in 1 4 8; do
  value one.csv stress.xx $row | awk -v point="$(value point.csv stress.xx \
    $row)" '{ exit !(($1 - point)^2 <= 1e-12*point^2) }' ||
    fail "row $row: one voxel is no material point"
done
status 0 "$AUTOMAT" homogenize plate.yaml --threads 1 -o prime.csv --set \
  'microstructure={grid: [7, 5, 3], size: [1, 1, 1], laminate: {normal: x,
  layers: [{label: 1, voxels: 3}, {label: 2, voxels: 4}]}}'
lines prime.csv 9

# Plots
drawn=0
command -v gnuplot >/dev/null || drawn=4
status $drawn "$AUTOMAT" homogenize plate.yaml --threads 1 -o x.csv --set \
  path.1.steps=2 --plot plate.svg --keep-script
if [ $drawn -eq 0 ]; then
  [ -s plate.svg ] || fail "there is no picture"
  grep -q 'von Mises stress' plate.svg || fail "the picture has no map"
fi
grep -q 'with image' plate.svg.gp || fail "the script draws no map"
grep -q "stress {/:Italic σ}_{xx}" plate.svg.gp ||
  fail "the script draws no curve"

# A stopped run continues to the same rows.
grep -v '^output' plate.yaml | sed 's/steps: ./steps: 3000/' >long.yaml
cat >>long.yaml <<'END'
output:
  restart: {every: 5}
  fields: {file: long, format: hdf5, times: [0.01, 2]}
END
whole() {
  "$AUTOMAT" homogenize long.yaml --threads 1 --quiet "$@"
}
status 0 whole -o whole.csv
mv long.h5 whole.h5
lines whole.csv 6003
"$AUTOMAT" homogenize long.yaml --threads 1 --quiet -o long.csv \
  2>messages &
job=$!
wait_for $job [ -e long.csv.restart ]
kill -TERM $job
wait $job
[ $? -eq 143 ] || fail "the status is not that of the signal"
message 'stopped in loading step'
[ -s long.csv.restart ] || fail "there is no restart file"
[ -s long.csv ] || fail "the rows so far are lost"
cp long.csv begun.csv
status 3 "$AUTOMAT" homogenize long.yaml --resume -o long.csv --set case=b
message "cannot resume from 'long.csv.restart': it belongs to another run: the \
list of --set"
cmp -s long.csv begun.csv || fail "a refused restart touches the rows"
status 0 whole --resume -o long.csv
cmp long.csv whole.csv || fail "a run that goes on has other rows"
no_leftovers long.csv
no_leftovers long.h5
if command -v h5diff >/dev/null; then
  h5diff long.h5 whole.h5 || fail "a run that goes on has other fields"
fi
status 2 "$AUTOMAT" homogenize long.yaml --resume -o -
message '--resume needs a results file'

# --resume without a file starts from the beginning.
status 0 "$AUTOMAT" homogenize plate.yaml -o once.csv
status 0 "$AUTOMAT" homogenize plate.yaml -o begun.csv --resume
cut -d, -f1-13 once.csv >rows
cut -d, -f1-13 begun.csv | cmp - rows || fail 'it begins otherwise'

# Rows that cannot be written, plots of unknown format
status 4 "$AUTOMAT" homogenize plate.yaml -o nowhere/x.csv
message 'nowhere/x.csv'
status 2 "$AUTOMAT" homogenize plate.yaml --plot plate.gif
message "unknown picture format 'plate.gif'"
absent x.csv.restart

# A run that does not converge keeps the rows obtained so far.
status 1 "$AUTOMAT" homogenize plate.yaml --threads 1 -o short.csv --set \
  homogenization.iterations=1
message 'loading step 1, to time 0.25, failed'
lines short.csv 3

# Long writes are reported on a terminal only.
if command -v script >/dev/null; then
  cat >large.yaml <<'END'
case: large
microstructure: {grid: 96, laminate: {normal: x, layers: [{label: 1, voxels: 96}]}}
phases: {all: {label: 1, material: linear-elastic}}
solver: {engine: interp}
path: [{time: 1, strain: {xx: 1e-3}}]
output: {fields: {file: large, format: hdf5, values: [stress]}}
END
  script -qec "$AUTOMAT homogenize large.yaml -o large.csv" /dev/null \
    </dev/null >terminal 2>&1
  grep -q 'writing the fields of all voxels, 42.5 MB ...' terminal ||
    fail "a terminal sees: $(cat terminal)"
  status 0 "$AUTOMAT" homogenize large.yaml -o large.csv
  [ ! -s messages ] || fail "a file sees: $(cat messages)"
  rm large.h5
fi

# A case with expectations is a check; others get a message.
cat >>plate.yaml <<'END'
expect:
  - {column: soft.stress.yy, time: 2, value: 0, absolute: 1e3}
  - {column: stress.yy, time: 1, value: 0, absolute: 1e-4}
END
status 0 "$AUTOMAT" check plate.yaml --engine interp
sed 's/value: 0, absolute: 1e3/value: 1, absolute: 1e-9/' plate.yaml >bad.yaml
status 1 "$AUTOMAT" check bad.yaml --engine interp
status 3 "$AUTOMAT" run plate.yaml
message "run it with 'automat homogenize CASE'"
status 3 "$AUTOMAT" batch plate.yaml -o x.h5
message "run it with 'automat homogenize CASE'"

exit $failed
