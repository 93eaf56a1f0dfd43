#!/bin/bash
# faults.sh: an error in one process ends all of them soon, with one message
# from it.
. "${srcdir:-.}/tests/sim/team/launch.sh"
. "${srcdir:-.}/tests/cli/support.sh"
layers 2000 >long.yaml
layers 2 >case.yaml

# One process is killed; mpirun reports it.
cat >killed.sh <<'END'
[ "$OMPI_COMM_WORLD_RANK" != 1 ] || { echo $$ >pid; }
exec "$@"
END
together 3 sh killed.sh "$AUTOMAT" homogenize long.yaml -q -o x.csv \
  >out 2>messages &
job=$!
wait_for $job test -s pid
sleep 0.3
kill -KILL "$(cat pid)"
wait $job && fail "a killed process is not noticed"

# One process has too little memory for its fields. They are much larger than
# the MPI library needs, which waits forever if it gets no memory for a message.
cat >poor.sh <<'END'
[ "$OMPI_COMM_WORLD_RANK" != 1 ] || ulimit -v "$POOR"
exec "$@"
END
sed 's/grid: .*/grid: [128, 128, 128]/; s/voxels: 2/voxels: 64/g' case.yaml \
  >large.yaml
# (Sanitizers fail under a memory limit.)
limits='350000 500000'
(ulimit -v 4000000 && "$AUTOMAT" --version) >/dev/null 2>&1 || limits=
for POOR in $limits; do
  export POOR
  together 2 sh poor.sh "$AUTOMAT" homogenize large.yaml -q -o y.csv \
    >out 2>messages && fail "there was memory enough"
  message "memory"
done

# One process cannot load the plug-in.
cat >without.sh <<'END'
[ "$OMPI_COMM_WORLD_RANK" != 1 ] || export AUTOMAT_MPI=/nowhere/automat-mpi.so
exec "$@"
END
together 2 sh without.sh "$AUTOMAT" homogenize case.yaml -q -o z.csv \
  >out 2>messages && fail "a process without the plug-in is not noticed"
message "automat-mpi.so, which connects the launched processes, cannot be used"

# Rows cannot be written.
status 4 together 2 "$AUTOMAT" homogenize case.yaml -q -o nowhere/z.csv
exit $failed
