#!/bin/sh
# external.sh: external fields in cases: input, results and error messages.
. "${srcdir:-.}/tests/cli/support.sh"

# bar SEGMENTS: writes a bar between walls, initially at 293.15 K.
bar() {
  printf '%s\n' 'case: bar' 'material: thermo-elastic' 'initial: {T: 303.15}' \
    'path:' '  - {time: 1, strain: {xx: 0}, stress: {others: 0}}' "$@" \
    'output: {columns: [time, external.T, stress.xx]}' >bar.yaml
}

# rows TIME,T ...: expects T and the stress at T at each time; all strains are
# initially fixed.
rows() {
  status 0 "$AUTOMAT" run bar.yaml
  printf '%s\n' "$@" >expected
  sed '/^#/d; 1d' out | awk -F, '
    { getline line <"expected"; split(line, e, ",")
      x = e[2] - 293.15; s = -210e3*(1 - 3e-4*x)*1.2e-5*x
      if ($1 - e[1] > 1e-9 || e[1] - $1 > 1e-9) bad = 1
      if ($2 - e[2] > 1e-9 || e[2] - $2 > 1e-9) bad = 1
      if (NR > 1 && ($3 - s > 1e-9 || s - $3 > 1e-9)) bad = 1 }
    END { exit bad || NR == 0 }' && [ "$(sed '/^#/d; 1d' out | wc -l)" -eq $# ] ||
    { fail "expected $*, found"; cat out; }
}

# Ramps, hold, formulas, a jump, a repetition
bar '  - {time: 3, steps: 2, external: {T: 403.15}}' \
  '  - {time: 4, external: {T: hold}}' '  - {time: 5, hold: true}' \
  '  - {time: 6, external: {T: "400 + 10*t"}}' \
  '  - {duration: 0, external: {T: 393.15}}' \
  '  - {repeat: 2, segments: [{duration: 1, external: {T: "350 - 50"}},
       {duration: 1, external: {T: 310}}]}'
rows 0,303.15 1,303.15 2,353.15 3,403.15 4,403.15 5,403.15 6,460 6,393.15 \
  7,300 8,310 9,300 10,310

# A table prescribes all of its columns, or the selected ones.
printf '%s\n' time,stress.zz,external.T,external.x 1,0,303.15,0 2,0,343.15,0 \
  3,0,393.15,0 >history.csv
bar '  - {table: history.csv, strain: [xx]}'
rows 0,303.15 1,303.15 2,343.15 3,393.15
bar '  - {table: history.csv, external: [T], strain: [xx]}'
rows 0,303.15 1,303.15 2,343.15 3,393.15
bar '  - {table: history.csv, external: []}'
status 0 "$AUTOMAT" run bar.yaml

# Event depending on a field
bar '  - {time: 11, external: {T: 403.15}, until: "external.T >= 353.15"}'
rows 0,303.15 1,303.15 6,353.15

# All engines give the same results, in single runs and in a batch.
cat >cycle.yaml <<'END'
case: thermal cycle
material: thermo-norton
solver: {tangent: true}
path:
  - {time: 300, steps: 2, external: {T: 1023.15}, strain: {xx: 0}, stress: {others: 0}}
  - {time: 600, steps: 2, external: {T: "(s)*100 + 900"}}
points: {count: 3, seed: 1, variables: {s: {choice: [1, 1]}}}
output: {columns: [time, external.T, stress, eps_p, tangent.xx.T]}
END
"$AUTOMAT" run cycle.yaml --point 1 --set solver.engine=interp >interp.csv ||
  fail 'interp'
"$AUTOMAT" run cycle.yaml --point 1 --set solver.engine=native >native.csv ||
  fail 'native'
"$AUTOMAT" compare interp.csv native.csv --rtol 1e-9 >out 2>&1 ||
  { fail 'engines differ'; cat out; }

# Wrong input
bar '  - {time: 2, external: {t: 303.15}}'
status 3 "$AUTOMAT" run bar.yaml
message "the material has no external field 't'"
bar '  - {time: 2, external: {T: -1}}'
status 3 "$AUTOMAT" run bar.yaml
message "external field 'T' is -1 at time 2, but must be above 0"
bar '  - {time: 2, external: {T: "1/(t - 2)"}}'
status 3 "$AUTOMAT" run bar.yaml
message 'an external field is not finite at t = 2'
bar '  - {time: 2, strain: {xx: "E/1e9"}}'
status 3 "$AUTOMAT" run bar.yaml
message "the target strain.xx reads the external field 'T'"
printf '%s\n' time,strain.zz 2,0 3,0 >plain.csv
bar '  - {table: plain.csv, external: [T]}'
status 3 "$AUTOMAT" run bar.yaml
message 'has no column external.T'
bar
status 3 "$AUTOMAT" run bar.yaml --set initial.T=-3
message "external field 'T' is -3, but must be above 0"
status 3 "$AUTOMAT" run bar.yaml --set initial.temperature=300
message "no internal variable or external field 'temperature', expected one of time, strain, stress, T"
status 3 "$AUTOMAT" run bar.yaml --set output.columns=[T]
message "unknown column 'T' (did you mean 'external.T'?)"

# law LINE...: writes a material.
law() {
  printf '%s\n' 'material: m' 'parameters: {E: 1000}' "$@" >m.yaml
}
law 'external: {T: {unit: K}}' 'free_energy: E*T*inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message "external field 'T' has no value"
law 'external: {T: {xx: 1}}' 'free_energy: E*inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message "external field 'T' is not a number: fields are scalars"
law 'external: {T: 1, theta: {value: 1, temperature: yes}}' \
  'free_energy: E*inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message "'T' and 'theta' cannot both be the absolute temperature"
law 'parameters: {theta: {value: 1, temperature: yes}}' \
  'free_energy: inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message "temperature"
law 'external: {E: 1}' 'free_energy: E*inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message "'E' is already a parameter"
law 'external: {stress: 1}' 'free_energy: E*inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message "'stress' "
law 'external: {T: 1}' 'requires: [{that: T > 0}]' \
  'free_energy: T*E*inner(eps, eps)'
status 3 "$AUTOMAT" check m.yaml
message 'a requirement reads an external field'
status 0 "$AUTOMAT" list materials --describe thermo-elastic
grep -q '^External fields' out || fail 'no external fields are described'

# Differences by a field stay within its bounds, also at a bound.
cat >dose.yaml <<'END'
material: dose
parameters: {E: 1000, a: 1e-3}
external: {dose: {value: 0, min: 0}}
free_energy: |
  e = eps - a*dose^1.5/3*I
  E/2*inner(e, e)
END
status 0 "$AUTOMAT" check dose.yaml
exit $failed
