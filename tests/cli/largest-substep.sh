#!/bin/sh
# largest-substep.sh: solver.largest_substep bounds substeps. Features of
# external fields within a loading step are resolved without it, by all engines
# and in volume elements.
set -eu
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "$*" >&2
  exit 1
}

# near FILE NUMBER TOLERANCE: compares the first column of the last row
near() {
  tail -n 1 "$1" | awk -F, -v x="$2" -v t="$3" \
    '{ if (($1 - x)^2 > t^2) { print $1 " is not " x; exit 1 } }' >&2 ||
    fail "$1: expected $2"
}

law() {
  cat <<END
format: 1
material: $1
units: {stress: MPa, time: s}
parameters:
  E: 200e3
  nu: 0.3
  sy: {value: [[300, 300], [590, 300], [600, 120], [610, 300], [1000, 300]], kind: table}
external: {T: {value: 300}}
internal: {eps_p: deviatoric}
definitions: |
  lambda = E*nu/((1 + nu)*(1 - 2*nu))
  mu = E/(2*(1 + nu))
free_energy: |
  e = eps - eps_p
  lambda/2*tr(e)^2 + mu*(e : e)
$2
END
}

law peak 'force_potential: "1e-9*exp(-((T - 600)/5)^2)/3*mises(A_eps_p)^3"' \
  > peak.yaml
law dip 'elastic_domain: {f: "mises(A_eps_p) - interpolate(T, sy)"}' > dip.yaml
for name in peak dip; do
  cat > "held-$name.yaml" <<END
case: held bar heated through a $name
material: $name.yaml
solver: {tangent: false}
path:
  - {duration: 0, strain: {xx: 1e-3}, stress: {others: 0}}
  - {duration: 700, steps: 1, external: {T: 1000}}
output: {times: last, columns: [stress.xx, substeps]}
END
done

# Bar in tension that creeps with rate A s^3: 1/s^2 = 1/200^2 + 2 E A 5
# sqrt(pi).
engines=interp
"$AUTOMAT" list engines | grep -q 'here: lanes' && engines='interp native'
for engine in $engines; do
  for limit in 0.005 '{time: 3.5}'; do
    "$AUTOMAT" run held-peak.yaml --engine $engine \
      --set "solver.largest_substep=$limit" > peak.csv
    near peak.csv 147.657 0.3
    tail -n 1 peak.csv | awk -F, '{ exit !($2 >= 200) }' ||
      fail "fewer than 200 substeps"
  done
done


# The same without a limit; a loading step ends at the minimum.
for engine in $engines; do
  "$AUTOMAT" run held-peak.yaml --engine $engine > peak.csv
  near peak.csv 147.657 2
  "$AUTOMAT" run held-dip.yaml --engine $engine > dip.csv
  near dip.csv 120 0.1
done

# Volume elements: their strains are linear within a loading step, so only
# strains that are held agree with the bar.
cat > element.yaml <<'END'
case: element heated through a peak
microstructure:
  size: [1, 1, 1]
  grid: [3, 1, 1]
  laminate: {normal: x, layers: [{label: 0, voxels: 3}]}
phases: {m: {label: 0, material: peak.yaml}}
path:
  - {duration: 0, strain: {xx: 1e-3}, stress: {others: 0}}
  - {duration: 700, steps: 1, external: {T: 1000}}
output: {columns: [stress.xx]}
END
"$AUTOMAT" homogenize element.yaml -o - > element.csv 2> /dev/null
near element.csv 147.657 1

refused() {
  ! "$AUTOMAT" run held-peak.yaml --set "$1" $3 > out 2> err ||
    fail "$1: accepted"
  grep -qF "$2" err || { cat err >&2; fail "$1: another message"; }
}
refused solver.largest_substep=5 "write a time as '{time: 5}'" ''
refused solver.largest_substep=0 'solver.largest_substep' ''
refused 'solver.largest_substep={tim: 1}' "tim" ''
refused solver.largest_substep=0.1 'solver.largest_substep cannot be combined with scheme implicit-euler' \
  '--set solver.scheme=implicit-euler'

# Without a limit, one substep covers a longer loading step.
cat > longer.yaml <<'END'
case: ten short loading steps, and a longer one
material: peak.yaml
path:
  - {time: 1, steps: 10, strain: {xx: 1e-5}}
  - {time: 2, steps: 2, strain: {xx: 2e-5}}
output: {times: last, columns: [substeps]}
END
"$AUTOMAT" run longer.yaml --engine interp > longer.csv 2> /dev/null
near longer.csv 1 0
