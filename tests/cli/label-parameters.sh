#!/bin/sh
# label-parameters.sh: phases of a volume element with parameters by label.
. "${srcdir:-.}/tests/cli/support.sh"

# Value of column $2 in the last row of a table
last() {
  awk -F, -v name="$2" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
    END { print $column }' "$1"
}

# near FOUND EXPECTED TOLERANCE: relative difference
near() {
  awk -v a="$1" -v b="$2" -v tolerance="$3" 'BEGIN {
    d = a - b; exit !(a != "" && d * d <= (tolerance * b) ^ 2) }' ||
    fail "expected $2, found $1"
}

cat >layers.csv <<'END'
label,E,nu
#,GPa,
4,70,0.33
1,200,0.3
7,1,0
2,3,0.4
END
cat >head.yaml <<'END'
case: elastic layers
microstructure:
  grid: [7, 1, 1]
  laminate:
    normal: x
    layers:
      - {label: 1, voxels: 2}
      - {label: 2, voxels: 1}
      - {label: 4, voxels: 4}
solver: {engine: interp}
homogenization: {equilibrium: 1e-10}
path:
  - {time: 1, steps: 2, strain: {xx: 1e-3, others: 0}}
output: {restart: {every: 1}}
END
cat head.yaml - >layers.yaml <<'END'
phases:
  layer: {labels: all, material: linear-elastic, parameters: {file: layers.csv}}
END
cat head.yaml - >apart.yaml <<'END'
phases:
  a: {label: 1, material: linear-elastic, parameters: {E: 200e3, nu: 0.3}}
  b: {label: 2, material: linear-elastic, parameters: {E: 3e3, nu: 0.4}}
  c: {label: 4, material: linear-elastic, parameters: {E: 70e3, nu: 0.33}}
END

# With the moduli M = lambda + 2 mu and volume fractions f of the layers,
# One phase with parameters by label, or one phase for each label: the same
# mean stress and strain.  The residual is a rounding error.
same_curves() {
  status 0 "$AUTOMAT" compare layers.out.csv apart.out.csv --rtol 1e-12 \
    --columns strain,stress
}

# sigma_xx = eps_xx/sum(f/M), sigma_yy = sigma_xx sum(f lambda/M).
closed=$(awk 'BEGIN {
  split("200e3 3e3 70e3", E, " "); split("0.3 0.4 0.33", nu, " ")
  split("2 1 4", n, " ")
  for (i = 1; i <= 3; i++) {
    m = E[i] * (1 - nu[i])/((1 + nu[i]) * (1 - 2 * nu[i]))
    compliance += n[i]/7/m
    ratio += n[i]/7 * nu[i]/(1 - nu[i])
  }
  printf "%.15g %.15g", 1e-3/compliance, 1e-3/compliance * ratio }')
for engine in interp native; do
  for scheme in anderson newton-cg; do
    set -- --set solver.engine=$engine --set homogenization.scheme=$scheme
    status 0 "$AUTOMAT" homogenize layers.yaml "$@" -o layers.out.csv
    near "$(last layers.out.csv stress.xx)" "${closed% *}" 1e-8
    near "$(last layers.out.csv stress.yy)" "${closed#* }" 1e-8
    status 0 "$AUTOMAT" homogenize apart.yaml "$@" -o apart.out.csv
    same_curves
  done
done

# A label of another phase needs no row; rows of other labels are ignored.
status 0 "$AUTOMAT" homogenize apart.yaml -o apart.out.csv
sed '/^4/d' layers.csv >two.csv
status 0 "$AUTOMAT" homogenize layers.yaml -o layers.out.csv --set \
  phases.layer.parameters.file=two.csv --set \
  'phases.c={label: 4, material: linear-elastic,
    parameters: {E: 70e3, nu: 0.33}}'
same_curves

