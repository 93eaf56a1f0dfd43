#!/bin/sh
# events.sh: segments that end when a condition becomes true, or whose duration
# follows from a rate, against closed forms.
. "${srcdir:-.}/tests/cli/support.sh"

# value EXPRESSION: evaluates by awk.
value() {
  awk "BEGIN { printf \"%.15g\", $1 }"
}

# cell ROW COLUMN: number in out, counted from 1; row -1 is the last one.
cell() {
  awk -F, -v row="$1" -v column="$2" '
    NR > 2 { line[NR - 2] = $column }
    END {
      if (row < 0) row += NR - 1
      print line[row]
    }' out
}

rows() {
  [ "$(grep -c '^[-0-9]' out)" -eq "$1" ] ||
    fail "expected $1 rows, found $(grep -c '^[-0-9]' out)"
}

# ---- creep to a strain: t = (eps - sigma/E)/(A sigma^n) ----
cat >creep.yaml <<'END'
case: creep to a strain
material: norton
parameters: {E: 150e3, n: 4, K: 100, epsdot_0: 1e-3}
solver: {rtol: 1e-9, atol: 1e-12}
path:
  - {duration: 0, stress: {xx: 50, others: 0}}
  - {duration: 1e4, steps: 7, until: "strain.xx >= 0.01"}
  - {duration: 0.1, strain: {xx: hold}}
output: {columns: [time, strain.xx, stress.xx]}
END
time=$(value '(0.01 - 50/150e3)/(1e-3*0.5^4)')
for scheme in ode23 ode45 ode23s rodas4 auto implicit-euler; do
  status 0 "$AUTOMAT" run creep.yaml --set solver.scheme=$scheme
  [ ! -s messages ] || fail "$scheme: $(cat messages)"
  # Every scheme is exact under constant stress.
  near "$scheme: time" "$(cell 3 1)" "$time" 1e-6
  near "$scheme: strain" "$(cell 3 2)" 0.01 1e-12
  near "$scheme: end" "$(cell 4 1)" "$(value "$time + 0.1")" 1e-6
  rows 4
  awk "BEGIN { exit !($(cell 3 2) >= 0.01) }" || fail "$scheme: not there yet"
done

# ---- relaxation to a stress, and the same event written differently ----
cat >relax.yaml <<'END'
case: relaxation to a stress
material: zener
solver: {scheme: ode45, rtol: 1e-10, atol: 1e-13}
path:
  - {duration: 0, strain: {xx: 1e-3}}
  - {duration: 1, steps: 9, until: "stress.xx <= 40"}
  - {duration: 1, strain: {xx: 0}}
output: {columns: [time, stress.xx, strain.xx]}
END
status 0 "$AUTOMAT" run relax.yaml --set path.2.until="time >= 1e9"
message 'the segment ended at time 1, but this condition was never met'
level=$(value "($(cell 2 2) + $(cell -2 2))/2")
status 0 "$AUTOMAT" run relax.yaml --set path.2.until="stress.xx <= $level"
near "level of stress" "$(cell -2 2)" "$level" "${level}e-9"
event=$(cell -2 1)
for words in "$level >= stress.xx" "stress.xx < $level" \
  "stress.xx <= $level and time > 0" "time > 99 or stress.xx <= $level" \
  "time > 99 and strain.xx > 0 or stress.xx <= $level and strain.xx >= 1e-3"
do
  status 0 "$AUTOMAT" run relax.yaml --set path.2.until="$words"
  near "$words" "$(cell -2 1)" "$event" 1e-9
done
near "what follows" "$(cell -1 1)" "$(value "$event + 1")" 1e-9

# An event at a given time is located in either half of a step.
for at in 0.3 0.00125 0.995; do
  status 0 "$AUTOMAT" run relax.yaml --set path.2.until="time >= $at" \
    --set path.2.steps=1
  near "time $at" "$(cell 3 1)" $at 2e-12
done

# ---- conditions met at once, never, and during part of a step ----
status 0 "$AUTOMAT" run relax.yaml --set path.2.until="strain.xx > 0"
message 'already holds at the start of the segment, time 0: the segment is skipped'
rows 3
near "left out" "$(cell -1 1)" 1 0
cat >part.yaml <<'END'
case: through zero and on
material: linear-elastic
path:
  - {duration: 1, strain: {xx: -1e-3}}
  - {duration: 2, steps: 1, strain: {xx: 1e-3}, until: "energy <= 1e-6"}
