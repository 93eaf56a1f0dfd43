#!/bin/sh
# vtkhdf.sh: VTK and h5py read the fields of a volume element.
. "${srcdir:-.}/tests/cli/support.sh"

python=
for name in /usr/bin/python3 python3; do
  [ -n "$python" ] || ! $name -c 'import h5py' 2>/dev/null || python=$name
done
[ -n "$python" ] || { echo "no h5py"; exit 77; }

skipped=
reads() {
  "$python" "$source/tests/verification/read_vtkhdf.py" "$1" >found 2>&1
  case $? in
    0) cat found ;;
    77) skipped="no VTK" ;;
    *) fail "$1 is not read: $(cat found)" ;;
  esac
}

layers 4 >cell.yaml
cat >>cell.yaml <<'INPUT'
output:
  fields: {file: cell, format: hdf5}
INPUT

# Of the last time, which VTK 9.1 reads, and of all of them.
status 0 "$AUTOMAT" homogenize cell.yaml -o cell.csv
reads cell.h5
status 0 "$AUTOMAT" homogenize cell.yaml -o all.csv \
  --set 'output.fields={file: all, format: hdf5, times: all}'
grep -q . all.csv && reads all.h5
[ $failed -ne 0 ] || [ -z "$skipped" ] || { echo "$skipped"; exit 77; }
exit $failed
