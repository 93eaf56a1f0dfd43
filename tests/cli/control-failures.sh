#!/bin/sh
# control-failures.sh: failures under stress control state their cause: a load
# maximum, a stress out of reach, wrong keys.
. "${srcdir:-.}/tests/cli/support.sh"

# Softening spring: the stress E e exp(-(e/e_m)^2/2) is at most E e_m exp(-1/2)
# = 6.07, at e = e_m = 0.01; with or without a dashpot in parallel.
cat >soft.yaml <<'END'
material: soft
units: {stress: MPa, time: s}
parameters: {E: 1000, e_m: 0.01}
free_energy: |
  E*e_m^2*(1 - exp(-eps[xx]^2/e_m^2/2)) + E/2*(eps : eps - eps[xx]^2)
END
cat >viscous.yaml <<'END'
material: viscous
units: {stress: MPa, time: s}
parameters: {E: 1000, e_m: 0.01, eta: 1e5}
internal: {x: symmetric}
free_energy: |
  e = eps - x
  E*e_m^2*(1 - exp(-e[xx]^2/e_m^2/2)) + E/2*(e : e - e[xx]^2)
force_potential: inner(A_x, A_x)/(2*eta)
END

schemes='auto ode12 ode23 ode45 ode23s rodas4 implicit-euler
  implicit-euler-adaptive'
free='yy: 0, zz: 0, yz: 0, xz: 0, xy: 0'

# case_of LAW TARGETS STEPS: writes case.yaml.
case_of() {
  cat >case.yaml <<END
case: $1
material: $1
solver: {control: path}
path:
  - {time: 1, steps: $3, $2}
output: {columns: [time, strain.xx, stress.xx]}
END
}

# Maximum load: below it, the result equals the closed form. Above it,
# prescribed stress fails; prescribed strain passes the maximum.
for law in soft viscous; do
  for scheme in $schemes; do
    case_of $law.yaml "stress: {xx: 5, $free}" 4
    status 0 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme \
      --set solver.equilibrium=1e-12
    [ $law = viscous ] || tail -n 1 out | awk -F, '{
      s = 1000*$2*exp(-($2/0.01)^2/2)
      exit !(s > 5 - 1e-8 && s < 5 + 1e-8 && $2 < 0.01) }' ||
      fail "$law, $scheme: below the maximum $(tail -n 1 out)"
    for steps in 1 4; do
      case_of $law.yaml "stress: {xx: 8, $free}" $steps
      status 1 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme
      message 'the stiffness at fixed internal variables is singular'
      message 'control the strain'
      [ $scheme = implicit-euler ] ||
        message 'halving the step cannot help'
    done
    case_of $law.yaml "strain: {xx: 0.02}, stress: {$free}" 4
    status 0 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme
    [ $law = viscous ] || tail -n 1 out | awk -F, '{
      off = $3 - 1000*0.02*exp(-2)
      exit !(off*off < 1e-12) }' ||
      fail "$law, $scheme: beyond the maximum $(tail -n 1 out)"
  done
done

# Unstable damage under prescribed stress: fails in finite time and keeps
# earlier rows.
for scheme in $schemes; do
  case_of damage "stress: {xx: 60, $free}" 60
  status 1 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme \
    -o damage.csv
  message 'failed'
  grep -c '^[0-9]' damage.csv | awk '{ exit !($1 > 5 && $1 < 61) }' ||
    fail "damage, $scheme: $(grep -c '^[0-9]' damage.csv) rows"
  ! grep -qi nan damage.csv || fail "damage, $scheme: no numbers"
done

# Stress beyond the limit of the material
cat >limited.yaml <<'END'
material: limited
units: {stress: MPa, time: s}
parameters: {E: 1000, s: 10}
free_energy: |
  e = norm(eps)
  s*(sqrt(s^2/E^2 + e^2) - s/E)
END
for scheme in $schemes; do
  case_of limited.yaml "stress: {xx: 20, $free}" 2
  status 1 "$AUTOMAT" run case.yaml --set solver.scheme=$scheme
  message 'failed'
  grep -q 'residual\|singular' messages ||
    fail "limited, $scheme: $(cat messages)"
done

# Stress in a direction without stiffness
cat >plane.yaml <<'END'
material: plane
units: {stress: MPa, time: s}
free_energy: 500*(eps[xx]^2 + eps[yy]^2 + 2*eps[xy]^2)
END
case_of plane.yaml 'stress: {xx: 1, yy: 0, zz: 1}' 1
status 1 "$AUTOMAT" run case.yaml
message 'the stiffness at fixed internal variables is singular'

# Invalid keys
case_of norton "stress: {xx: 1, $free}" 1
for value in stage Path 1 '[path]' '{}' ''; do
  status 3 "$AUTOMAT" run case.yaml --set "solver.control=$value"
  message 'control'
done
status 3 "$AUTOMAT" run case.yaml --set solver.control=pth
message "did you mean 'path'?"
status 3 "$AUTOMAT" run case.yaml --set solver.contrl=path
message "did you mean 'control'?"
for value in .nan .inf 1e400; do
  status 3 "$AUTOMAT" run case.yaml --set "path.1.stress={xx: $value}"
done
exit $failed
