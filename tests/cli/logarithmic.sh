#!/bin/sh
# logarithmic.sh: deformation gradients and nominal stresses along a path.
. "${srcdir:-.}/tests/cli/support.sh"

# number FILE COLUMN ROW: prints a table entry; rows start at 1.
number() {
  awk -F, -v name="$2" -v row="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
    NR == row + 2 { print $c }' "$1"
}

# near A B BOUND: |A - B| <= BOUND
near() {
  awk -v a="$1" -v b="$2" -v bound="$3" \
    'BEGIN { d = a - b; exit !(d <= bound && -d <= bound) }' ||
    fail "$1 is not $2"
}

"$AUTOMAT" check "$source"/cases/stretched-bar.yaml >messages 2>&1 ||
  { fail "stretched-bar"; cat messages; }

# ---- Hencky's elasticity: biaxial tension and shear --------------------------

cat >plate.yaml <<'END'
case: a plate pulled in two directions
material: linear-elastic
parameters: {E: 1000, nu: 0.25}
kinematics: logarithmic
path:
  - {duration: 1, steps: 2, stretch: {xx: 1.5, yy: 1.5, zz: free}}
  - {duration: 1, hold: true}
output: {columns: [time, F, P, cauchy, strain, tangent, energy]}
END
"$AUTOMAT" run plate.yaml -o plate.csv || fail "plate"
set -- $(awk -v E=1000 -v nu=0.25 'BEGIN {
  e = log(1.5); T = E/(1 - nu)*e; z = exp(-2*nu/(1 - nu)*e)
  printf "%.17g %.17g %.17g %.17g", T/1.5, z, T/(1.5*1.5*z), T*e }')
near "$(number plate.csv P.xx 3)" "$1" 1e-9
near "$(number plate.csv P.zz 3)" 0 1e-9
near "$(number plate.csv F.zz 3)" "$2" 1e-12
near "$(number plate.csv cauchy.yy 3)" "$3" 1e-9
near "$(number plate.csv energy 3)" "$4" 1e-9
"$AUTOMAT" run plate.yaml --set solver.tangent=false \
  --set 'output.columns=[work]' -o work.csv || fail "work"
near "$(number work.csv work 3)" "$4" 1e-9
[ "$(head -1 plate.csv | tr , '\n' | grep -c '^tangent')" -eq 81 ] ||
  fail "81 tangents"

# ---- controls during a loading step ------------------------------------------

cat >mixed.yaml <<'END'
case: shear under a dead load, then at given angles
material: norton
kinematics: logarithmic
solver: {tangent: false}
path:
  - {duration: 1, steps: 2, P: {zz: 30}, F: {xy: 0.001}}
  - {duration: 1, steps: 2, F: {xx: hold, zz: hold, xy: "0.001*t"}}
  - {duration: 0, F: {others: hold}}
  - {duration: 10, F: {xy: 0.05}, until: "P.xy > 30"}
output: {columns: [time, F, P.zz, P.xy]}
END
"$AUTOMAT" run mixed.yaml -o mixed.csv 2>messages || { fail mixed; cat messages; }
near "$(number mixed.csv P.zz 3)" 30 1e-6
near "$(number mixed.csv F.zz 3)" "$(number mixed.csv F.zz 5)" 1e-15
near "$(number mixed.csv F.xy 5)" 0.002 1e-15
near "$(number mixed.csv P.xy 7)" 30 1e-6

# ---- dissipation in a closed cycle equals that of the law --------------------

cat >cycle.yaml <<'END'
case: there and back in tension and shear
material: chaboche
kinematics: logarithmic
solver: {scheme: rodas4, rtol: 1e-8, atol: 1e-12, tangent: false}
path:
  - {duration: 1, steps: 100, F: {xx: 1.03, yx: 0.02}}
  - {duration: 1, steps: 100, F: {yy: 0.98, xy: 0.04}}
  - {duration: 1, steps: 100, F: {xx: 1, yx: 0}}
  - {duration: 1, steps: 100, F: {yy: 1, xy: 0}}
output: {columns: [F, P, work, dissipation, energy]}
END
"$AUTOMAT" run cycle.yaml -o cycle.csv || fail cycle
awk -F, '
  NR > 2 {
    for (c = 1; c <= 9; c++) {
      if (NR > 3) power += ($c - F[c])*($(c + 9) + P[c])/2
      F[c] = $c
      P[c] = $(c + 9)
    }
    if (NR == 3) { first = $21 }
    last = $21; work = $19; lost = $20
  }
  END {
    d = power/work - 1
    b = (work - lost - (last - first))/work
    if (!(d*d < 1e-8 && b*b < 1e-16 && lost > 1)) { print d, b, lost; exit 1 }
  }' cycle.csv || fail "the cycle"

# ---- laboratory table --------------------------------------------------------

awk -F, 'NR == 1 || NR > 2 { print $1 "," $2 "," $4 }' <<END >curve.csv
$("$AUTOMAT" run "$source"/cases/stretched-bar.yaml --set path.1.steps=5)
END
sed -i '1s/.*/time,stretch,P.xx/' curve.csv
cat >replayed.yaml <<'END'
case: a bar by the nominal stress that was measured
material: j2
kinematics: logarithmic
path:
  - duration: 0
    P: {others: 0}
  - table: curve.csv
    columns: [{column: stretch, as: F.xx}]
    F: [xx]
    P: [others]