# Other parameters hold for all labels.
printf 'label,E\n1,200e3\n2,3e3\n4,70e3\n' >E.csv
status 0 "$AUTOMAT" homogenize layers.yaml -o layers.out.csv --set \
  'phases.layer.parameters={file: E.csv, nu: 0.2}'
status 0 "$AUTOMAT" homogenize apart.yaml -o apart.out.csv --set \
  phases.a.parameters.nu=0.2 --set phases.b.parameters.nu=0.2 --set \
  phases.c.parameters.nu=0.2
same_curves

# Grains of a crystal, whose angles are in rad; a parameter without unit is in
# radians, too.
cat >grains.csv <<'END'
label,R_0,phi1,Phi,phi2
#,,deg,deg,deg
1,60,30,20,10
4,80,-15,70,45
END
cat >crystal.yaml <<'END'
case: grains
microstructure:
  grid: [3, 1, 1]
  laminate: {normal: x, layers: [{label: 1, voxels: 1}, {label: 4, voxels: 2}]}
solver: {engine: interp, scheme: implicit-euler}
homogenization: {equilibrium: 1e-9}
path:
  - {time: 1, steps: 4, strain: {xx: 3e-3}, stress: {others: 0}}
output: {columns: [time, strain, stress]}
phases:
  grain: {labels: [1, 4], material: fcc-crystal, parameters: {file: grains.csv}}
END
sed '$d' crystal.yaml >two.yaml
cat >>two.yaml <<'END'
  a:
    label: 1
    material: fcc-crystal
    parameters: {R_0: 60, phi1: 0.52359877559829887, Phi: 0.34906585039886592,
                 phi2: 0.17453292519943296}
  b:
    label: 4
    material: fcc-crystal
    parameters: {R_0: 80, phi1: -0.26179938779914944, Phi: 1.2217304763960306,
                 phi2: 0.78539816339744831}
END
status 0 "$AUTOMAT" homogenize crystal.yaml -o crystal.csv
status 0 "$AUTOMAT" homogenize two.yaml -o two.csv
status 0 "$AUTOMAT" compare crystal.csv two.csv --rtol 1e-10 --atol 1e-11
sed 's/unit: rad, //' "$source/materials/fcc-crystal.yaml" >bare.yaml
! cmp -s "$source/materials/fcc-crystal.yaml" bare.yaml ||
  fail 'angles of fcc-crystal have no unit'
status 0 "$AUTOMAT" homogenize crystal.yaml -o bare.csv --set \
  phases.grain.material=bare.yaml
status 0 "$AUTOMAT" compare --strict crystal.csv bare.csv --rtol 0 --atol 0
sed 's/deg,deg,deg/rad,K,rad/' grains.csv >kelvin.csv
status 3 "$AUTOMAT" homogenize crystal.yaml --set \
  phases.grain.parameters.file=kelvin.csv
message "the unit of Phi is 'K', which cannot be converted to 'rad'"
status 0 "$AUTOMAT" homogenize two.yaml -o same.csv --set \
  phases.b.parameters.R_0=60
status 1 "$AUTOMAT" compare crystal.csv same.csv --rtol 1e-4

# The initial state depends on parameters.
cat >ageing.yaml <<'END'
format: 1
material: ageing
units: {stress: MPa, time: s}
parameters:
  E: {value: 1e3, unit: MPa, above: 0}
  d_0: {value: 0, min: 0, below: 1}
  r: {value: 1e-3}
internal:
  d: {type: scalar, initial: d_0}
free_energy: "(1 - d)*E/2*(eps : eps)"
force_potential: r/2*A_d^2
END
printf 'label,d_0\n1,0.1\n2,0.2\n4,0.3\n' >d.csv
for case in layers apart; do
  sed '/parameters:/s/linear-elastic, parameters: {[^}]*}/ageing.yaml/' \
    $case.yaml >$case-d.yaml
done
status 0 "$AUTOMAT" homogenize layers-d.yaml -o layers.out.csv --set \
  phases.layer.parameters.file=d.csv
