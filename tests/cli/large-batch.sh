#!/bin/sh
# large-batch.sh: batches under deformation gradients: shards, repeated points,
# and ends.
. "${srcdir:-.}/tests/cli/support.sh"

cat >bars.yaml <<'END'
format: 1
case: bars under a dead load, then sheared
material: norton
kinematics: logarithmic
solver: {engine: interp}
points:
  count: 600
  seed: 3
  variables: {s: {uniform: [10, 60]}, g: {normal: [0, 0.02]}}
path:
  - {duration: 1, steps: 2, P: {xx: s, others: 0}}
  - {duration: 100, steps: 4, F: {xx: hold, xy: g, yx: 0, zx: 0, yz: 0}}
output: {columns: [time, F, P, cauchy, strain, stress, internal, energy]}
END
status 0 "$AUTOMAT" batch bars.yaml -o whole.h5 --quiet
for part in 1/2 2/2; do
  status 0 "$AUTOMAT" batch bars.yaml -o part.h5 --shard $part --quiet
done
status 0 "$AUTOMAT" merge part.*.h5 -o merged.h5
cmp whole.h5 merged.h5 || fail "the merged file is another"

# A point gives the same result from the case, from the batch file, and as a
# separate case.
for point in 1 77 600; do
  status 0 "$AUTOMAT" run bars.yaml --point $point -o case.csv
  status 0 "$AUTOMAT" run whole.h5 --point $point -o file.csv
  status 0 "$AUTOMAT" batch bars.yaml --replay $point -o replay.yaml
  status 0 "$AUTOMAT" run replay.yaml -o replay.csv
  cmp case.csv file.csv || fail "point $point of the file is another"
  cmp case.csv replay.csv || fail "point $point is replayed as another"
done

# Each point has an individual event.
sed 's/^  - {duration: 1, .*/  - {duration: 9, F: {xx: 1 + 0.01*g}, until: "P.xx > 30 or P.xx < -10"}/' \
  bars.yaml >until.yaml
status 0 "$AUTOMAT" batch until.yaml -o until.h5 --quiet --points 20
for point in 2 19; do
  status 0 "$AUTOMAT" run until.yaml --point $point -o case.csv
  status 0 "$AUTOMAT" run until.h5 --point $point -o file.csv
  cmp case.csv file.csv || fail "point $point of events is another"
done

# refused EDIT MESSAGE: expects MESSAGE for the edited case.
refused() {
  sed "$1" bars.yaml >bad.yaml
  status 3 "$AUTOMAT" batch bad.yaml -o bad.h5
  message "$2"
}
refused 's/P: {xx: s/strain: {xx: s/' 'expected F, P, cauchy, kirchhoff or stretch'
refused 's/F: {xx: hold/stretch: {yy: 2}, F: {xx: hold/' "it cannot be combined with 'F'"
refused 's/^solver.*/solver: {scheme: rodas4, tangent: true}/' \
  'scheme rodas4 cannot be combined with tangents'
cat >file.yaml <<'END'
case: points of a file
material: norton
kinematics: logarithmic
points: {file: points.h5}
END
status 3 "$AUTOMAT" batch file.yaml -o bad.h5
message 'a file of points cannot be combined with logarithmic kinematics'
exit $failed