output: {columns: [time, F.xx, P.xx, P.yy]}
END
"$AUTOMAT" run replayed.yaml -o replayed.csv || fail replayed
near "$(number replayed.csv P.xx 8)" 1198.1623503167884 1e-6
near "$(number replayed.csv F.xx 8)" 3 1e-15
near "$(number replayed.csv P.yy 8)" 0 1e-6

# ---- messages ---------------------------------------------------------------

# answer KEYS SEGMENT EXPECTED: expects a message for the case
answer() {
  printf 'case: c\nmaterial: norton\n%s\npath: [%s]\n' "$1" "$2" >bad.yaml
  "$AUTOMAT" run bad.yaml >out 2>messages && fail "$2 passes"
  grep -q "$3" messages || { fail "$2: not '$3'"; cat messages; }
}
large='kinematics: logarithmic'
answer "$large" '{duration: 1, F: {xx: -1}}' '4:8: .*positive determinant, found -1 at time 1'
# These cannot have a positive determinant, whatever the other components are.
for F in 'F: {others: 0}' 'F: {others: 0}, P: {xx: 100}' 'stretch: {xx: 0}' \
  'F: {yx: 0, yy: 0, yz: 0}'; do
  answer "$large" "{duration: 1, $F}" '4:8: .*determinant, found 0: F.xx, F.yy'
done
answer "$large" '{duration: 1, stretch: {xx: -1, others: 1}}' 'found -1: F.xx'
answer "$large" '{duration: 1, strain: {xx: 1}}' '4:22: .*expected F, P, cauchy, kirchhoff or stretch'
answer '' '{duration: 1, F: {xx: 1}}' "4:22: .*'F' needs 'kinematics: log"
answer 'kinematics: large' '{duration: 1}' 'one of small, logarithmic'
answer "$large" '{duration: 1, P: {xx: 1e6, others: 0}}' \
  'no deformation with the prescribed stress was found: prescribe F instead'
answer "$large" '{duration: 1, stretch: {xx: 2}, F: {yy: 1}}' 'cannot be combined with .F'
answer "$large" '{duration: 1, F: {zy: 2}, constraints: ["F.xx = 1"]}' \
  "'constraints' cannot be combined with logarithmic"
answer "$large
solver: {control: step}" '{duration: 1, P: {xx: 1}}' 'solver.control: step cannot be combined with prescribed components of P, cauchy or kirchhoff'
answer "$large
solver: {scheme: rodas4}" '{duration: 1, P: {xx: 1}}' \
  'scheme rodas4 cannot be combined with tangents'
answer "$large
initial: {strain: {xx: 1}}" '{duration: 1, P: {xx: 1}}' "prescribe the deformation gradient 'F'"

answer "$large" '{table: curve.csv, strain: [xx]}' '4:27: .*expected F, P, cauchy or kirchhoff'
answer "$large" '{table: points.csv}' 'cannot read .points.csv'
answer "$large" '{table: curve.csv, F: [xw]}' 'one of xx, yy, zz, yz, xz, xy, zy'

sed 's/^material: norton/material: flow\nkinematics: logarithmic/' \
  "$source"/materials/norton.yaml | sed '/^checks/,$d' >flow.yaml
answer 'kinematics: small' '{duration: 1, F: {xx: 1.1}}' "'F' needs"
sed -i 's|material: norton|material: ./flow.yaml|' bad.yaml
"$AUTOMAT" run bad.yaml >out 2>messages && fail "two kinematics"
grep -q "conflicting kinematics: those of material 'flow' are logarithmic" messages ||
  { fail "two kinematics"; cat messages; }
sed -i 's/^kinematics.*/format: 1/' bad.yaml
"$AUTOMAT" run bad.yaml >out 2>messages || { fail "flow"; cat messages; }
"$AUTOMAT" export ./flow.yaml --kinematics small >out 2>messages && fail "export"
grep -q "states kinematics: logarithmic" messages || { fail "export"; cat messages; }
if command -v "${AUTOMAT_CC:-cc}" >/dev/null; then
  "$AUTOMAT" export ./flow.yaml -o ./flow.so 2>messages || { fail "export"; cat messages; }
  "$AUTOMAT" export --check ./flow.so >out 2>messages ||
    { fail "export --check"; cat out messages; }
  grep -q "^ok  *generic  *dP/dF by differences" out || fail "dP/dF"
fi

# ---- supported and unsupported combinations ----------------------------------

status 0 "$AUTOMAT" study sweep plate.yaml --over parameters.nu=0.2:0.3:2 \
  --columns P.xx,F.zz -o sweep.csv
[ "$(grep -c ok sweep.csv)" -eq 2 ] || fail "sweep"
for study in order schemes; do
  status 3 "$AUTOMAT" study $study mixed.yaml --schemes ode23
  message 'this study supports small strain only'
done
sed '/^expect/,$d; s|material: michel-suquet|material: ./flow.yaml|' \
  "$source"/cases/laminate.yaml >cell.yaml
status 3 "$AUTOMAT" homogenize cell.yaml -o cell.csv
message 'cannot be combined with a volume element'
exit $failed
