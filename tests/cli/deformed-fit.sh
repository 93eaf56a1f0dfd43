#!/bin/sh
# deformed-fit.sh: fits to tests in nominal stress over stretch.
. "${srcdir:-.}/tests/cli/support.sh"

# found NAME VALUE RELATIVE: compares a parameter found by the last fit.
found() {
  awk -v name="$1:" -v value="$2" -v bound="$3" '
    $1 == name { d = $2/value - 1; good = d <= bound && -d <= bound }
    END { exit !good }' found.yaml || fail "$1: $(cat found.yaml)"
}

# ---- data from a formula: Hencky's bar ---------------------------------------

awk 'BEGIN {
  print "t;stretch;nominal;F.yy"
  for (i = 1; i <= 20; i++) {
    l = 1 + 0.05*i
    printf "%d;%.17g;%.17g;%.17g\n", i, l, 210*log(l)/l, l^-0.37
  } }' >hencky.csv
cat >hencky.yaml <<'END'
case: rubber
material: linear-elastic
parameters: {E: 100, nu: 0.2}
kinematics: logarithmic
fit:
  parameters: {E: , nu: }
  tests:
    - table: hencky.csv
      columns:
        - {column: t, as: time}
        - {column: stretch, as: F.xx}
        - {column: nominal, as: P.xx}
      F: [xx]
      P: [others]
      compare: [P.xx, F.yy]
END
status 0 "$AUTOMAT" fit hencky.yaml --tolerance 1e-9 -o found.yaml
found E 210 1e-10
found nu 0.37 1e-10

# ---- data from runs ----------------------------------------------------------

cat >bar.yaml <<'END'
case: a bar
material: j2
kinematics: logarithmic
solver: {scheme: implicit-euler, tangent: false}
path:
  - {duration: 1, steps: 10, stretch: {xx: 1.02, others: free}}
  - {duration: 1, steps: 10, stretch: {xx: 2, others: free}}
output: {columns: [time, F.xx, F.yy, P.xx, cauchy.xx]}
END
status 0 "$AUTOMAT" run bar.yaml -o bar.csv
cat >plastic.yaml <<'END'
case: plastic
material: j2
kinematics: logarithmic
solver: {scheme: implicit-euler}
fit:
  parameters: {sigma_Y: {start: 200}, H: {start: 300}, Q: {start: 80}, b: {start: 5}}
  tests:
    - {table: bar.csv, F: [xx], P: [others], compare: [P.xx, cauchy.xx]}
    - {table: bar.csv, F: [xx], P: [others], compare: {F.yy: {weight: 2}}}
END
status 0 "$AUTOMAT" fit plastic.yaml --tolerance 1e-9 -o found.yaml
found sigma_Y 250 1e-8
found H 1000 1e-8
found Q 100 1e-8
found b 20 1e-8

# Creep under dead loads: F is solved for at every stage.
cat >load.yaml <<'END'
case: dead loads
material: norton
kinematics: logarithmic
solver: {scheme: ode45, rtol: 1e-10, atol: 1e-13, tangent: false}
path:
  - {duration: 0.05, P: {xx: 60, others: 0}}
  - {duration: 0.6, steps: 12, P: {others: hold}}
  - {duration: 0.6, steps: 12, P: {xx: 50, others: 0}}
output: {columns: [time, F.xx, P.xx]}
END
status 0 "$AUTOMAT" run load.yaml -o load.csv
cat >creep.yaml <<'END'
case: creep
material: norton
kinematics: logarithmic
solver: {scheme: ode45, rtol: 1e-10, atol: 1e-13}
fit:
  parameters: {n: {start: 7.5}, K: {start: 120}}
  tests:
    - {table: load.csv, P: [xx, others], compare: [F.xx]}
END
status 0 "$AUTOMAT" fit creep.yaml --tolerance 1e-9 -o found.yaml \
  --curves curves.csv
found n 8.2 1e-8
found K 114.97377262768997 1e-8
head -1 curves.csv | grep -q 'measured.F.xx,computed.F.xx' || fail curves

# ---- messages ----------------------------------------------------------------

# answer CHANGE EXPECTED: expects a message for the edited case
answer() {
  sed "$1" plastic.yaml >bad.yaml
  status 3 "$AUTOMAT" fit bad.yaml
  grep -q "$2" messages || fail "$1: not '$2': $(cat messages)"
}
answer 's/, F: \[xx\], P/, strain: [xx], P/' \
  "8:24: .*expected F, P, cauchy or kirchhoff with logarithmic kinematics"
answer '/^kinematics/d' "7:24: .*'F' needs 'kinematics: logarithmic'"
answer 's/compare: \[P.xx/compare: [F.xx/' 'F.xx is prescribed by the test'
answer 's/compare: \[P.xx/compare: [stress.xx/' 'a component of F, P and cauchy'
answer 's/ F: \[xx\], P: \[others\],//' 'both F.xx and P.xx: choose'
exit $failed
