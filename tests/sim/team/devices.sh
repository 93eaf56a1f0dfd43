#!/bin/bash
# devices.sh: a volume element on several GPUs of one host, with one process for
# each, gives the same bytes as on one; an error on one of them ends all with
# one message. The GPUs are the emulation of tests/cuda/fake.
fakes=$PWD/tests/cuda/fake
. "${srcdir:-.}/tests/cli/support.sh"
export LD_LIBRARY_PATH=$fakes OMP_NUM_THREADS=1

cat >balls.yaml <<'END'
case: balls in a metal, on GPUs
microstructure:
  grid: [6, 5, 7]
  spheres: {label: 1, diameter: 0.35, count: 3, seed: 1}
phases:
  matrix: {label: 0, material: michel-suquet}
  ball: {label: 1, material: linear-elastic, parameters: {E: 300e3, nu: 0.25}}
solver: {scheme: ode23, engine: cuda}
path:
  - {time: 1, steps: 2, strain: {xx: 2e-3}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}
output:
  columns: [time, strain, stress, matrix.alpha, ball.stress, iterations,
    equilibrium, substeps, effective, average]
  fields: {file: f.h5, times: all}
END

# on CASE DEVICES OPTION...: runs in a new folder
on() {
  mkdir on$2 && cd on$2 || exit 99
  AUTOMAT_FAKE_CUDA=devices=8 status 0 "$AUTOMAT" homogenize ../$1 \
    -q -o x.csv --devices "${@:2}"
  cd ..
}
# same CASE COUNTS OPTION...: same files as on one device
same() {
  on $1 1 "${@:3}"
  for count in $2; do
    on $1 $count "${@:3}"
    diff -r on1 on$count >differences || fail "$count: other bytes"
  done
  rm -rf on*
}
same balls.yaml "2 3 8"
same balls.yaml 4 --set homogenization.scheme=newton-cg \
  --set homogenization.discretization=fourier
sed 's/grid: .*/grid: [1, 5, 3]/
  s/spheres: .*/laminate: {normal: y, layers: [{label: 0, voxels: 2}, {label: 1, voxels: 3}]}/
  s/fields: .*/fields: {file: f}/' balls.yaml >flat.yaml
same flat.yaml 2 --set homogenization.scheme=basic

# Reported transfers are about those of the plan, plus one at the end of each
# loading step.
sed '/^output:/,$d' balls.yaml >plain.yaml
AUTOMAT_FAKE_CUDA=devices=2 status 0 "$AUTOMAT" homogenize plain.yaml -v \
  --devices 2 -o moved.csv
sent=$(sed -n 's/^fields moved .* waited .*; sent \(.*\) MB/\1/p' messages)
times=$(sed -n 's/.* \([0-9]*\) iterations,.*/\1/p' messages)
status 0 "$AUTOMAT" homogenize plain.yaml --devices 2 --plan
awk -v sent="$sent" -v times="$times" '
  /transposition/ { table = 1 }
  table && $1 == 2 { planned = times*$3/1e3 } # kB
  END { exit !(sent >= 0.99*planned && sent <= 1.3*planned) }' out ||
  fail "sent $sent MB in $times iterations, planned: $(cat out)"
AUTOMAT_FAKE_CUDA=devices=1 status 0 "$AUTOMAT" homogenize plain.yaml -v \
  -o moved.csv
! grep -q moved messages || fail "fields move on one device"

# wrong WORDS MESSAGE: simulated machine and expected message, once
wrong() {
  AUTOMAT_FAKE_CUDA="devices=2 $1" \
    status 4 "$AUTOMAT" homogenize balls.yaml -q --devices 2
  message "$2"
  [ "$(wc -l <messages)" = 1 ] || fail "$1: more than one message"
}
wrong "fail=ncclGetUniqueId:1 only=0" "cannot connect the CUDA devices of 2"
wrong "fail=ncclCommInitRank:1" "ncclCommInitRank: ncclSystemError (2)"
for call in 9 20 30 40 60; do
  wrong "fail=cuMemAlloc_v2:$call only=1" "the CUDA device Fake 1 has"
done
wrong "fail=cuLaunchKernel:40 only=1" "the CUDA device 1, Fake 1, failed: cuLa"
wrong "fail=ncclSend:3 only=1" "the CUDA device 1, Fake 1, failed: ncclSend"
wrong "fail=cuMemcpy2DAsync_v2:9 only=0" "the CUDA device 0, Fake 0, failed"

# After a process is killed, including the first, no process remains.
sed 's/steps: 2/steps: 4000/; /fields:/d' balls.yaml >long.yaml
export AUTOMAT_FAKE_CUDA=devices=3
start() {
  "$AUTOMAT" homogenize long.yaml -q -o x.csv --devices 3 >out 2>messages &
  job=$!
  wait_for $job sh -c "[ \$(wc -w </proc/$job/task/$job/children) = 2 ]"
  others=$(cat /proc/$job/task/$job/children)
}
gone() {
  for other in $others; do
    for tries in 1 2 3 4 5 6 7 8 9 10; do
      [ -d /proc/$other ] && ! grep -q '^State:.Z' /proc/$other/status ||
        continue 2
      sleep 0.3
    done
    fail "a process is left"
  done
}
start
kill -KILL $(echo $others | cut -d' ' -f1)
wait $job
[ $? -eq 4 ] || fail "a killed process is not noticed"
message "one of the processes of this run was killed"
gone
start
kill -KILL $job
wait $job 2>/dev/null
gone

# Engines and machines that cannot use several devices
status 3 "$AUTOMAT" homogenize long.yaml --engine interp --devices 2
message "--devices needs a GPU engine, found interp"
status 4 "$AUTOMAT" homogenize long.yaml --devices 4
message "4 processes on this host need one CUDA device each, found 3"
OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 AUTOMAT_MPI=/nowhere \
  "$AUTOMAT" homogenize long.yaml --devices 2 2>messages &&
  fail "devices of a launcher"
exit $failed
