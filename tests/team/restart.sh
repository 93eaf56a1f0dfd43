#!/bin/bash
# restart.sh: a signal to one process ends all of them in order, and any other
# number of processes goes on to the same bytes.
. "${srcdir:-.}/tests/team/launch.sh"
. "${srcdir:-.}/tests/cli/support.sh"
layers 20000 >case.yaml
status 0 "$AUTOMAT" homogenize case.yaml -q -o whole.csv

begun() { holds_bytes 2000 x.csv.*; }

# interrupted COUNT RANK: so many processes; that one gets the signal
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

# resumed COMMAND...: to the bytes of the whole
resumed() {
  cp x.csv y.csv
  cp x.csv.restart y.csv.restart
  status 0 "$@" "$AUTOMAT" homogenize case.yaml -q -o y.csv --resume
  cmp y.csv whole.csv || fail "resumed by '$*' it is something else"
}

interrupted 2 1
resumed
resumed together 3
exit $failed
