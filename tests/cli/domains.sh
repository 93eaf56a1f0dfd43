#!/bin/sh
# domains.sh: elastic domains of a material file: error messages, choice of the
# scheme, multipliers, energies and perfect plasticity.
. "${srcdir:-.}/tests/cli/support.sh"

# law NAME DOMAIN: writes a von Mises material.
law() {
  cat >"$1.yaml" <<END
material: $1
units: {stress: MPa, time: s}
parameters: {Y: 10, H: {value: 0, min: 0}}
internal: {x: deviatoric, p: scalar}
free_energy: |
  e = eps - x
  400*tr(e)^2 + 500*(e : e) + H/2*(x : x)
elastic_domain:
  yield: $2
END
}

# case_of LAW PATH COLUMNS: writes case.yaml
case_of() {
  cat >case.yaml <<END
case: $1
material: $1.yaml
solver: {engine: interp}
path: [$2]
output: {columns: [$3]}
END
}

# refused STATUS MESSAGE COMMAND...: expects a failure
refused() {
  message=$2
  expected=$1
  shift 2
  status "$expected" "$@"
  grep -qF -- "$message" messages ||
    fail "$*: no message '$message' but $(cat messages)"
}

law good 'mises(A_x) + A_p - Y'
law open 'mises(A_x) + A_p + 1e-3'
law saddle 'A_x[xx]^2 - A_x[yy]^2 + 0*A_p - Y'
shear='{time: 1, steps: 4, strain: {xy: 0.05}}'

case_of open "$shear" time
refused 3 "yield function 'yield' is 0.001 at zero forces, expected at most 0" "$AUTOMAT" run case.yaml
case_of good "$shear" time
for scheme in ode12 ode23 ode45 ode23s rodas4; do
  refused 3 "scheme $scheme cannot be combined with an elastic_domain (material \
'good'): use auto, implicit-euler-adaptive or implicit-euler" \
    "$AUTOMAT" run case.yaml --set solver.scheme=$scheme
done
"$AUTOMAT" check --quick --only convexity ./saddle.yaml >out 2>messages
grep -q 'FAILED  convexity     elastic domain yield' out ||
  fail "not convex: $(cat out messages)"

# Multipliers of a list are columns, named as the entries of other lists.
law list 'mises(A_x) + A_p - Y'
sed 's/  yield: \(.*\)/  "y[i in 1 .. 2]": i*(\1)/' list.yaml >two.yaml
case_of two "$shear" 'multiplier.y.2, multiplier'
status 0 "$AUTOMAT" run case.yaml
test "$(head -1 out)" = 'multiplier.y[2],multiplier.y[1]' ||
  fail "multipliers of a list: $(cat out)"

# Perfect plasticity: the shear stress is Y/sqrt(3) and the dissipation is Y
# times the multiplier.
for scheme in auto implicit-euler implicit-euler-adaptive; do
  case_of good "$shear" 'stress.xy, multiplier, dissipation'
  status 0 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme
  awk -F, 'NR > 3 { sum += $2
    bad += ($1 - 10/sqrt(3))^2 > 1e-20 || ($3 - 10*sum)^2 > 1e-20 }
    END { exit bad || NR != 7 || sum < 0.05 }' out ||
    fail "perfect plasticity by $scheme: $(cat out)"
  case_of good '{time: 1, steps: 4, stress: {xy: 6}}' stress.xy
  refused 1 'the prescribed stress reaches a limit load' \
    "$AUTOMAT" run case.yaml --set solver.scheme=$scheme
  status 0 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme \
    --set parameters.H=1
  case_of good '{time: 1, steps: 4, cauchy: {xy: 6, others: 0}}' cauchy.xy
  refused 1 'the prescribed stress reaches a limit load' "$AUTOMAT" run \
    case.yaml --set solver.scheme=$scheme --set kinematics=logarithmic
done

# Elastic domain that depends on an external field; derivatives by parameters
# against differences.
sed -e 's/^internal/external: {T: {value: 300, unit: K}}\n&/' \
  -e 's/H: {value: 0,/H: {value: 5,/' \
  -e 's/A_p - Y/A_p - Y*(1.3 - T\/1000)/' good.yaml >thermal.yaml
case_of thermal '{time: 1, steps: 4, strain: {xy: 0.05}, external: {T: 400}}' \
  stress.xy,sensitivity.Y.xy,sensitivity.H.xy
