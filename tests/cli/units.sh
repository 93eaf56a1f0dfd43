#!/bin/sh
# units.sh: a parameter in another unit than that of the material is converted
# where formulas read it; input and output use its own unit.
. "${srcdir:-.}/tests/cli/support.sh"

# law UNITS-OF-E-ETA-TREF VALUES: writes a law with three parameters.
law() {
  cat >law.yaml <<END
material: law
units: {stress: MPa, time: s}
parameters:
  E:    {value: $1, above: 0}
  eta:  {value: $2}
  Tref: {value: $3}
external: {T: {value: 293.15, unit: K}}
internal: {x: symmetric}
definitions: "mu = E/2"
free_energy: |
  e = eps - x - 1e-5*(T - Tref)*I
  mu*(e : e)
force_potential: "(A_x : A_x)/(2*eta)"
END
}
cat >case.yaml <<'END'
case: units
material: ./law.yaml
initial: {T: 303.15}
solver: {rtol: 1e-8, atol: 1e-12}
path:
  - {duration: 0, strain: {xx: 1e-3}}
  - {duration: 60, strain: {xx: "70*1e-3/E + 0*t"}}
output: {columns: [time, stress.xx, x.xx]}
END
law '70e3, unit: MPa' '120e3, unit: MPa*s' '293.15, unit: K'
sed 's/"70/"70e3/' case.yaml >plain.yaml
status 0 "$AUTOMAT" run plain.yaml -o plain.csv
status 0 "$AUTOMAT" run plain.yaml --set parameters.E=35e3 \
  --set 'path.2.strain.xx="35/E"' -o soft.csv
law '70, unit: GPa' '2, unit: GPa*min' '20, unit: °C'
status 0 "$AUTOMAT" run case.yaml -o converted.csv
message "parameter 'E' is in GPa: the formulas read 70000 MPa for 70 GPa"
message "parameter 'eta' is in GPa*min: the formulas read 120000 MPa*s for 2 GPa*min"
message "parameter 'Tref' is in °C: the formulas read 293.15 K for 20 °C"
status 0 "$AUTOMAT" compare --atol 1e-12 --rtol 1e-12 plain.csv converted.csv

# Overrides, sensitivities and values of points use the parameter's unit, too.
status 0 "$AUTOMAT" run case.yaml --set parameters.E=35 \
  --set 'path.2.strain.xx="35e-3/E"' -o converted.csv
status 0 "$AUTOMAT" compare --atol 1e-12 --rtol 1e-12 soft.csv converted.csv
status 0 "$AUTOMAT" run case.yaml --set 'path.2.strain.xx=1e-3' \
  --set 'output.columns=[sensitivity.E.xx]' -o by.csv
awk 'NR == 4 { exit !(($1 - 0.9)^2 < 1e-20) }' by.csv ||
  fail "expected d stress/d E = 9e-4*1000: $(cat by.csv)"
status 0 "$AUTOMAT" check law.yaml --quick

# Other units are labels; invalid units of stress or time are rejected.
law '70e3, unit: MPa' '120e3, unit: kJ/mol' '293.15, unit: K'
status 0 "$AUTOMAT" run plain.yaml
if grep -q 'formulas read' messages; then fail 'a label is converted'; fi
sed 's/time: s/time: MPa/' law.yaml >bad.yaml
status 3 "$AUTOMAT" check bad.yaml
message "'MPa' is not a unit of time, such as s"
cat >block.yaml <<'END'
parameters: {H: {value: 5, unit: stress}}
END
cat >outer.yaml <<'END'
material: outer
units: {stress: MPa, time: s}
include: {file: block.yaml, parameters: {H: {value: 2, unit: GPa}}}
free_energy: H*inner(eps, eps)
END
status 0 "$AUTOMAT" check outer.yaml --quick
message "parameter 'H' is in GPa: the formulas read 2000 MPa for 2 GPa"
sed 's/GPa/K/' outer.yaml >bad.yaml
status 3 "$AUTOMAT" check bad.yaml
message "parameter 'H' is in K, which cannot be converted to MPa"
exit $failed
