#!/bin/sh
# run.sh: destinations of the table and the picture of a run, also after errors.
. "${srcdir:-.}/tests/cli/support.sh"

rows() {
  found=$(grep -vc '^#' "$1")
  [ "$found" -eq "$2" ] || fail "$1: expected $2 lines, found $found"
}

no_leftovers() {
  for left in "$1".*; do
    [ ! -e "$left" ] || fail "$left is left behind"
  done
}

alone() {
  [ ! -e "$1" ] || fail "$1 should not exist"
  no_leftovers "$1"
}

cat >zener.yaml <<'END'
case: it's "relaxation" of $(touch oops) `touch oops` {/x} \n
material: zener
path:
  - {time: 0.1, steps: 4, strain: {xx: 1e-3}}
  - {time: 1, steps: 5, hold: true}
output: {file: zener.csv, columns: [time, stress.xx]}
END

# The table goes to -o, otherwise to output.file, otherwise to standard output.
status 0 "$AUTOMAT" run zener.yaml
[ ! -s out ] || fail "the table is on standard output, too"
rows zener.csv 11
[ "$(sed -n 1,3p zener.csv)" = 'time,stress.xx
#s,MPa
0,0' ] || fail "zener.csv begins with $(sed -n 1,3p zener.csv)"
rm zener.csv
status 0 "$AUTOMAT" run zener.yaml -o other.csv
rows other.csv 11
alone zener.csv
status 0 "$AUTOMAT" run -ofirst.csv zener.yaml --output=second.csv
alone first.csv
cmp -s other.csv second.csv || fail "two runs differ"
status 0 "$AUTOMAT" run zener.yaml -o -
cmp -s other.csv out || fail "standard output differs from the file"
[ ! -s messages ] || fail "a good run says something"
sed 's/file: zener.csv, //' zener.yaml >plain.yaml
status 0 "$AUTOMAT" run plain.yaml
cmp -s other.csv out || fail "standard output differs from the file"

# --set changes any key; --verbose prints statistics.
status 0 "$AUTOMAT" run zener.yaml -o - --set path.1.steps=1 \
  --set solver.scheme=rodas4 --set 'path.2.steps=2' --verbose
rows out 5
message 'rodas4, engine interp: 3 loading steps'

# A failed run keeps the rows obtained so far.
sed 's/hold: true/strain: {xx: "1e-3\/(t < 0.5)"}/' zener.yaml >unfit.yaml
sed 's/hold: true/strain: {xx: "1e-3*log(0.5 - t)"}/' zener.yaml >fails.yaml
status 3 "$AUTOMAT" run unfit.yaml -o unfit.csv
alone unfit.csv
status 3 "$AUTOMAT" run fails.yaml -o fails.csv
message 'is not finite at t ='
rows fails.csv 8

# An unattainable stress gives a failure with the reason.
cat >plateau.yaml <<'END'
material: plateau
units: {stress: MPa, time: s}
internal: {p: deviatoric}
free_energy: 100*dev(eps - p):dev(eps - p) + 50*tr(eps)^2
force_potential: 1e9*pos(mises(A_p) - 50)^2
END
cat >reach.yaml <<'END'
case: more than the plateau
material: plateau.yaml
solver: {scheme: implicit-euler}
path:
  - {time: 1, stress: {xx: 40, yy: 0, zz: 0}}
  - {time: 2, stress: {xx: 100}}
END
status 1 "$AUTOMAT" run reach.yaml -o reach.csv
message 'reach.yaml:6:5: error: loading step 2, to time 2, failed:'
message 'residual'
rows reach.csv 3

# Output that cannot be written
status 4 "$AUTOMAT" run zener.yaml -o /dev/full
message "cannot write '/dev/full': No space left on device"
status 4 "$AUTOMAT" run zener.yaml -o nowhere/x.csv
message "cannot write 'nowhere/x.csv': No such file or directory"
status 4 "$AUTOMAT" run zener.yaml -o .
message "cannot write '.': Is a directory"
for command in 'run plain.yaml' --version 'list schemes' 'help run' \
  'check zener' 'emit zener'; do
  # shellcheck disable=SC2086
  "$AUTOMAT" $command >/dev/full 2>messages
  found=$?
  [ $found -eq 4 ] || fail "$command >/dev/full: status $found"
  message 'cannot write standard output'
  # shellcheck disable=SC2086
  "$AUTOMAT" $command 2>messages >&-
  found=$?
  [ $found -eq 4 ] || fail "$command >&-: status $found"
  message 'cannot write standard output'
done

# One column with two names
"$AUTOMAT" run plain.yaml -q --set 'output.columns=[time, free_energy]' >out ||
  fail 'free_energy is no column'
[ "$(head -n 1 out)" = time,energy ] || fail "$(head -n 1 out)"

# A reader that closes the pipe ends a long run early.
sed 's/steps: 5/steps: 50000000/; s/file: zener.csv, //' zener.yaml >long.yaml
# away COMMAND...: writes the status to `found` and the messages to messages.
away() { { "$@" 2>messages; echo $? >found; } | head -n 1 >/dev/null; }
for command in 'run long.yaml' "run long.yaml --plot long.svg" \
  'check ./many.yaml ./many.yaml'; do
  # (more than a pipe holds)
  [ -f many.yaml ] || {
    cat zener.yaml
    echo 'expect:'
    for value in $(seq 2000); do
      echo "  - {column: time, time: 1, value: $value, tolerance: 0}"
    done
  } >many.yaml
  # shellcheck disable=SC2086
  away timeout "$limit" "$AUTOMAT" $command
  [ "$(cat found)" -eq 141 ] || fail "$command | head: status $(cat found)"
  ! grep -q 'error' messages || fail "$command | head: $(cat messages)"
  [ ! -e long.svg ] || fail "$command | head: a picture"
done
# If the signal is ignored, a message reports the error.
away sh -c 'trap "" PIPE; "$AUTOMAT" run long.yaml'
[ "$(cat found)" -eq 4 ] || fail "broken pipe: status $(cat found)"
message 'cannot write standard output: Broken pipe'

# Ctrl-C keeps the rows obtained so far.
"$AUTOMAT" run long.yaml -o long.csv 2>messages &
job=$!
begun() {
  holds_bytes 1000 long.csv.*
}
wait_for $job begun
kill -TERM $job
wait $job
found=$?
[ $found -eq 143 ] || fail "interrupted: status $found"
message 'stopped in loading step'
[ "$(tail -n 1 long.csv | tr -cd , | wc -c)" -eq 1 ] ||
  fail "long.csv ends with '$(tail -n 1 long.csv)'"
awk -F, 'END { exit NF != 2 || NR < 10 }' long.csv || fail "long.csv is short"
no_leftovers long.csv

# Plots do not depend on the output columns of the case.
if gnuplot --version >/dev/null 2>&1; then
  for ending in svg png pdf eps tex; do
    status 0 "$AUTOMAT" run zener.yaml -o plot.csv --plot plot.$ending
    [ -s plot.$ending ] || fail "plot.$ending is empty"
    cmp -s plot.csv other.csv || fail "--plot changes the table"
  done
  grep -qF 'of $(touch oops) `touch oops` {/x} \n' plot.svg ||
    fail "the title is not in the picture as it is written"
  [ ! -e oops ] || fail "the title was run as a command"
  [ ! -e plot.svg.gp ] || fail "a script is kept without being asked for"
  status 0 "$AUTOMAT" run zener.yaml -o plot.csv --plot plot.svg --keep-script
  mv plot.svg first.svg
  gnuplot -d plot.svg.gp || fail "the kept script does not run"
  cmp plot.svg first.svg || fail "the kept script draws something else"
  status 4 "$AUTOMAT" run zener.yaml -o plot.csv --plot nowhere/plot.svg
  message "cannot write 'nowhere/plot.svg'"
  rows plot.csv 11
fi
mkdir empty
rm -f plot.csv
PATH=$folder/empty "$AUTOMAT" run zener.yaml -o plot.csv --plot none.svg \
  2>messages
found=$?
[ $found -eq 4 ] || fail "without gnuplot: status $found"
message "cannot draw 'none.svg': gnuplot is not installed"
rows plot.csv 11
alone none.svg
PATH=$folder/empty "$AUTOMAT" run zener.yaml -o plot.csv --plot none.svg \
  --keep-script 2>messages
[ -s none.svg.gp ] || fail "without gnuplot the script is not kept"

exit $failed