output: {columns: [time, strain.xx, energy]}
END
status 0 "$AUTOMAT" run part.yaml
message 'holds only within a part of a loading step'
rows 3
near "the energy of the part" "$(cell 3 3)" 1e-6 1e-12
awk "BEGIN { exit !($(cell 3 2) < 0) }" || fail "not where the part begins"
cat >again.yaml <<'END'
case: a target that stays is that at the event
material: linear-elastic
path:
  - {repeat: 3, segments: [
      {duration: 1, strain: {xx: 2e-3}, until: "strain.xx >= 1e-3"},
      {duration: 1, hold: true},
      {duration: 1, strain: {xx: 0}}]}
output: {columns: [time, strain.xx]}
END
status 0 "$AUTOMAT" run again.yaml
for pass in 1 2 3; do
  near "pass $pass" "$(cell $((3 * pass - 1)) 1)" "$(value "2.5*$pass - 2")" \
    1e-11
  near "stays $pass" "$(cell $((3 * pass)) 2)" 1e-3 1e-12
done
near "end" "$(cell -1 1)" 7.5 1e-10

# An absolute time does not depend on preceding segments.
status 0 "$AUTOMAT" run again.yaml --set 'path=[{duration: 9, until:
  "strain.xx >= 1e-3", strain: {xx: 9e-3}}, {time: 10, steps: 3, strain: {xx:
  0}}]'
near "from the event" "$(cell 3 1)" 4 1e-9
near "to a time" "$(cell -1 1)" 10 0

# Last row only
status 0 "$AUTOMAT" run again.yaml --set output.times=last
rows 1
near "last row" "$(cell 1 1)" 7.5 1e-10

# ---- rates ----
cat >rate.yaml <<'END'
case: rates
material: linear-elastic
path:
  - {strain: {xx: 0.02}, rate: 1e-3, steps: 2, stress: {others: 0}}
  - {stress: {xx: 100}, rate: 50, steps: 2}
  - {stress: {xx: 0}, rate: {xx: 10}}
  - {strain: {xx: -0.01}, rate: 1e-2}
output: {columns: [time, strain.xx, stress.xx, stress.yy]}
END
status 0 "$AUTOMAT" run rate.yaml
[ ! -s messages ] || fail "rates: $(cat messages)"
near "rate of strain" "$(cell 3 1)" 20 1e-12
high=$(cell 3 3)
near "rate of stress" "$(cell 5 1)" "$(value "20 + ($high - 100)/50")" 1e-9
near "of a component" "$(cell 6 1)" "$(value "$(cell 5 1) + 10")" 1e-9
near "back in strain" "$(cell 7 1)" "$(value "$(cell 6 1) + 1")" 1e-9
near "target" "$(cell 7 2)" -0.01 0
status 0 "$AUTOMAT" run rate.yaml --set path.2.stress.xx="$high"
message 'stress.xx is already at its target'
status 0 "$AUTOMAT" run rate.yaml --set path.2.until="stress.xx <= 1000"
near "until behind a rate" "$(cell 5 3)" 1000 1e-6

# ---- rejected input ----
refused() {
  file=$1
  text=$2
  shift 2
  status 3 "$AUTOMAT" run "$file" "$@"
  message "$text"
}
refused rate.yaml "cannot be combined with 'rate'" --set path.1.hold=true
refused rate.yaml "exactly one new target in 'strain' or 'stress', found none" \
  --set path.1.strain.xx=hold
refused rate.yaml "found xx, yy: name the component" --set path.1.strain.yy=1
refused rate.yaml "expected the rate of one component, found 2" \
  --set 'path.1.rate={xx: 1, yy: 1}'
refused rate.yaml "needs a constant target of component zz" \
  --set 'path.1.rate={zz: 1}' --set path.1.stress.zz=hold
refused rate.yaml "expected rate to be positive" --set path.1.rate=-1
refused rate.yaml "is already at its target 0" --set path.1.strain.xx=0
refused rate.yaml "the rate is too small: the end time" \
  --set path.1.rate=1e-323
refused creep.yaml "found '=' (<, <=, > and >= compare)" \
  --set path.2.until='time = 3'
refused creep.yaml "expected an operand, found '*'" \
  --set path.2.until='time > *2'
refused creep.yaml "expected an operator or the end, found 'xor'" \
  --set path.2.until='time > 3 xor time > 4'
refused creep.yaml "expected a comparison of columns and numbers with <" \
  --set path.2.until='time == 3'
refused creep.yaml "unknown column 'strian.xx'" \
  --set path.2.until='strian.xx > 3'
