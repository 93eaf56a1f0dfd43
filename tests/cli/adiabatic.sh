#!/bin/sh
# adiabatic.sh: adiabatic laws, whose temperature follows from the potentials:
# closed forms, the balance of the internal energy, engines, schemes, tangents
# against finite differences, and error messages.
. "${srcdir:-.}/tests/cli/support.sh"

# Bar in tension: rho_c log(T/T_0) = -alpha sigma - sigma^2 (1/E)'/2.
status 0 "$AUTOMAT" check "$source/cases/adiabatic-bar.yaml"

# near COLUMN VALUE TOLERANCE: compares the value in the last row of out
near() {
  awk -F, -v c="$1" -v v="$2" -v t="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
    { last = $k }
    END { d = last - v; exit !(k && d*d <= t*t) }' out ||
    fail "$1: expected $2 to $3: $(tail -n 1 out)"
}

# Constant heat capacity and a viscous cycle: c (T - T_0) equals the work done,
# since the stress does not depend on the temperature.
cat >linear.yaml <<'END'
material: linear
units: {stress: MPa, time: s}
parameters: {c: 2, mu: 1000, eta: 50, T_0: 300}
external: {temperature: {value: 300, unit: K, above: 0}}
internal: {p: deviatoric}
free_energy: |
  e = eps - p
  mu*inner(e, e) + 2*mu*tr(e)^2 - c/2*(temperature - T_0)^2/T_0
force_potential: inner(A_p, A_p)/(2*eta)
END
cat >case.yaml <<'END'
case: cycle
material: linear.yaml
adiabatic: 350
path:
  - {time: 1, strain: {xy: 0.2}}
  - {time: 2, strain: {xy: 0}}
  - {time: 50, hold: true}
output:
  columns: [external.temperature, entropy, energy, work, dissipation, balance]
END
# At rest, dissipation equals work; T S' = A.p' with S = c (T - T_0)/T_0.
for scheme in ode23 rodas4 implicit-euler-adaptive auto; do
  rtol=1e-8 most=1e-5
  [ $scheme != implicit-euler-adaptive ] || rtol=1e-5 most=0.05
  for engine in interp native; do
    status 0 "$AUTOMAT" run case.yaml --engine $engine \
      --set solver.scheme=$scheme --set solver.rtol=$rtol \
      --set solver.atol=1e-10
    near balance 0 $most
    near external.temperature \
      "$(awk -F, 'END { printf "%.15g", sqrt(350^2 + 300*$5) }' out)" $most
  done
done

# Law with temperature-dependent stiffness and flow
cat >case.yaml <<'END'
case: pull
material: thermo-norton
adiabatic: 900
solver: {scheme: rodas4, rtol: 1e-9, atol: 1e-13}
path: [{time: 2, strain: {xx: 0.01, yy: 2e-3, xy: 1e-3}}]
output: {columns: [external.T, balance, stress.xx, tangent.xx.yy]}
END
status 0 "$AUTOMAT" run case.yaml
near balance 0 1e-9
cp out middle
for side in 1 -1; do
  sed "s/yy: 2e-3/yy: $(awk "BEGIN { print 2e-3 + $side*1e-6 }")/" case.yaml \
    >side.yaml
  status 0 "$AUTOMAT" run side.yaml
  awk -F, 'END { print $3 }' out >>sides
done
difference=$(awk '{ x[NR] = $1 } END { printf "%.12g", (x[1] - x[2])/2e-6 }' \
  sides)
cp middle out
near tangent.xx.yy "$difference" 1

# The same law with the temperature named theta and another field named T
sed -e 's/T: *{value: 293.15, unit: K,/theta: {value: 293.15, temperature: yes,/' \
  -e 's/\bT\b/theta/g' -e 's/^external:/&\n  T: {value: 1, temperature: no}/' \
  -e 's/^material:.*/material: marked/' -e '/^checks:/,$d' \
  "$source/materials/thermo-elastic.yaml" >marked.yaml
for material in thermo-elastic marked.yaml; do
  cat >case.yaml <<END
case: pull
material: $material
adiabatic: 300
path: [{time: 1, stress: {xx: 300, others: 0}}]
output: {columns: [$([ $material = marked.yaml ] && echo external.theta ||
  echo external.T), strain, entropy]}
END
  status 0 "$AUTOMAT" run case.yaml
  tail -n 1 out >>marked
done
grep -q . marked && [ "$(sort -u marked | wc -l)" -eq 1 ] ||
  fail "a marked temperature: $(cat marked)"

# Heat supply at constant temperature: T (alpha sigma + sigma^2 (1/E)'/2) for a
# bar; an isothermal viscous law releases its dissipation.
cat >case.yaml <<'END'
case: isothermal
material: thermo-elastic
path: [{time: 1, steps: 3, stress: {xx: 300, others: 0}}]
output: {columns: [heat]}
END
status 0 "$AUTOMAT" run case.yaml
near heat 1.074185357142857 1e-11
cat >case.yaml <<'END'
case: cycle
material: linear.yaml
solver: {scheme: rodas4, rtol: 1e-9, atol: 1e-12}
path:
  - {time: 1, strain: {xy: 0.2}}
  - {time: 2, strain: {xy: 0}}
