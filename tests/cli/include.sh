#!/bin/sh
# include.sh: a material with included files, in all commands.
. "${srcdir:-.}/tests/cli/support.sh"
mkdir below

cat >below/relaxation.yaml <<'INPUT'
title: one Maxwell element
parameters:
  k: {value: 500, unit: MPa, above: 0, about: modulus}
  eta: {value: 100, unit: MPa*s, above: 0, about: viscosity}
internal:
  x: {type: deviatoric, about: viscous strain}
definitions: tau = eta/k
INPUT
cat >parts.yaml <<'INPUT'
material: parts
units: {stress: MPa, time: s}
include:
  - {file: below/relaxation.yaml, as: fast, parameters: {eta: 7}}
  - {file: below/relaxation.yaml, as: slow}
free_energy: |
  fast_k/2*((eps - fast_x) : (eps - fast_x)) + slow_k/2*((eps - slow_x) : (eps - slow_x))
force_potential: |
  (A_fast_x : A_fast_x)/(2*fast_k*fast_tau) + (A_slow_x : A_slow_x)/(2*slow_eta)
INPUT
cat >one.yaml <<'INPUT'
material: one
units: {stress: MPa, time: s}
parameters: {fast_k: 500, fast_eta: 7, slow_k: 500, slow_eta: 100}
internal: {fast_x: deviatoric, slow_x: deviatoric}
definitions: fast_tau = fast_eta/fast_k
free_energy: |
  fast_k/2*((eps - fast_x) : (eps - fast_x)) + slow_k/2*((eps - slow_x) : (eps - slow_x))
force_potential: |
  (A_fast_x : A_fast_x)/(2*fast_k*fast_tau) + (A_slow_x : A_slow_x)/(2*slow_eta)
INPUT
cat >parts-case.yaml <<'INPUT'
case: two elements
material: parts.yaml
solver: {engine: interp}
points: {count: 5, variables: {slow_eta: {uniform: [50, 150]}}}
path: [{time: 0.1, steps: 4, strain: {xx: 1e-3, xy: 2e-3}, stress: {yy: 0}}]
output: {columns: [time, stress, internal]}
INPUT
sed 's/parts.yaml/one.yaml/' parts-case.yaml >one-case.yaml

# Runs, single points of a batch, and changed values of prefixed parameters
for point in 1 4; do
  for set in slow_k=300 fast_eta=9; do
    for law in parts one; do
      status 0 "$AUTOMAT" run $law-case.yaml --point $point \
        --set "parameters.$set" -o $law.csv
    done
    cmp parts.csv one.csv || fail "point $point, $set: another law"
  done
done
status 3 "$AUTOMAT" run parts-case.yaml --point 1 --set parameters.k=3
message "material 'parts' has no parameter 'k'"
status 3 "$AUTOMAT" run parts-case.yaml --point 1 --set parameters.slow_k=-3
message "parameter 'slow_k' is -3, but must be above 0"

# Description of the material
status 0 "$AUTOMAT" list materials --describe ./parts.yaml
for line in '  includes  ./below/relaxation.yaml, ./below/relaxation.yaml' \
  '  fast_eta  7    MPa*s  > 0  viscosity' \
  'Definitions of relaxation.yaml, prefix slow_'; do
  grep -qxF -- "$line" out || fail "list materials: no line '$line': $(cat out)"
done
status 0 "$AUTOMAT" check --quick --quiet parts.yaml
status 0 "$AUTOMAT" new started --from ./parts.yaml
[ ! -s messages ] || fail "new: $(cat messages)"
mkdir away
cd away || exit 99
status 0 "$AUTOMAT" new started --from ../parts.yaml
message "../parts.yaml includes 'below/relaxation.yaml', which is missing here"
cd ..

# A batch file contains all texts, so the material files may be removed.
status 0 "$AUTOMAT" run parts-case.yaml --point 3 -o case.csv
status 0 "$AUTOMAT" batch parts-case.yaml --quiet -o parts.h5
mv below hidden
status 0 "$AUTOMAT" run parts.h5 --point 3 -o file.csv
cmp case.csv file.csv || fail 'the file of the batch is another law'
status 3 "$AUTOMAT" run parts-case.yaml --point 3
message "parts.yaml:4:12: error: there is no file 'below/relaxation.yaml'"
mv hidden below

exit $failed