status 0 "$AUTOMAT" homogenize apart-d.yaml -o apart.out.csv --set \
  phases.a.parameters.d_0=0.1 --set phases.b.parameters.d_0=0.2 --set \
  phases.c.parameters.d_0=0.3
status 0 "$AUTOMAT" compare layers.out.csv apart.out.csv --rtol 1e-10

# A plan reads the table, but not the labels.
status 0 "$AUTOMAT" homogenize layers.yaml --plan
grep -q 'layer 1.0000' out || fail "the plan is $(cat out)"

# refused TABLE MESSAGE
refused() {
  # shellcheck disable=SC2059
  printf "$1" >bad.csv
  status 3 "$AUTOMAT" homogenize layers.yaml -o x.csv --set \
    phases.layer.parameters.file=bad.csv
  message "$2"
}
refused 'E,nu\n1,0.3\n' \
  "bad.csv:1:1: error: expected a column 'label' and a column for each"
refused 'label,E,mu\n' \
  "bad.csv:1:9: error: material 'linear-elastic' has no parameter 'mu'"
refused 'label,E,E\n' "bad.csv:1:9: error: duplicate column 'E'"
refused 'label,E\n#,kg\n1,2\n' \
  "bad.csv:1:7: error: the unit of E is 'kg', which cannot be converted to"
refused 'label,E\n1,2\n4,3\n' \
  "bad.csv:1:1: error: expected a row for each label of phase 'layer', found \
none for the label 2"
refused 'label,E\n1,2\n2,3\n4,5\n2,3\n' \
  'bad.csv:5:1: error: duplicate label 2 (first on line 3)'
refused 'label,nu\n1,0.3\n2,0.5\n4,0.2\n' \
  "bad.csv:3:3: error: parameter 'nu' is 0.5, but must be above -1 and below"
refused 'label,E\n1,2\n2,\n4,5\n' \
  'bad.csv:3:3: error: expected a number in the column E, found an empty cell'
refused 'E,label\n1,1\n2,\n' \
  'bad.csv:3:3: error: expected a number in the column label, found an empty'
refused 'label,E\n1.5,2\n' \
  'bad.csv:2:1: error: expected a label, an integer from 0 to 16777215, found 1'
status 3 "$AUTOMAT" homogenize layers.yaml -o x.csv --set phases.layer.labels=1
message "expected labels to be a list, found '1'"
printf 'label,C11\n1,1e5\n4,250e3\n' >grains.csv
status 3 "$AUTOMAT" homogenize crystal.yaml -o x.csv
message "grains.csv:2:1: error: parameters of label 1: the requirement 'C11 > C"
printf 'label,tau.1,tau[1]\n' >layers-2.csv
status 3 "$AUTOMAT" homogenize layers.yaml -o x.csv --set \
  'phases.layer={labels: all, material: generalized-maxwell,
    parameters: {file: layers-2.csv}}'
message "layers-2.csv:1:13: error: the column 'tau.1' already gives this"
status 3 "$AUTOMAT" homogenize layers.yaml -o x.csv --engine cuda
message 'parameters by label cannot be combined with an engine on a GPU'

# A restart does not continue with another table.
sed 's|1e-3, others: 0|"1e-3/step(0.7 - t)", others: 0|' layers.yaml >stop.yaml
status 3 "$AUTOMAT" homogenize stop.yaml -o stop.csv
message 'stop.yaml:13:38: error: the target strain.xx is not finite'
status 3 "$AUTOMAT" homogenize stop.yaml -o stop.csv --resume
message 'the target strain.xx is not finite'
sed 's/200/201/' layers.csv >changed.csv
mv changed.csv layers.csv
status 3 "$AUTOMAT" homogenize stop.yaml -o stop.csv --resume
message "cannot resume from 'stop.csv.restart': it belongs to another run: the \
microstructure or a table of parameters differs"

exit $failed