output: {columns: [heat, {lost: heat + dissipation}]}
END
status 0 "$AUTOMAT" run case.yaml
near lost 0 1e-7
near heat -7.65 1e-6
sed -i -e '/^solver/i adiabatic: true' case.yaml
status 0 "$AUTOMAT" run case.yaml
near heat 0 1e-7

# Points of a batch with individual parameters have individual temperatures.
cat >own.yaml <<'END'
case: batch
material: thermo-elastic
adiabatic: true
points: {count: 2, seed: 1, variables: {rho_c: {uniform: [6, 8]}}}
path: [{time: 1, stress: {xx: 300, others: 0}}]
output: {columns: [time, external.T, heat, {c: "rho_c*log(external.T/293.15)"}]}
END
status 0 "$AUTOMAT" run own.yaml --point 1 -o own.csv
status 0 "$AUTOMAT" batch own.yaml -o own.h5
status 0 "$AUTOMAT" compare own.csv own.h5 --point 1 --rtol 1e-12
cp own.csv out
near c -0.0036642857 1e-7

# refused MESSAGE LINES: a case that ends with LINES fails with MESSAGE.
refused() {
  printf 'case: bad\n%b\npath: [{time: 1, strain: {xx: 1e-3}}]\n' "$2" >bad.yaml
  status 3 "$AUTOMAT" run bad.yaml
  message "$1"
}
refused "has no external field 'T' or 'temperature', and none" \
  'material: norton\nadiabatic: true'
printf 'case: bad\nmaterial: norton\n%s\n' \
  'path: [{time: 1, strain: {xx: 1e-3}}]
output: {columns: [heat]}' >bad.yaml
status 3 "$AUTOMAT" run bad.yaml
message "the column 'heat' needs an adiabatic case"
refused 'the temperature at the start, -5, must be above 0' \
  'material: thermo-elastic\nadiabatic: -5'
refused 'adiabatic' 'material: thermo-elastic\nadiabatic: maybe'
refused "need 'strategy: automatic'" \
  'material: thermo-norton\nadiabatic: true\nsolver: {strategy: conventional}'
cat >light.yaml <<'END'
material: light
external: {T: {value: 300, above: 0}}
free_energy: 100*inner(eps, eps) - T*tr(eps)
END
refused 'the heat capacity of material' 'material: light.yaml\nadiabatic: true'
sed 's/material: light/material: own/' light.yaml >own.yaml
printf 'internal: {entropy: scalar}\nforce_potential: A_entropy^2\n' >>own.yaml
refused "'entropy' is the additional variable" 'material: own.yaml\nadiabatic: true'
printf 'case: bad\nmaterial: thermo-elastic\nadiabatic: true\n%s\n' \
  'path: [{time: 1, strain: {xx: 1e-3}, external: {T: 300}}]' >bad.yaml
status 3 "$AUTOMAT" run bad.yaml
message "'T' cannot be prescribed in an adiabatic case: it is computed from the potentials"
printf 'case: bad\nmaterial: thermo-elastic\nadiabatic: true\n%s\n' \
  'initial: {T: 300}
path: [{time: 1, strain: {xx: 1e-3}}]' >bad.yaml
status 3 "$AUTOMAT" run bad.yaml
message "give its initial value in 'adiabatic'"

# Run cut in two: the second part starts with the entropy of the first.
cat >case.yaml <<'END'
case: whole
material: thermo-norton
adiabatic: 900
solver: {scheme: rodas4, rtol: 1e-9, atol: 1e-13}
path:
  - {time: 2, steps: 2, strain: {xx: 0.01}, stress: {others: 0}}
  - {time: 4, steps: 2, strain: {xx: 0.02}}
output: {columns: [time, strain, internal, external.T, stress]}
END
status 0 "$AUTOMAT" run case.yaml -o whole.csv
head -n 5 whole.csv >half.csv
sed -e '/time: 2, steps/d' -e 's/{xx: 0.02}/&, stress: {others: 0}/' case.yaml \
  >rest.yaml
status 0 "$AUTOMAT" run rest.yaml --start half.csv
near external.T "$(awk -F, 'END { print $15 }' whole.csv)" 1e-9

# Points of a batch with individual events and durations
for end in 'duration: 10, until: "stress.xx >= 60"' 'rate: 10'; do
  cat >points.yaml <<END
case: bars that are pulled fast
material: thermo-elastic
adiabatic: true
points: {count: 3, variables: {alpha: {uniform: [1e-5, 2e-5]}}}
path: [{$end, steps: 10, stress: {xx: 300, others: 0}}]
output: {columns: [time, strain.xx, external.T]}
END
  status 0 "$AUTOMAT" batch points.yaml -o points.h5
  for point in 1 2 3; do
    status 0 "$AUTOMAT" run points.yaml --point $point -o point.csv
    status 0 "$AUTOMAT" compare points.h5 point.csv --point $point --rtol 1e-15
  done
done
exit $failed
