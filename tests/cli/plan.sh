#!/bin/sh
# plan.sh: output of `automat homogenize --plan`, which computes nothing; the
# note on numbers of voxels.
. "${srcdir:-.}/tests/cli/support.sh"

cat >layers.yaml <<'END'
case: layers
microstructure:
  grid: [24, 20, 12]
  laminate: {normal: z, layers: [{label: 1, voxels: 9}, {label: 2, voxels: 3}]}
  write: labels.h5
phases:
  soft: {label: 1, material: michel-suquet}
  hard: {label: 2, material: linear-elastic}
solver: {engine: interp}
path: [{time: 1, steps: 2, strain: {xx: 2e-4, others: 0}}]
output:
  fields: {file: images, values: [stress, phase], times: all}
END

# Number such as 1.38M in column $2 of the first table, in the row for $1
# processes
bytes() {
  awk -v processes="$1" -v column="$2" '
    $1 == processes && !found { found = 1; print $column }' out
}

said() {
  grep -qF -- "$1" out || fail "expected '$1', found $(cat out)"
}

# --plan writes no table, images or labels.
status 0 "$AUTOMAT" homogenize layers.yaml --plan --threads 1 -o rows.csv
[ ! -s messages ] || fail "it says something: $(cat messages)"
for left in rows.csv* images* labels.h5; do
  [ ! -e "$left" ] || fail "$left is written"
done
said '24 x 20 x 12 voxels: soft 0.7500, hard 0.2500'
said 'Fields of 3 loading steps: 968kB'
said 'Restart file:'
[ "$(grep -c '^ *[0-9][0-9]* ' out)" -eq 9 ] ||
  fail "rows of 1, 2, 4 and 8 processes, twice, behind the grid: $(cat out)"
cp out one

# Memory at the end of a run: fields of 24 * 20 * 12 voxels, in MB
status 0 "$AUTOMAT" homogenize layers.yaml --threads 1 -o rows.csv -v
run=$(sed -n 's/.*fields take \(.*\) MB/\1/p' messages)
planned=$(awk '
  $1 == 1 && NF == 9 && !found {
    found = 1
    for (i = 2; i <= 6; i++) sum += $i * (($i ~ /k$/) ? 1e-3 : 1)
    print sum
  }' one)
awk -v run="$run" -v planned="$planned" '
  BEGIN { exit !(run > 0.96 * planned && run < 1.01 * planned) }' ||
  fail "planned $planned MB, run $run MB"

# A requested number of processes, and more processes than planes
status 0 "$AUTOMAT" homogenize layers.yaml --plan --processes 16
[ "$(bytes 16 9)" ] || fail "no row of 16 processes: $(cat out)"
[ ! "$(bytes 8 9)" ] || fail "a row of 8 processes: $(cat out)"
message '16 processes share 12 planes: 4 of them are idle'
status 2 "$AUTOMAT" homogenize layers.yaml --processes 4
message '--processes needs --plan'

# A grid that exceeds any memory is planned at once, also for GPUs.
status 0 "$AUTOMAT" homogenize layers.yaml --plan --engine cuda \
  --set microstructure.grid=[2048,2048,12] --processes 4
said 'one GPU per process'
said '(as in 1 x 1 x 12 voxels)'
status 0 "$AUTOMAT" homogenize layers.yaml --plan --processes 2 \
  --set 'microstructure={grid: 2048, raw: {file: none.raw, type: uint8}}'
said 'not read'
message 'use at least 5 processes'

# Invalid input gives the same messages as in a run.
status 3 "$AUTOMAT" homogenize layers.yaml --plan --set phases.soft.label=7
message 'no phase has the label 1'
status 3 "$AUTOMAT" homogenize layers.yaml --plan --set homogenization.depth=0
status 3 "$AUTOMAT" homogenize layers.yaml --plan \
  --set microstructure.grid=[2,2]

# Edge with a large prime factor
status 0 "$AUTOMAT" homogenize layers.yaml --threads 1 -o rows.csv \
  --set microstructure.grid=[37,37,12] --plan
message "an edge of 37 voxels has the prime factor 37"
message "the nearest good number is 36"
[ "$(grep -c note: messages)" -eq 1 ] || fail "more notes: $(cat messages)"
status 0 "$AUTOMAT" homogenize layers.yaml --threads 1 -o rows.csv \
  --set microstructure.grid=[34,1,12]
message "an edge of 34 voxels has the prime factor 17"
message "the nearest good number is 35"
status 0 "$AUTOMAT" homogenize layers.yaml --threads 1 -o rows.csv \
  --set microstructure.grid=[36,1,12]
[ ! -s messages ] || fail "36 voxels are good: $(cat messages)"

exit $failed
