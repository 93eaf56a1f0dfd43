#!/bin/sh
# late.sh: results do not depend on the time at which a path starts: durations
# remain exact at large times.
. "${srcdir:-.}/tests/cli/support.sh"

cat >visc.yaml <<'END'
material: visc
units: {stress: MPa, time: s}
parameters: {E: 1e6, eta: 1e-2}
internal: {x: symmetric}
free_energy: "E/2*((eps - x) : (eps - x))"
force_potential: "(A_x : A_x)/(2*eta)"
END
cat >path.yaml <<'END'
path:
  - {duration: 0.01, steps: 4, strain: {xx: 1e-3}}
  - {duration: 0, strain: {xy: 1e-6}}
  - {rate: 0.1, steps: 2, strain: {yy: 1e-3}}
  - {repeat: 2, segments: [{duration: 3e-8, steps: 3, strain: {xy: 0}}]}
END
(echo 'case: late'; echo 'material: visc.yaml'; cat path.yaml) >point.yaml
(cat point.yaml
 echo '  - {duration: 0.03, strain: {zz: 1e-3}, until: "strain.zz > 3e-4"}'
 echo '  - {duration: 2e-8, strain: {xz: 1e-6}}') >until.yaml
(sed '/path/,$d' point.yaml
 echo 'path: [{duration: 0.01, strain: {xx: 1e-3, yy: 1e-3}},'
 echo '       {rate: 0.1, strain: {yy: 2e-3}}]'
 echo 'points: {count: 3, seed: 1, variables: {eta: {uniform: [1e-3, 1e-2]}}}'
 echo 'output: {columns: [time, strain, stress]}') >batch.yaml
cat >cell.yaml <<'END'
case: late
microstructure:
  grid: [2, 1, 1]
  laminate: {normal: x, layers: [{label: 1, voxels: 1}, {label: 2, voxels: 1}]}
phases:
  soft: {label: 1, material: visc.yaml}
  hard: {label: 2, material: linear-elastic, parameters: {E: 1e6, nu: 0.3}}
solver: {engine: interp}
END
sed '/repeat/d' path.yaml >>cell.yaml

# same NAME COMMAND...: expects the same values, except time, for starts at time
# 0 and at a late time.
same() {
  name=$1
  shift
  for time in 0 1e14 3e13; do
    status 0 "$@" --set initial.time=$time --quiet -o $name-$time.csv
    cut -d, -f2- $name-$time.csv >$name-$time.txt
    cmp $name-0.txt $name-$time.txt || fail "$name: not the same at $time"
  done
}

columns='output.columns=[time, strain, stress, dissipation]'
for scheme in auto implicit-euler; do
  for case in point until; do
    same $case-$scheme "$AUTOMAT" run $case.yaml --set "$columns" \
      --set solver.scheme=$scheme
  done
done
same cell "$AUTOMAT" homogenize cell.yaml --set 'output.columns=[time, stress]'

# The same points in a batch, and one of them in a single run
for time in 0 3e13; do
  status 0 "$AUTOMAT" batch batch.yaml --set initial.time=$time \
    -o batch-$time.h5 --quiet
  status 0 "$AUTOMAT" batch batch.yaml --set initial.time=$time --quiet \
    --replay 2 -o replay.yaml
  status 0 "$AUTOMAT" run replay.yaml --quiet -o replay-$time.csv
done
status 0 "$AUTOMAT" compare batch-0.h5 batch-3e13.h5 --x strain.yy \
  --columns stress --rtol 1e-14
cut -d, -f2- replay-0.csv >replay-0.txt
cut -d, -f2- replay-3e13.csv >replay-3e13.txt
cmp replay-0.txt replay-3e13.txt || fail 'replay: not the same'
exit $failed
