#!/bin/sh
# gpus.sh: bench/gpus.sh measures and compares what works and reports what
# fails. The GPUs are the emulation of tests/cuda/fake.
fakes=$PWD/tests/cuda/fake
. "${srcdir:-.}/tests/cli/support.sh"
export LD_LIBRARY_PATH=$fakes AUTOMAT_FAKE_CUDA=devices=2 OMP_NUM_THREADS=1

# counted WORD N: expects WORD in N lines of the JSON.
counted() {
  found=$(grep -c "$1" g.json)
  [ "$found" -eq "$2" ] || fail "$found times $1, not $2: $(cat g.json)"
}

status 0 "$source/bench/gpus.sh" -e 8 -s "ode23 implicit-euler" -g "1 2 4" \
  -n 1 -p 300 -j g.json -k kept
counted '"what": "element"' 4
counted '"csv": "same"' 2
counted '"what": "batch"' 2
counted '"file": "same"' 1
[ "$(grep -c ' measured ' out)" -eq 4 ] || fail "the table: $(cat out)"
[ "$(wc -l <kept/8-ode23-2.csv)" -eq 4 ] || fail "rows: $(ls kept)"

# Measured times add up, and only two GPUs exchange messages.
awk '/element/ {
    gsub(/[{},"]/, "")
    for (i = 1; i < NF; i += 1) if ($i ~ /:$/) is[$i] = $(i + 1)
    sum = is["laws_ms:"] + is["transforms_ms:"] + is["transposition_ms:"] + \
          is["rest_ms:"]
    if ((sum - is["all_ms:"])^2 > 1e-4*is["all_ms:"]^2) exit 1
    if ((is["gpus:"] == 2) != (is["sent_bytes:"] > 0)) exit 1
    if (is["bytes_of_voxel:"] < 400 || is["model_all_ms:"] <= 0) exit 1
    rows++
  }
  END { exit rows != 4 }' g.json || fail "records: $(cat g.json)"

# Some runs do not fit into memory and some fail; the others run.
status 0 "$source/bench/gpus.sh" -e "8 1024" -s ode23 -g 1 -n 1 -p 0 -j g.json
counted 'not run: ' 1
counted '"csv": "first"' 1
export AUTOMAT_FAKE_CUDA="devices=2 fail=ncclSend:3"
status 1 "$source/bench/gpus.sh" -e 8 -s ode23 -g "1 2" -n 1 -p 0 -j g.json
counted '"failed": ".*ncclSend' 1
counted '"csv": "first"' 1
status 1 "$source/bench/gpus.sh" -e 8 -s nonsense -g 1 -n 1 -p 0 -j g.json
counted '"failed": ".*nonsense' 1
exit $failed
