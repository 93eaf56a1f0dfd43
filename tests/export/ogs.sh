#!/bin/sh
# ogs.sh: OpenGeoSys takes an exported law by the printed lines: a plate in
# plane strain has the stress of `automat run`, and the plate with a hole
# converges quadratically to 1e-12.  Needs ogs (pip install ogs).
. "${srcdir:-.}/tests/cli/support.sh"
command -v ogs >/dev/null || exit 77
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
plate=$source/tests/export/plate
library=$folder/libNORTON.so
status 0 "$AUTOMAT" export norton -o "$library"
"$AUTOMAT" export norton -o "$library" --snippet ogs >law.xml

# solve HOLE: ten steps of the plate; log of what the program says.
solve() {
  awk -v n=6 -v hole="$1" -f "$plate/mesh.awk" >plate.vtu
  sed "s/@HOLE@/$1/" "$plate/plate.gml" >plate.gml
  sed -e '/@LAW@/r law.xml' -e '/@LAW@/d' "$plate/plate.prj" >plate.prj
  ogs plate.prj >log 2>&1 || { fail "ogs failed"; tail -5 log; }
}

solve 0
cat >case.yaml <<'C'
case: a plate in plane strain
material: norton
solver: {scheme: implicit-euler, control: step, equilibrium: 1e-12}
path:
  - {time: 100, steps: 10, strain: {yy: 2e-3, zz: 0, xy: 0, yz: 0, xz: 0},
     stress: {xx: 0}}
output: {columns: [stress.yy, stress.zz], times: [100]}
C
status 0 "$AUTOMAT" run case.yaml -o run.csv
awk -F , 'END { print $1, $2 }' run.csv >expected
awk '/Name="sigma"/ { found = 1; next } /<\/DataArray/ { found = 0 }
found { for (i = 1; i <= NF; i++) s[n++] = $i }
END { print s[1], s[2] }' out_ts_10.vtu >found
paste expected found | awk '
function near(a, b) { return (a - b)^2 <= 1e-20*b^2 }
{ exit !(near($3, $1) && near($4, $2)) }' ||
  { fail "other stresses:"; cat expected found; }

solve 0.3
awk '/Convergence criterion/ { sub(/.*\|x\|=/, ""); now = $0 + 0
  if (now < 1e-12) { steps++; if (before > 1e-6) slow++ }
  before = now }
END { exit !(steps == 10 && !slow) }' log ||
  { fail "no quadratic convergence"; grep 'Convergence crit' log; }

exit $failed
