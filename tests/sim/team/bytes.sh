#!/bin/bash
# bytes.sh: output of volume elements is the same, byte for byte, for any number
# of processes and threads: rows, images, tangents; with each scheme, both
# discretizations, mixed conditions, and processes without voxels.
. "${srcdir:-.}/tests/sim/team/launch.sh"
fakes=$PWD/tests/cuda/fake
. "${srcdir:-.}/tests/cli/support.sh"

cat >balls.yaml <<'END'
case: balls in a metal, everything written
microstructure:
  grid: [7, 5, 3]
  spheres: {label: 300, diameter: 0.35, count: 3, seed: 1}
phases:
  matrix: {label: 0, material: michel-suquet}
  ball: {label: 300, material: linear-elastic, parameters: {E: 300e3, nu: 0.25}}
solver: {scheme: ode23, engine: interp}
path:
  - {time: 1, steps: 2, strain: {xx: 2e-3}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}
  - {time: 2, steps: 1, strain: {xx: 0}}
output:
  columns: [time, strain, stress, matrix.alpha, ball.stress, iterations,
    equilibrium, substeps, effective, average]
  fields: {file: f.h5, times: all}
END
layers 2 >layers.yaml

# same CASE SCHEME DISCRETIZATION COUNT...: same files with these numbers of
# processes
same() {
  set_of="--set homogenization.scheme=$2 --set homogenization.discretization=$3"
  mkdir alone && cd alone || exit 99
  status 0 "$AUTOMAT" homogenize ../$1 $set_of -q -o x.csv
  cd ..
  for count in "${@:4}"; do
    mkdir many && cd many || exit 99
    export OMP_NUM_THREADS=$((1 + count % 2))
    status 0 together "$count" "$AUTOMAT" homogenize ../$1 $set_of -q -o x.csv
    cd ..
    cmp alone/x.csv many/x.csv && diff -r alone many >differences ||
      fail "$*: $count processes write something else"
    rm -rf many
  done
  rm -rf alone
}

same balls.yaml anderson rotated 2 7
same balls.yaml anderson fourier 3
same balls.yaml barzilai-borwein rotated 2
same balls.yaml newton-cg fourier 2
same balls.yaml basic rotated 4
same layers.yaml anderson fourier 2
sed 's/normal: x/normal: z/; s/voxels: 2/voxels: 1/g' layers.yaml >across.yaml
same across.yaml newton-cg rotated 3
cat >empty.yaml <<'END'
format: 1
material: empty
title: Empty space
source: none
units: {stress: MPa, time: s}
free_energy: 0
END
sed 's/material: linear-elastic, .*}}/material: .\/empty.yaml}/
  s/steps: 2/steps: 1/; /time: 2/d; s/2e-3/4e-4/' balls.yaml >pores.yaml
same pores.yaml newton-cg rotated 3

# Labels generated, written and read: each process has the labels of its planes,
# with 16 bits also on planes without a ball.
sed 's/seed: 1}/seed: 1}\n  write: w.h5/; /fields:/d' balls.yaml >made.yaml
same made.yaml anderson rotated 4
status 0 "$AUTOMAT" homogenize made.yaml -q -o x.csv
sed 's/  grid: .*/  hdf5: {file: w.h5, dataset: label}/; /spheres:/d; /fields:/d' balls.yaml >read.yaml
same read.yaml anderson rotated 3
cat >warm.yaml <<'END'
case: layers, warm where the labels are
microstructure: {hdf5: {file: w.h5, dataset: label}, size: [1, 1, 1]}
phases:
  both: {labels: [0, 300], material: thermo-elastic}
external: {T: {hdf5: {file: w.h5, dataset: label}, value: "293.15 + t*field/30"}}
solver: {engine: interp}
path: [{time: 1, steps: 2, stress: {others: 0}}]
output: {columns: [time, strain, external.T]}
END
same warm.yaml anderson rotated 2

# Lloyd iterations move seed points by voxels of all processes.
cat >grains.yaml <<'END'
case: grains
microstructure: {grid: [7, 5, 9], write: w.h5,
                 voronoi: {count: 9, seed: 1, lloyd: 4}}
phases: {grain: {labels: all, material: linear-elastic}}
path: [{time: 1, strain: {xx: 1e-3}}]
output: {columns: [time, stress.xx]}
END
same grains.yaml anderson rotated 2 5
sed 's/lloyd: 4/lloyd: 0/' grains.yaml >random.yaml
mkdir random && cd random && status 0 "$AUTOMAT" homogenize ../random.yaml -q
cd ..
status 0 "$AUTOMAT" homogenize grains.yaml -q
! cmp -s w.h5 random/w.h5 || fail 'Lloyd iterations have no effect'

# Messages appear once, as with one process.
sed 's/label: 300, material/label: 5, material/' balls.yaml >wrong.yaml
status 3 "$AUTOMAT" homogenize wrong.yaml
cp messages expected
status 3 together 3 "$AUTOMAT" homogenize wrong.yaml
message "no phase has the label 300 (22 voxels)"
# Open MPI 5 adds a paragraph about the exit status.
sed '/^$/d; /^-----/,/^-----/d' messages | diff - expected ||
  fail "other messages"

# --plan gives the requested row under a launcher, too.
status 0 "$AUTOMAT" homogenize layers.yaml --threads 1 --plan --processes 3
sed -n '/^ *3 /p' out >expected
status 0 together 3 "$AUTOMAT" homogenize layers.yaml --threads 1 --plan
sed -n '/^ *3 /p' out | diff - expected || fail "other plans"

# Each process has its own GPU, simulated by tests/cuda/fake.
export LD_LIBRARY_PATH=$fakes AUTOMAT_FAKE_CUDA=devices=3
sed -i 's/engine: interp/engine: cuda/' balls.yaml
same balls.yaml anderson rotated 3
export AUTOMAT_FAKE_CUDA=devices=1
status 4 together 2 "$AUTOMAT" homogenize balls.yaml -q
message "2 processes on this host need one CUDA device each, found 1"
exit $failed
