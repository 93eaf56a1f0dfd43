#!/bin/sh
# stated-stress.sh: laws that give their stress, against the same laws with a
# free energy, in all schemes and controls; nonsymmetric tangents; messages where
# an energy is needed.
. "${srcdir:-.}/tests/cli/support.sh"

cat >common.yaml <<'INPUT'
units: {stress: MPa, time: s}
include: {file: isotropic, parameters: {E: 70e3, nu: 0.3}}
parameters: {k: 50, D: 100, n: 3, H: 1000}
INPUT
stress='stress: lambda*tr(eps)*I + 2*mu*(eps - eps_p)'
{ echo 'material: viscous'; cat common.yaml; cat <<'INPUT'; } >viscous.yaml
internal: {eps_p: deviatoric, p: scalar}
free_energy: elastic(eps - eps_p) + H/2*p^2
force_potential: D/(n + 1)*(pos(mises(A_eps_p) + A_p - k)/D)^(n + 1)
INPUT
{ sed '/^free_energy/d; /^force_potential/d' viscous.yaml; echo "$stress"
cat <<'INPUT'; } >viscous-stress.yaml
rates: |
  q = mises(stress)
  rate_p = (pos(q - H*p - k)/D)^n
  rate_eps_p = 1.5*rate_p/max(q, 1e-9)*dev(stress)
INPUT
sed 's/^force_potential.*/elastic_domain: {f: mises(A_eps_p) + A_p - k}/' \
  viscous.yaml >plastic.yaml
{ cat plastic.yaml; echo "$stress"; } >plastic-stress.yaml
{ sed '/^internal/d; /^force_potential/d' viscous.yaml |
  sed 's/^free_energy.*/free_energy: elastic(eps)/'; } >elastic.yaml
sed 's/^free_energy.*/stress: lambda*tr(eps)*I + 2*mu*eps/' elastic.yaml \
  >elastic-stress.yaml
cat >case.yaml <<'INPUT'
case: strains and stresses are prescribed
material: viscous.yaml
solver: {engine: interp}
path:
  - {time: 1, steps: 4, strain: {xx: 0.01, xy: 0.003}, stress: {yy: 10, zz: 0}}
  - {duration: 0, strain: {xx: 0.009}}
  - {time: 2, steps: 2, strain: {xx: 0}}
output: {columns: [time, strain, stress, internal, tangent]}
INPUT

# equal LAW SCHEME...: both forms of a law give the same results.
equal() {
  law=$1
  shift
  for scheme; do
    for control in step path; do
      for form in "$law" "$law-stress"; do
        status 0 "$AUTOMAT" run case.yaml -o "$form.csv" --quiet \
          --set material="$form.yaml" --set solver.scheme="$scheme" \
          --set solver.control=$control
      done
      "$AUTOMAT" compare "$law.csv" "$law-stress.csv" --rtol 1e-8 --atol 1e-6 \
        --quiet || fail "$law, $scheme, $control: results differ"
    done
  done
}
equal viscous auto ode23 ode45 rodas4 ode23s implicit-euler \
  implicit-euler-adaptive
equal plastic auto implicit-euler implicit-euler-adaptive
equal elastic auto ode23
layers 1 | sed 's/michel-suquet/elastic.yaml/' >cell.yaml
for law in elastic elastic-stress; do
  sed "s/elastic.yaml/$law.yaml/" cell.yaml >$law-cell.yaml
  status 0 "$AUTOMAT" homogenize $law-cell.yaml -o $law.csv
done
"$AUTOMAT" compare elastic.csv elastic-stress.csv --rtol 1e-8 --atol 1e-6 \
  --quiet || fail "volume elements differ"

# A stress that no energy has: the tangent is that of the formula.
sed 's/^stress.*/stress: lambda*tr(eps)*I + 2*mu*eps + 9e5*eps[xx]*eps[yz]*I/' \
  elastic-stress.yaml >skew.yaml
cat >skew-case.yaml <<'INPUT'
case: nonsymmetric tangent
material: skew.yaml
path:
  - {time: 1, strain: {xx: 0.002, yz: 0.01}}
  - {time: 2, strain: {xx: 0.001}, stress: {yy: 0, zz: 0}}
output: {columns: [time, tangent]}
expect:
  - {column: tangent.yy.yz, time: 1, value: 1800, tolerance: 1e-12}
  - {column: tangent.yz.yy, time: 1, value: 0, absolute: 1e-9}
INPUT
status 0 "$AUTOMAT" check skew-case.yaml
for law in skew plastic-stress; do
  status 0 "$AUTOMAT" check ./$law.yaml --samples 10
done
status 0 "$AUTOMAT" check --kinematics logarithmic ./skew.yaml --samples 10 \
  --only nominal,objectivity,cycle
status 0 "$AUTOMAT" check ./viscous-stress.yaml --quick
grep -q '^  -  *convexity  *omega .* the law has no free energy' out ||
  fail "convexity is checked: $(cat out)"
status 0 "$AUTOMAT" list materials --describe ./viscous-stress.yaml
grep -q 'not from a potential' out || fail "class: $(cat out)"
status 0 "$AUTOMAT" emit ./viscous-stress.yaml
status 0 "$AUTOMAT" report ./viscous-stress.yaml -o report.html
status 0 "$AUTOMAT" export ./viscous-stress.yaml -o stated.so
status 0 "$AUTOMAT" export --check stated.so

# Energies
for column in energy dissipation work balance heat; do
  status 3 "$AUTOMAT" run case.yaml --set material=elastic-stress.yaml \
    --set "output.columns=[$column]"
  message "the column '$column' needs a stress that is the derivative of a"
done
status 0 "$AUTOMAT" run case.yaml --set material=plastic-stress.yaml \
  --set "output.columns=[energy]"

# Messages
{ cat elastic-stress.yaml; echo 'external: {T: 300}'; } >heated.yaml
status 3 "$AUTOMAT" run case.yaml --set material=heated.yaml \
  --set adiabatic=true
message "an adiabatic run needs a stress that is the derivative of the free"
{ echo 'material: m'; echo 'stress: tr(eps)'; } >m.yaml
status 3 "$AUTOMAT" emit ./m.yaml
message "m.yaml:2:9: error: the stress must be a symmetric tensor, found a scalar"
sed '/^free_energy/d' plastic-stress.yaml >m.yaml
status 3 "$AUTOMAT" emit ./m.yaml
message "'elastic_domain' needs a free_energy, whose derivatives are the"
exit $failed
