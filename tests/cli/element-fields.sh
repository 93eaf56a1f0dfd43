#!/bin/sh
# element-fields.sh: external fields of volume elements, uniform or one value
# per voxel: closed forms, equivalence to two materials, error messages.
. "${srcdir:-.}/tests/cli/support.sh"

# near COLUMN VALUE TOLERANCE: compares the value in the last row of out
near() {
  awk -F, -v c="$1" -v v="$2" -v t="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
    { last = $k }
    END { d = last - v; exit !(k && d*d <= t*t) }' out ||
    fail "$1: expected $2 to $3: $(tail -n 1 out)"
}

# image NX NUMBERS: writes T.vti, a row of voxels along x
image() {
  cat >T.vti <<END
<?xml version="1.0"?>
<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian">
<ImageData WholeExtent="0 $1 0 1 0 1" Origin="0 0 0" Spacing="1 1 1">
<Piece Extent="0 $1 0 1 0 1"><PointData/><CellData>
<DataArray type="Float64" Name="T" format="ascii">
$2
</DataArray></CellData></Piece></ImageData></VTKFile>
END
}

# element LINES: writes a case of one material along x
element() {
  cat >case.yaml <<END
case: element
microstructure:
  grid: [4, 1, 1]
  laminate: {normal: x, layers: [{label: 0, voxels: 4}]}
phases: {metal: {label: 0, material: thermo-elastic}}
homogenization: {equilibrium: 1e-12}
output: {columns: [time, strain, stress, external]}
$1
END
}

# Bar between walls: -E alpha (T - T_0), E = E_0 (1 + c_E (T - T_0)).
element 'path:
  - {time: 1, steps: 2, external: {T: 393.15}, strain: {xx: 0}, stress: {others: 0}}'
status 0 "$AUTOMAT" homogenize case.yaml
near stress.xx -244.44 1e-8
near strain.yy 1.56e-3 1e-12
near external.T 393.15 1e-12

# The temperature starts at its initial value; strain is measured from there.
element 'initial: {T: 343.15}
path: [{time: 1, external: {T: hold}, strain: {xx: 0}, stress: {others: 0}}]'
status 0 "$AUTOMAT" homogenize case.yaml
near stress.xx -124.11 1e-8

# Free layers, a quarter at T_0 and the others 100 K above. In the plane, eps =
# sum f E alpha dT/sum f E; across it, alpha dT - 2 nu/(1 - nu) (eps - alpha dT)
# in each layer (Boley and Weiner 1960, chapter 9).
image 4 '0 1 1 1'
for engine in interp native; do
  element 'external: {T: {file: T.vti, value: "293.15 + 100*t*field"}}
path: [{time: 1, steps: 2, stress: {xx: 0, others: 0}}]'
  status 0 "$AUTOMAT" homogenize case.yaml --engine $engine
  near strain.yy 8.930946291560e-4 1e-13
  near strain.zz 8.930946291560e-4 1e-13
  near external.T 368.15 1e-12
  near strain.xx "$(awk 'BEGIN { e = 8.930946291560e-4; k = 0.6/0.7
    printf "%.15g", 0.75*1.2e-3*(1 + k) - k*e }')" 1e-13
done

# Constant fields from a file: no stress at T_0, and the same final values as
# after a ramp.
cp out ramp
image 4 '293.15 393.15 393.15 393.15'
element 'external: {T: {file: T.vti}}
path: [{time: 1, stress: {xx: 0, others: 0}}]'
status 0 "$AUTOMAT" homogenize case.yaml
near strain.yy 8.930946291560e-4 1e-13

# Composite with heated inclusions, by labels, and by a matrix whose law has no
# temperature
for way in materials voxels; do
  [ $way = voxels ] && cold= write= given='external: {T: {hdf5: {file: labels.h5, dataset: label}, value: "293.15 + 100*t*field"}}' ramp=
  [ $way = materials ] && cold=', parameters: {alpha: 0, c_E: 0}' given= \
    ramp=', external: {T: 393.15}' write='write: labels.h5'
  cat >$way.yaml <<END
case: composite
microstructure:
  grid: 6
  $write
  spheres: {label: 1, diameter: 0.5, count: 1, seed: 2}