# last ARGUMENT...: prints the last row.
last() {
  "$AUTOMAT" run case.yaml --set solver.scheme=implicit-euler "$@" | tail -1
}
for pair in '2 Y 10' '3 H 5'; do
  set -- $pair
  for h in -1e-3 1e-3; do
    last --set "parameters.$2=$(awk "BEGIN { printf \"%.9g\", $3 + $h }")"
  done >sides
  last >middle
  awk -F, -v c="$1" 'FILENAME == "sides" { x[FNR] = $1; next }
    { d = (x[2] - x[1])/2e-3; exit !(d > 0 && ($c - d)^2 < 1e-14) }' \
    sides middle || fail "sensitivity.$2: $(cat sides middle)"
done

# ---- infinite initial hardening slope is reported ----------------------------

case_of steep "{time: 1, steps: 100, strain: {xy: 0.02}}" stress.xy,p
sed -e 's/H: {value: 0,/H: {value: 300,/' \
  -e 's/H\/2\*(x : x)/H\/1.3*pos(p)^1.3/' good.yaml >steep.yaml
sed 's/pos(p)/pos(p + 1e-9)/' steep.yaml >shifted.yaml
for law in steep shifted; do
  sed "s/material: .*/material: $law.yaml/" case.yaml >$law.case.yaml
done
status 0 "$AUTOMAT" run shifted.case.yaml
# Short loading steps pass the start: sqrt(3) tau = Y + H p^0.3.
status 0 "$AUTOMAT" run steep.case.yaml
awk -F, 'NR > 2 && $2 > 0 {
    d = sqrt(3)*$1 - 10 - 300*$2^0.3; if (d*d > 1e-18) bad = 1; n++
  } END { exit bad || n < 50 }' out || fail "steep: $(cat out)"
sed -i 's/steps: 100/steps: 7/' steep.case.yaml
refused 1 "the driving force of 'p' has an infinite slope at the " \
  "$AUTOMAT" run steep.case.yaml

# ---- single loading steps in closed form -------------------------------------

# expect COLUMN=VALUE...: compares columns of the last row to 1e-7.
expect() {
  for pair; do
    awk -F, -v name="${pair%=*}" -v value="${pair#*=}" '
      NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
      { last = $column }
      END { exit !(column && (last/value - 1)^2 < 1e-14) }' out ||
      fail "$1: expected $pair: $(cat out)"
  done
}

# Tension to 330 MPa, kinematic hardening that saturates at C/D = 200 MPa:
# strain = 330/E - log(1 - D*130/C)/D
cat >recovering.yaml <<'END'
material: recovering
units: {stress: MPa, time: s}
include:
  - {file: isotropic, parameters: {E: 200e3, nu: 0.3}}
  - {file: armstrong-frederick, parameters: {C: [40e3], D: [200]}}
parameters: {k: 200}
internal: {x: deviatoric, a: {type: deviatoric, count: length(C)}, p: scalar}
free_energy: elastic(eps - x) + kinematic(a)
elastic_domain: {y: "mises(A_x + A_a[1]) + A_p - k + recovery(A_a, a)"}
END
case_of recovering '{time: 1, stress: {xx: 330, others: 0}}' strain.xx
status 0 "$AUTOMAT" run case.yaml --set solver.rtol=1e-7 \
  --set solver.atol=1e-10
expect strain.xx=0.00689911062281

# J2 plasticity, reversal in one loading step; backward Euler with 100000
# loading steps gives 82.585.
case_of j2 '{time: 1, strain: {xy: 3e-3}}, {time: 2, strain: {xx: 1.5e-3,
  yy: -0.75e-3, zz: -0.75e-3, xy: 0}}' stress.xx
sed -i 's/j2.yaml/j2/' case.yaml
status 0 "$AUTOMAT" run case.yaml
tail -1 out | awk '{ exit !(($1 - 82.585)^2 < 0.05^2) }' ||
  fail "reversal: $(cat out)"

# List of three planes, two of them reached: with 8000 tr(e) + 16000 e,
# 24.8 - 16000 p - 8000 (p + q) = 3 and 13.6 - 16000 q - 8000 (p + q) = 3
cat >planes.yaml <<'END'
material: planes
units: {stress: MPa, time: s}
include: [{file: isotropic, parameters: {E: 20e3, nu: 0.25}}]
parameters: {m: {kind: vector, value: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
internal: {x: symmetric}
free_energy: elastic(eps - x)
elastic_domain: {"y[i in 1 .. 3]": "A_x : dyad(m[i]) - 3"}
END
case_of planes '{time: 1, strain: {xx: 1e-3, yy: -2e-4, zz: 3e-4, xy: 2e-4}}' \
  'stress, multiplier'
status 0 "$AUTOMAT" run case.yaml
expect stress.xx=3 stress.yy=-2.5 stress.zz=3 stress.xy=3.2 \
  'multiplier.y[1]=0.00085625' 'multiplier.y[3]=0.00015625'
exit $failed
