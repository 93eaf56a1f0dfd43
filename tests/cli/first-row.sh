#!/bin/sh
# first-row.sh: the first row of a table is the state at its time, in runs,
# batches and fits: fields have its values, and strains and stresses reach them
# by a jump.
. "${srcdir:-.}/tests/cli/support.sh"

# Creep and relaxation of a bar in closed form; time dependence through the
# temperature
cat >creep.yaml <<'END'
material: creep
units: {stress: MPa, time: s}
parameters: {E: 150e3, nu: 0.3, A: 2e-20, n: 7.5}
internal: {eps_p: deviatoric}
definitions: |
  lambda = E*nu/((1 + nu)*(1 - 2*nu))
  mu = E/(2*(1 + nu))
free_energy: |
  e = eps - eps_p
  lambda/2*tr(e)^2 + mu*(e : e)
force_potential: A/(n + 1)*mises(A_eps_p)^(n + 1)
END
cat >clock.yaml <<'END'
material: clock
units: {stress: MPa, time: s}
parameters: {E: 100e3, nu: 0.3, a: 0, r: 1e-6}
external: {T: {value: 300, unit: K}}
internal: {x: scalar}
free_energy: |
  e = eps - (x + a*(T - 300))*I
  E*nu/((1 + nu)*(1 - 2*nu))/2*tr(e)^2 + E/(2*(1 + nu))*(e : e)
rates: {x: r*(T - 300)}
END

# relaxation STRAIN FILE, creep STRESS FILE: tests with a constant strain or
# stress that is applied in the first row
relaxation() {
  awk -v e="$1" 'BEGIN { print "time,strain.xx,stress.xx"
    for (i = 0; i <= 40; i++) printf "%.17g,%.17g,%.17g\n", 90*i, e,
      ((150e3*e)^-6.5 + 6.5*150e3*2e-20*90*i)^(-1/6.5) }' >"$2"
}
creep() {
  awk -v s="$1" 'BEGIN { print "time,stress.xx,strain.xx"
    for (i = 0; i <= 40; i++) printf "%.17g,%.17g,%.17g\n", 90*i, s,
      s/150e3 + 2e-20*s^7.5*90*i }' >"$2"
}

# near FILE COLUMN VALUE TOLERANCE ROW: compares the value in a row counted from
# the start, by default the last.
near() {
  sed '/^#/d; 1d' "$1" | awk -F, -v c="$2" -v v="$3" -v tol="$4" -v r="$5" '
    r == "" || NR == r + 1 { x = $c; found = 1 }
    END { d = x - v; exit !(found && d <= tol && d >= -tol) }' ||
    { fail "expected $3 in column $2 of $1, row $5"; cat "$1"; }
}

# Runs of both, which begin with a jump and its row
relaxation 0.001 r1.csv
relaxation 0.0006 r2.csv
creep 60 c.csv
cat >run.yaml <<'END'
case: run
material: ./creep.yaml
solver: {rtol: 1e-8, atol: 1e-12}
path: [{table: r1.csv, strain: [xx], stress: [others]}]
output: {columns: [time, strain.xx, stress.xx]}
END
status 0 "$AUTOMAT" run run.yaml -o run.csv
near run.csv 3 0 0 0
near run.csv 1 0 0 1
near run.csv 3 150 1e-9 1
near run.csv 3 "$(tail -n 1 r1.csv | cut -d, -f3)" 1e-5
sed 's/r1.csv, strain: .xx., //; s/table: /&c.csv, /' run.yaml >held.yaml
status 0 "$AUTOMAT" run held.yaml -o run.csv
near run.csv 2 4e-4 1e-15 1
near run.csv 2 "$(tail -n 1 c.csv | cut -d, -f3)" 1e-9

# Components without a column and without a name are held, with a note.
status 0 "$AUTOMAT" run held.yaml -o run.out \
  --set 'path.1={table: c.csv, stress: [xx]}'
message "components yy, zz, yz, xz, xy are not controlled by the table"
message "write 'stress: [xx, others]' to leave them free"
message "or 'strain: [others], stress: [xx]' to confirm"

# A jump prescribed before the table is not applied twice.
sed 's/path: ./&{duration: 0, stress: {xx: 60, others: 0}}, /' held.yaml >twice.yaml
status 0 "$AUTOMAT" run twice.yaml -o twice.csv
cmp run.csv twice.csv || fail 'the jump was taken twice'

# Batch
{ cat run.yaml; echo 'points: {count: 2, seed: 1, variables: {n: {choice: [7.5]}}}'; } \
  >batch.yaml
