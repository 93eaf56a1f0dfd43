#!/bin/sh
# constraints.sh: linear equations between components of stress and strain,
# against closed forms.
. "${srcdir:-.}/tests/cli/support.sh"

value() {
  awk "BEGIN { printf \"%.15g\", $1 }"
}

# last NAME: value of a column in the last row of out
last() {
  awk -F, -v name="$1" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    END { print $at }' out
}

# ---- elasticity: Hooke's law ----
cat >hooke.yaml <<'END'
case: Hooke's law under equations
material: linear-elastic
parameters: {E: 200e3, nu: 0.3}
path:
  - {duration: 1, strain: {xx: 1e-4}, stress: {others: 0}}
  - {duration: 1, steps: 2, stress: {xx: 50, others: 0}, constraints: []}
output: {columns: [strain, stress, energy, work, tangent, residual]}
END
# elastic TARGETS EQUATIONS: runs an elastic step
elastic() {
  status 0 "$AUTOMAT" run hooke.yaml \
    --set "path.2={duration: 1, steps: 2, $1, constraints: [$2]}"
  [ ! -s messages ] || fail "$2: $(cat messages)"
  near "$2: work" "$(last work)" "$(last energy)" 1e-12
  near "$2: tangent" "$(last tangent.xx.yy)" \
    "$(value '200e3*0.3/1.3/0.4')" 1e-5
  near "$2: residual" "$(last residual)" 0 1e-10
}
for engine in interp native; do
  cp hooke.yaml plain.yaml
  sed "s/^path:/solver: {engine: $engine}\npath:/" plain.yaml >hooke.yaml
  # plane stress, proportional
  elastic "stress: {xx: 50, others: 0}" '"stress.yy = 0.5*stress.xx"'
  near proportional "$(last stress.yy)" 25 1e-11
  near proportional "$(last strain.xx)" "$(value '(50 - 0.3*25)/200e3')" 1e-17
  near proportional "$(last strain.zz)" "$(value '-0.3*75/200e3')" 1e-17
  # pure shear by a ratio
  elastic "strain: {xx: 1e-3}, stress: {others: 0}" '"stress.yy = -stress.xx"'
  near shear "$(last stress.xx)" "$(value '1e-3*200e3/1.3')" 1e-10
  near shear "$(last strain.yy)" -1e-3 1e-16
  # plane strain, by an equation for the stress
  elastic "stress: {xx: 50, yy: 20, yz: 0, xz: 0, xy: 0}" \
    '"stress.zz = 0.3*(stress.xx + stress.yy)"'
  near "plane strain" "$(last strain.zz)" 0 1e-18
  elastic "stress: {xx: 50, yy: 20, others: 0}" '"0 = strain.zz"'
  near "plane strain" "$(last stress.zz)" 21 1e-11
  # prescribed volume change, and shear coupled to tension as off the material
  # axes
  elastic "stress: {xx: 50, others: 0}" \
    '"strain.yy + strain.zz + strain.xx = 1e-3", "strain.xy = 0.5*strain.xx"'
  near volume "$(value "$(last strain.xx) + $(last strain.yy) + $(last strain.zz)")" \
    1e-3 1e-17
  near coupled "$(last strain.xy)" "$(value "$(last strain.xx)/2")" 1e-17
  near coupled "$(last stress.xy)" "$(value "200e3/1.3*$(last strain.xy)")" 1e-10
  # bar and spring: sigma + k eps = k u
  elastic "stress: {others: 0}" '"stress.xx + 50e3*strain.xx = 50e3*2e-3"'
  near spring "$(last strain.xx)" "$(value '50e3*2e-3/250e3')" 1e-16
  # time-dependent coefficients and right sides, at the end t = 2
  elastic "stress: {xx: 50, others: 0}" '"stress.yy = t^2/8*stress.xx + 5*t"'
  near "of time" "$(last stress.yy)" 35 1e-11
  mv plain.yaml hooke.yaml
done

