#!/bin/sh
# bounded.sh: rates that jump or end, rupture and load maxima give a result or a
# message after a bounded amount of work.
. "${srcdir:-.}/tests/cli/support.sh"

# near FILE COLUMN VALUE TOLERANCE: compares the value in the last row.
near() {
  awk -F, -v name="$2" -v value="$3" -v tolerance="$4" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
    { last = $column }
    END { off = last - value
          exit !(column && off*off <= tolerance*tolerance) }' "$1" ||
    fail "$1: expected $2 = $3 within $4, found $(tail -n 1 "$1")"
}

message() {
  grep -q "$1" messages || { fail "no message '$1' in:"; cat messages; }
}

# evaluations MOST: limits the number of rate evaluations that -v prints.
evaluations() {
  awk -v most="$1" '
    / evaluations? of the rates/ { found = 1; many = $1 > most }
    END { exit !found || many }' messages ||
    { fail "expected at most $1 evaluations in:"; cat messages; }
}

# Relay: the stress stays at 1 within the tolerance.
cat >relay.yaml <<'END'
material: relay
units: {stress: MPa, time: s}
parameters: {E: 1000, g: 1e-2}
internal: {x: symmetric}
free_energy: "E/2*((eps - x) : (eps - x))"
rates: {x: "if(norm(A_x) > 1, g*A_x/norm(A_x), 0*I)"}
END
cat >slide.yaml <<'END'
case: sliding
material: relay.yaml
path:
  - {time: 1, steps: 1, strain: {xx: 2e-3}}
output: {columns: [time, stress.xx, substeps]}
END
for tangent in true false; do
  status 0 "$AUTOMAT" run slide.yaml -v --set solver.tangent=$tangent \
    -o slide.csv
  near slide.csv stress.xx 1 0.02
  evaluations 400000
done

# Rates with a bounded domain: 27 of 400 points fail without delaying the
# others.
cat >ends.yaml <<'END'
material: ends
units: {stress: MPa, time: s}
parameters: {E: 1000, lim: 0.01}
internal: {d: scalar}
free_energy: "E/2*(1 - d)*(eps : eps)"
rates: {d: "if(eps[xx] > lim, log(lim - eps[xx]), 0.01)"}
END
cat >ends-case.yaml <<'END'
case: rates that end
material: ends.yaml
path:
  - {time: 1, steps: 4, strain: {xx: 0.02}, stress: {yy: 0}}
output: {columns: [stress.xx, d]}
END
(cat ends-case.yaml
 echo 'points: {count: 400, seed: 1,'
 echo '  variables: {lim: {uniform: [0.019, 0.039]}}}') >many.yaml
status 1 "$AUTOMAT" batch many.yaml --engine interp -o many.h5
grep -q '373 good and 27 failed' out messages || { fail 'batch:'; cat messages; }
message '27 points failed: a value is not finite'
status 1 "$AUTOMAT" run ends-case.yaml --quiet
message 'a value is not finite'
message 'halving the step cannot help'
for rate in 'sqrt(lim - eps[xx])' '(lim - eps[xx])^0.3'; do
  sed "s/log(lim - eps\[xx\])/$rate/" ends.yaml >other.yaml
  status 1 "$AUTOMAT" run ends-case.yaml --quiet --set material=other.yaml
  message 'a value is not finite'
done

# Event just before rupture. Kachanov's closed form: d = 1 at t = 3.2 and 1 - d
# = (1 - t/3.2)^(1/5).
cat >rupture.yaml <<'END'
material: rupture
units: {stress: MPa, time: s}
parameters: {E: 1e9, nu: 0.3, K: 100, n: 3, B: 120, r: 4}
internal: {eps_c: deviatoric, d: scalar}
definitions: |
  lambda = E*nu/((1 + nu)*(1 - 2*nu))
  mu = E/(2*(1 + nu))
free_energy: |
  e = eps - eps_c
  lambda/2*tr(e)^2 + mu*(e : e)
rates: |
  J = mises(stress)
  left = 1 - d
  rate_eps_c = if(J > 0, 3/2*(J/(K*left))^n/J*dev(stress), 0*I)
  rate_d = (J/(B*left))^r
