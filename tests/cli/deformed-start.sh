#!/bin/sh
# deformed-start.sh: runs that start from a deformation gradient, given in
# `initial` or by the end of another run, and Voigt notation.
. "${srcdir:-.}/tests/cli/support.sh"

# number FILE COLUMN ROW: prints a table entry; rows start at 1.
number() {
  grep -v '^#' "$1" | awk -F, -v name="$2" -v row="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
    NR == row + 1 { print $c }'
}

# near A B BOUND: |A - B| <= BOUND
near() {
  awk -v a="$1" -v b="$2" -v bound="$3" \
    'BEGIN { d = a - b; exit !(a != "" && d <= bound && -d <= bound) }' ||
    fail "$1 is not $2"
}

# ---- prescribed initial deformation ------------------------------------------

# Rotated by the angle with cosine 0.6 and sine 0.8 after stretching: P = R P(U)
cat >turned.yaml <<'END'
case: turned and stretched
material: linear-elastic
parameters: {E: 1000, nu: 0}
kinematics: logarithmic
solver: {scheme: ode45}
initial: {F: {xx: 0.9, xy: -0.8, yx: 1.2, yy: 0.6}}
path:
  - {duration: 1, F: {others: hold}}
  - {duration: 1, P: {others: 0}}
  - {duration: 1, F: {xx: 0.9, xy: -0.8, yx: 1.2, yy: 0.6, others: hold}}
output: {columns: [time, F, P, cauchy, work, energy, sensitivity.E.P]}
END
status 0 "$AUTOMAT" run turned.yaml -o turned.csv
set -- $(awk 'BEGIN { P = 1000*log(1.5)/1.5
  printf "%.17g %.17g %.17g", 0.6*P, 0.8*P, 500*log(1.5)^2 }')
for row in 1 2 4; do
  near "$(number turned.csv P.xx $row)" "$1" 1e-10
  near "$(number turned.csv P.yx $row)" "$2" 1e-10
  near "$(number turned.csv energy $row)" "$3" 1e-10
  near "$(number turned.csv sensitivity.E.P.yx $row)" \
    "$(awk -v P="$2" 'BEGIN { printf "%.17g", P/1000 }')" 1e-13
done
near "$(number turned.csv work 2)" 0 1e-12
near "$(number turned.csv work 4)" 0 1e-9
near "$(number turned.csv energy 3)" 0 1e-12
near "$(number turned.csv F.xx 3)" 0.6 1e-12
near "$(number turned.csv F.xy 3)" -0.8 1e-12

# ---- start at the end of another run -----------------------------------------

cat >whole.yaml <<'END'
case: whole
material: chaboche
kinematics: logarithmic
solver: {scheme: implicit-euler, tangent: false}
path:
  - {duration: 1, steps: 4, F: {xx: 1.05, xy: 0.1, zy: 0.02}, P: {yy: 0, zz: 0}}
  - {duration: 1, steps: 4, F: {xx: 1.2, xy: -0.1}, P: {yy: 0, zz: 0}}
output: {columns: [time, F, P, strain, internal]}
END
sed '/xx: 1.2/d' whole.yaml >one.yaml
sed '/xx: 1.05/d; s/xy: -0.1}/xy: -0.1, others: hold}/' whole.yaml >two.yaml

# continues BOUND SETTING...: compares the last row of a whole run with that of
# its parts
continues() {
  bound=$1
  shift
  status 0 "$AUTOMAT" run whole.yaml -o whole.csv "$@"
  status 0 "$AUTOMAT" run one.yaml -o one.csv "$@"
  status 0 "$AUTOMAT" run two.yaml -o two.csv --start one.csv "$@"
  [ "$(tail -1 two.csv | cut -d, -f1)" = 2 ] || fail "the time of $*"
  tail -1 whole.csv >last.csv
  tail -1 two.csv >>last.csv
  awk -F, -v bound="$bound" '
    NR == 1 { for (c = 1; c <= NF; c++) x[c] = $c }
    NR == 2 {
      for (c = 2; c <= NF; c++) {
        stress = c > 10 && c <= 19
        d = ($c - x[c])/(stress ? 1e5 : 1)
        if (d > bound || -d > bound) { print c, d; exit 1 }
      }
    }' last.csv || fail "a run that goes on, $*"
}
continues 1e-14
continues 1e-14 --set notation=voigt
continues 1e-6 --set solver.scheme=ode45 --set solver.rtol=1e-6
sed 's/,F.yx,/,F.no,/' one.csv >less.csv
status 3 "$AUTOMAT" run two.yaml --start less.csv
grep -q 'lacks columns of the state .*: F.yx' messages || fail "F.yx is missing"

