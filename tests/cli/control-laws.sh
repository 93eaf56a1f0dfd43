#!/bin/sh
# control-laws.sh: stress control of laws with energies that are not quadratic,
# softening, flow on a cone, or anisotropy, in one loading step: stresses,
# energies, tangents and derivatives by parameters against many small steps with
# solver.control: step.
. "${srcdir:-.}/tests/cli/support.sh"

# Stiffening spring and a dashpot
cat >quartic.yaml <<'END'
material: quartic
units: {stress: MPa, time: s}
parameters:
  mu: {value: 400, above: 0}
  beta: {value: 4e6, min: 0}
  eta: {value: 900, above: 0}
internal: {x: deviatoric}
free_energy: |
  e = eps - x
  300*tr(e)^2 + mu*(e : e) + beta*(e : e)^2
force_potential: inner(A_x, A_x)/(2*eta)
END

# Damage in tension only: the volumetric stiffness remains under compression.
cat >unilateral.yaml <<'END'
material: unilateral
units: {stress: MPa, time: s}
parameters:
  mu: {value: 400, above: 0}
  Y_0: {value: 0.005, min: 0}
  eta: {value: 0.4, above: 0}
internal: {d: scalar}
free_energy: |
  150*neg(tr(eps))^2 + (1 - d)^2*(150*pos(tr(eps))^2 + mu*(eps : eps)) + d^2/20
force_potential: eta/2*(pos(A_d - Y_0)/eta)^2
END

# Viscous crystal off its axes
cat >crystal.yaml <<'END'
material: crystal
units: {stress: MPa, time: s}
parameters:
  C44: {value: 75.4e3, above: 0}
  K: {value: 150, above: 0}
  n: {value: 4, min: 1}
internal: {p: deviatoric}
definitions: C = rotate(cubic(168.4e3, 121.4e3, C44), 0.4, 0.7, -0.2)
free_energy: |
  e = eps - p
  1/2*(e : C : e)
force_potential: K/(n + 1)*(mises(A_p)/K)^(n + 1)
END

# write LAW DURATION TARGETS: writes a case of two loading steps; the second one
# is examined.
write() {
  cat >case.yaml <<END
case: $1
material: $1
solver: {control: path, scheme: rodas4, rtol: 1e-10, atol: 1e-13,
         max_substeps: 1000000}
path:
  - {duration: $2, stress: {xx: $4, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}
  - {duration: $2, $3}
output:
  times: last
  columns: [strain, stress, energy, dissipation, work, balance, substeps]
END
}

run() {
  output=$1
  shift
  "$AUTOMAT" run case.yaml --engine interp -q -o "$output" "$@" 2>messages ||
    fail "$law, $*: $(cat messages)"
}

# numbers FILE: prints the last row.
numbers() { tail -n 1 "$1"; }

# is_limit RTOL SCHEME: compares strains and stresses of result.csv with the
# limit extrapolated from coarse.csv and fine.csv (twice as many steps, error
# smaller by a factor of four).  Errors of ode23s accumulate over its substeps.
is_limit() {
  { numbers coarse.csv; numbers fine.csv; numbers result.csv; } |
    awk -F, -v rtol="$1" -v scheme="$2" '
      { for (i = 1; i <= 12; i++) x[NR, i] = $i }
      function largest(from,  i, v, most) {
        for (i = from; i < from + 6; i++) {
          v = x[2, i] < 0 ? -x[2, i] : x[2, i]
          if (v > most) most = v
        }
        return most
      }
      END {
        times = scheme == "ode23s" && $17 > 10 ? $17 : 10
        for (i = 1; i <= 12; i++) {
          most = i <= 6 ? largest(1) : largest(7)
          gap = x[2, i] - x[1, i]
          d = x[3, i] - (x[2, i] + gap/3)
          if (gap < 0) gap = -gap
          if (d < 0) d = -d
          bound = 0.2*gap + times*rtol*most + 1e-9*most
          if (d > bound) printf "column %d by %.2g, not %.2g; ", i, d, bound
          if (d > bound) wrong = 1
        }
        exit NR != 3 || wrong
      }'
}

# Stresses equal their prescribed values: "7:20 8:0" gives columns and values.
has_stresses() {
  numbers result.csv | awk -F, -v given="$1" '{
    count = split(given, pair, " ")
    for (i = 1; i <= count; i++) {
      split(pair[i], two, ":")
      d = $(two[1]) - two[2]
      if (d < 0) d = -d
      if (d > most) most = d
      if (two[2]*two[2] > largest*largest) largest = two[2]
    }
    if (largest < 0) largest = -largest
    printf "%.2g", most
    exit most > 1e-8*(largest + 1) }'
}

