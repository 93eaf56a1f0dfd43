#!/bin/sh
# ogs.sh: OpenGeoSys uses an exported law with the printed lines: a plate in
# plane strain has the stress of `automat run`, also under deformation
# gradients; the plate with a hole converges quadratically to 1e-12 and has the
# stored forces. Needs ogs (pip install ogs).
. "${srcdir:-.}/tests/cli/support.sh"
command -v ogs >/dev/null || exit 77
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
plate=$source/tests/tools/export/plate
library=$folder/libNORTON.so
status 0 "$AUTOMAT" export norton -o "$library"
"$AUTOMAT" export norton -o "$library" --snippet ogs >law.xml

# solve HOLE [PROJECT]: computes ten steps of the plate; output goes to log.
solve() {
  awk -v n=6 -v hole="$1" -f "$plate/mesh.awk" >plate.vtu
  sed "s/@HOLE@/$1/" "$plate/plate.gml" >plate.gml
  sed -e '/@LAW@/r law.xml' -e '/@LAW@/d' "${2:-$plate/plate.prj}" >plate.prj
  ogs plate.prj >log 2>&1 || { fail "ogs failed"; tail -5 log; }
}

# found ACROSS: prints forces and stresses of the ten steps.
found() {
  for step in 1 2 3 4 5 6 7 8 9 10; do
    awk -v across="$1" -f "$plate/ogs.awk" out_ts_$step.vtu
  done
}

# One row of residuals for each step, each of which ends below 1e-12
converged() {
  awk '/Convergence criterion/ { sub(/.*\|x\|=/, ""); now = $0 + 0
    if (now < 1e-12) { steps++; if (before > 1e-6) slow++ }
    before = now }
  END { exit !(steps == 10 && !slow) }' log ||
    { fail "no quadratic convergence"; grep 'Convergence crit' log; }
}

solve 0
status 0 "$AUTOMAT" run "$plate/strain.yaml" -o run.csv
tail -10 run.csv |
  awk -F , '{ for (i = 0; i < 12; i++) print $1, $2 }' >expected
found 6 | awk '/stress/ { print $2, $3 }' >stresses
[ "$(wc -l <stresses)" -eq 120 ] || fail "expected stresses at 12 points"
paste -d ' ' expected stresses | awk '
function near(a, b) { return (a - b)^2 <= 1e-20*b^2 + 1e-18 }
{ if (!near($3, $1) || !near($4, $2)) exit 1 }' ||
  { fail "other stresses:"; tail -1 expected; tail -1 stresses; }

solve 0.3
converged
found 12 | awk '/force/ { print $2 }' >forces
paste -d ' ' "$plate/forces.txt" forces | awk '
{ if (($1 - $2)^2 > 1e-20*$1^2) exit 1 }' ||
  { fail "other forces:"; cat forces; }

# Stretch to one and a half times the height; stresses are second
# Piola-Kirchhoff stresses, F^-1 P.
status 0 "$AUTOMAT" export norton --kinematics logarithmic -o "$library"
"$AUTOMAT" export norton --kinematics logarithmic -o "$library" \
  --snippet ogs >law.xml
sed 's/SMALL_DEFORMATION/LARGE_DEFORMATION/; s/<value>2e-3</<value>0.5</' \
  "$plate/plate.prj" >large.prj
grep -q LARGE large.prj || fail "no project of large strains"
cat >case.yaml <<'C'
case: the plate without a hole, stretched under plane strain
material: norton
kinematics: logarithmic
solver: {scheme: implicit-euler, equilibrium: 1e-11}
path:
  - {time: 100, steps: 10, F: {yy: 1.5, zz: 1, xy: 0, yx: 0, yz: 0, zy: 0,
     xz: 0, zx: 0}, P: {xx: 0}}
output: {columns: [F.yy, P.yy, P.zz]}
C
solve 0 large.prj
status 0 "$AUTOMAT" run case.yaml -o run.csv
tail -10 run.csv |
  awk -F , '{ for (i = 0; i < 12; i++) printf "%.17g %.17g\n", $2/$1, $3 }' >expected
found 6 | awk '/stress/ { print $3, $4 }' >stresses
[ "$(wc -l <stresses)" -eq 120 ] || fail "expected stresses at 12 points"
paste -d ' ' expected stresses | awk '
function near(a, b) { return (a - b)^2 <= 1e-20*b^2 }
{ if (!near($3, $1) || !near($4, $2)) exit 1 }' ||
  { fail "other stresses:"; tail -1 expected; tail -1 stresses; }
sed -i 's/<value>0.5</<value>2e-3</' large.prj
solve 0.3 large.prj
converged

# Temperature in the process and among the parameters
status 0 "$AUTOMAT" export thermo-norton -o "$library"
"$AUTOMAT" export thermo-norton -o "$library" --snippet ogs >printed.xml
sed '/and among the parameters/,$d' printed.xml >law.xml
sed '1,/and among the parameters/d' printed.xml >parameters.xml
sed '/<parameters>/r parameters.xml' "$plate/plate.prj" >warm.prj
solve 0 warm.prj
sed 's/material: norton/material: thermo-norton/' "$plate/strain.yaml" >case.yaml
status 0 "$AUTOMAT" run case.yaml -o run.csv
tail -n 1 run.csv | tr , ' ' >expected
found 6 | awk '/stress/ { print $2, $3 }' | tail -n 1 >stresses
paste -d ' ' expected stresses | awk '
function near(a, b) { return (a - b)^2 <= 1e-20*b^2 + 1e-18 }
END { exit !(near($3, $1) && near($4, $2)) }' ||
  fail "other stresses: $(cat expected stresses)"

exit $failed
