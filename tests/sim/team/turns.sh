#!/bin/bash
# turns.sh: the team by MPI in one to seven processes.
. "${srcdir:-.}/tests/sim/team/launch.sh"
turns=$(pwd)/tests/sim/team/turns
. "${srcdir:-.}/tests/cli/support.sh"
export AUTOMAT_MPI=$plugin
for count in 1 2 3 4 7; do
  status 0 together $count "$turns"
  [ ! -s out ] || fail "$count processes: $(head -3 out)"
done
exit $failed
