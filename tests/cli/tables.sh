#!/bin/sh
# tables.sh: laboratory tables have the same meaning in a path and in a test of
# a fit.
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

# History of strain.xx and stress.yy.  Strain yz, like all components that are
# not prescribed, keeps its initial value.
cat >plain.csv <<'END'
time,strain.xx,stress.yy
#s,,MPa
1,1e-3,2
2,2.5e-3,-3
4,3e-3,0
END
printf '%s\r\n' '"Zeit [s]";"Dehnung, techn.";"Kraft [kN]";' 's;%;kN;' \
  '1;0,1;0,2;' '2;0,25;-0,3;' '"4";"0,3";0;' >laboratory.csv
cat >plain.yaml <<'END'
case: table
material: michel-suquet
initial: {strain: {yz: 4e-4}}
solver: {rtol: 1e-6, atol: 1e-9, tangent: false}
path: [{table: plain.csv}]
output: {columns: [time, strain.xx, stress.xx, stress.yz, stress.yy]}
END
cat >columns.txt <<'END'
[{column: "Zeit [s]", as: time}, {column: "Dehnung, techn.", as: strain.xx},
 {column: "Kraft [kN]", as: stress.yy, scale: 10}]
END
columns=$(tr '\n' ' ' <columns.txt)
sed "s/table: plain.csv/table: laboratory.csv, columns: $columns/" plain.yaml \
  >laboratory.yaml
try 0 run plain.yaml -o plain.out.csv
try 0 run laboratory.yaml -o laboratory.out.csv
try 0 compare --atol 1e-9 laboratory.out.csv plain.out.csv

# Units in names, unless there is a line of units, or a scale
named='[{column: "t (min)", as: time}, {column: "Strain (%)", as: strain.xx},
  {column: "Load [kN]", as: stress.yy, scale: 10}]'
named=$(printf '%s' "$named" | tr '\n' ' ')
sed "s/table: plain.csv/table: named.csv, columns: $named/" plain.yaml \
  >named.yaml
names='t (min);Strain (%);Load [kN]'
{ echo "$names"
  awk -F, 'NR > 2 { printf "%.17g;%.17g;%.17g\n", $1/60, 100*$2, $3/10 }' \
    plain.csv; } >named.csv
try 0 run named.yaml -o named.out.csv
try 0 compare --atol 1e-9 named.out.csv plain.out.csv
sed 's/, scale: 10//' named.yaml >force.yaml
try 3 run force.yaml
says messages "the unit of stress.yy is 'kN'"
{ printf '%s\n' "$names" 's;-;N'
  awk -F, 'NR > 2 { print $1 ";" $2 ";" $3/10 }' plain.csv; } >named.csv
try 0 run named.yaml -o named.out.csv
try 0 compare --atol 1e-9 named.out.csv plain.out.csv

# Lines above the names: a note suggests 'skip', also if they have as many cells
# as the names, and the table is then read.
while read -r skip line lines; do
  printf "$lines" | cat - laboratory.csv >headed.csv
  sed 's/table: laboratory/table: headed/' laboratory.yaml >headed.yaml
  try 3 run headed.yaml
  says messages "note: with 'skip: $skip' beside 'table', the column names are \
'Zeit [s]', 'Dehnung, techn.', 'Kraft [kN]' in line $line"
  sed -i "s/table: headed.csv/&, skip: $skip/" headed.yaml
  try 0 run headed.yaml -o headed.out.csv
  try 0 compare --strict headed.out.csv laboratory.out.csv --rtol 0 --atol 0
done <<'END'
2 4 Machine;17\nOperator\n\n
3 4 Machine;17;\nA;B;C\n1;2;3\n
1 2 Machine,17,3\n
END
printf 'Zeit;strain.xx\n1;5\n2;7\n' >headed.csv
sed 's/table: plain/table: headed/' plain.yaml >headed.yaml
try 3 run headed.yaml
! grep -q 'note:' messages || { cat messages; failed=1; }

# A column that only 'others' excludes is reported.
try 0 run plain.yaml --set 'path.1={table: plain.csv, stress: [others]}'
says messages "warning: the column strain.xx is not used, because"
says messages "add 'strain: [xx]' to prescribe it, or write 'stress: [xx, others]'"
for lists in 'strain: [xx], stress: [others]' 'stress: [xx, others]'; do
  try 0 run plain.yaml --set "path.1={table: plain.csv, $lists}"
  ! grep warning messages || failed=1
