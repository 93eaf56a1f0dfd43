#!/bin/sh
# rotation.sh: material axes that are rotated against the axes of the test.
. "${srcdir:-.}/tests/cli/support.sh"

# same A B BOUND: compares the last rows of two tables relative to the largest
# number of the same quantity.
same() {
  tail -n 1 "$1" | tr ',' '\n' >first
  tail -n 1 "$2" | tr ',' '\n' >second
  head -n 1 "$1" | tr ',' '\n' | sed 's/\..*//' | paste -d ' ' - first second |
    awk -v bound="$3" '
      { name[NR] = $1; d[NR] = $2 - $3; m = $3 < 0 ? -$3 : $3
        if (m > most[$1]) most[$1] = m }
      END {
        if (NR < 7) exit 1
        for (i = 1; i <= NR; i++) {
          if (d[i] < 0) d[i] = -d[i]
          if (!(d[i] <= bound*most[name[i]] + 1e-300)) {
            print i, name[i], d[i], most[name[i]]
            exit 1
          }
        }
      }' || fail "$1 and $2 differ"
}

# Lekhnitskii's modulus off the axes of an orthotropic plate: with c = cos t, s
# = sin t, 1/E = c^4/E_x + s^4/E_y + c^2 s^2 (1/G_xy - 2 nu_xy/E_x).
cat >plate.yaml <<'END'
case: a plate off its axes
material: orthotropic-elastic
rotation: {phi1: 0, unit: degree}
path:
  - {time: 1, strain: {xx: 1e-3}, stress: {others: 0}}
output: {columns: [strain, stress, tangent]}
END
for angle in 0 15 30 45 77 90 -20; do
  status 0 "$AUTOMAT" run plate.yaml --set rotation.phi1=$angle
  tail -n 1 out | awk -F, -v t=$angle '{
    t *= atan2(0, -1)/180
    c = cos(t)
    s = sin(t)
    modulus = 1/(c^4/11e3 + s^4/900 + c^2*s^2*(1/800 - 2*0.38/11e3))
    d = $7/1e-3/modulus - 1
    exit !(d < 1e-12 && d > -1e-12)
  }' || fail "modulus at $angle degrees"
  status 0 "$AUTOMAT" run plate.yaml -o tension.csv \
    --set rotation="{phi1: $angle, unit: degree}"
done
columns=--set=output.columns=[time,stress,tangent]
status 0 "$AUTOMAT" run plate.yaml "$columns" -o degrees.csv --set \
  rotation='{phi1: 15, unit: deg}'
for rotation in 'phi1: 15, unit: degree' \
    'phi1: 0.26179938779914944, unit: rad' \
    'phi1: 0.26179938779914944, unit: radian'; do
  status 0 "$AUTOMAT" run plate.yaml "$columns" -o other.csv --set \
    rotation="{$rotation}"
  status 0 "$AUTOMAT" compare degrees.csv other.csv --rtol 1e-12 --atol 1e-10
done

# Cubic stiffness rotated about [001] by t in closed form, with H = C11 - C12 -
# 2 C44 and h = H/2 sin(2t)^2: C11 - h, C12 + h, C44 + h, and C16 = H/4 sin(4t);
# the tangent column contains 2 C16.
cat >cubic.yaml <<'END'
case: a cubic crystal turned about its axis
material: cubic-elastic
rotation: {phi1: 25, unit: degree}
path:
  - {time: 1, strain: {xx: 1e-3}}
output: {columns: [tangent.xx.xx, tangent.xx.yy, tangent.xx.xy,
                   tangent.zz.zz, tangent.xz.xz, tangent.xy.xy]}
END
status 0 "$AUTOMAT" run cubic.yaml --set \
  'parameters={C11: 170, C12: 120, C44: 75}'
