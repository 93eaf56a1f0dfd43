#!/bin/sh
# vtkhdf.sh: VTK and h5py read the fields of volume elements and batches.
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
  fields: {file: cell}
INPUT

# Fields at the last time, which VTK 9.1 can read, and at all times
status 0 "$AUTOMAT" homogenize cell.yaml -o cell.csv
reads cell.h5
status 0 "$AUTOMAT" homogenize cell.yaml -o all.csv \
  --set 'output.fields={file: all, times: all}'
grep -q . all.csv && reads all.h5

# Two-dimensional element, single voxel, batch
status 0 "$AUTOMAT" homogenize cell.yaml -o flat.csv \
  --set 'output.fields={file: flat, times: all}' \
  --set 'microstructure={grid: [4, 3, 1], laminate: {normal: x,
    layers: [{label: 1, voxels: 2}, {label: 2, voxels: 2}]}}'
reads flat.h5
cat >bars.yaml <<'INPUT'
case: bars
material: hencky
points: {count: 30, seed: 1, variables: {a: {uniform: [0.01, 0.02]}, d: direction}}
path: [{time: 1, steps: 2, F: {xx: 1 + a}, P: {others: 0}}]
output: {columns: [F, P, strain, stress, tangent]}
INPUT
for count in 30 1; do
  status 0 "$AUTOMAT" batch bars.yaml -o bars.h5 --points $count \
    --set output.columns='[F, P, strain, stress]'
  reads bars.h5
done
[ $failed -ne 0 ] || [ -z "$skipped" ] || { echo "$skipped"; exit 77; }
exit $failed