# ---- fit with such a start ---------------------------------------------------

cat >made.yaml <<'END'
case: made
material: linear-elastic
parameters: {E: 210, nu: 0.3}
kinematics: logarithmic
initial: {F: {xx: 1.2, yy: 1.1}}
path: [{duration: 1, steps: 5, F: {xx: 1.4}, P: {yy: 10}}]
output: {columns: [time, F.xx, P.xx, P.yy, F.yy]}
END
sed '/^path/,$d; s/E: 210, nu: 0.3/E: 150, nu: 0.2/' made.yaml >fit.yaml
cat >>fit.yaml <<'END'
fit:
  parameters: {E: , nu: }
  tests: [{table: made.csv, F: [xx], P: [yy], compare: [P.xx, F.yy]}]
END
status 0 "$AUTOMAT" run made.yaml -o made.csv
status 0 "$AUTOMAT" fit fit.yaml --tolerance 1e-9 -o found.yaml
near "$(awk '/E:/ { print $2 }' found.yaml)" 210 1e-6
near "$(awk '/nu:/ { print $2 }' found.yaml)" 0.3 1e-9

# ---- Voigt notation ----------------------------------------------------------

# Voigt notation applies only to symmetric tensors; F, P and dP/dF have nine
# components.
sed 's/tangent: false/tangent: true/; s/P, strain/P, cauchy, strain, tangent/' \
  whole.yaml >both.yaml
status 0 "$AUTOMAT" run both.yaml -o tensor.csv
status 0 "$AUTOMAT" run both.yaml -o voigt.csv --set notation=voigt
for column in F.xy P.zy cauchy.xy tangent.xx.xy tangent.xy.yx p; do
  [ "$(number tensor.csv $column 9)" = "$(number voigt.csv $column 9)" ] ||
    fail "$column in Voigt's notation"
done
near "$(number voigt.csv strain.xy 9)" \
  "$(awk -v e="$(number tensor.csv strain.xy 9)" 'BEGIN { printf "%.17g", 2*e }')" \
  1e-16
status 0 "$AUTOMAT" compare tensor.csv voigt.csv
cat >paced.yaml <<'END'
case: paced
material: linear-elastic
kinematics: logarithmic
notation: voigt
path: [{F: {xy: 0.2}, rate: 0.1}]
output: {columns: [time, F.xy]}
END
status 0 "$AUTOMAT" run paced.yaml -o paced.csv
near "$(number paced.csv time 2)" 2 0

# ---- batches -----------------------------------------------------------------

cat >many.yaml <<'END'
case: many
material: chaboche
kinematics: logarithmic
initial: {F: {xx: 0.9, xy: -0.8, yx: 1.2, yy: 0.6}}
solver: {scheme: implicit-euler, tangent: true}
points: {count: 3, seed: 1, variables: {w: {uniform: [0.6, 1]}}}
path: [{duration: 1, steps: 3, F: {xx: "0.9 + 0.1*w*t"}, P: {zz: 0}}]
output: {columns: [time, F, P, strain, tangent, internal]}
END
status 0 "$AUTOMAT" batch many.yaml -o many.h5
status 0 "$AUTOMAT" run many.h5 --point 2 -o replayed.csv
status 0 "$AUTOMAT" run many.yaml --point 2 -o alone.csv
cmp replayed.csv alone.csv || fail "a point of a batch"
status 0 "$AUTOMAT" batch many.yaml --set notation=voigt -o voigt.h5
status 0 "$AUTOMAT" compare many.h5 voigt.h5
status 0 "$AUTOMAT" run two.yaml --start many.h5 --point 2 -o from.csv
status 0 "$AUTOMAT" run two.yaml --start alone.csv -o there.csv
cmp from.csv there.csv || fail "a start from a batch"

# ---- messages ----------------------------------------------------------------

# answer INITIAL EXPECTED: expects a message for the start
answer() {
  sed "s/^initial: .*/initial: $1/" made.yaml >bad.yaml
  status 3 "$AUTOMAT" run bad.yaml
  grep -q "$2" messages || fail "$1: not '$2': $(cat messages)"
}
answer '{F: {xx: -1}}' '5:14: .*positive determinant, found -1'
answer '{F: {ab: 1}}' "5:15: .*'ab'"
answer '{F: 2}' '5:14: .*mapping'
answer '{strain: {xx: 0.1}}' "5:11: .*initial 'strain' cannot be combined .* gradient 'F'"
answer '{stress: {xx: 0.1}}' "5:11: .*initial 'stress' cannot be combined with"
exit $failed
