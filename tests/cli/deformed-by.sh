#!/bin/sh
# deformed-by.sh: derivatives by parameters under deformation gradients.
. "${srcdir:-.}/tests/cli/support.sh"

# number FILE COLUMN ROW: prints a table entry; rows start at 1.
number() {
  awk -F, -v name="$2" -v row="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
    NR == row + 2 { print $c }' "$1"
}

# near A B RELATIVE: compares with a relative bound
near() {
  awk -v a="$1" -v b="$2" -v bound="$3" '
    BEGIN { d = a - b; m = b < 0 ? -b : b
            exit !(a != "" && d <= bound*m && -d <= bound*m) }' ||
    fail "$1 is not $2"
}

# ---- closed forms ------------------------------------------------------------

# Hencky's bar: P = E ln(l)/l, with an event at P = 30.
cat >bar.yaml <<'END'
case: a bar
material: linear-elastic
parameters: {E: 100, nu: 0.25}
kinematics: logarithmic
path:
  - {duration: 1, stretch: {xx: 1.5, others: free}}
  - {duration: 10, stretch: {xx: 3}, until: "P.xx >= 30"}
output:
  columns: [time, F.xx, F.yy, sensitivity.E, sensitivity.E.P, sensitivity.E.F,
            sensitivity.nu.F, sensitivity.E.cauchy, sensitivity.E.strain,
            sensitivity.E.time]
END
"$AUTOMAT" run bar.yaml -o bar.csv || fail bar
set -- $(awk -v E=100 -v nu=0.25 'BEGIN {
  l = 1.5; e = log(l); J = exp((1 - 2*nu)*e)
  printf "%.17g %.17g %.17g %.17g ", e, e/l, e/J, -e*exp(-nu*e)
  for (i = 0; i < 60; i++) l -= (E*log(l)/l - 30)/(E*(1 - log(l))/l^2)
  by = -log(l)*l/(E*(1 - log(l)))
  printf "%.17g %.17g %.17g", l, by, by/0.15 }')
near "$(number bar.csv sensitivity.E.xx 2)" "$1" 1e-12
near "$(number bar.csv sensitivity.E.P.xx 2)" "$2" 1e-12
near "$(number bar.csv sensitivity.E.cauchy.xx 2)" "$3" 1e-12
near "$(number bar.csv sensitivity.nu.F.yy 2)" "$4" 1e-12
near "$(number bar.csv F.xx 3)" "$5" 1e-9
near "$(number bar.csv sensitivity.E.F.xx 3)" "$6" 1e-8
near "$(number bar.csv sensitivity.E.time 3)" "$7" 1e-8

# Creep under a dead load (Hoff 1953, with elasticity): the time to reach strain
# x is (g(0) - P/E g(1))/(A P^n), with g(i) the integral of exp((i - n) x) from
# x0.
cat >creep.yaml <<'END'
case: creep under a dead load
material: norton
kinematics: logarithmic
solver: {scheme: ode45, rtol: 1e-10, atol: 1e-13}
path:
  - {duration: 0, P: {xx: 60, others: 0}}
  - {duration: 0.5, P: {others: hold}}
