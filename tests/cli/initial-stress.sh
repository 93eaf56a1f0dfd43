#!/bin/sh
# initial-stress.sh: strains relative to a state with stress.
. "${srcdir:-.}/tests/cli/support.sh"

# Linear elasticity (E 200000, nu 0.3) with an initial stress: the strain
# follows from the stress increment.
cat >elastic.yaml <<'END'
case: elastic from a stress
material: linear-elastic
parameters: {E: 200000, nu: 0.3}
initial: {time: 2, stress: {zz: -10, xx: -3, xy: 2}}
path:
  - {time: 3, strain: {xx: 1e-3}, stress: {others: hold}}
output: {columns: [time, strain, stress, energy, work, tangent.xx.xx]}
expect:
  - {column: strain.xx, time: 2, value: 0, tolerance: 0}
  - {column: stress.xy, time: 2, value: 2, tolerance: 1e-12}
  - {column: stress.xx, time: 3, value: 197, tolerance: 1e-12}
  - {column: stress.zz, time: 3, value: -10, tolerance: 1e-11}
  - {column: strain.yy, time: 3, value: -3e-4, tolerance: 1e-12}
  - {column: work, time: 3, value: 0.1, tolerance: 1e-12}
END
status 0 "$AUTOMAT" check elastic.yaml
status 0 "$AUTOMAT" run elastic.yaml --set solver.engine=native -o native.csv
status 0 "$AUTOMAT" run elastic.yaml -o interp.csv
status 0 cmp native.csv interp.csv

# Modified Cam-clay along a swelling line: 3 eps = -kappa log(p/p_start), and
# its derivative by kappa, including that of the initial strain.
cat >clay.yaml <<'END'
case: isotropic compression from a confined state
material: cam-clay
parameters: {p_c0: 400}
initial: {stress: {xx: -200, yy: -200, zz: -200}}
solver: {scheme: implicit-euler}
path:
  - {time: 1, steps: 2, stress: {xx: -300, yy: -300, zz: -300, others: 0}}
output: {columns: [time, strain, stress, sensitivity.kappa.strain]}
expect:
  - {column: strain.xx, time: 1, value: -0.001351550360360548, tolerance: 1e-11}
  - {column: sensitivity.kappa.strain.xx, time: 1,
     value: -0.1351550360360548, tolerance: 1e-10}
END
status 0 "$AUTOMAT" check clay.yaml

# The same for many points with individual parameters
cat >clays.yaml <<'END'
case: clays
material: cam-clay
parameters: {p_c0: 400}
initial: {stress: {xx: -200, yy: -200, zz: -200}}
solver: {scheme: implicit-euler}
points: {count: 40, seed: 3, variables: {kappa: {uniform: [0.005, 0.02]},
  p_0: {uniform: [50, 250]}}}
path:
  - {time: 1, steps: 2, stress: {xx: -300, yy: -300, zz: -300, others: 0}}
output: {columns: [time, strain.xx, stress.xx,
  {off: "strain.xx + kappa*log(300/200)/3"}]}
END
for engine in interp native; do
  status 0 "$AUTOMAT" batch clays.yaml --set solver.engine=$engine \
    -o clays.$engine.h5
done
status 0 "$AUTOMAT" compare clays.interp.h5 clays.native.h5 --rtol 1e-12 \
  --atol 1e-17
for point in 1 40; do
  status 0 "$AUTOMAT" run clays.yaml --point $point -o point.csv
  status 0 "$AUTOMAT" compare clays.interp.h5 point.csv --point $point \
    --rtol 1e-12 --atol 1e-17
  awk -F, 'END { exit !(NF == 4 && $2 < -5e-4 && $4 < 1e-15 && $4 > -1e-15) }' \
    point.csv || fail "point $point: $(tail -1 point.csv)"
  status 0 "$AUTOMAT" run clays.interp.h5 --point $point -o again.csv
  status 0 "$AUTOMAT" compare again.csv point.csv --rtol 1e-12 --atol 1e-17
done

status 0 "$AUTOMAT" batch clays.yaml --replay 40 -o replay.yaml
status 0 "$AUTOMAT" run replay.yaml --set output.columns='[time, strain.xx]' \
  -o replay.csv
status 0 "$AUTOMAT" compare replay.csv point.csv --columns strain.xx \
  --rtol 1e-12 --atol 1e-17

# Each run of a sweep has its own strain origin: the strain along the swelling
# line from a given pressure does not depend on the law's reference pressure.
status 0 "$AUTOMAT" study sweep clay.yaml --columns strain.xx -o sweep.csv \
  --over parameters.p_0=50,100,300
awk -F, '/^[0-9]/ { d = $2/-0.001351550360360548 - 1
    bad = bad || d < -1e-9 || d > 1e-9; rows++ }
  END { exit bad || rows != 3 }' sweep.csv || { fail sweep; cat sweep.csv; }

# A fit to a swelling line that does not start at p_0 finds its slope.
cat >line.csv <<'END'
time,stress.xx,stress.yy,stress.zz,strain.xx
0,-200,-200,-200,0
1,-250,-250,-250,-0.0009669553890282423
2,-300,-300,-300,-0.0017570154684687124
END
cat >fit.yaml <<'END'
case: a swelling line
material: cam-clay
parameters: {p_c0: 400}
solver: {scheme: implicit-euler}
fit:
  parameters: {kappa: {start: 0.02, min: 0.001, max: 0.04}}
  tests:
    - {table: line.csv, stress: [others], compare: [strain.xx],
       initial: {stress: {xx: -200, yy: -200, zz: -200}}}
END
status 0 "$AUTOMAT" fit fit.yaml
grep -Eq 'kappa +0\.013 ' out || {
  fail "the fit found another slope"
  cat out messages
}

# refused REASON SETTING: expects a failure
refused() {
  status 3 "$AUTOMAT" run clay.yaml --set "$2"
  message "$1"
}

refused 'found both' 'initial={stress: {xx: -1}, strain: {xx: 0}}'
refused "unknown key 'xq' in initial.stress" 'initial={stress: {xq: -1}}'
refused "no strain found for the stress at the start: the stiffness becomes singular" \
  'initial={stress: {xx: 10, yy: 10, zz: 10}}'
refused "outside the elastic domain 'yield'" \
  'initial={stress: {xx: -401, yy: -401, zz: -401}}'
status 3 "$AUTOMAT" homogenize "$source/cases/sphere-15.yaml" \
  --set 'initial={strain: {xx: 1}}'
message "found 'strain'"
status 3 "$AUTOMAT" run "$source/cases/adiabatic-bar.yaml" \
  --set 'initial={stress: {xx: 1}}'
message "initial 'stress' cannot be combined with 'adiabatic'"
# A point without an admissible initial strain fails; the others continue.
sed 's/\[50, 250\]/[50, 250]}, p_c0: {uniform: [150, 400]/' clays.yaml >some.yaml
status 1 "$AUTOMAT" batch some.yaml -o some.h5
grep -q 'outside the elastic domain' messages ||
  fail "no reason why points are not fit"
exit $failed