tail -n 1 out | awk -F, '
  function off(found, expected) {
    found -= expected
    return found > 1e-11 || found < -1e-11
  }
  {
    t = 25*atan2(0, -1)/180
    H = 170 - 120 - 2*75
    h = H*sin(2*t)^2/2
    wrong = off($1, 170 - h) + off($2, 120 + h) + off($4, 170)
    wrong += off($5, 2*75) + off($6, 2*(75 + h))
    wrong += off($3, H*sin(4*t)/2)
    exit wrong
  }' || fail "the turned cubic stiffness is $(tail -n 1 out)"

# A law with the angles as parameters gives the same result, with internal
# variables and under prescribed stresses, on both engines.
for material in orthotropic-elastic cubic-elastic hill-creep; do
  cat >both.yaml <<END
case: angles of the case and of the law
material: $material
solver: {scheme: ode45, rtol: 1e-9, atol: 1e-12}
path:
  - {duration: 1, strain: {xx: 1e-4}, stress: {yy: 2, zz: 0, yz: 1, xz: 0, xy: 3}}
  - {duration: 100, hold: true}
output: {columns: [strain, stress, internal, tangent]}
END
  status 0 "$AUTOMAT" run both.yaml -o law.csv --set \
    'parameters={phi1: 0.52359877559829882, Phi: 1.2217304763960306, phi2: -0.3490658503988659}'
  for engine in interp native; do
    status 0 "$AUTOMAT" run both.yaml -o case.csv --set solver.engine=$engine \
      --set 'rotation={phi1: 30, Phi: 70, phi2: -20, unit: degree}'
    same case.csv law.csv 1e-8
  done
  status 0 "$AUTOMAT" run both.yaml -o case.csv --set \
    'rotation={phi1: 0.52359877559829882, Phi: 1.2217304763960306, phi2: -0.3490658503988659, unit: radian}'
  same case.csv law.csv 1e-8
done

# Isotropic laws do not depend on the axes, by any kind of derivatives; the
# initial state refers to the axes of the test.
cat >isotropic.yaml <<'END'
case: any axes
material: michel-suquet
initial: {eps_vp: {xx: 1e-3, yy: -1e-3, xy: 2e-3}, alpha: 1e-3}
solver: {scheme: ode23, rtol: 1e-6}
path:
  - {duration: 1, strain: {xx: 4e-3, xy: 1e-3}, stress: {yy: 0, zz: 0}}
output: {columns: [strain, stress, internal, energy, dissipation, tangent]}
END
status 0 "$AUTOMAT" run isotropic.yaml -o plain.csv
for strategy in automatic semi-automatic; do
  status 0 "$AUTOMAT" run isotropic.yaml -o turned.csv \
    --set 'rotation={phi1: 12, Phi: 34, phi2: 56, unit: degree}' \
    --set solver.strategy=$strategy
  same turned.csv plain.csv 1e-9
done

# All points of a batch, and one of them
cat >points.yaml <<'END'
case: points on turned axes
material: hill-creep
rotation: {Phi: 33, phi2: 5, unit: degree}
points: {count: 20, seed: 3, variables: {s: {uniform: [5, 15]}}}
path:
  - {duration: 0, stress: {xx: s, others: 0}}
  - {time: 3600, steps: 3, hold: true}
output: {columns: [time, strain, internal]}
END
status 0 "$AUTOMAT" batch points.yaml -o points.h5
status 0 "$AUTOMAT" run points.yaml --point 7 -o one.csv
status 0 "$AUTOMAT" run points.yaml --point 7 -o other.csv \
  --set solver.engine=native
same one.csv other.csv 1e-12

refused() {
  status 3 "$AUTOMAT" run "$1" --set "$2"
  message "$3"
}
refused plate.yaml 'rotation={phi1: 3}' "'unit' is missing in rotation"
refused plate.yaml 'rotation={phi: 3, unit: degree}' "unknown key 'phi'"
refused plate.yaml 'rotation.unit=grad' "rotation.unit to be one of degree"
status 3 "$AUTOMAT" run isotropic.yaml --set solver.strategy=conventional \
  --set solver.scheme=implicit-euler --set output.columns=[stress] \
  --set 'rotation={phi1: 3, unit: degree}'
message "'rotation' cannot be combined with strategy conventional"
exit $failed