# Engineering shear strains
status 0 "$AUTOMAT" run hooke.yaml --set notation=voigt --set 'path.2={duration:
  1, stress: {xx: 50, others: 0}, constraints: ["strain.xy = 0.5*strain.xx"]}'
near "engineering shear" "$(last strain.xy)" \
  "$(value "$(last strain.xx)/2")" 1e-17
near "engineering shear" "$(last stress.xy)" \
  "$(value "200e3/2.6*$(last strain.xy)")" 1e-10

# An equation remains active until its component is prescribed or new equations
# replace it; the released component starts at its current stress.
cat >stays.yaml <<'END'
case: how long equations stay
material: linear-elastic
path:
  - {duration: 1, stress: {xx: 40, others: 0}, constraints:
     ["stress.yy = 0.5*stress.xx", "stress.zz = stress.yy"]}
  - {duration: 1, stress: {xx: 60}}
  - {duration: 1, stress: {xx: 80, yy: 10}, steps: 2}
  - {duration: 1, stress: {xx: 20}, constraints: ["stress.xy = stress.xx"]}
  - {duration: 1, hold: true}
output: {columns: [stress.xx, stress.yy, stress.zz, stress.xy]}
END
status 0 "$AUTOMAT" run stays.yaml
awk -F, 'NR > 2 { printf "%.10g %.10g %.10g %.10g\n", $1, $2, $3 + 0, $4 + 0 }' \
  out >found
cat >expected <<'END'
0 0 0 0
40 20 20 0
60 30 30 0
70 20 20 0
80 10 10 0
20 10 10 20
20 10 10 20
END
cmp -s found expected || fail "how long equations stay: $(cat found)"

# ---- creep ----
# Norton creep under constant stresses at a fixed ratio, q^2 = 50^2 + 25^2 -
# 50*25: rates 3/2 A q^(n - 1) dev sigma.
cat >creep.yaml <<'END'
case: creep at a ratio of stresses
material: norton
parameters: {E: 150e3, n: 4, K: 100, epsdot_0: 1e-3}
solver: {rtol: 1e-8, atol: 1e-12}
path:
  - {duration: 0, stress: {xx: 50, others: 0}, constraints:
     ["stress.yy = 0.5*stress.xx"]}
  - {duration: 100, stress: {xx: 50}}
output: {columns: [strain, stress, work, energy, dissipation, tangent]}
END
rate=$(value '1.5*1e-3*(1875^0.5/100)^4/1875^0.5*100')
stored=$(value '(50*(50 - 0.3*25) + 25*(25 - 0.3*50))/300e3')
for scheme in ode12 ode23 ode45 ode23s rodas4 auto implicit-euler \
  implicit-euler-adaptive; do
  status 0 "$AUTOMAT" run creep.yaml --set solver.scheme=$scheme
  near "$scheme xx" "$(last strain.xx)" \
    "$(value "(50 - 0.3*25)/150e3 + 100*$rate*25/100")" 1e-8
  near "$scheme zz" "$(last strain.zz)" \
    "$(value "-0.3*75/150e3 - 100*$rate*25/100")" 1e-8
  near "$scheme work" "$(last work)" \
    "$(value "50*$(last strain.xx) + 25*$(last strain.yy) - $stored")" 1e-7
done

# Maxwell bar against a spring in one loading step: sigma = k u exp(-t/T)·E/(E +
# k) with T = eta (1/E + 1/k), eta = K/epsdot_0.
cat >relax.yaml <<'END'
case: relaxation of a bar and a spring
material: norton
parameters: {E: 150e3, n: 1, K: 100, epsdot_0: 1e-3}
path:
  - {duration: 0, stress: {others: 0}, constraints:
     ["stress.xx + 5e4*strain.xx = 5e4*1e-3"]}
  - {duration: 5}
