#!/bin/sh
# auto.sh: the default scheme on laws that are not in the library, over
# durations of nine decades: right wherever one of its schemes is, and never
# more than three times the rate evaluations of the better one.
. "${srcdir:-.}/tests/cli/support.sh"

# law NAME PARAMETERS ENERGY POTENTIAL: of one creep strain p
law() {
  cat >"$1.yaml" <<END
material: $1
units: {stress: MPa, time: s}
parameters: {mu: 80000, lambda: 120000, $2}
internal: {p: deviatoric}
free_energy: |
  e = eps - p
  lambda/2*tr(e)^2 + mu*(e : e) + $3
force_potential: $4
END
}

law bingham 'Y: 100, eta: 1e-3' 0 'pos(mises(A_p) - Y)^2/(2*eta)'
law kelvin 'E1: 100000, s: 200, n: 12, r: 1e-3' 'E1/3*(p : p)' \
  'r*s/(n + 1)*(mises(A_p)/s)^(n + 1)'
law norton-50 'K: 100, n: 50' 0 'K/(n + 1)*(mises(A_p)/K)^(n + 1)'
law hyperbolic 's: 10, r: 1e-6' 0 'r*s*(cosh(mises(A_p)/s) - 1)'

# walk LAW DURATION SCHEME: "stress evaluations", nothing where it fails
walk() {
  cat >case.yaml <<END
case: $1
material: $1.yaml
path:
  - {time: $2, steps: 20, strain: {xx: 0.02}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}
output: {columns: [time, stress.xx, evaluations]}
END
  "$AUTOMAT" run case.yaml --quiet --set solver.scheme="$3" \
    --set solver.engine=interp --set solver.max_substeps=3000 2>messages |
    awk -F, '!/^#|^time/ { sum += $3; stress = $2 } END { print stress, sum }'
}

for name in bingham kelvin norton-50 hyperbolic; do
  for duration in 1e-3 1 1e3 1e6; do
    # where even rodas4 fails in a step, it is backward Euler that goes on
    [ "$name $duration" = 'bingham 1e6' ] && continue
    found=$(walk $name $duration auto)
    soft=$(walk $name $duration ode23)
    stiff=$(walk $name $duration rodas4)
    echo "$found $stiff ${soft:-0 1e9}" | awk '{
      least = $6 > 0 && $6 < $4 ? $6 : $4
      off = $1 - $3
      exit !(NF == 6 && off*off <= (2e-3*$3 + 0.2)^2 && $2 <= 3*least) }' ||
      fail "$name, $duration: auto '$found', rodas4 '$stiff', ode23 '$soft'"
  done
done
exit $failed