# Work, energy and dissipation are not under error control; they converge at
# about the order of the scheme: 32 loading steps of one substep against 8.
is_balanced() {
  for scheme in ode12:2 ode23:3 ode45:4 ode23s:2 rodas4:4 \
    implicit-euler-adaptive:1; do
    for steps in 8 32; do
      run balance$steps.csv --set solver.rtol=0.5 --set solver.atol=1 \
        --set solver.scheme=${scheme%:*} --set solver.tangent=false \
        --set path.1.steps=$steps --set path.2.steps=$steps
    done
    { numbers balance8.csv; numbers balance32.csv; } | awk -F, \
      -v order=${scheme#*:} '
      { off[NR] = $16 < 0 ? -$16 : $16 }
      END {
        printf "%.2g, then %.2g of %.2g", off[1], off[2], $15
        exit NR != 2 || NF != 17 || !($15 > 0) || off[1] > 0.05*$15 ||
             off[2] > off[1]/4^(order - 0.7) + 1e-12*$15 }' >found ||
      fail "$law, ${scheme%:*}: the balance is $(cat found)"
    runs=$((runs + 1))
  done
}

schemes='auto ode12 ode23 ode45 ode23s rodas4 implicit-euler-adaptive'
runs=0

# compare TIGHTEST STRESSES: compares one loading step with many, and the other
# results. At kinks of the rates, error estimates are not reliable.
compare() {
  tightest=$1
  shift
  step='--set solver.control=step --set solver.equilibrium=1e-11'
  # shellcheck disable=SC2086
  run coarse.csv $step --set path.2.steps=500 --set solver.tangent=false \
    --set path.1.steps=500
  # shellcheck disable=SC2086
  run fine.csv $step --set path.2.steps=1000 --set solver.tangent=false \
    --set path.1.steps=1000
  for scheme in $schemes; do
    for rtol in 1e-3 1e-5 $tightest; do
      run result.csv --set solver.rtol="$rtol" --set solver.tangent=false \
        --set solver.atol=1e-$((${rtol#1e-} + 3)) --set solver.scheme=$scheme
      found=$(is_limit "$rtol" $scheme) || fail "$law, $scheme, $rtol: $found"
      found=$(has_stresses "$1") ||
        fail "$law, $scheme, $rtol: a stress is off by $found"
      runs=$((runs + 1))
    done
  done
}

# The tangent maps strain increments to stress increments, whatever is
# prescribed. Argument KEY=VALUE:CHANGE changes targets of the second step.
maps_differences() {
  tangent='--set output.columns=[strain,stress,tangent]'
  explicit=ode45
  [ "$tightest" = 1e-8 ] || explicit=ode23
  for scheme in rodas4 $explicit; do
    # shellcheck disable=SC2086
    run result.csv $tangent --set solver.scheme=$scheme
    for target in "$@"; do
      value=${target#*=} change=${target#*:}
      value=${value%:*}
      for sign in - +; do
        x=$(echo "$value $sign$change" | awk '{ printf "%.17g", $1 + $2 }')
        run moved$sign.csv --set "path.2.${target%%=*}=$x" \
          --set solver.scheme=$scheme --set solver.tangent=false
      done
      { numbers result.csv; numbers moved-.csv; numbers moved+.csv; } |
        awk -F, '
          NR == 1 { for (i = 13; i <= 48; i++) {
                      C[i] = $i
                      most = $i > most ? $i : most } }
          { for (i = 1; i <= 12; i++) x[NR, i] = $i }
          END {
            for (i = 1; i <= 12; i++) d[i] = x[3, i] - x[2, i]
            for (i = 1; i <= 6; i++) size += d[i] < 0 ? -d[i] : d[i]
            for (i = 1; i <= 6; i++) {
              off = -d[6 + i]
              for (j = 1; j <= 6; j++) off += C[6 + 6*i + j]*d[j]
              off = off < 0 ? -off : off
              if (off > worst) worst = off
            }
            printf "%.2g", worst/most/size
            exit !(size > 0 && worst <= 2e-6*most*size)
          }' >found ||
        fail "$law, $scheme: tangent by $target is off by $(cat found)"
      runs=$((runs + 1))
    done
  done
}

# is_derived NAME VALUE: compares sensitivities of strain and stress with
# differences.
is_derived() {
  for scheme in rodas4 ode23 implicit-euler; do
    tight="--set solver.scheme=$scheme --set solver.tangent=false"
    [ $scheme = rodas4 ] || tight="$tight --set solver.rtol=1e-9"
    [ $scheme = rodas4 ] || tight="$tight --set solver.atol=1e-12"
    columns="[sensitivity.$1.strain,sensitivity.$1]"
    # shellcheck disable=SC2086
    run result.csv $tight --set "output.columns=$columns"
    for sign in - +; do
      # shellcheck disable=SC2086
      run moved$sign.csv $tight --set parameters="{$1: $(echo "$2" |
        awk -v s=$sign '{ printf "%.17g", $1*(1 + (s "1e-3")) }')}"
    done
    { numbers result.csv; numbers moved-.csv; numbers moved+.csv; } |
      awk -F, -v value="$2" '
        { for (i = 1; i <= 12; i++) x[NR, i] = $i }
        END {
          for (i = 1; i <= 12; i++) {
            d[i] = (x[3, i] - x[2, i])/(2e-3*value)
            kind = i > 6
            size = d[i] < 0 ? -d[i] : d[i]
            off = x[1, i] - d[i]
            off = off < 0 ? -off : off
            scale = x[2, i] < 0 ? -x[2, i] : x[2, i]
            if (size > most[kind]) most[kind] = size
            if (scale/value > least[kind]) least[kind] = scale/value
            if (off > worst[kind]) worst[kind] = off
          }
          printf "%.2g of %.2g, %.2g of %.2g", worst[0], most[0], worst[1],
                 most[1]
          for (kind = 0; kind < 2; kind++)
            if (!(worst[kind] <= 1e-4*most[kind] + 1e-6*least[kind])) exit 1
          exit most[0] == 0
        }' >found || fail "$law, $scheme, d/d $1: off by $(cat found)"
    runs=$((runs + 1))
  done
}

law=quartic
write quartic.yaml 2 'stress: {xx: 25, yy: -8, xy: 6}' 10
compare 1e-8 '7:25 8:-8 9:0 10:0 11:0 12:6'
is_balanced
maps_differences stress.xx=25:0.01 stress.yy=-8:0.01 stress.zz=0:0.01 \
  stress.yz=0:0.01 stress.xz=0:0.01 stress.xy=6:0.01
is_derived beta 4e6
is_derived eta 900

law=unilateral
write unilateral.yaml 0.5 'strain: {xx: 0.03}, stress: {yy: -3, xy: 2}' 4
compare 1e-5 '8:-3 9:0 10:0 11:0 12:2'
maps_differences strain.xx=0.03:1e-5 stress.yy=-3:0.01 stress.zz=0:0.01 \
  stress.xy=2:0.01
is_derived eta 0.4

law=crystal
write crystal.yaml 0.01 'stress: {xx: 120, yy: 30, xy: 40}' 90
compare 1e-8 '7:120 8:30 9:0 10:0 11:0 12:40'
is_balanced
maps_differences stress.xx=120:0.05 stress.zz=0:0.05 stress.xz=0:0.05
is_derived n 4
is_derived C44 75.4e3

law=drucker-prager
write drucker-prager 0.5 'stress: {xx: -75, yy: -20, xz: 8}' -50
compare 1e-5 '7:-75 8:-20 9:0 10:0 11:8 12:0'
is_balanced
maps_differences stress.xx=-75:0.01 stress.yy=-20:0.01 stress.yz=0:0.01
is_derived a 0.2
is_derived H 1000

law=damage
write damage 0.5 'strain: {xx: 0.03, xy: 0.004}, stress: {yy: 1}' 4
compare 1e-5 '8:1 9:0 10:0 11:0'
maps_differences strain.xx=0.03:1e-5 strain.xy=0.004:1e-5 stress.yy=1:0.001
is_derived eta 2

[ $runs -ge 120 ] || fail "$runs runs"
exit $failed
