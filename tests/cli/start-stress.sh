#!/bin/sh
# start-stress.sh: initial fields that cause a stress give a note, and 'stress:
# {}' starts without stress, in points, batches, fits and volume elements.
. "${srcdir:-.}/tests/cli/support.sh"

cat >warm.yaml <<'END'
material: warm
units: {stress: MPa, time: s}
parameters: {E: 150e3, nu: 0.3, al: 1.6e-5, r: 0}
external: {T: {value: 293, unit: K}}
internal: {x: scalar}
free_energy: |
  e = eps - (al*(T - 293) + x)*I
  E*nu/((1 + nu)*(1 - 2*nu))/2*tr(e)^2 + E/(2*(1 + nu))*(e : e)
rates: {x: r}
END
cat >point.yaml <<'END'
case: point
material: ./warm.yaml
initial: {T: 823}
path: [{time: 1, strain: {xx: 1e-3}, stress: {others: 0}}]
output: {columns: [time, strain.xx, stress.xx]}
END
note="stress.xx is -3180 MPa at 'T: 823'; 'initial: {T: 823, stress: {}}' makes it stress-free"

# last COLUMN VALUE: compares the last row of out; quiet NAME: no note.
last() {
  tail -n 1 out | awk -F, -v c="$1" -v v="$2" '{ d = $c - v }
    END { exit !(d <= 1e-7 && d >= -1e-7) }' ||
    { fail "expected $2 in column $1"; cat out; }
}
quiet() {
  if grep -q 'initial state is not stress-free' messages; then fail "a note: $1"; fi
}

status 0 "$AUTOMAT" run point.yaml
message "$note"
status 0 "$AUTOMAT" run point.yaml --set 'initial.stress={}'
quiet 'a free start'
last 3 150
status 0 "$AUTOMAT" run point.yaml --set 'initial.stress={}' \
  --set 'path=[{duration: 0, stress: {others: 0}}, {duration: 1, hold: true}]'
last 3 0
status 0 "$AUTOMAT" run point.yaml --set initial.T=293
quiet 'the temperature of the material'
status 0 "$AUTOMAT" run point.yaml --set 'initial.strain={xx: 0}'
quiet 'a strain that is given'

{ cat point.yaml
  echo 'points: {count: 2, seed: 1, variables: {E: {choice: [150e3]}}}'; } >batch.yaml
status 0 "$AUTOMAT" batch batch.yaml -o batch.h5
message "$note"
status 0 "$AUTOMAT" batch batch.yaml -o batch.h5 --set 'initial.stress={}'
quiet 'a free start of a batch'

printf '%s\n' time,strain.xx,stress.xx,external.T 0,0,0,823 1,1e-3,150,823 >t.csv
cat >fit.yaml <<'END'
case: fit
material: ./warm.yaml
fit:
  parameters: {E: {start: 100e3}}
  tests: [{table: t.csv, strain: [xx], stress: [others], compare: [stress.xx]}]
END
"$AUTOMAT" fit fit.yaml >out 2>messages
message 'the initial state is not stress-free: stress.xx is -2120 MPa'
sed 's/t.csv,/t.csv, initial: {T: 823, stress: {}},/' fit.yaml >free.yaml
status 0 "$AUTOMAT" fit free.yaml
quiet 'a free start of a fit'
awk '$1 == "E" && !n { n = 1; d = $2/150e3 - 1 } END { exit !(n && d*d < 1e-10) }' \
  out || fail "expected E = 150e3: $(cat out)"

# Volume elements: one material in two phases, in closed form; two materials,
# whose initial state is free of stress.
cat >element.yaml <<'END'
case: element
microstructure:
  size: [1, 1, 1]
  grid: [5, 5, 5]
  fibres: {label: 1, diameter: 0.3, length: 0.3, count: 1, orientation: planar, seed: 1}
phases:
  matrix: {label: 0, material: ./warm.yaml}
  fibre: {label: 1, material: ./warm.yaml}
initial: {T: 823}
homogenization: {equilibrium: 1e-9}
path: [{time: 1, strain: {xx: 1e-3}, stress: {others: 0}}]
output: {columns: [time, strain.xx, stress.xx, matrix.stress.xx, fibre.stress.xx]}
END
status 0 "$AUTOMAT" homogenize element.yaml
message "stress.xx is -3180 MPa in phase 'matrix' at 'T: 823'; 'initial: {T: 823, stress: {}}' makes it stress-free"
status 0 "$AUTOMAT" homogenize element.yaml --set 'initial.stress={}'
quiet 'a free start of a volume element'
last 3 150
other='phases.fibre.parameters={E: 300e3, al: 5e-6}'
status 0 "$AUTOMAT" homogenize element.yaml --set 'initial.stress={}' --set "$other"
sed -n 3p out | awk -F, '{ exit !($3^2 + $4^2 + $5^2 < 1e-16) }' ||
  fail "the start is not free: $(sed -n 3p out)"
sed 's/T: 823/time: 0/' element.yaml >table.yaml
printf '%s\n' time,external.T,strain.xx 0,823,0 1,823,1e-3 >ve.csv
status 0 "$AUTOMAT" homogenize table.yaml --set 'initial.stress={}' \
  --set 'path=[{table: ve.csv, strain: [xx], stress: [others]}]'
last 3 150
status 3 "$AUTOMAT" homogenize element.yaml --set 'initial.strain={xx: 1}'
message "expected only 'time', 'stress' and external fields"
# The heat is that of the law in whose free energy the strain is shifted.
for shift in '' ' + 0.75*I'; do
  cat >law.yaml <<END
material: law
external: {T: {value: 300, unit: K}}
free_energy: |
  e = eps$shift
  100*inner(e, e) - 0.5*T*tr(e) - 0.001*T*log(T/300)
END
  cat >heat.yaml <<END
case: heat
material: ./law.yaml
initial: {T: 300$([ "$shift" ] || echo ', stress: {}')}
path: [{duration: 1, steps: 2, strain: {xx: 0.01}, external: {T: 310}}]
output: {columns: [time, stress.xx, heat]}
END
  status 0 "$AUTOMAT" run heat.yaml -o "heat${shift:+0}.csv"
done
status 0 "$AUTOMAT" compare heat.csv heat0.csv --rtol 1e-9
exit $failed