output: {columns: [strain, stress, work, energy, dissipation]}
END
for scheme in ode23 ode45 ode23s rodas4 auto implicit-euler-adaptive; do
  for rtol in 1e-3 1e-6 1e-9; do
    # These schemes accumulate errors without equations, too.
    case $rtol.$scheme in
    1e-9.implicit-euler-adaptive | 1e-9.ode23s) continue ;;
    esac
    status 0 "$AUTOMAT" run relax.yaml --set solver.scheme=$scheme \
      --set solver.rtol=$rtol --set solver.atol=1e-12 --set solver.tangent=false
    sigma=$(value "50*0.75*exp(-5/(1e5*(1/150e3 + 1/5e4)))")
    near "$scheme $rtol" "$(last stress.xx)" "$sigma" \
      "$(value "10*(1e-12*115385 + $rtol*37.5)")"
    # The work equals that of the spring.
    near "$scheme $rtol work" "$(last work)" \
      "$(value "(37.5^2/150e3 + (37.5^2 - $sigma^2)/5e4)/2")" \
      "$(value "50*$rtol*0.0184 + 1e-9")"
  done
done

# Heated bar against a spring: -k alpha dT E(T)/(E(T) + k); with creep, all
# schemes agree.
cat >heated.yaml <<'END'
case: a heated bar against a spring
material: thermo-elastic
solver: {rtol: 1e-8, atol: 1e-12}
path:
  - {duration: 10, external: {T: 600}, stress: {others: 0}, constraints:
     ["stress.xx + 5e4*strain.xx = 0"]}
output: {columns: [strain, stress]}
END
status 0 "$AUTOMAT" run heated.yaml
modulus=$(value '210e3*(1 - 3e-4*306.85)')
near heated "$(last stress.xx)" \
  "$(value "-5e4*1.2e-5*306.85*$modulus/($modulus + 5e4)")" 1e-9
status 0 "$AUTOMAT" run heated.yaml --set material=thermo-norton
creeping=$(last stress.xx)
for scheme in ode45 ode23s rodas4; do
  status 0 "$AUTOMAT" run heated.yaml --set material=thermo-norton \
    --set solver.scheme=$scheme
  near "heated $scheme" "$(last stress.xx)" "$creeping" 1e-4
done

# ---- tangent: C in every prescribed direction, by differences ----
cat >tangent.yaml <<'END'
case: tangent under equations
material: michel-suquet
solver: {rtol: 1e-9, atol: 1e-12, tangent: true}
path:
  - {duration: 1, steps: 1, strain: {xx: 2e-3}, stress: {zz: 0, others: 0},
     constraints: ["stress.yy = 0.5*stress.xx + a", "strain.xy + 1e-5*stress.xz = 1e-3 + b"]}
points: {count: 1, variables: {a: {uniform: [0, 0]}, b: {uniform: [0, 0]}}}
output: {columns: [strain, stress, tangent]}
END
# moved KEY=VALUE...: strain and stress at the end
moved() {
  keys=
  for key; do
    keys="$keys --set $key"
  done
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" run tangent.yaml --point 1 $keys
  tail -n 1 out
}
moved >middle
for change in path.1.strain.xx=2.001e-3:path.1.strain.xx=1.999e-3 \
  path.1.stress.zz=0.05:path.1.stress.zz=-0.05 \
  path.1.stress.yz=0.05:path.1.stress.yz=-0.05 \
  path.1.stress.xz=0.05:path.1.stress.xz=-0.05 \
  'points.variables.a.uniform=[0.05,0.05]:points.variables.a.uniform=[-0.05,-0.05]' \
  'points.variables.b.uniform=[1e-6,1e-6]:points.variables.b.uniform=[-1e-6,-1e-6]'
do
  for scheme in ode45 rodas4 implicit-euler; do
    moved "solver.scheme=$scheme" >middle
    moved "${change%%:*}" "solver.scheme=$scheme" >more
    moved "${change#*:}" "solver.scheme=$scheme" >less
    cat middle more less | awk -F, '
      { for (i = 1; i <= NF; i++) x[NR, i] = $i }
      END {
        for (i = 1; i <= 6; i++) {
          sum = 0
          for (j = 1; j <= 6; j++)
            sum += x[1, 12 + 6*(i - 1) + j]*(x[2, j] - x[3, j])
          d = sum - (x[2, 6 + i] - x[3, 6 + i])
          change = x[2, 6 + i] - x[3, 6 + i]
          if (change < 0) change = -change
          if (change > most) most = change
          if (d < 0) d = -d
          if (d > worst) worst = d
        }
        exit !(worst <= 2e-4*most && most > 0)
      }' || fail "$scheme: the tangent in $change"
  done
