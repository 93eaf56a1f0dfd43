#!/bin/sh
# strain-rate.sh: laws that read rate_eps or the rate of an external field:
# engines, batches, volume elements and libraries, and error messages where they
# cannot be read.
. "${srcdir:-.}/tests/cli/support.sh"

# Johnson and Cook's flow stress (1985), which depends on the total strain rate,
# and a variable driven by this rate
cat >rated.yaml <<'INPUT'
material: rated
units: {stress: MPa, time: s}
parameters: {E: 55e3, nu: 0.33, Y: 25, C: 0.2, ref: 1e-3, H: 1800, D: 130, n: 3.6}
internal: {eps_p: deviatoric, a: scalar}
definitions: |
  lambda = E*nu/((1 + nu)*(1 - 2*nu))
  mu = E/(2*(1 + nu))
  fast = 1 + C*log1p((rate_eps : rate_eps)/ref^2)
free_energy: |
  e = eps - eps_p
  lambda/2*tr(e)^2 + mu*(e : e) + H/3*(eps_p : eps_p) + a^2
force_potential: D/(n + 1)*(pos(mises(A_eps_p) - Y*fast)/D)^(n + 1)
rates: {a: (mises(rate_eps) - a)/2}
INPUT
cat >strain.yaml <<'INPUT'
case: the strain is given
material: rated.yaml
path:
  - {time: 1, steps: 3, strain: {xx: 0.02, xy: 0.005, yy: -0.01}}
  - {duration: 0, strain: {zz: 1e-3}}
  - {time: 3, steps: 2, strain: {xx: -0.01}}
output: {columns: [time, stress, a, tangent]}
INPUT
for scheme in ode23 implicit-euler; do
  for engine in interp native; do
    status 0 "$AUTOMAT" run strain.yaml -o $engine.csv --quiet \
      --set solver.engine=$engine --set solver.scheme=$scheme
  done
  "$AUTOMAT" compare interp.csv native.csv --rtol 1e-10 --quiet ||
    fail "$scheme: engines differ"
done
status 0 "$AUTOMAT" batch strain.yaml -o points.h5 --points 5 \
  --set "points={count: 5, seed: 1, variables: {C: {uniform: [0, 1]}}}" \
  --set "output.columns=[time, stress, a]"
# a = |eps'| (1 - exp(-t/2)), where |eps'|^2 = 7.75e-4
echo 'expect: [{column: a, time: 1, value: 0.0109537229, tolerance: 1e-3}]' \
  >>strain.yaml
status 0 "$AUTOMAT" check strain.yaml
status 0 "$AUTOMAT" emit ./rated.yaml
grep -q 'rate_eps\[' out || fail "emit rated.yaml: $(cat out)"
status 0 "$AUTOMAT" list materials --describe ./rated.yaml
grep -qx '  class  viscous and plastic, not from a potential' out ||
  fail "rated.yaml: $(cat out)"

# Derivatives and tangents by all schemes against differences, also with an
# elastic domain that such a variable enlarges.
status 0 "$AUTOMAT" check ./rated.yaml --samples 10 \
  --only rate,tangent,engines,virgin,gradient
grep -q '^  ok  *tangent' out || fail "tangents are not checked: $(cat out)"
sed 's|^force_potential.*|elastic_domain: {y: mises(A_eps_p) - Y*(1 + 100*a)}|
/fast/d' rated.yaml >domain.yaml
status 0 "$AUTOMAT" check ./domain.yaml --samples 10 --only rate,tangent
grep -q '^  ok  *tangent' out || fail "tangents are not checked: $(cat out)"

# Volume element with all strains prescribed
layers 1 | sed 's/michel-suquet/rated.yaml/' >cell.yaml
status 0 "$AUTOMAT" homogenize cell.yaml

# Library; its own check compares it with the interpreter.
status 0 "$AUTOMAT" export ./rated.yaml -o rated.so --scheme implicit-euler
status 0 "$AUTOMAT" export --check rated.so

# Prescribed stresses hold at the end of each loading step only.
cat >stress.yaml <<'INPUT'
case: stresses are given
material: rated.yaml
path: [{time: 1, steps: 3, strain: {xx: 0.02}, stress: {others: 0}}]
output: {columns: [time, strain.yy, stress.xx]}
INPUT
refusal="stresses prescribed along a loading step cannot be combined with rates \
that read rate_eps"
status 3 "$AUTOMAT" run stress.yaml
message "$refusal"
status 3 "$AUTOMAT" batch stress.yaml -o stress.h5 \
  --set "points={count: 2, seed: 1, variables: {C: {uniform: [0, 1]}}}"
