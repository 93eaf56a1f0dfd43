#!/bin/sh
# mtest.sh: MTest drives exported laws along paths with the printed lines;
# strains and stresses are those of `automat run`, and tangents agree with its
# finite differences. Needs mtest (TFEL).
. "${srcdir:-.}/tests/cli/support.sh"
command -v mtest >/dev/null || exit 77
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77

# Path common to all hypotheses
cat >path.mtest <<'M'
@ImposedStrain 'EXX' {0: 0, 100: 4e-3, 200: -2e-3};
@ImposedStrain 'EXY' {0: 0, 100: 1.4142135623730951e-3, 200: 0};
@Times {0, 200 in 40};
@StrainEpsilon 1e-14;
@StressEpsilon 1e-11;
@MaximumNumberOfIterations 12;
@MaximumNumberOfSubSteps 1;
@OutputFilePrecision 16;
M
# Tangents are compared with differences of stresses, in MPa; the strain
# perturbation is 1e-9.
cat >tangent.mtest <<'M'
@CompareToNumericalTangentOperator true;
@NumericalTangentOperatorPerturbationValue 1e-9;
@TangentOperatorComparisonCriterium 1;
M

# with LAW OPTIONS: writes the library, its lines in MTest, and the case.
with() {
  law=$1
  shift
  status 0 "$AUTOMAT" export "$law" "$@" -o lib.so
  "$AUTOMAT" export "$law" "$@" -o ./lib.so --snippet mtest >law.mtest
  cat >case.yaml <<C
case: tension and shear, forwards and back
material: $law
solver: {scheme: implicit-euler, equilibrium: 1e-13}
path:
  - {time: 100, steps: 20, strain: {xx: 4e-3, xy: 1e-3}, stress: {others: 0}}
  - {time: 200, steps: 20, strain: {xx: -2e-3, xy: 0}}
output: {columns: [strain.xx, strain.yy, strain.zz, strain.xy, strain.xz,
         strain.yz, stress.xx, stress.yy, stress.zz, stress.xy, stress.xz,
         stress.yz]}
C
}

# compare COMPONENTS COLUMNS: differences between MTest's strains and stresses
# (COMPONENTS of each) and the columns. MTest multiplies shears by sqrt(2) and
# orders them xx yy zz xy xz yz.
compare() {
  status 0 "$AUTOMAT" run case.yaml -o run.csv
  cat law.mtest path.mtest >walk.mtest
  mtest walk.mtest >log 2>&1 || { fail "$law: mtest failed"; tail -5 log; }
  tail -40 run.csv | cut -d , -f "$2" | tr , ' ' >expected
  tail -40 walk.res | cut -d ' ' -f "2-$((2*$1 + 1))" >found
  [ "$(wc -l <found)" -eq 40 ] || fail "$law: expected forty steps"
  paste -d ' ' expected found | awk -v n="$1" '
  { for (i = 1; i <= 2*n; i++) {
      value = $(2*n + i)/((i - 1) % n > 2 ? sqrt(2) : 1)
      off = (value - $i)^2/(i > n ? 100 : 1e-3)^2
      if (off > worst) worst = off
    } }
  END { print sqrt(worst); exit !(worst <= 1e-22) }' >off ||
    fail "$law: other strains or stresses, by $(cat off)"
  iterations=$(sed -n 's/^-number of iterations: *//p' log)
  echo "$law: off by $(cat off), $iterations iterations in forty steps"
  [ "$iterations" -le 220 ] || fail "$law: no quadratic convergence"
}

# differences: MTest's own differences confirm the tangents.
differences() {
  cat law.mtest path.mtest tangent.mtest >walk.mtest
  mtest --verbose=level3 walk.mtest >log 2>&1 || fail "$law: mtest failed"
  grep 'jacobian failed' log && fail "$law: another tangent"
}

# At the start, a plastic law is at a kink, where its tangent depends on the
# direction of loading.
with j2
compare 6 1-12
for law in norton michel-suquet chaboche; do
  with $law
  compare 6 1-12
  differences
done

with thermo-norton
sed -i 's/'Temperature' 923.15/'Temperature' {0: 923.15, 200: 1023.15}/' law.mtest
sed -i 's/time: 100/&, external: {T: 973.15}/
  s/time: 200/&, external: {T: 1023.15}/' case.yaml
compare 6 1-12
differences

# Plane strain, with material properties set in MTest
with norton --properties E,nu
sed -i 's/others: 0/yy: 0/; s/xy: 1e-3/&, zz: 0, xz: 0, yz: 0/' case.yaml
sed -i "1i @ModellingHypothesis 'PlaneStrain';" law.mtest
compare 4 1-4,7-10
differences

exit $failed
