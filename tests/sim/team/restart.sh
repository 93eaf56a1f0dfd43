#!/bin/bash
# restart.sh: a signal to one process ends all of them in order, and another
# number of processes resumes to the same bytes.
. "${srcdir:-.}/tests/sim/team/launch.sh"
. "${srcdir:-.}/tests/cli/support.sh"
layers 20000 >case.yaml
status 0 "$AUTOMAT" homogenize case.yaml -q -o whole.csv

begun() { holds_bytes 2000 x.csv.*; }

# interrupted COUNT RANK: runs COUNT processes; RANK receives the signal
interrupted() {
  cat >one.sh <<'END'
echo $$ >pid.$OMPI_COMM_WORLD_RANK
exec "$@"
END
  rm -f x.csv* pid.*
  together "$1" sh one.sh "$AUTOMAT" homogenize case.yaml -q -o x.csv \
    >out 2>messages &
  job=$!
  wait_for $job begun
  kill -INT "$(cat "pid.$2")"
  wait $job
  message "stopped in loading step"
  [ -e x.csv.restart ] || fail "no restart file"
}

# resumed COMMAND...: reproduces the bytes of the whole run
resumed() {
  cp x.csv y.csv
  cp x.csv.restart y.csv.restart
  status 0 "$@" "$AUTOMAT" homogenize case.yaml -q -o y.csv --resume
  cmp y.csv whole.csv || fail "resumed by '$*' it is something else"
}

interrupted 2 1
resumed
resumed together 3

# One of two processes has the file of an earlier loading step.
cp x.csv.restart later.restart
interrupted 2 0
cmp -s x.csv.restart later.restart && fail "two restart files are the same"
mkdir one || exit 99
cp case.yaml x.csv one
cp later.restart one/x.csv.restart
cat >apart.sh <<'END'
[ "$OMPI_COMM_WORLD_RANK" != 1 ] || cd one || exit 99
exec "$@"
END
status 3 together 2 sh apart.sh "$AUTOMAT" homogenize case.yaml -q -o x.csv \
  --resume
message "have different restart files"
exit $failed
