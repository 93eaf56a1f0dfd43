#!/bin/sh
# batch.sh: batches from the command line, single points of them, and unfinished
# files.
. "${srcdir:-.}/tests/cli/support.sh"

absent() {
  [ ! -e "$1" ] || fail "$1 should not exist"
}

cat >spring.yaml <<'END'
material: spring
units: {stress: MPa, time: s}
parameters: {k: {value: 100, above: 0}, eta: {value: 50, above: 0}}
internal: {x: symmetric}
free_energy: k/2*inner(eps - x, eps - x)
force_potential: inner(A_x, A_x)/(2*eta)
END
cat >springs.yaml <<'END'
case: springs that differ
material: spring.yaml
solver: {engine: interp}
points:
  count: 40
  seed: 3
  variables:
    k: {normal: [100, 10]}
    d: direction
    top: {choice: [0.001, 0.002]}
path:
  - time: 1
    steps: 3
    strain: {xx: 'top*d[xx]', xy: 'top*d[xy]*t'}
    stress: {yy: 0}
  - {duration: 0, strain: {xx: top}}
  - {time: 5, steps: 2, strain: {xy: hold}, stress: {xx: hold}}
output: {file: springs.h5, columns: [time, strain, stress, x]}
END

# Option -o takes precedence over the file named in the case.
status 0 "$AUTOMAT" batch springs.yaml
message 'springs.h5: 40 of 40 points, 40 good and 0 failed'
[ -s springs.h5 ] || fail "there is no springs.h5"
[ ! -s out ] || fail "a batch writes on standard output"
rm springs.h5
status 0 "$AUTOMAT" batch springs.yaml -o other.h5 --quiet --points 7
[ ! -s messages ] || fail "a quiet batch says something"
absent springs.h5

# The parts of the time add up to the total.
status 0 "$AUTOMAT" batch springs.yaml -o other.h5 --verbose
awk '/ s: laws / { gsub(",", ""); rest = $1 - $4 - $6 - $8
                   good = rest * rest < 1e-4 * $1 * $1 && $6 > 0 && $8 > 0 }
  END { exit !good }' messages || fail "$(cat messages)"

status 2 "$AUTOMAT" batch springs.yaml -o -
message 'cannot be written to standard output'
sed 's/file: springs.h5, //' springs.yaml >nameless.yaml
status 2 "$AUTOMAT" batch nameless.yaml
message 'the batch needs a file: give -o FILE.h5, or output.file'
status 4 "$AUTOMAT" batch springs.yaml -o nowhere/x.h5
message 'nowhere/x.h5'

# A single point gives the same result from the case, from the batch file, and
# as a separate case.
status 0 "$AUTOMAT" batch springs.yaml --quiet
for point in 1 13 40; do
  status 0 "$AUTOMAT" run springs.yaml --point $point -o case.csv
  status 0 "$AUTOMAT" run springs.h5 --point $point -o file.csv
  status 0 "$AUTOMAT" batch springs.yaml --replay $point -o replay.yaml
  status 0 "$AUTOMAT" run replay.yaml -o replay.csv
  cmp case.csv file.csv || fail "point $point of the file is another"
  cmp case.csv replay.csv || fail "point $point is replayed as another"
done
absent replay.h5
cp case.csv last.csv
status 0 "$AUTOMAT" run springs.yaml --point 40
cmp -s out last.csv || fail "the table is not on standard output"

# The batch file contains its case and material.
status 0 "$AUTOMAT" batch springs.yaml --quiet --set points.seed=8 \
  --set 'parameters={eta: 70}'
status 0 "$AUTOMAT" run springs.yaml --point 2 -o case.csv \
  --set points.seed=8 --set 'parameters={eta: 70}'
mkdir away
mv spring.yaml away
status 0 "$AUTOMAT" run springs.h5 --point 2 -o file.csv
cmp case.csv file.csv || fail "the file does not know its case"
mv away/spring.yaml .

