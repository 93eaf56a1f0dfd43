#!/bin/sh
# control-closed.sh: creep, and ramps of stress and strain with other stresses
# prescribed, against closed forms, in one loading step, by each adaptive
# scheme.
. "${srcdir:-.}/tests/cli/support.sh"

# Response of laws, components xx yy zz yz xz xy: time integrals of their rates
# for stresses that vary linearly from s0 to s1 within T.
cat >closed.awk <<'END'
function mises(s,  m, j) {
  m = (s[1] + s[2] + s[3])/3
  j = (s[1] - m)^2 + (s[2] - m)^2 + (s[3] - m)^2
  return sqrt(3/2*(j + 2*(s[4]^2 + s[5]^2 + s[6]^2)))
}

# Component i of the deviator
function dev(s, i) { return s[i] - (i <= 3 ? (s[1] + s[2] + s[3])/3 : 0) }

# Norton: elastic strain plus the integral of 3/2 (q/K)^n dev s/q. Constant
# stresses: T (q1/K)^n 3/2 dev s1/q1. Proportional stresses: the same divided by
# n + 1. Other stresses: Simpson's rule.
function norton(  i, q, share) {
  share = start == "0 0 0 0 0 0" ? 1/(n + 1) : start == end
  q = mises(s1)
  for (i = 1; i <= 6; i++)
    strain[i] = elastic(i) + share*T*3/2*(q/K)^n*dev(s1, i)/q
  if (!share) simpson(4000)
}

function simpson(parts,  k, i, w, s, q) {
  for (i = 1; i <= 6; i++) strain[i] = elastic(i)
  for (k = 0; k <= parts; k++) {
    w = (k == 0 || k == parts ? 1 : 2 + 2*(k % 2))*T/parts/3
    for (i = 1; i <= 6; i++) s[i] = s0[i] + (s1[i] - s0[i])*k/parts
    if ((q = mises(s)) > 0)
      for (i = 1; i <= 6; i++) strain[i] += w*3/2*(q/K)^n*dev(s, i)/q
  }
}

function elastic(i) {
  return ((1 + nu)*s1[i] - (i <= 3 ? nu*(s1[1] + s1[2] + s1[3]) : 0))/E
}

# Burgers: each Kelvin element, with modulus c and its share p0 to p1 of the
# stress, strains by p0/c (1 - exp(-T/tau)) + b/c (T - tau (1 - exp(-T/tau))), b
# = (p1 - p0)/T.
function kelvin(c, p0, p1,  tau, d) {
  tau = eta_k/c
  d = 1 - exp(-T/tau)
  return p0/c*d + (p1 - p0)/T/c*(T - tau*d)
}

function burgers(  i, m0, m1) {
  m0 = (s0[1] + s0[2] + s0[3])/3
  m1 = (s1[1] + s1[2] + s1[3])/3
  for (i = 1; i <= 6; i++) {
    strain[i] = elastic(i) + T*(s0[i] + s1[i])/2/eta_m
    strain[i] += kelvin(E_k/(1 + nu), dev(s0, i), dev(s1, i))
    if (i <= 3) strain[i] += kelvin(E_k/(1 - 2*nu), m0, m1)
  }
}

# Maxwell solid (Norton, n = 1) with strain xx = b t, stress yy = c t, other
# stresses zero. With a = E/K, s' + a s = E b + nu c + a c t/2 for the stress s
# = xx.
function maxwell(  a, b, c, B, A, x, y) {
  a = E/K
  b = e1/T
  c = s1[2]/T
  B = c/2
  A = (E*b + nu*c - B)/a
  s1[1] = A + B*T - A*exp(-a*T)
  x = A*T + B*T^2/2 - A/a*(1 - exp(-a*T)) # integrals of both stresses
  y = c*T^2/2
  strain[1] = e1
  strain[2] = elastic(2) + (y - x/2)/K
  strain[3] = elastic(3) - (x + y)/2/K
}

BEGIN {
  split(start, s0, " ")
  split(end, s1, " ")
  if (law == "norton") norton()
  if (law == "burgers") burgers()
  if (law == "maxwell") maxwell()
  for (i = 1; i <= 6; i++)
    printf "%.17g%s", (what == "stress" ? s1[i] : strain[i]), i < 6 ? "," : "\n"
}
END

# exact LAW START END T PARAMETER=VALUE...: writes strains and stresses at the
# end.
exact() {
  law=$1 start=$2 end=$3 T=$4
  shift 4
  for what in strain stress; do
    # shellcheck disable=SC2086
    awk -v what=$what -v law="$law" -v start="$start" -v end="$end" -v T="$T" \
      $(printf -- '-v %s ' "$@") -f closed.awk
  done | paste -d, - - >exact.csv
}

