#!/bin/sh
# kratos.sh: the UMAT law of Kratos walks a path by the printed lines with the
# stresses of `automat run`.  Needs its applications for Python
# (pip install KratosGeoMechanicsApplication).
. "${srcdir:-.}/tests/cli/support.sh"
python3 -c 'import KratosMultiphysics.GeoMechanicsApplication' \
  >/dev/null 2>&1 || exit 77
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
library=$folder/libNORTON.so
status 0 "$AUTOMAT" export norton -o "$library"
"$AUTOMAT" export norton -o "$library" --snippet kratos >law.json
python3 "$source/tests/export/kratos.py" law.json >log 2>&1 ||
  { fail "kratos failed"; tail -5 log; }

# Kratos has xx yy zz xy yz xz, and twice the shear strains.
cat >case.yaml <<'C'
case: a path of ten steps
material: norton
solver: {scheme: implicit-euler}
path:
  - {time: 100, steps: 10,
     strain: {xx: 2e-3, yy: -1e-3, xy: 5e-4, xz: 2.5e-4}}
output: {columns: [stress.xx, stress.yy, stress.zz, stress.xy, stress.yz,
         stress.xz]}
C
status 0 "$AUTOMAT" run case.yaml -o run.csv
tail -10 run.csv | tr , ' ' >expected
sed -n 's/^stress //p' log >found
[ "$(wc -l <found)" -eq 10 ] || fail "expected ten steps"
paste -d ' ' expected found | awk '
function near(a, b) { return (a - b)^2 <= 1e-24*b^2 + 1e-20 }
{ for (i = 1; i <= 6; i++) if (!near($(6 + i), $i)) exit 1 }' ||
  { fail "other stresses:"; tail -1 expected; tail -1 found; }

exit $failed
