#!/bin/sh
# control-integrated.sh: metals far above their yield stress under one axial
# stress, prescribed or computed, against the integral of the remaining scalar
# equation, in one loading step, by each adaptive scheme.
. "${srcdir:-.}/tests/cli/support.sh"

# Law michel-suquet in tension: eps = s/E + p and p' = epsdot_0 (pos(|s - H p| -
# sigma_Y)/sigma_d)^n sign(s - H p), integrated by the fourth-order Runge-Kutta
# method in equal steps, for a stress or strain that increases linearly to `end`
# in time T.  Prints strain xx, strain yy, stress xx.
cat >metal.awk <<'END'
function stress(t, p) {
  return given == "stress" ? end*t/T : E*(end*t/T - p)
}

function rate(t, p,  x, f) {
  x = stress(t, p) - H*p
  f = (x < 0 ? -x : x) - 25
  return f <= 0 ? 0 : (x < 0 ? -1 : 1)*(f/130)^3.6
}

BEGIN {
  E = 55e3
  nu = 0.33
  steps = 200000
  h = T/steps
  for (i = 0; i < steps; i++) {
    t = i*h
    a = rate(t, p)
    b = rate(t + h/2, p + h/2*a)
    c = rate(t + h/2, p + h/2*b)
    d = rate(t + h, p + h*c)
    p += h/6*(a + 2*b + 2*c + d)
  }
  s = stress(T, p)
  printf "%.17g,%.17g,%.17g\n", s/E + p, -nu*s/E - p/2, s
}
END

# within RTOL SCHEME: compares the last row to 10 (atol + rtol |x|), stresses in
# units of S. ode23s continues with the lower-order solution, so errors of its
# substeps accumulate.
within() {
  tail -n 1 result.csv | paste -d, exact.csv - | awk -F, -v rtol="$1" \
    -v scheme="$2" '
    function off(i, S,  d) {
      d = $i - $(i + 3)
      return (d < 0 ? -d : d)/rtol/(1e-3*S + ($i < 0 ? -$i : $i))
    }
    { bound = scheme == "ode23s" && $7 > 10 ? $7 : 10
      printf "%.2g %.2g %.2g\n", off(1, 1), off(2, 1), off(3, 41e3)
      exit NF != 7 || !(off(1, 1) <= bound && off(2, 1) <= bound &&
                        off(3, 41e3) <= bound) }'
}

schemes='auto ode12 ode23 ode45 ode23s rodas4 implicit-euler-adaptive'
runs=0

# metal H KIND END T: checks one loading step.
metal() {
  others='yy: 0, zz: 0, yz: 0, xz: 0, xy: 0'
  targets="strain: {xx: $3}, stress: {$others}"
  [ "$2" = strain ] || targets="stress: {xx: $3, $others}"
  cat >case.yaml <<END
case: tension
material: michel-suquet
parameters: {H: $1}
solver: {control: path, max_substeps: 10000000, tangent: false}
path: [{duration: $4, $targets}]
output: {times: last, columns: [strain.xx, strain.yy, stress.xx, substeps]}
END
  awk -v H="$1" -v given="$2" -v end="$3" -v T="$4" -f metal.awk >exact.csv
  for scheme in $schemes; do
    for rtol in 1e-3 1e-6 1e-9; do
      "$AUTOMAT" run case.yaml --set solver.scheme=$scheme -q -o result.csv \
        --set solver.rtol=$rtol --set solver.atol=1e-$((${rtol#1e-} + 3)) \
        --engine interp 2>messages ||
        fail "H = $1, $2 $3 in $4 s, $scheme, $rtol: $(cat messages)"
      found=$(within $rtol $scheme) ||
        fail "H = $1, $2 $3 in $4 s, $scheme, $rtol: off by $found times"
      runs=$((runs + 1))
    done
  done
}

metal 0 stress 500 1e-3
metal 0 stress 60 10
metal 0 stress -250 1
metal 1800 stress 300 1e-2
metal 1800 stress 300 10
metal 0 strain 0.03 1e-3
metal 0 strain 0.03 10
metal 1800 strain -0.03 0.1
[ $runs -ge 144 ] || fail "$runs runs"
exit $failed