done

# Results of the path as measurements of a test with the same table: zero
# misfit, except with a different initial strain.
awk -F, 'NR == 1 || /^#/ { print; next } $1 > 0 { print }' plain.out.csv |
  cut -d, -f1,2,3,5 >measured.csv
cut -d, -f1,4 plain.out.csv | sed 1,3d | cut -d, -f2 >yz
tr , ';' <measured.csv | tr . , | sed '1s/.*/t;e;s;sy/' >measured.lab.csv
cat >fit.yaml <<'END'
case: fit
material: michel-suquet
initial: {strain: {yz: 4e-4}}
solver: {rtol: 1e-6, atol: 1e-9, tangent: false}
fit:
  parameters: {E: {start: 55e3}}
  tests:
    - {table: measured.csv, strain: [xx], compare: [stress.xx]}
END
sed 's/measured.csv,/measured.lab.csv, columns: [{column: t, as: time},/
     s/strain: .xx.,/{column: e, as: strain.xx}, {column: s, as: stress.xx},\
      {column: sy, as: stress.yy}], strain: [xx],/' fit.yaml >fit.lab.yaml
for file in fit fit.lab; do
  try 0 fit $file.yaml --curves curves.csv
  awk -F, 'NR > 1 && !/^#/ { n++; d = $3 - $4; if (d*d > 1e-12) bad++ }
    END { exit !(n == 3 && !bad) }' curves.csv ||
    { echo "$file: the test is not the path:"; cat curves.csv; failed=1; }
done
try 0 fit fit.yaml --set initial.strain.yz=4e-3 \
  --set fit.parameters.E.min=54e3 --curves curves.csv
awk -F, 'NR > 1 && !/^#/ { d = $3 - $4; if (d*d > 1e-2) far++ }
  END { exit !far }' curves.csv ||
  { echo 'the strain at the start has no effect:'; cat curves.csv; failed=1; }

# Invalid tables: file, line, column, what was found, what was expected.
printf 'Zeit;strain.xx\n1;1,5\n2;x\n' >bad.csv
try 3 run plain.yaml --set path.1.table=bad.csv
says messages "bad.csv:3:3: error: expected a number, found 'x'"
sed -i.old '3s/x/1.5/' bad.csv
try 3 run plain.yaml --set path.1.table=bad.csv
says messages 'bad.csv:3:3: error: expected a number with a decimal comma, as in line 2'
sed -i.old '3s/1.5/1,7/' bad.csv
try 3 run plain.yaml --set path.1.table=bad.csv
says messages "bad.csv:1:1: error: expected a column time, found 'Zeit', 'strain.xx'"
sed -i.old '1s/Zeit/time/; 3s/2/1/' bad.csv
try 0 run plain.yaml --set path.1.table=bad.csv
sed -i.old '$p' bad.csv
try 3 run plain.yaml --set path.1.table=bad.csv
says messages 'bad.csv:4:1: error: times must be increasing: 1 occurs in a third row'

# Units of prescribed columns are converted to those of the material; a unit
# that cannot be converted gives a message.
printf 'case: units\nmaterial: linear-elastic\npath: [{table: units.csv}]\n' \
  >units.yaml
cat >>units.yaml <<'END'
output: {columns: [time, strain.yy, stress.xx], times: last}
END

# units LINE STATUS COMPONENTS: selects COMPONENTS of strain; with STATUS 0,
# compares the last row.
units() {
  printf 'time,stress.xx,strain.yy\n%s\n1,0.1,1e-4\n' "$1" >units.csv
  try "$2" run units.yaml --set "path.1.strain=[$3]"
  [ "$2" -ne 0 ] || last=$(tail -n 1 out)
}
gives() {
  echo "$last" | awk -F, -v t="$1" -v e="$2" -v s="$3" '
    function off(x, y) { return (x - y)^2 > 1e-24*y^2 }
    { exit off($1, t) || off($2, e) || off($3, s) }' && return
  echo "expected $*, found $last"
  failed=1
}
units '#s,MPa,' 0 yy
gives 1 1e-4 0.1
units '#min,GPa,%' 0 yy
gives 60 1e-6 100

