#!/bin/sh
# study.sh: studies from the command line: tables, pictures, threads, wrong
# options, interrupts.
. "${srcdir:-.}/tests/cli/support.sh"
case=${AUTOMAT_PATH:?}/cases/uniaxial.yaml

# wrong STATUS TEXT ARGUMENT...: expects this status and message, and no table.
wrong() {
  expected=$1
  text=$2
  shift 2
  "$AUTOMAT" study "$@" >out 2>messages
  status=$?
  if [ $status -ne "$expected" ] || [ -s out ] ||
    [ "$(grep -c error: messages)" -ne 1 ] ||
    ! grep -qF -- "$text" messages; then
    fail "study $*: expected status $expected and '$text', found $status and"
    cat messages
  fi
}

wrong 2 "'automat study' needs STUDY CASE"
wrong 2 "'automat study' needs STUDY CASE" tangent
wrong 3 "a case of a material point" order mmc-30
wrong 2 "unknown study 'order2' (did you mean 'order'?)" order2 "$case"
wrong 2 "unknown study 'composite'" composite mmc-30
wrong 2 "does not have the option '--floor'" order "$case" --floor 1
wrong 2 "does not have the option '--over'" order "$case" --over parameters.n=1,2
wrong 2 "does not have the option '--at'" order "$case" --rows
wrong 2 "--rows cannot be combined with --at" sweep "$case" --over parameters.n=2 --at end \
  --rows
wrong 2 "expected '--schemes' to be one of" schemes "$case" --schemes ode23z
wrong 2 "COMPONENT=VALUE" schemes "$case" --strain xz:3
wrong 2 "expected a number in '--strain'" schemes "$case" --strain xx=3%
wrong 2 "'--durations'" schemes "$case" --durations 0
wrong 2 "at least 0" tangent "$case" --floor -1
wrong 2 "expected a number in '--floor'" tangent "$case" --floor nan
wrong 2 "expected '--controls' to be one of" accuracy "$case" \
  --controls stres
wrong 2 "unknown picture format 'x.gif'" order "$case" --plot x.gif
wrong 2 "--keep-script needs --plot" order "$case" --keep-script
wrong 3 "did you mean 'parameters'?" sweep "$case" --over parameter.n=2,3
wrong 3 "needs 'solver.tangent: true'" tangent "$case" \
  --set solver.tangent=false
wrong 3 "cannot be read" tangent none.yaml
wrong 4 "cannot write 'none/x.csv'" order "$case" -o none/x.csv

# The table does not depend on the number of threads; steps are proportional.
"$AUTOMAT" study tangent "$case" --steps 20,40 --threads 1 >one.csv || fail one
"$AUTOMAT" study tangent "$case" --steps 20,40 --threads 3 -o three.csv ||
  fail three
cmp one.csv three.csv || failed=1
[ "$(wc -l <one.csv)" -eq 12 ] || fail "$(cat one.csv)"
"$AUTOMAT" study tangent "$case" --steps 2 --schemes ode23 >two.csv 2>messages
grep -q 'warning: the path has 3 loading steps instead of 2' messages ||
  fail "no warning: $(cat messages)"
grep -q '^3,ode23,internal,coupled,.*,ok$' two.csv || fail "$(cat two.csv)"

# Failures are rows with a warning.
"$AUTOMAT" study sweep "$case" --over parameters.n=0.5,3 --columns stress.xx \
  >sweep.csv 2>messages || fail sweep
grep -q "^0.5,,\"parameter 'n' is 0.5, but must be at least 1\"$" sweep.csv ||
  fail "$(cat sweep.csv)"
grep -q '^3,44.[0-9]*,ok$' sweep.csv || fail "$(cat sweep.csv)"
grep -q "^automat: warning: parameters.n=0.5: " messages ||
  fail "$(cat messages)"

# computing: true once $job has used two seconds of processor time in addition
# to `before` ticks.
ticks() { awk '{ print $14 + $15 }' "/proc/$job/stat"; }
before=0
computing() {
  now=$(ticks)
  [ "${now:-0}" -ge $((before + 2 * $(getconf CLK_TCK))) ]
}

