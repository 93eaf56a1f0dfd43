#!/bin/sh
# rates.sh: laws with given rates against the same laws with a potential and
# against closed forms.
. "${srcdir:-.}/tests/cli/support.sh"

# Armstrong and Frederick's backstresses as published, instead of derived from a
# potential that depends on the state
cat >written.yaml <<'INPUT'
material: written
units: {stress: MPa, time: s}
include:
  - {file: isotropic, parameters: {E: 145.2e3, nu: 0.3}}
  - {file: voce, parameters: {k: 87, Q: 64, b: 2.3}}
  - {file: perzyna, parameters: {K: 150, n: 8}}
  - {file: prager, parameters: {C: [6000, 60000]}}
parameters: {D: [60, 600]}
internal:
  eps_p: deviatoric
  a: {type: deviatoric, count: length(C)}
  p: scalar
free_energy: elastic(eps - eps_p) + kinematic(a) + k*p + stored(p)
rates: |
  s = dev(stress) + sum(i, 1, length(C), A_a[i])
  rate_p = (pos(mises(s) + A_p)/K)^n
  rate_eps_p = if(mises(s) > 0, 3/2*rate_p/mises(s)*s, 0*I)
  rate_a[i in 1 .. length(C)] = rate_eps_p - rate_p*D[i]*a[i]
INPUT
sed -e 's/^material:.*/material: written.yaml/' -e '/^output:/,$d' \
  "$source/cases/armstrong-frederick-cyclic.yaml" >written-case.yaml
sed -e '/^output:/,$d' "$source/cases/armstrong-frederick-cyclic.yaml" \
  >potential-case.yaml
columns='stress.xx, p, tangent.xx.xx, tangent.xy.xy, dissipation, work'
for scheme in implicit-euler ode23 ode23s rodas4; do
  for engine in interp native; do
    # Each law is compiled only once, to save time.
    [ $engine$scheme = nativerodas4 ] || [ $engine = interp ] || continue
    for law in written potential; do
      status 0 "$AUTOMAT" run $law-case.yaml -o $law.csv --quiet \
        --set solver.engine=$engine --set solver.scheme=$scheme \
        --set "output.columns=[time, $columns]"
    done
    "$AUTOMAT" compare written.csv potential.csv --rtol 1e-9 --quiet ||
      fail "$scheme, $engine: other rows than by a potential"
  done
done
status 0 "$AUTOMAT" list materials --describe ./written.yaml
grep -qx '  class     plastic, not from a potential' out ||
  fail "written.yaml: $(cat out)"

# Derivatives of a creep law by its parameters, against differences
for parameter in n r B; do
  cat >creep.yaml <<INPUT
case: creep
material: kachanov
solver: {engine: interp, scheme: rodas4, rtol: 1e-9, atol: 1e-13}
path: [{duration: 0, stress: {xx: 40, others: 0}}, {duration: 1e6, hold: true}]
output: {columns: [eps_c.xx, sensitivity.$parameter.eps_c.xx]}
INPUT
  base=$(awk -v p="$parameter" \
    '$1 == p ":" { print $3 + 0 }' "$source/materials/kachanov.yaml")
  for factor in 0.9999 1 1.0001; do
    value=$(awk -v x="$base" -v f=$factor 'BEGIN { printf "%.17g", x * f }')
    status 0 "$AUTOMAT" run creep.yaml --set "parameters.$parameter=$value" \
      -o x.csv
    tail -n 1 x.csv
  done | awk -F , -v x="$base" '
    { d[NR] = $1; by[NR] = $2 }
    END {
      slope = (d[3] - d[1])/(0.0002*x)
      if (NR != 3 || by[2] == 0) exit 1
      if ((slope - by[2])^2 > 1e-10*by[2]^2) { print slope, by[2]; exit 1 }
    }' || fail "another derivative by $parameter"
done

# With an elastic domain: dynamic recovery of the backstress in a
# rate-independent law. sigma = sigma_Y + C/D (1 - exp(-D p)), p = strain -
# sigma/E = 0.02791555.
cat >plastic.yaml <<'INPUT'
material: plastic
units: {stress: MPa, time: s}
include: {file: isotropic, parameters: {E: 210e3, nu: 0.3}}
parameters: {sigma_Y: 250, C: 20000, D: 100}
internal: {eps_p: deviatoric, a: deviatoric, p: scalar}
free_energy: |
  elastic(eps - eps_p) + C/3*(a : a)
elastic_domain:
  yield: mises(A_eps_p + A_a) + A_p - sigma_Y
rates:
  a: rate_eps_p - rate_p*D*a
INPUT
cat >plastic-case.yaml <<'INPUT'
case: tension
material: plastic.yaml
solver: {scheme: implicit-euler, engine: interp}
path: [{time: 1, steps: 100, strain: {xx: 0.03}, stress: {others: 0}}]
output: {columns: [stress.xx, p]}
INPUT
for steps in 100 200 400; do
  status 0 "$AUTOMAT" run plastic-case.yaml --set path.1.steps=$steps -o x.csv
  tail -n 1 x.csv
done | awk -F , '
  { error[NR] = 437.7348423707857 - $1 }
  END {
    for (i = 1; i < 3; i++) {
      ratio = error[i]/error[i + 1]
      if (ratio < 1.95 || ratio > 2.05) { print ratio; exit 1 }
    }
    exit !(error[3] > 0 && error[3] < 0.2)
  }' || fail 'recovery beside an elastic domain: no first order'
status 0 "$AUTOMAT" check --quick --quiet --no-replays plastic.yaml

# The derivative of a potential by the force of a variable with a stated rate has
# no effect: rate_y = A_y + 3*A_x = 2 + 3*2 at the start.  The stress, equal to
# A_z, is fixed: rate_z = stress = 2*1e-3.
cat >stated.yaml <<'INPUT'
material: stated
internal: {x: scalar, y: scalar, z: symmetric}
free_energy: (x - 1)^2 + (y - 2)^2/2 + inner(eps - z, eps - z)
force_potential: A_y^2/2 + 3*A_x*A_y + inner(stress, A_z)
rates: {x: 0.25}
INPUT
cat >stated-case.yaml <<'INPUT'
case: start
material: stated.yaml
initial: {strain: {xx: 1e-3}}
path: [{duration: 1e-6, strain: {xx: 1e-3}}]
output: {columns: [x, y, z.xx]}
INPUT
status 0 "$AUTOMAT" run stated-case.yaml -o x.csv
tail -n 1 x.csv | awk -F , '
  function off(a, b) { return (a/b - 1)^2 > 1e-10 }
  { exit off($1, 0.25e-6) || off($2, 8e-6) || off($3, 2e-9) }' ||
  fail "stated and derived rates: $(tail -n 1 x.csv)"

exit $failed
