#!/bin/sh
# endings.sh: file names with the ending of another format are rejected.
. "${srcdir:-.}/tests/cli/support.sh"

cat >case.yaml <<'END'
case: endings
material: linear-elastic
path: [{time: 1, strain: {xx: 1e-3}}]
output: {columns: [time, stress.xx]}
END
sed 's/^path:/points: {count: 2, variables: {a: {uniform: [0, 1]}}}\n&/' \
  case.yaml >points.yaml
cat >cell.yaml <<'END'
case: endings
microstructure: {grid: [3, 1, 1], laminate: {normal: x, layers: [{label: 0, voxels: 3}]}}
phases: {a: {label: 0, material: linear-elastic}}
solver: {engine: interp}
path: [{time: 1, strain: {xx: 1e-3}}]
END
cat >fit.yaml <<'END'
case: endings
material: linear-elastic
solver: {engine: interp}
fit:
  parameters: {E: {start: 290e3}}
  tests: [{table: curve.csv, strain: [xx], compare: [stress.xx]}]
END
"$AUTOMAT" run case.yaml -q --set 'output.columns=[time, strain.xx, stress]' \
  -o curve.csv || exit 1
printf 'strain.xx\n1e-3\n' >table.csv

# refused STATUS FORMAT ENDING COMMAND...: fails and writes no file.
refused() {
  wanted=$1 format=$2 ending=$3
  shift 3
  rm -f out messages
  ls >before
  status "$wanted" "$AUTOMAT" "$@"
  message "is written as $format: expected a name ending in $ending, found"
  rm -f out messages
  ls | diff before - || fail "automat $*: wrote something"
}

for end in h5 hdf5 json yaml vti svg PNG xlsx npz csv.gz tsv; do
  refused 2 CSV .csv run case.yaml -o "x.$end"
done
refused 2 CSV .csv run case.yaml --output=x.h5
refused 2 CSV .csv run points.yaml --point 1 -ox.h5
refused 2 CSV .csv homogenize cell.yaml -o x.h5
refused 2 CSV .csv compare curve.csv curve.csv -o x.h5
refused 2 CSV .csv evaluate linear-elastic table.csv -o x.h5
refused 2 CSV .csv study order case.yaml -o x.h5
refused 2 CSV .csv fit fit.yaml --curves x.yaml
refused 2 YAML .yaml fit fit.yaml -o x.csv
refused 2 YAML .yaml batch points.yaml --replay 1 -o x.csv
refused 2 JSON .json fit fit.yaml --json x.csv
refused 2 JSON .json check case.yaml --json x.xml
refused 2 JSON .json bench --quick --json x.csv
refused 2 XML .xml check case.yaml --junit x.json
refused 2 HDF5 .h5 batch points.yaml -o x.csv
refused 3 HDF5 .h5 batch points.yaml --set output.file=x.csv
refused 3 CSV .csv run case.yaml --set output.file=x.h5
refused 3 CSV .csv homogenize cell.yaml --set output.file=x.h5
refused 3 HDF5 .h5 homogenize cell.yaml --set microstructure.write=x.csv
refused 3 HDF5 .h5 homogenize cell.yaml --set output.fields.file=x.vti

# Unknown endings are accepted; dots in folder names are not endings.
mkdir run.h5.d run.h5
for name in x x.txt x.dat x.2 run.h5.d/x run.h5/x x.CSV; do
  status 0 "$AUTOMAT" run case.yaml -q -o "$name"
  [ -s "$name" ] || fail "'$name' is not there"
done
status 0 "$AUTOMAT" run case.yaml -q --set output.file=x.txt
status 0 "$AUTOMAT" run case.yaml -q -o -
status 0 "$AUTOMAT" batch points.yaml -q -o y
status 0 "$AUTOMAT" batch points.yaml -q -o y.hdf5

exit $failed