done

# ---- batches: right sides that differ between points ----
cat >batch.yaml <<'END'
case: many points under an equation
material: michel-suquet
solver: {rtol: 1e-6}
points: {count: 50, seed: 2, variables: {s: {uniform: [-20, 20]}}}
path:
  - {duration: 1, steps: 3, strain: {xx: 3e-3}, stress: {others: 0},
     constraints: ["stress.yy = 0.5*stress.xx + s*t"]}
output: {columns: [strain, stress, internal]}
END
status 0 "$AUTOMAT" batch batch.yaml -o batch.h5
grep -q "50 good and 0 failed" messages || fail "batch: $(cat messages)"
for engine in interp native; do
  status 0 "$AUTOMAT" run batch.yaml --point 17 --set solver.engine=$engine
  near "point of a batch" "$(last strain.xx)" 3e-3 0
  grep -v '^#' out | tail -n 1 >$engine.row
done
paste -d, interp.row native.row | awk -F, '{
  for (i = 1; i <= NF/2; i++) {
    d = $i - $(i + NF/2)
    if (d > 1e-10 || d < -1e-10) exit 1
  }
}' || fail "engines differ: $(cat interp.row native.row)"

# ---- rejected input ----
refused() {
  status 3 "$AUTOMAT" run hooke.yaml --set "path.2.constraints=[$1]"
  message "$2"
}
refused '"stress.yy - 3"' "expected a constraint to be an equation"
refused '"stress.yy = 3 = stress.xx"' "expected a constraint to be an equation"
refused '"stress.yy = stress.xx^2"' "this one is nonlinear in stress.xx"
refused '"stress.yy*strain.xx = 0"' "linear in stresses and strains"
refused '"3*t = 2"' "contains no component of stress or strain"
refused '"stress.yy = 3*stres.xx"' "unknown name 'stres.xx'"
refused '"stress.yy = 3*(stress.xx"' "expected"
refused '"stress.xx = 3"' "too many conditions"
refused '"stress.yy = 3", "stress.yy = 4*strain.yy"' "too many conditions"
refused '"stress.yy = stress.yy"' "depends linearly on the other constraints"
refused '"stress.yy + stress.xx = 3", "stress.zz = 50 - stress.yy - stress.xx + stress.zz"' \
  "depends linearly on the other constraints"
refused '"stress.yy - stress.zz = 0", "stress.zz = stress.yy + 3"' \
  "depends linearly on the other constraints"
refused '"stress.yy = stress.xx/(t - 1.5)"' "is not finite at t = 1.5"
status 3 "$AUTOMAT" run hooke.yaml --set path.2.hold=true
message "'hold: true' keeps all targets"
status 3 "$AUTOMAT" run stays.yaml --set solver.control=step
message "'constraints' cannot be combined with solver.control: step"
status 3 "$AUTOMAT" run stays.yaml --set 'output.columns=[sensitivity.E]'
message "'constraints' cannot be combined with sensitivities"
status 3 "$AUTOMAT" run heated.yaml --set 'output.columns=[work]'
message "'constraints' cannot be combined with energies of a law with external fields"
status 3 "$AUTOMAT" batch batch.yaml -o no.h5 \
  --set 'path.1.constraints=["stress.yy = s*stress.xx"]'
message "a coefficient of a constraint"
# Singular: the stiffness at fixed internal variables, restricted to the free
# components
status 1 "$AUTOMAT" run hooke.yaml --set 'path.2={duration: 1, strain: {xx: 0,
  yz: 0, xz: 0, xy: 0}, constraints: ["stress.yy - stress.zz = 1",
  "strain.yy - strain.zz = 0"]}'
message "singular"
exit $failed
