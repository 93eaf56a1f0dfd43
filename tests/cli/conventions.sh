#!/bin/sh
# conventions.sh: each HDF5 file describes its numbers, and a file that declares
# another format is rejected.
. "${srcdir:-.}/tests/cli/support.sh"

python=
for name in /usr/bin/python3 python3; do
  [ -n "$python" ] || ! $name -c 'import h5py' 2>/dev/null || python=$name
done
[ -n "$python" ] || { echo "no h5py"; exit 77; }

says() {
  "$python" "$source/tests/verification/read_conventions.py" "$@" ||
    fail "conventions of $1"
}

cat >some.yaml <<'INPUT'
case: some points
material: norton
solver: {engine: interp}
points: {count: 3, seed: 1, variables: {K: {normal: [115, 2]}}}
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
output: {columns: [strain, stress]}
INPUT
layers 4 >cell.yaml
cat >>cell.yaml <<'INPUT'
output:
  restart: {every: 1}
  fields: {file: cell, format: hdf5}
INPUT

status 0 "$AUTOMAT" batch some.yaml -o some.h5
says some.h5 'automat batch 2' 'not 2 eps_ij'
status 0 "$AUTOMAT" batch some.yaml -o voigt.h5 --set notation=voigt
says voigt.h5 'automat batch 2' 'engineering'
status 0 "$AUTOMAT" homogenize cell.yaml -o cell.csv
says cell.h5 'automat fields 1' 'not 2 eps_ij'

# later NAME TEXT: changes some.h5 to what a later version might write.
later() {
  cp some.h5 "$1.h5"
  "$python" -c 'import sys, h5py, numpy
with h5py.File(sys.argv[1], "r+") as file:
    file["conventions"].attrs["format"] = numpy.bytes_(sys.argv[2])' \
    "$1.h5" "$2" || fail "$1.h5 cannot be made"
}
later next 'automat batch 3'
status 3 "$AUTOMAT" compare next.h5 some.h5
message "its format is 'automat batch 3', expected 'automat batch 2'"
status 3 "$AUTOMAT" batch some.yaml -o next.h5 --resume
message "its format is 'automat batch 3', expected 'automat batch 2'"

# Files of versions before this entry existed are accepted.
cp some.h5 older.h5
"$python" -c 'import h5py
with h5py.File("older.h5", "r+") as file: del file["conventions"]' ||
  fail "older.h5 cannot be made"
status 0 "$AUTOMAT" compare older.h5 some.h5
exit $failed