output: {columns: [F.xx, strain.xx, sensitivity.n.F.xx, sensitivity.n.P.xx]}
END
"$AUTOMAT" run creep.yaml -o creep.csv 2>messages || fail creep
set -- $(awk -v x0="$(number creep.csv strain.xx 2)" \
  -v x="$(number creep.csv strain.xx 3)" '
  function g(q) { return (exp(q*x) - exp(q*x0))/q }
  function time(n) { return (g(-n) - P/E*g(1 - n))*(K/P)^n }
  BEGIN {
    E = 150e3; P = 60; K = 114.97377262768997; n = 8.2; h = 1e-3
    by = (8*(time(n + h) - time(n - h)) - (time(n + 2*h) - time(n - 2*h)))/(12*h)
    slope = exp(-n*x)*(1 - P/E*exp(x))*(K/P)^n
    printf "%.17g %.17g", time(n), -by/slope*exp(x) }')
near 0.5 "$1" 1e-8
near "$(number creep.csv sensitivity.n.F.xx 3)" "$2" 1e-7

# ---- differences of whole runs -----------------------------------------------

# One substep in each loading step, so that all runs use the same substeps
cat >mixed.yaml <<'END'
case: shear under a load, then at given angles, a jump, a load again
material: norton
kinematics: logarithmic
solver: {tangent: false, rtol: 0.99, atol: 1, engine: interp}
path:
  - {duration: 1, steps: 2, P: {zz: 35, others: 0}, F: {xy: 0.001, yx: 0}}
  - {duration: 0.1, F: {xx: hold, zz: hold, xy: 0.0012, yx: 0.0001}}
  - {duration: 0, F: {others: hold}}
  - {duration: 1, steps: 2, P: {zz: 45, yy: -10, xy: 10}, F: {others: hold}}
output:
  columns: [F, P, cauchy, strain, stress, eps_p, sensitivity.n.F,
            sensitivity.n.P, sensitivity.n.cauchy, sensitivity.n.strain,
            sensitivity.n, sensitivity.n.eps_p]
END

# agrees BOUND SETTING...: compares derivatives by n with fourth-order
# differences.
agrees() {
  bound=$1
  shift
  "$AUTOMAT" run mixed.yaml "$@" -o by.csv 2>messages ||
    { fail "$*"; cat messages; return; }
  for at in 8.1984 8.1992 8.2008 8.2016; do
    "$AUTOMAT" run mixed.yaml "$@" --set parameters.n=$at \
      --set 'output.columns=[F,P,cauchy,strain,stress,eps_p]' -o $at.csv \
      2>messages || fail "$at"
  done
  awk -F, -v bound="$bound" '
    FNR == 1 { file++ }
    FNR > 2 && file < 5 {
      w = file == 1 ? 1 : file == 2 ? -8 : file == 3 ? 8 : -1
      for (c = 1; c <= NF; c++) slope[FNR, c] += w*$c/(12*0.0008)
      n = NF
    }
    FNR > 2 && file == 5 {
      for (c = 1; c <= n; c++) {
        group = c <= 9 ? 1 : c <= 18 ? 2 : c <= 24 ? 3 : c <= 30 ? 4 : 5
        d = $(n + c) - slope[FNR, c]; s = slope[FNR, c]
        if (d*d > worst[group]) worst[group] = d*d
        if (s*s > most[group]) most[group] = s*s
      }
    }
    END {
      for (g = 1; g <= 5; g++)
        if (!(worst[g] <= bound*bound*most[g] + 1e-24)) {
          print g, sqrt(worst[g]/most[g]); exit 1
        }
    }' 8.1984.csv 8.1992.csv 8.2008.csv 8.2016.csv by.csv || fail "$*"
}
agrees 1e-7 --set solver.scheme=implicit-euler
agrees 1e-7 --set solver.scheme=implicit-euler-adaptive
agrees 2e-7 --set solver.scheme=ode23
agrees 2e-7 --set solver.scheme=ode45
agrees 2e-7 --set solver.scheme=ode23 --set solver.engine=native

# Cauchy and Kirchhoff stresses
cp mixed.yaml nominal.yaml
for measure in cauchy kirchhoff; do
  sed "s/ P: {/ $measure: {/" nominal.yaml >mixed.yaml
  agrees 1e-7 --set solver.scheme=implicit-euler
  agrees 2e-7 --set solver.scheme=ode23
done
cp nominal.yaml mixed.yaml

# Rosenbrock schemes support sensitivities only if all of F is prescribed.
"$AUTOMAT" run mixed.yaml --set solver.scheme=rodas4 >out 2>messages &&
  fail "rodas4 passes"
grep -q 'sensitivities with prescribed P' messages ||
  fail "rodas4"
sed -i '/^path/,/^output/{/duration/d}' mixed.yaml
sed -i 's/^path:/&\n  - {duration: 1, steps: 2, F: {xx: 1.0003, xy: 0.0002}}\
  - {duration: 1, F: {xx: 1.0002, xz: 0.0003, zx: 0.0001}}/' mixed.yaml
agrees 1e-7 --set solver.scheme=rodas4
agrees 1e-7 --set solver.scheme=rodas4 --set solver.control=step
exit $failed