# Ends the job by the signal.
terminate() {
  kill -TERM $job
  wait $job
  ended=$?
  [ $ended -eq 143 ] || fail "status $ended, not 143: $(cat messages)"
}

# After an interrupt, the table contains its first rows.
"$AUTOMAT" study sweep "$case" --over parameters.n=2:6:10000 --threads 1 \
  --columns stress.xx -o cut.csv 2>messages &
job=$!
wait_for $job computing
terminate
grep -q 'stopped after [0-9]* of 10000 runs' messages || fail "$(cat messages)"
rows=$(($(wc -l <cut.csv) - 2))
[ "$rows" -gt 0 ] && [ "$rows" -lt 10000 ] || fail "$rows rows"
[ "$(grep -c ',ok$' cut.csv)" -eq "$rows" ] || fail "$(tail -3 cut.csv)"

# Laws with an elastic domain have a reference solution, too.
for study in accuracy order; do
  status 0 "$AUTOMAT" study $study cam-clay-triaxial --steps 2,4 \
    --schemes implicit-euler
  [ -s messages ] && fail "$study: $(cat messages)"
done
status 0 "$AUTOMAT" study accuracy j2-cyclic --steps 10 --schemes implicit-euler
grep -q '^10,implicit-euler,,,[0-9.e-]*,[0-9.e-]*,.*,ok$' out ||
  fail "no errors: $(cat out)"

# A floor that no result exceeds is reported.
"$AUTOMAT" study tangent "$case" --steps 8 --schemes ode23 --floor 1e9 \
  >floor.csv 2>messages || fail "floor: $?"
grep -q "never exceeds 1e+09" messages || fail "floor: $(cat messages)"

# An interrupt takes effect within a loading step, too.
"$AUTOMAT" study order "$case" --schemes ode12 --steps 1,1000000 >cut.csv \
  2>messages &
job=$!
wait_for $job computing
terminate
grep -q "stopped after 1 of 2 runs" messages || fail "$(cat messages)"

# Plots
if gnuplot --version >/dev/null 2>&1; then
  for study in tangent schemes accuracy order; do
    "$AUTOMAT" study $study "$case" --schemes ode12,implicit-euler \
      --plot $study.svg --keep-script -o $study.csv || fail $study
    grep -q '</svg>' $study.svg || fail "no picture of $study"
    grep -q ode12 $study.svg || fail "no curve in $study.svg"
    [ -s $study.svg.gp ] || fail "no script of $study"
  done
  "$AUTOMAT" study sweep "$case" --over "solver.scheme=ode12,ode23" --rows \
    --columns time,eps_vp.xx --plot sweep.svg -o rows.csv || fail rows
  grep -q ode23 sweep.svg || fail "no curve in sweep.svg"
  [ "$(wc -l <rows.csv)" -eq 164 ] || fail "$(wc -l rows.csv)"
fi

# Without gnuplot, the table is written.
PATH=/nonexistent "$AUTOMAT" study order "$case" --schemes ode12 \
  --plot none.svg >order.csv 2>messages
[ $? -eq 4 ] && grep -q gnuplot messages || fail "$(cat messages)"
[ "$(wc -l <order.csv)" -eq 9 ] || fail "$(cat order.csv)"

# Sweeps of volume elements write no labels.
cat >element.yaml <<'END'
case: element
microstructure: {grid: 2, voronoi: {count: 2}, write: labels.h5}
phases: {grain: {labels: all, material: linear-elastic}}
path: [{time: 1, strain: {xx: 1e-3}}]
END
for key in microstructure.voronoi.seed homogenization.iterations; do
  "$AUTOMAT" study sweep element.yaml --over $key=5,9 --columns stress.xx \
    >sweep.csv 2>messages || fail "$key: $(cat messages)"
  [ ! -e labels.h5 ] || fail "$key: the sweep writes labels"
done

exit $failed
