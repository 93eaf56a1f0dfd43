#!/bin/sh
# calculix.sh: CalculiX uses an exported law with the printed lines: a plate in
# plane strain has the stress of `automat run`; the plate with a hole converges
# quadratically and has the forces of OpenGeoSys, both to the seven digits that
# it prints. Needs a ccx with external behaviours.
. "${srcdir:-.}/tests/cli/support.sh"
command -v ccx >/dev/null || exit 77
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
plate=$source/tests/tools/export/plate
LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH

# solve LAW HOLE: computes ten steps of the plate with the library; output of
# ccx goes to log.
solve() {
  "$AUTOMAT" export "$1" --snippet calculix >law.inp
  name=$(sed -n 's/.*NAME=//p' law.inp)
  sed "s/@ABAQUS_NORTON/$name/" "$plate/plate.inp" >plate.inp
  awk -v n=6 -v hole="$2" -v deck=1 -f "$plate/mesh.awk" >mesh.inp
  ccx plate >log 2>&1
  result=$?
}

# Without the library, a ccx that can load laws reports it; otherwise skip.
solve norton 0
grep -q 'invalid material name' log || exit 77

# Eight constants fill a line of the input deck.
for law in norton kachanov chaboche; do
  status 0 "$AUTOMAT" export $law
  solve $law 0
  [ "$result" -eq 0 ] || { fail "$law: ccx failed"; tail -5 log; }
  sed "s/norton/$law/" "$plate/strain.yaml" >case.yaml
  status 0 "$AUTOMAT" run case.yaml -o run.csv
  tail -10 run.csv |
    awk -F , '{ for (i = 0; i < 12; i++) print $1, $2 }' >expected
  awk -f "$plate/calculix.awk" plate.dat |
    awk '/stress/ { print $2, $3 }' >stresses
  [ "$(wc -l <stresses)" -eq 120 ] || fail "$law: expected 12 points"
  paste -d ' ' expected stresses | awk '
{ if (($3 - $1)^2 > 1e-16 || ($4 - $2)^2 > (5.1e-7*$2)^2) exit 1 }' ||
    { fail "$law: other stresses:"; tail -1 expected; tail -1 stresses; }
done

solve norton 0.3
[ "$result" -eq 0 ] || { fail "ccx failed"; tail -5 log; }
awk -f "$plate/calculix.awk" plate.dat | awk '/force/ { print $2 }' >forces
[ "$(wc -l <forces)" -eq 10 ] || fail "expected ten steps"
paste -d ' ' "$plate/forces.txt" forces | awk '
{ if (($1 - $2)^2 > (5.1e-7*$1)^2) exit 1 }' ||
  { fail "other forces:"; cat forces; }

# Residuals of iterations in per cent: from 0.1 on, each is at least 1000 times
# smaller.
awk 'NR > 4 { if (before && before < 0.1 && $4 > 1 && $6 > 1e-3*before) slow++
  if (before && before < 0.1) seen++
  before = $6 }
END { exit !(seen > 10 && !slow) }' plate.cvg ||
  { fail "no quadratic convergence"; cat plate.cvg; }

exit $failed
