# launch.sh: starts several processes; the scripts of this folder read it first,
# and are skipped without MPI.
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMP_NUM_THREADS=1
OMP_WAIT_POLICY=passive
# Memory that the MPI library keeps until the end is not a leak.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM \
  OMP_NUM_THREADS OMP_WAIT_POLICY
plugin=$(dirname "${AUTOMAT:?}")/.libs/automat-mpi.so
command -v mpirun >/dev/null || exit 77
[ -e "$plugin" ] || exit 77

# together COUNT COMMAND...: runs COUNT processes on few processors; mpirun's
# report of their end is removed. Its session is in the folder of the test,
# since tests that end remove a shared folder in which others begin.
together() {
  own=${folder:-/tmp/work}
  mpirun -n "$1" --oversubscribe --bind-to none \
    --mca orte_tmpdir_base "${own%/*}" \
    --mca mpi_yield_when_idle 1 --mca orte_base_help_aggregate 0 \
    --mca orte_execute_quiet 1 --mca btl ^tcp \
    "${@:2}"
}