phases:
  matrix: {label: 0, material: thermo-elastic$cold}
  balls: {label: 1, material: thermo-elastic}
homogenization: {equilibrium: 1e-10}
path: [{time: 1, steps: 3, strain: {xx: 1e-4}, stress: {others: 0}$ramp}]
output: {columns: [time, strain, stress, matrix.stress, balls.stress]}
$given
END
  status 0 "$AUTOMAT" homogenize $way.yaml -o $way.csv
done
status 0 "$AUTOMAT" compare voxels.csv materials.csv --rtol 1e-8 --atol 1e-9

status 0 "$AUTOMAT" homogenize voxels.yaml -o newton.csv \
  --set homogenization.scheme=newton-cg
status 0 "$AUTOMAT" compare voxels.csv newton.csv --rtol 1e-6 --atol 1e-6
[ "$(wc -l <voxels.csv)" -eq 6 ] || fail 'not all loading steps'

# Numbers of an HDF5 dataset: four between 50 and 50 + 1e-6
cat >points.yaml <<'END'
case: numbers
material: linear-elastic
points: {count: 4, seed: 1, variables: {g: {uniform: [50, 50.000001]}}}
path: [{time: 1, strain: {xx: 1e-3*g}}]
END
status 0 "$AUTOMAT" batch points.yaml -o points.h5
element 'external:
  T: {hdf5: {file: points.h5, dataset: /points/g}, value: 243.15 + 2*field}
path: [{time: 1, strain: {xx: 0}, stress: {others: 0}}]'
status 0 "$AUTOMAT" homogenize case.yaml
near external.T 343.15 3e-6
near stress.xx -124.11 1e-5

# refused MESSAGE LINES: expects a failure
refused() {
  element "$2"
  status 3 "$AUTOMAT" homogenize case.yaml
  message "$1"
}
path='path: [{time: 1, strain: {xx: 0}}]'
refused "is not linear in 'field'" \
  "external: {T: {file: T.vti, value: field^2}}
$path"
refused "'T' is prescribed per voxel in 'external': give its change in time by 'value' there" \
  'external: {T: {file: T.vti}}
path: [{time: 1, external: {T: 300}, strain: {xx: 0}}]'
refused "no phase reads an external field 'dose'" \
  "external: {dose: {file: T.vti}}
$path"
refused "'T' is prescribed both in 'external' and in 'initial': remove one" \
  "initial: {T: 300}
external: {T: {file: T.vti}}
$path"
refused "expected one of 'file' and 'hdf5'" "external: {T: {value: field}}
$path"
refused "give a uniform value in 'initial: {T: VALUE}' or in 'external' of a segment" \
  "external: {T: 823}
$path"
refused "external field 'T' is -206.85 at time 1 in phase 'metal', voxel (0, 0, 0), but must be above 0" \
  "external: {T: {file: T.vti, value: field - 500*t}}
path: [{time: 0.5, strain: {xx: 0}}, {time: 1, strain: {xx: 0}}]"
refused "external field 'T' is -1 at time 1" \
  'path: [{time: 1, external: {T: -1}, strain: {xx: 0}}]'
refused "the material has no external field 't'" \
  'path: [{time: 1, external: {t: 1}, strain: {xx: 0}}]'
refused "found 'x'" "initial: {x: 1}
$path"
image 3 '1 2 3'
refused 'the file has 3 x 1 x 1 voxels, expected 4 x 1 x 1' \
  "external: {T: {file: T.vti}}
$path"
image 4 '1 2 nan 3'
refused "value 2 is 'nan', expected a number" "external: {T: {file: T.vti}}
$path"
image 4 '1 2 3 4'
sed 's/value: 293.15, unit: K/value: 300, unit: K/; s/^material:.*/material: warm/' \
  "$source/materials/thermo-elastic.yaml" >warm.yaml
element "$path"
sed -i -e 's/voxels: 4/voxels: 2}, {label: 1, voxels: 2/' \
  -e 's/^phases: {/phases: {warm: {label: 1, material: warm.yaml}, /' case.yaml
status 3 "$AUTOMAT" homogenize case.yaml
message "the external field 'T' is 293.15 in phase 'metal' and 300 in another"
exit $failed
