#!/bin/sh
# kratos.sh: the UMAT law of Kratos, driven along a path with the printed lines,
# gives the stresses and the tangent of `automat run`, also for laws with
# different shear moduli and for a law with a temperature. Needs the Python
# package KratosGeoMechanicsApplication.
. "${srcdir:-.}/tests/cli/support.sh"
python3 -c 'import KratosMultiphysics.GeoMechanicsApplication' \
  >/dev/null 2>&1 || exit 77
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
library=$folder/libLAW.so

# near LIMIT: compares columns 1 to 6 with 7 to 12, relative to the largest.
near() {
  awk -v limit="$1" '
  { for (i = 1; i <= 6; i++) {
      off = ($(6 + i) - $i)^2
      if (off > worst) worst = off
      if ($i^2 > scale) scale = $i^2
    } }
  END { print sqrt(worst/scale); exit !(NR && worst <= limit^2*scale) }'
}

# Kratos uses xx yy zz xy yz xz and engineering shear strains; its derivative is
# half of ours by a tensor component, which changes both entries of a shear.
for law in norton orthotropic-elastic fcc-crystal michel-suquet thermo-norton; do
  status 0 "$AUTOMAT" export $law -o "$library"
  "$AUTOMAT" export $law -o "$library" --snippet kratos >law.json
  python3 "$source/tests/tools/export/kratos.py" law.json 2e-3 -1e-3 0 1e-3 8e-4 \
    -6e-4 >log 2>&1 || { fail "$law: kratos failed"; tail -5 log; }
  cat >case.yaml <<C
case: a path of ten steps
material: $law
solver: {scheme: implicit-euler, tangent: true}
path:
  - {time: 100, steps: 10,
     strain: {xx: 2e-3, yy: -1e-3, xy: 5e-4, yz: 4e-4, xz: -3e-4}}
output: {columns: [stress.xx, stress.yy, stress.zz, stress.xy, stress.yz,
         stress.xz, tangent]}
C
  status 0 "$AUTOMAT" run case.yaml -o run.csv
  tail -10 run.csv | cut -d , -f 1-6 | tr , ' ' >expected
  sed -n 's/^stress //p' log >found
  [ "$(wc -l <found)" -eq 10 ] || fail "$law: expected ten steps"
  paste -d ' ' expected found | near 1e-11 >off ||
    { fail "$law: other stresses, by $(cat off)"; tail -n 1 expected found; }
  echo "$law: stresses off by $(cat off)"
  tail -1 run.csv | cut -d , -f 7-42 | tr ',' '\n' | awk '
    BEGIN { split("1 2 3 6 4 5", ours) }
    { C[NR] = $1 }
    END { for (i = 1; i <= 6; i++) {
        for (j = 1; j <= 6; j++)
          printf "%.17g ", C[6*(ours[i] - 1) + ours[j]]/(j > 3 ? 2 : 1)
        print "" } }' >expected
  sed -n 's/^tangent //p' log >found
  paste -d ' ' expected found | near 1e-9 >off ||
    { fail "$law: another tangent, by $(cat off)"; cat expected found; }
  echo "$law: tangent off by $(cat off)"
done

# An old project with the entry for Abaqus gets a message.
status 0 "$AUTOMAT" export fcc-crystal -o "$library"
"$AUTOMAT" export fcc-crystal -o "$library" --snippet kratos |
  sed 's/"IS_FORTRAN_UDSM": false/"IS_FORTRAN_UDSM": true/' >law.json
python3 "$source/tests/tools/export/kratos.py" law.json 0 0 0 0 8e-4 0 >log 2>&1
grep -q 'for Kratos set IS_FORTRAN_UDSM to false' log ||
  fail "shears are swapped without a word"

exit $failed