message "$refusal"
status 3 "$AUTOMAT" study accuracy stress.yaml
message "$refusal"
status 0 "$AUTOMAT" run stress.yaml --set solver.control=step
printf '%s\n' strain.xx,stress.yy 0.01,0 >points.csv
status 3 "$AUTOMAT" evaluate ./rated.yaml points.csv --duration 1
message "$refusal"
status 0 "$AUTOMAT" evaluate ./rated.yaml points.csv --duration 1 \
  --set solver.control=step
cp "$source"/cases/fit-*.csv .
sed -e 's/^material:.*/material: rated.yaml/' -e 's/sigma_Y:/Y:/' \
  -e 's/sigma_d:/D:/' "$source/cases/fit-michel-suquet.yaml" >fit.yaml
status 3 "$AUTOMAT" fit fit.yaml
message "$refusal"

# refused SED-SCRIPT MESSAGE: expects MESSAGE for the edited material.
refused() {
  sed "$1" rated.yaml >edited.yaml
  status 3 "$AUTOMAT" list materials --describe ./edited.yaml
  message "$2 reads rate_eps, which only force_potential and rates may read"
}
refused 's/+ a^2/+ fast*a^2/' 'the free energy'
refused 's/a: scalar/a: {type: scalar, initial: tr(rate_eps)}/' \
  'an initial value'
refused 's/^force_potential.*/elastic_domain: {y: mises(A_eps_p) - Y*fast}/' \
  "elastic domain 'y'"
refused 's/a: scalar/a: scalar, m: {type: maximum, of: tr(rate_eps)}/' \
  'a maximum'
refused 's/^rates/requires: [{that: tr(rate_eps) > 0}]\nrates/' 'a requirement'

# Rate of a field in the flow stress and in a thermal strain, also under
# prescribed stresses; a = 5e-4 (1 - exp(-t/2))
sed -e '/^free_energy/i external: {T: {value: 300, unit: K, above: 0}}' \
  -e 's/(rate_eps : rate_eps)/rate_T^2/; s/mises(rate_eps)/1e-5*rate_T/' \
  -e 's/e = eps - eps_p/& - a*I/' rated.yaml >heated.yaml
sed -e 's/rated/heated/; s/strain: {xx: 0.02}/&, external: {T: 350}/' \
  stress.yaml >heat.yaml
echo 'expect: [{column: a, time: 1, value: 1.9673467e-4, tolerance: 1e-5}]' \
  >>heat.yaml
sed -i 's/\[time, /&a, tangent, tangent.xx.T, /' heat.yaml
for engine in interp native; do
  status 0 "$AUTOMAT" run heat.yaml -o $engine.csv --quiet \
    --set solver.engine=$engine --set solver.rtol=1e-6
done
"$AUTOMAT" compare interp.csv native.csv --rtol 1e-10 --atol 1e-9 --quiet ||
  fail "rate of a field: engines differ"
status 0 "$AUTOMAT" check heat.yaml
status 0 "$AUTOMAT" check ./heated.yaml --samples 10 \
  --only rate,tangent,engines,gradient
status 0 "$AUTOMAT" emit ./heated.yaml
grep -q rate_T out || fail "emit heated.yaml: $(cat out)"
status 0 "$AUTOMAT" batch heat.yaml -o heat.h5 \
  --set "points={count: 2, seed: 1, variables: {C: {uniform: [0, 1]}}}" \
  --set "output.columns=[time, stress, a]"
layers 1 | sed 's/michel-suquet/heated.yaml/; s/strain: {xx:/external: {T: 320}, &/' >cell.yaml
status 0 "$AUTOMAT" homogenize cell.yaml
status 0 "$AUTOMAT" export ./heated.yaml -o heated.so
status 0 "$AUTOMAT" export --check heated.so
sed 's/+ a^2/+ rate_T*a^2/' heated.yaml >edited.yaml
status 3 "$AUTOMAT" list materials --describe ./edited.yaml
message "the free energy reads rate_T, which only force_potential and rates"
status 3 "$AUTOMAT" run stress.yaml --set material=heated.yaml \
  --set adiabatic=true
message "'rate_T' (the rate of the temperature, unknown in an adiabatic law) is"

# A material may define a quantity of this name.
sed -e 's/rate_eps : rate_eps/rate_eps/' -e 's/mises(rate_eps)/rate_eps/' \
  -e 's/^  lambda =/  rate_eps = 1e-3\n&/' rated.yaml >own.yaml
status 0 "$AUTOMAT" run stress.yaml --set material=own.yaml
exit $failed
