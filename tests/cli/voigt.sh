#!/bin/sh
# voigt.sh: equivalence of tensor components and Voigt notation.
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

# Isotropic elasticity, lambda = mu = 120e3: the shear entry of the Voigt matrix
# is mu, sigma = mu gamma, and the work is that of gamma.
cat >elastic.yaml <<'END_OF_CASE'
case: shear
material: linear-elastic
notation: voigt
path:
  - {strain: {xy: 4e-3}, rate: 1e-3, steps: 2}
  - {duration: 1, steps: 2, strain: {xy: "4e-3 + 1e-3*(t - 4)", yz: 2e-3}}
output:
  columns: [time, strain.xy, strain.yz, stress.xy, tangent.xy, work,
            {mu: stress.xy/strain.xy}]
expect:
  - {column: strain.xy, time: 4, value: 4e-3, tolerance: 1e-12}
  - {column: strain.xy, time: 5, value: 5e-3, tolerance: 1e-12}
  - {column: strain.yz, time: 4.5, value: 1e-3, tolerance: 1e-12}
  - {column: tangent.xy.xy, time: 5, value: 120e3,
     tolerance: 1e-9}
  - {column: tangent.xx.yy, time: 5, value: 120e3,
     tolerance: 1e-9}
  - {column: tangent.xx.xy, time: 5, value: 0, absolute: 1e-6}
  - {column: stress.xy, time: 5, value: 600, tolerance: 1e-9}
  - {column: mu, time: 5, value: 120e3, tolerance: 1e-9}
  - {column: work, time: 4, value: 0.96, tolerance: 1e-9}
  - {column: strain.eq, time: 4, value: 2.309401076758503e-3, tolerance: 1e-9}
END_OF_CASE
try 0 check elastic.yaml

# Complete law in both notations: the same numbers after conversion, also as
# table of a path, reference, or batch file.
cat >tensor.yaml <<'END_OF_CASE'
case: both
material: michel-suquet
initial: {strain: {xz: 1e-4}}
points: {count: 2, variables: {a: {uniform: [1, 2]}}}
solver: {engine: interp, tangent: true}
path:
  - {time: 1, steps: 2, strain: {xy: "1e-3*a", yz: 2e-3}, stress: {xx: 10}}
  - {time: 2, steps: 2, strain: {xy: 2e-3}, stress: {yz: 5}}
output:
  columns: [time, strain, stress, internal, tangent, derivative.eps_vp,
            derivative.alpha, {g: 2*strain.xy}]
END_OF_CASE
sed 's/^points/notation: voigt\n&/; s/xz: 1e-4/xz: 2e-4/; s/1e-3.a/2e-3*a/
     s/yz: 2e-3/yz: 4e-3/; s/xy: 2e-3/xy: 4e-3/; s/g: 2.strain/g: strain/' \
  tensor.yaml >voigt.yaml
for name in tensor voigt; do
  try 0 batch $name.yaml -q -o $name.h5
  try 0 run $name.yaml --point 2 -o $name.csv
done
says voigt.csv '# notation: voigt'
if grep -q notation tensor.csv; then
  echo 'a tensor is called Voigt'
  failed=1
fi
cmp -s tensor.csv voigt.csv && { echo 'no difference'; failed=1; }
try 0 compare --strict voigt.csv tensor.csv
try 0 compare --strict voigt.h5 tensor.h5
try 0 compare --strict --point 2 voigt.csv tensor.h5
try 0 run voigt.h5 --point 2 -o again.csv
try 0 compare --strict again.csv voigt.csv
cmp -s again.csv voigt.csv || { echo 'another notation'; failed=1; }
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  /^[0-9]/ { n++; d = $at["g"] - $at["strain.xy"]; bad += d*d > 0 }
  END { exit !(n == 5 && !bad) }' voigt.csv || { echo 'wrong g'; failed=1; }

# A table in either notation gives the same run in a case of either notation.
for notation in tensor voigt; do
  cat >table.yaml <<END_OF_CASE
case: table
material: michel-suquet
notation: $notation
initial: {strain: {xz: $([ $notation = voigt ] && echo 2e-4 || echo 1e-4)}}
path: [{table: voigt.csv, strain: [others]}]
output: {file: of.$notation.csv, columns: [time, strain, stress]}
expect: [{file: voigt.csv.part, tolerance: 1e-9}]
END_OF_CASE
  grep '#' voigt.csv | sed 1d >mark
  cut -d, -f1-7 voigt.csv | grep -v notation | sed '2r mark' >voigt.csv.part
  try 0 run table.yaml
  try 0 check table.yaml
done
try 0 compare --strict of.voigt.csv of.tensor.csv

# Volume element
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
path: [{time: 1, steps: 2, strain: {xy: 1e-3}}]
output: {columns: [time, strain, stress, effective, average, phases]}
END_OF_CASE
sed 's/^path/notation: voigt\n&/; s/xy: 1e-3/xy: 2e-3/' cell.yaml >engineer.yaml
for name in cell engineer; do
  try 0 homogenize $name.yaml -o $name.csv
done
says engineer.csv '# notation: voigt'
cmp -s cell.csv engineer.csv && { echo 'no difference'; failed=1; }
try 0 compare --strict engineer.csv cell.csv

cat >file.yaml <<'END_OF_CASE'
case: file
material: linear-elastic
notation: voigt
points: {file: nowhere.h5}
END_OF_CASE
try 3 batch file.yaml -o file.h5
says messages "a file of points cannot be combined with 'notation: voigt'"
# Points of evaluate: the stress is 2 mu eps, mu = 120e3, in either notation.
shear() {
  printf "$1" >points.csv
  try 0 evaluate linear-elastic points.csv -o shear.csv
  awk -F, -v want="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "stress.xy")
    c = i } NR == 3 { d = $c/want - 1; exit !(d*d < 1e-24) }' shear.csv ||
    { echo "$1: expected the shear stress $2"; cat shear.csv; failed=1; }
}
shear 'strain.xy,strain0.xy\n2e-3,1e-3\n' 480
shear 'strain.xy,strain0.xy\n# notation: voigt\n2e-3,1e-3\n' 240
awk -F, 'NR == 3 { d = $15/0.18 - 1; exit !(d*d < 1e-24) }' shear.csv ||
  { echo 'expected the work from gamma = 1e-3 to 2e-3'; cat shear.csv; failed=1; }

# The notation line may precede the names; its value must be known.
shear '# a rig\n# notation: voigt\nstrain.xy\n2e-3\n' 240
for word in Voigt tensor 'engineering shear'; do
  printf "strain.xy\n# notation: $word\n2e-3\n" >points.csv
  try 3 evaluate linear-elastic points.csv
  says messages "points.csv:2:3: error: expected 'notation: voigt', or a line without 'notation', found 'notation: $word'"
done

try 3 run elastic.yaml --set notation=foigt
says messages "did you mean 'voigt'?"
exit $failed