refused creep.yaml "'strain' is several columns" --set path.2.until='strain > 3'
refused creep.yaml "'until' cannot end a jump" \
  --set path.1.until='time > 3'
refused creep.yaml "output.times cannot be a list" --set 'output.times=[1]'
refused rate.yaml "no sensitivities" \
  --set 'path=[{duration: 0, stress: {xx: 100, others: 0}}, {strain: {xx: 0},
    rate: 1}]' \
  --set 'output.columns=[time, sensitivity.E.strain]'
status 3 "$AUTOMAT" run rate.yaml --set 'path=[{stress: {others: 0},
  strain: {xx: 0.01}, rate: 1}, {strain: {xx: 0}, rate: 1e-6}, {stress: {xx:
  100}, rate: 1}, {strain: {xx: 0}, rate: 1e-4}, {time: 10001}]'
message 'ends at time 10001, but the point is already at time'
# Creep to a strain with loading steps that end far beyond the event; the time
# is that of Norton's law, at every temperature of a sweep.
cat >creep.yaml <<'END'
case: creep to a strain
material: thermo-norton
initial: {T: 1000}
path:
  - {duration: 0, stress: {xx: 40, others: 0}}
  - {duration: 1e9, steps: 4, until: "eps_p.xx >= 1e-2"}
output: {columns: [time, eps_p.xx]}
END
status 0 "$AUTOMAT" study sweep creep.yaml --over path.1.stress.xx=60,120 \
  --over initial.T=950,1000,1050 --columns time,eps_p.xx -o sweep.csv
awk -F, '/^[0-9]/ {
    K = 150*(1 - 1e-3*($2 - 923.15))
    rate = 1e-6*exp(280/8.314462618e-3*(1/923.15 - 1/$2))
    time = 0.01/(rate*($1/K)^5)
    d = $3/time - 1
    if (d < -1e-9 || d > 1e-9 || $4 < 0.01 || $4 > 0.010000001) {
      print $0, "expected the time", time; bad = 1 }
    rows++ }
  END { exit bad || rows != 6 }' sweep.csv || fail "creep to a strain"

# The same if the first loading step fails because its strains would be far too
# large; times scale with the stress to the power -n.
sed -e 's/thermo-norton/norton/' -e '/^initial/d' \
  -e 's/1e9, steps: 4/1e9, steps: 10/' creep.yaml >fails.yaml
status 0 "$AUTOMAT" study sweep fails.yaml --over path.1.stress.xx=30,60 \
  --columns time -o fails.csv
awk -F, '/^[0-9]/ { time[rows++] = $2 }
  END { d = time[0]/time[1]/2^8.2 - 1; exit !(rows == 2 && d < 1e-9 && d > -1e-9) }' \
  fails.csv || { fail "creep to a strain, by steps that fail"; cat fails.csv; }

# Point of a batch as a separate case: events are ends of steps, and external
# fields follow.
sed -e 's/xx: 40/xx: s/' -e '/until/s/$/\
  - {duration: 100, steps: 3, external: {T: 800}, stress: {xx: 0}}/' \
  -e '/^path/i points: {count: 5, seed: 2, variables: {s: {uniform: [60, 120]}}}' \
  creep.yaml >creeps.yaml
status 0 "$AUTOMAT" batch creeps.yaml --replay 3 -o replay.yaml
status 0 "$AUTOMAT" run replay.yaml -o replay.csv
status 0 "$AUTOMAT" run creeps.yaml --point 3 -o point.csv
status 0 "$AUTOMAT" compare replay.csv point.csv --rtol 1e-9
grep -q 'external: {T: 800}' replay.yaml || fail "no field in the replay"

# The batch: points have individual times, equal to those of single runs.
for engine in interp native; do
  status 0 "$AUTOMAT" batch creeps.yaml --set solver.engine=$engine \
    -o creeps.$engine.h5
  for point in 1 2 3 4 5; do
    status 0 "$AUTOMAT" run creeps.yaml --point $point -o point.csv \
      --set solver.engine=$engine
    status 0 "$AUTOMAT" compare creeps.$engine.h5 point.csv --point $point \
      --rtol 1e-15
    status 0 "$AUTOMAT" compare point.csv creeps.$engine.h5 --point $point \
      --rtol 1e-15
  done
done
# Many points with one thread and with three: same bits and messages
for threads in 1 3; do
  status 0 "$AUTOMAT" batch creeps.yaml -o threads.$threads.h5 \
    --threads $threads --set points.count=900 \
    --set 'path.2.until="eps_p.xx >= 1e-2 and stress.xx < 119"'
  grep warning messages >told.$threads