status 0 "$AUTOMAT" batch batch.yaml -o batch.h5
status 0 "$AUTOMAT" run batch.yaml --point 2 -o point.csv
near point.csv 3 150 1e-9 1
if command -v h5dump >h5dump.path; then
  h5dump -d /stress batch.h5 | tr ',' '\n' | grep -c '150$' >found
  [ "$(cat found)" -eq 2 ] || fail 'no jump in the batch'
fi

# Fits recover the parameters. fitted NAME VALUE TOLERANCE
fitted() {
  awk -v name="$1" -v v="$2" -v tol="$3" '$1 == name && !seen {
      seen = 1; d = $2/v - 1; bad = d > tol || d < -tol }
    END { exit bad || !seen }' out || fail "expected $1 = $2: $(cat out)"
}
cat >fit.yaml <<'END'
case: fit
material: ./creep.yaml
fit:
  parameters: {A: {start: 1e-19, min: 1e-40, max: 1}, n: {start: 7}}
  tests:
    - {table: r1.csv, strain: [xx], stress: [others], compare: [stress.xx]}
    - {table: r2.csv, strain: [xx], stress: [others], compare: [stress.xx]}
END
status 0 "$AUTOMAT" fit fit.yaml
fitted A 2e-20 1e-4
fitted n 7.5 1e-5
grep -q '^82 values' out || fail 'the first rows are not compared'
cat >fit.yaml <<'END'
case: fit
material: ./creep.yaml
fit:
  parameters: {n: {start: 7}}
  tests: [{table: c.csv, stress: [xx, others], compare: [strain.xx]}]
END
status 0 "$AUTOMAT" fit fit.yaml
fitted n 7.5 1e-6

# The same after a row at rest: a second row with the same time is a jump.
sed '1a\
0,0,0' c.csv >rest.csv
sed 's/c.csv/rest.csv/; s/xx, others.,/&/' fit.yaml >rest.yaml
status 0 "$AUTOMAT" fit rest.yaml
fitted n 7.5 1e-6
sed 's/c.csv/rest.csv/' held.yaml >rest.yaml
status 0 "$AUTOMAT" run rest.yaml -o rest.out
cmp run.csv rest.out || fail 'another run behind a row at rest'

# From the start, fields have the values of the first row: x = 2e-4 t.
printf '%s\n' time,external.T,strain.xx,stress.xx 0,500,0,0 1,500,1e-3,80 \
  2,500,2e-3,160 >warm.csv
cut -d, -f1,3,4 warm.csv >plain.csv
cat >warm.yaml <<'END'
case: warm
material: ./clock.yaml
path: [{table: warm.csv, strain: [xx], stress: [others]}]
output: {columns: [time, external.T, x, stress.xx]}
END
status 0 "$AUTOMAT" run warm.yaml -o warm.out
near warm.out 2 500 0 0
near warm.out 3 2e-4 1e-12 1
near warm.out 4 80 1e-7 1
status 0 "$AUTOMAT" run warm.yaml -o kept.out \
  --set 'path.1={table: plain.csv, external: {T: 500}, stress: [yy, others], strain: [xx]}'
cmp warm.out kept.out || fail 'a constant field differs from its column'
{ cat warm.yaml; echo 'points: {count: 2, seed: 1, variables: {r: {choice: [1e-6]}}}'; } \
  >batch.yaml
status 0 "$AUTOMAT" run batch.yaml --point 1 -o point.csv
near point.csv 4 160 1e-7
status 0 "$AUTOMAT" batch batch.yaml -o batch.h5

# A field starts at its value in `initial`; the table then jumps.
status 0 "$AUTOMAT" run warm.yaml --set initial.T=400 -o warm.out
near warm.out 2 400 0 0
near warm.out 2 500 0 1
near warm.out 4 160 1e-7

# The field of a test from a column, from `external`, or from `initial`
cat >fit.yaml <<'END'
case: fit
material: ./clock.yaml
fit:
  parameters: {r: {start: 2e-6}}
  tests: [{table: warm.csv, strain: [xx], stress: [others], compare: [stress.xx]}]
END
sed 's/warm.csv/plain.csv, external: {T: 500}/' fit.yaml >kept.yaml
sed 's/warm.csv/plain.csv, initial: {T: 500}/' fit.yaml >initial.yaml
for file in fit kept initial; do
  status 0 "$AUTOMAT" fit $file.yaml
  fitted r 1e-6 1e-6
done
exit $failed