units 'h,N/mm^2,um/m' 0 yy
gives 3600 1e-10 0.1
units 'ms,kPa,µm/m' 0 yy
gives 1e-3 1e-10 1e-4
units 'd,N/m²,ppm' 0 yy
gives 86400 1e-10 1e-7
units '#s,ksi,microstrain' 0 yy
gives 1 1e-10 0.6894757293168361
units '#s,MPa,mm' 3 yy
says messages "the unit of strain.yy is 'mm' in 'units.csv', expected none"
units '# a rig
#s,kN,' 3 yy
says messages "the unit of stress.xx is 'kN' in 'units.csv', expected 'MPa' as in the material 'linear-elastic', or a unit that can be converted to it"
units '#s,Mpa,' 3 yy
says messages "the unit of stress.xx is 'Mpa' (did you mean 'MPa'?) in 'units.csv', expected 'MPa'"
units '
# notation: voigt
# a, b and c

#K,MPa,' 3 yy
says messages "the unit of time is 'K'"
units '#turns,MPa,' 3 yy
units '# a rig
# some words, more words, and others' 0 yy
units '#s,kN,' 0 xx
units '#s,MPa,mm/mm' 0 yy

# The same for external fields, tests of a fit, and tables of a material
cat >warm.yaml <<'END'
material: warm
units: {stress: MPa, time: s}
external: {T: {value: 300, unit: K}}
parameters: {E: {kind: table, unit: MPa, file: E.csv}, k: 1}
free_energy: k*interpolate(T, E)*inner(eps, eps)
END
printf 'T,E\n#K,MPa\n200,1\n400,2\n' >E.csv
printf 'case: warm\nmaterial: ./warm.yaml\npath: [{table: warm.csv}]\n' >warm-case.yaml
echo 'output: {columns: [external.T, stress.xx]}' >>warm-case.yaml
cat >warm-fit.yaml <<'END'
case: warm
material: ./warm.yaml
fit:
  parameters: {k: {start: 1.1, min: 0.1}}
  tests: [{table: warm.csv, strain: [xx], compare: [stress.xx]}]
END
warm() {
  printf 'time,strain.xx,external.T,stress.xx\n%s\n1,1e-3,320,3e-3\n2,2e-3,340,6e-3\n' \
    "$1" >warm.csv
  try "$2" run warm-case.yaml --set 'path.1.strain=[xx]'
  cp out warm.out
  try "$2" fit warm-fit.yaml
}
warm '#s,,K,MPa' 0
warm '#,,,' 0
warm '#s,,degC,MPa' 0
grep -q '^593.14*9*[0-9]*,\|^593.15' warm.out || { cat warm.out; failed=1; }
warm '#s,,°F,MPa' 0
grep -q '^433.1499*\|^433.15' warm.out || { cat warm.out; failed=1; }
warm '#s,,mm,MPa' 3
says messages "the unit of external.T is 'mm' in 'warm.csv', expected 'K' as in the material 'warm'"
sed -i.old 's/MPa/GPa/' E.csv
warm '#s,,K,GPa' 0
grep -q '^k *1\.' out && { echo 'k is not that of the units'; cat out; }
sed -i.old 's/GPa/K/' E.csv
warm '#s,,K,MPa' 3
says messages "E.csv:1:3: error: the unit of table 'E' is 'K', which cannot be converted to 'MPa', the unit of the material"

# The same for expected values of a case
cat >>units.yaml <<'END'
expect: [{file: expected.csv, tolerance: 1e-12}]
END
sed -i.old 's/{table: units.csv}/{time: 1, stress: {xx: 0.1}, strain: {yy: 0}}/' \
  units.yaml
expected() {
  printf 'time,strain.yy,stress.xx\n%s\n%s\n' "$1" "$2" >expected.csv
  try "$3" check units.yaml
}
expected '#s,,MPa' 1,0,0.1 0
expected '#,-,' 1,0,0.1 0
expected '#ms,%,kPa' 1000,0,100 0
expected '#s,mm,MPa' 1,0,0.1 3
says messages "expected.csv:1:6: error: the unit of strain.yy is 'mm', which cannot be converted to '', the unit of the run"
expected '#s,,kN' 1,0,0.1 3
says messages "expected.csv:1:16: error: the unit of stress.xx is 'kN', which cannot be converted to 'MPa'"
exit $failed