done
status 0 "$AUTOMAT" compare threads.1.h5 threads.3.h5 --rtol 0
status 0 cmp told.1 told.3
grep -q 'this condition was never met' told.1 || fail "all events came"

# The same in parts, with --resume
status 0 "$AUTOMAT" batch creeps.yaml -o first.h5 --points 2
status 0 "$AUTOMAT" batch creeps.yaml -o first.h5 --points 2 --resume
status 0 "$AUTOMAT" compare first.h5 creeps.native.h5 --point 2 --rtol 1e-15
status 0 "$AUTOMAT" batch creeps.yaml -o last.h5 --set output.times=last
status 0 "$AUTOMAT" compare last.h5 creeps.native.h5 --point 5 --rtol 1e-15 \
  --common
for rows in '{every: 2}' '{rows: 3}' '{rows: segments}'; do
  status 0 "$AUTOMAT" batch creeps.yaml -o rows.h5 \
    --set "output=$rows" --set 'output.columns=[time, eps_p]'
  status 0 "$AUTOMAT" run creeps.yaml --point 4 -o rows.csv \
    --set "output=$rows" --set 'output.columns=[time, eps_p]'
  status 0 "$AUTOMAT" compare rows.h5 rows.csv --point 4 --rtol 1e-15
done
status 0 "$AUTOMAT" compare rows.csv rows.h5 --point 4 --rtol 1e-15
status 3 "$AUTOMAT" batch creeps.yaml -o list.h5 --set 'output.times=[1]'
message 'output.times cannot be a list'

# A run continues from the end of a point.
status 0 "$AUTOMAT" batch creeps.yaml -o whole.h5 \
  --set 'output.columns=[time, strain, stress, internal, external]'
sed -e 's/xx: s/xx: 0/' -e '/^points/d' -e '/^initial/d' creeps.yaml >on.yaml
status 0 "$AUTOMAT" run on.yaml --start whole.h5 --point 2 -o on.csv

# A batch without 'points' has one point.
sed -e '/^points/d' -e 's/xx: s/xx: 80/' creeps.yaml >one.yaml
status 0 "$AUTOMAT" batch one.yaml -o one.h5
status 0 "$AUTOMAT" run one.yaml -o one.csv --set solver.tangent=false
status 0 "$AUTOMAT" compare one.h5 one.csv --rtol 1e-12

# A point whose field is out of bounds fails; the others continue.
sed 's/{T: 800}/{T: "if(s < 80, 800, -1)"}/' creeps.yaml >late.yaml
failures=0
for point in 1 2 3 4 5; do
  "$AUTOMAT" run late.yaml --point $point -o point.csv 2>messages ||
    failures=$((failures + 1))
done
[ $failures -gt 0 ] && [ $failures -lt 5 ] || fail "not some fail: $failures"
status 1 "$AUTOMAT" batch late.yaml -o late.h5
message "$failures of 5 points failed"

# An event that never occurs is reported once.
status 0 "$AUTOMAT" batch creeps.yaml -o never.h5 \
  --set 'path.2.until="eps_p.xx >= 1e9"'
message 'point 1: the segment ended at time 1000000000, but this condition was never met'
[ "$(grep -c warning messages)" -eq 1 ] || fail "told more than once"

# ---- a limit load: the last row is the last state before the failure ----
cat >limit.yaml <<'END'
case: tension beyond the limit load of perfect plasticity
material: j2
parameters: {sigma_Y: 250, H: 0, Q: 0, C: 0}
solver: {scheme: implicit-euler}
path:
  - {duration: 1, steps: 10, stress: {xx: 400, others: 0}, until: "p >= 0.1"}
output: {columns: [time, stress.xx, strain.xx]}
END
status 1 "$AUTOMAT" run limit.yaml -o limit.csv
message 'is the last state before a failure'
message 'loading step 7, to time 0.7, failed: the prescribed stress reaches a limit load'
status 1 "$AUTOMAT" batch limit.yaml -o limit.h5
status 0 "$AUTOMAT" compare limit.h5 limit.csv --columns stress.xx --rtol 1e-12
cp limit.csv out
rows 8
near 'limit load' "$(cell -1 2)" 250 1e-5
near 'time of the limit load' "$(cell -1 1)" 0.625 1e-7
status 1 "$AUTOMAT" run limit.yaml --set output.rows=peaks
near 'time of the peak' "$(cell -1 2)" 0.625 1e-7
near 'stress at the peak' "$(cell -1 3)" 250 1e-5
exit $failed