END
cat >until.yaml <<'END'
case: creep rupture, event before it
material: rupture.yaml
path:
  - {duration: 0, stress: {xx: 60, others: 0}}
  - {duration: 10, steps: 10, hold: true, until: "d >= 0.99"}
output: {columns: [time, d]}
END
status 0 "$AUTOMAT" run until.yaml -o until.csv
near until.csv time 3.2 1e-3
status 0 "$AUTOMAT" run until.yaml -o half.csv --set 'path.2.until=d >= 0.5'
near half.csv time 3.1 1e-3

# Softening elastic domain under prescribed stress: maximum load
cat >soft.yaml <<'END'
material: soft
units: {stress: MPa, time: s}
parameters: {E: 1000, s0: 1}
internal: {e: deviatoric, p: scalar}
free_energy: 'E/2*((eps - e):(eps - e)) - 2*E*p^2'
elastic_domain: {y: 'mises(A_e) + A_p - s0'}
END
cat >maximum.yaml <<'END'
case: load maximum
material: soft.yaml
path:
  - {time: 1, steps: 4, strain: {xx: 1e-2, xy: 3e-3}, stress: {others: 0}}
END
status 1 "$AUTOMAT" run maximum.yaml --quiet
message 'control the strain'

# Two surfaces, which flow in turns after a reversal
cat >turns.yaml <<'END'
material: turns
units: {stress: MPa, time: s}
internal: {e_p: deviatoric, p: scalar}
free_energy: |
  e = eps - e_p
  274.1*tr(e)^2 + 2491.2*(e : e) + 1.0368*p^2 + 0.6912*(e_p : e_p)
elastic_domain:
  y: eigenvalue(A_e_p, 1) - eigenvalue(A_e_p, 3) + A_p - 26.949
  z: abs(A_e_p[xy]) - 12.093
END
cat >turns-case.yaml <<'END'
case: turns
material: turns.yaml
solver: {scheme: implicit-euler-adaptive, control: step}
path:
  - {time: 1, steps: 5, strain: {xx: 1.648e-3, yy: 7.335e-3, zz: -7.747e-3,
     yz: -8.281e-3, xz: 1.671e-3, xy: -1.471e-3}}
  - {time: 2, steps: 5, strain: {xx: -5.492e-3, yy: -0.875e-3, zz: 3.686e-3,
     yz: -3.23e-3, xz: -6.724e-3, xy: -7.312e-3}}
  - {time: 3, steps: 5, strain: {xx: -5.377e-3, yy: 2.651e-3, zz: 0.431e-3,
     yz: -0.563e-3, xz: -3.271e-3, xy: 3.918e-3}}
output: {columns: [stress.xx]}
END
status 0 "$AUTOMAT" run turns-case.yaml -v
evaluations 100000

# Long relaxation in one loading step. Closed form of sigma' = -E A sigma^n:
# sigma^(1 - n) = E A (n - 1) t.
cat >norton.yaml <<'END'
material: power
units: {stress: MPa, time: s}
parameters: {E: 1e5, A: 1e-20, n: 5}
internal: {x: scalar}
free_energy: "E/2*(eps[xx] - x)^2 + E/2*(eps : eps - eps[xx]^2)"
rates: {x: "A*abs(A_x)^(n - 1)*A_x"}
END
cat >ages.yaml <<'END'
case: ages
material: norton.yaml
path:
  - {duration: 0, strain: {xx: 1e-3}}
  - {duration: 1e18, hold: true}
output: {columns: [time, stress.xx]}
END
status 0 "$AUTOMAT" run ages.yaml -v -o ages.csv
near ages.csv stress.xx 0.125743 1e-4
evaluations 20000

# Law that is undefined at almost all states
cat >nowhere.yaml <<'END'
material: nowhere
units: {stress: MPa, time: s}
parameters: {E: 1000}
internal: {x: symmetric}
free_energy: "E/2*((eps - x) : (eps - x))"
rates: {x: "A_x*log(1e-9 - eps[xx]^2 - norm(A_x))"}
END
status 1 "$AUTOMAT" check --quick nowhere.yaml
! grep -q -e '-nan' out || fail "-nan in $(grep -e -nan out)"
grep -q 'A:da/dt is not finite' out || fail 'no dissipation that is not finite'

exit $failed
