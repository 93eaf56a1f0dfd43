#!/bin/sh
# fit-external.sh: fits of tests at several temperatures recover the parameters;
# the temperature is a column or constant in a test.
. "${srcdir:-.}/tests/cli/support.sh"

for temperature in 900 1000; do
  cat >case.yaml <<END
case: made
material: thermo-norton
parameters: {Q: 250, n: 4.5}
solver: {rtol: 1e-9, atol: 1e-13}
path:
  - {duration: 0, external: {T: $temperature}, stress: {others: 0}}
  - {time: 100, steps: 10, strain: {xx: 0.005}}
output: {columns: [time, strain.xx, stress, external.T]}
END
  status 0 "$AUTOMAT" run case.yaml
  sed 3d out >$temperature.csv
done
cut -d, -f1-8 900.csv >plain.csv

# fit KEPT: fits the tests of both tables; the first has the key KEPT
fit() {
  cat >fit.yaml <<END
case: fields
material: thermo-norton
fit:
  parameters: {Q: {start: 280}, n: {start: 5}}
  tests:
    - {table: $2, $1 strain: [xx], stress: [yy, zz, yz, xz, xy], compare: [stress.xx]}
    - {table: 1000.csv, strain: [xx], stress: [yy, zz, yz, xz, xy], compare: [stress.xx]}
END
}

fit 'external: {T: 900},' plain.csv
status 0 "$AUTOMAT" fit fit.yaml
awk '$1 == "Q" && !q { q = $2 } $1 == "n" && !n { n = $2 }
  END { exit !((q/250 - 1)^2 < 1e-8 && (n/4.5 - 1)^2 < 1e-8) }' out ||
  fail "expected Q = 250 and n = 4.5: $(cat out)"
fit '' 900.csv
status 0 "$AUTOMAT" fit fit.yaml
grep -q '^Q *250\.00' out || fail "expected Q = 250: $(cat out)"

fit 'external: {S: 900},' plain.csv
status 3 "$AUTOMAT" fit fit.yaml
message "the material has no external field 'S'"
fit 'external: {T: 900},' 900.csv
status 3 "$AUTOMAT" fit fit.yaml
message "this field is also a column of '900.csv', external.T: remove one"
fit 'external: {T: hot},' plain.csv
status 3 "$AUTOMAT" fit fit.yaml
message 'external field'
fit 'external: {T: -3},' plain.csv
"$AUTOMAT" fit fit.yaml >out 2>messages && fail 'a negative temperature'
exit $failed