# within RTOL: compares strain and stress of the last row to 10 (atol + rtol
# |x|) in the norm of a tensor, stresses in units of the scale S.
within() {
  tail -n 1 result.csv | paste -d, exact.csv - | awk -F, -v rtol="$1" \
    -v S="$S" '
    function norm(from, minus,  i, x, sum) {
      for (i = 0; i < 6; i++) {
        x = $(from + i) - (minus ? $(minus + i) : 0)
        sum += x*x*(i < 3 ? 1 : 2)
      }
      return sqrt(sum)
    }
    { atol = 1e-3*rtol
      e = norm(1, 13)/(atol + rtol*norm(1))
      s = norm(7, 19)/(atol*S + rtol*norm(7))
      printf "%.2g %.2g\n", e, s
      exit NF != 24 || !(e <= 10 && s <= 10) }'
}

components() {
  echo "$1" | {
    read -r xx yy zz yz xz xy
    echo "{xx: $xx, yy: $yy, zz: $zz, yz: $yz, xz: $xz, xy: $xy}"
  }
}

schemes='auto ode12 ode23 ode45 ode23s rodas4 implicit-euler-adaptive'
runs=0

# compare NAME TOLERANCE...: runs case.yaml with every scheme and tolerance.
compare() {
  name=$1
  shift
  for scheme in $schemes; do
    for rtol in "$@"; do
      "$AUTOMAT" run case.yaml --set solver.scheme=$scheme \
        --set solver.rtol="$rtol" \
        --set solver.atol=1e-$((${rtol#1e-} + 3)) \
        --engine interp -q -o result.csv 2>messages ||
        fail "$name, $scheme, rtol $rtol: $(cat messages)"
      found=$(within "$rtol") ||
        fail "$name, $scheme, rtol $rtol: strain, stress off by $found times"
      runs=$((runs + 1))
    done
  done
}

# given NAME MATERIAL PARAMETERS START END T: writes a case with prescribed
# stresses that starts with a jump.
given() {
  { echo "case: $1"
    echo "material: $2"
    echo "parameters: $3"
    echo 'solver: {control: path, max_substeps: 10000000, tangent: false}'
    echo 'output: {times: last, columns: [strain, stress]}'
    echo 'path:'
    [ "$4" = '0 0 0 0 0 0' ] ||
      echo "  - {duration: 0, stress: $(components "$4")}"
    echo "  - {duration: $6, stress: $(components "$5")}"
  } >case.yaml
}

zero='0 0 0 0 0 0'
# norton_case NAME START END N K
norton_case() {
  given "$1" norton "{n: $4, K: $5}" "$2" "$3" 3600
  exact norton "$2" "$3" 3600 E=150e3 nu=0.3 n="$4" K="$5"
  S=115e3
  compare "norton, $1, n = $4" 1e-3 1e-6 1e-9
}

general='60 -20 10 5 30 -8'
for n_K in '1 3e7' '3 4000' '8.2 115'; do
  n=${n_K% *} K=${n_K#* }
  norton_case 'uniaxial creep' '40 0 0 0 0 0' '40 0 0 0 0 0' "$n" "$K"
  norton_case 'uniaxial ramp' "$zero" '40 0 0 0 0 0' "$n" "$K"
  norton_case 'multiaxial creep' '30 -10 5 3 15 -4' '30 -10 5 3 15 -4' \
    "$n" "$K"
  norton_case 'proportional ramp' "$zero" '30 -10 5 3 15 -4' "$n" "$K"
  norton_case 'ramp from one stress to another' '20 15 0 -8 0 10' \
    '-5 20 10 12 -6 15' "$n" "$K"
done

# burgers_case NAME START END NU
burgers_case() {
  given "$1" burgers "{nu: $4}" "$2" "$3" 0.2
  exact burgers "$2" "$3" 0.2 E=5000 nu="$4" eta_m=200 E_k=2000 eta_k=100
  S=5000
  compare "burgers, $1, nu = $4" 1e-3 1e-6 1e-9
}

for nu in 0 0.3; do
  burgers_case 'uniaxial creep' '1 0 0 0 0 0' '1 0 0 0 0 0' $nu
  burgers_case 'uniaxial ramp' "$zero" '1 0 0 0 0 0' $nu
  burgers_case 'multiaxial creep' "$general" "$general" $nu
  burgers_case 'ramp from one stress to another' '20 15 0 -8 0 10' \
    '-5 20 10 12 -6 15' $nu
done

# Strain and stresses prescribed together: Maxwell solid in tension
for yy in 0 25; do
  cat >case.yaml <<END
case: strain and stress
material: norton
parameters: {n: 1, K: 3e8}
solver: {control: path, max_substeps: 10000000, tangent: false}
output: {times: last, columns: [strain, stress]}
path:
  - duration: 3600
    strain: {xx: 1e-3}
    stress: {yy: $yy, zz: 0, yz: 0, xz: 0, xy: 0}
END
  exact maxwell "$zero" "0 $yy 0 0 0 0" 3600 E=150e3 nu=0.3 K=3e8 e1=1e-3
  S=115e3
  compare "maxwell, stress yy = $yy" 1e-3 1e-6 1e-9
done

[ $runs -ge 400 ] || fail "$runs runs"
exit $failed