# Wrong input
status 2 "$AUTOMAT" run springs.h5
message 'a batch file needs --point K'
status 2 "$AUTOMAT" run springs.h5 --point 1 --set points.seed=1
message 'a batch file needs --point K'
status 3 "$AUTOMAT" run springs.h5 --point 41
message 'point 41 does not exist: the case has 40'
status 3 "$AUTOMAT" run springs.yaml
message 'this case has many points'
status 0 "$AUTOMAT" check springs.yaml
status 3 "$AUTOMAT" run none.h5 --point 1
message 'none.h5'
status 3 "$AUTOMAT" run spring.yaml.h5 --point 1
cp springs.yaml text.h5
status 3 "$AUTOMAT" run text.h5 --point 1
message 'text.h5'
status 0 "$AUTOMAT" batch springs.yaml -o once.h5
status 0 "$AUTOMAT" batch springs.yaml --resume -o begun.h5
cmp once.h5 begun.h5 || fail "a batch that is to go on begins otherwise"
status 3 "$AUTOMAT" batch springs.yaml --resume --set points.seed=9
message 'springs.h5'
status 2 "$AUTOMAT" batch springs.yaml --lanes 3
message "expected '--lanes' to be 1, 2, 4 or 8, found 3"
status 2 "$AUTOMAT" batch springs.yaml --threads none
message "expected '--threads' to be a whole number"
status 2 "$AUTOMAT" batch springs.yaml --replay 1 --resume
message '--replay cannot be combined with'
for command in run 'batch --replay'; do
  option=--point
  [ "$command" = run ] || option=
  sed '/^points:/,/top: /d; s/top\*//g; s/d\[..\]/1e-3/g; s/: top/: 1/' \
    springs.yaml >single.yaml
  # shellcheck disable=SC2086
  status 2 "$AUTOMAT" $command $option 1 single.yaml
  message 'needs a case with points'
done

# Failed points are counted; the others continue.
status 1 "$AUTOMAT" batch springs.yaml -o bad.h5 \
  --set 'points.variables.k={normal: [100, 200]}'
message 'not admissible: parameter '\''k'\'' is out of bounds'
message 'of 40 points failed'
grep -q '^  [1-9][0-9]* points failed: parameter or variable out of bounds' messages ||
  fail "$(cat messages)"
status 3 "$AUTOMAT" run bad.h5 --point 1 -o bad.csv
message 'out of bounds'
absent bad.csv

# An interrupted batch leaves a file that can be resumed.
sed 's/count: 40/count: 60000/; s/columns: .*\]/columns: [stress], times: last/' \
  springs.yaml >many.yaml
"$AUTOMAT" batch many.yaml -o many.h5 2>messages &
job=$!
wait_for $job holds_bytes 100 many.h5
kill -TERM $job
wait $job
found=$?
[ $found -eq 143 ] || fail "interrupted: status $found"
message "stopped: 'many.h5' contains"
done=$(sed -n "s/.*contains \([0-9]*\) of.*/\1/p" messages)
[ "$done" -lt 60000 ] || fail "it was not interrupted: $done points"
status 0 "$AUTOMAT" batch many.yaml -o many.h5 --resume
message "many.h5: 60000 of 60000 points, $((60000 - done)) good and 0 failed"
status 0 "$AUTOMAT" batch many.yaml -o many.h5 --resume
message 'many.h5: 60000 of 60000 points, 0 good and 0 failed (60000 already present)'

# A variable that is never used causes a warning; it may be misspelt.
cat >unread.yaml <<'END'
case: unread
material: michel-suquet
points:
  count: 4
  variables: {sigma_y: {normal: [25, 2]}, sigma_Y: {normal: [25, 2]},
              d: direction, w: {uniform: [1, 2]}}
path: [{duration: 1, strain: {xx: "1e-3*d[xx]"}}]
output: {columns: [stress, {z: "w*stress.xx"}], times: last}
END
status 0 "$AUTOMAT" batch unread.yaml -o unread.h5
message "unread.yaml:5:15: warning: the variable 'sigma_y' is not used: it is neither a parameter of material 'michel-suquet' nor in a formula (did you mean 'sigma_Y'?)"
[ "$(grep -c warning messages)" -eq 1 ] || fail "$(cat messages)"

exit $failed
