#!/bin/sh
# shards.sh: batches in shards, and merged files.
. "${srcdir:-.}/tests/cli/support.sh"

cat >spring.yaml <<'EOF'
material: spring
units: {stress: MPa, time: s}
parameters: {k: {value: 100, above: 0}, eta: {value: 50, above: 0}}
internal: {x: symmetric}
free_energy: k/2*inner(eps - x, eps - x)
force_potential: inner(A_x, A_x)/(2*eta)
EOF
# Some points fail; the last shard ends within a chunk.
cat >many.yaml <<'EOF'
case: many springs
material: spring.yaml
solver: {engine: interp, scheme: ode12}
points:
  count: 13000
  seed: 3
  variables: {k: {uniform: [-0.1, 100]}, d: direction}
path:
  - {time: 1, steps: 2, strain: {xx: '1e-3*d[xx]'}, stress: {yy: 0}}
output: {columns: [strain, stress, x]}
EOF

# walk COMMAND...: runs a batch in which some points may fail.
walk() {
  "$@" >out 2>messages
  [ $? -le 1 ] && return
  fail "$*: a batch that fails"
  cat messages
}

# same NAME SINGLE MERGED: expects equal files.
same() {
  cmp "$2.h5" "$3.h5" || fail "$1: the merged file is another"
}

# shards NAME COUNT [OPTION...]: runs all shards.
shards() {
  name=$1
  count=$2
  shift 2
  i=0
  while [ $((i += 1)) -le "$count" ]; do
    walk "$AUTOMAT" batch many.yaml -o "$name.h5" --quiet \
      --shard $i/"$count" "$@"
  done
}

# The merged file equals that of a single run, for any number of threads.
status 1 "$AUTOMAT" batch many.yaml -o m.h5 --threads 2 --quiet
message 'of 13000 points failed'
shards m 3 --threads 1
status 0 "$AUTOMAT" merge m.*.h5 -o w.h5
message 'w.h5: 13000 points of 3 shards, '
same plain m w
status 0 "$AUTOMAT" merge m.3of3.h5 m.1of3.h5 m.2of3.h5 -o w.h5 --quiet
[ ! -s messages ] || fail "a quiet merge says something"
same unordered m w
status 1 "$AUTOMAT" batch many.yaml -o c.h5 --compression 2 --quiet
shards c 2 --compression 2
status 0 "$AUTOMAT" merge c.*.h5 -o cw.h5
same compressed c cw
status 1 "$AUTOMAT" batch many.yaml -o one.h5 --shard 1/1 --quiet
same 'one shard' m one

# Shards use the point numbers of the case.
status 0 "$AUTOMAT" run m.2of3.h5 --point 7999 -o a.csv
status 0 "$AUTOMAT" run m.h5 --point 7999 -o b.csv
cmp a.csv b.csv || fail 'the point of a shard is another'

# With more shards than chunks, some shards are empty.
shards f 5 --points 300
for i in 1 2 3 4; do
  [ ! -e f.${i}of5.h5 ] || fail "a shard without points writes a file"
done
status 0 "$AUTOMAT" batch many.yaml -o f.h5 --shard 1/5 --points 300
message 'note: shard 1 of 5 has no points and writes no file'
walk "$AUTOMAT" batch many.yaml -o few.h5 --points 300
status 0 "$AUTOMAT" merge f.5of5.h5 -o fw.h5
same few few fw

# ---- rejected merges ---------------------------------------------------------

rm w.h5
# refuse MESSAGE PART...: expects merge to fail
refuse() {
  text=$1
  shift
  status 3 "$AUTOMAT" merge "$@" -o w.h5
  message "$text"
  if [ -e w.h5 ] || [ -e w.h5.part ]; then
    fail "$text: something is left"
  fi
}
refuse 'cannot merge: 1 of 3 shards missing: 2' m.1of3.h5 m.3of3.h5
refuse 'cannot merge: 2 of 3 shards missing: 1, 3' m.2of3.h5
cp m.1of3.h5 again.h5
refuse "'again.h5' and 'm.1of3.h5' are both shard 1 of 3" m.?of3.h5 again.h5
refuse "cannot merge 'm.h5' with 'm.1of3.h5': it is not a shard of a batch" \
  m.1of3.h5 m.h5
refuse "'many.yaml': it is not an HDF5 file" many.yaml
refuse "'none.h5' with 'm.1of3.h5': No such file" m.1of3.h5 none.h5
refuse 'it is shard 1 of 2, expected a shard of 3' m.1of3.h5 c.1of2.h5
shards m 2
refuse "'c.2of2.h5' with 'm.1of2.h5': its chunks have another size or compression" \
  m.1of2.h5 c.2of2.h5
status 1 "$AUTOMAT" batch many.yaml -o seed.h5 --shard 2/2 --set points.seed=4
refuse "cannot merge 'seed.2of2.h5' with 'm.1of2.h5': its attribute 'set' \
differs: found 'set: [\"points.seed=4\"]', expected 'set: []'" \
  m.1of2.h5 seed.2of2.h5
walk "$AUTOMAT" batch many.yaml -o n.h5 --shard 2/2 --points 8000
refuse 'its batch has 8000 points, expected 13000' m.1of2.h5 n.2of2.h5
sed 's/value: 50/value: 51/' spring.yaml >soft.yaml
sed 's/spring.yaml/soft.yaml/' many.yaml >other.yaml
status 1 "$AUTOMAT" batch other.yaml -o other.h5 --shard 2/2
refuse "'other.2of2.h5' with 'm.1of2.h5': its attribute 'case' differs" \
  m.1of2.h5 other.2of2.h5
status 2 "$AUTOMAT" merge m.1of3.h5 m.2of3.h5 -o m.2of3.h5
message 'this command also reads it'
status 2 "$AUTOMAT" merge m.1of3.h5
message 'give -o FILE.h5'
status 2 "$AUTOMAT" merge m.1of3.h5 -o w.csv
message 'the ending of CSV'
for shard in 0/3 4/3 3 a/b 1/0 1/2x -1/2 1/2000000; do
  status 2 "$AUTOMAT" batch many.yaml -o x.h5 --shard $shard
  message "expected '--shard' to be I/N with I from 1 to N"
done
status 2 "$AUTOMAT" batch many.yaml --replay 1 --shard 1/2
message '--replay cannot be combined with --shard'

# An unfinished shard, and a resumed one
sed 's/steps: 2/steps: 4000/' many.yaml >long.yaml
"$AUTOMAT" batch long.yaml -o l.h5 --shard 1/2 >out 2>&1 &
job=$!
while [ ! -s l.1of2.h5 ] && kill -0 $job 2>/dev/null; do sleep 0.01; done
kill -KILL $job
wait $job 2>/dev/null
status 3 "$AUTOMAT" merge l.1of2.h5 -o w.h5
[ ! -e w.h5 ] || fail "w.h5 is left"
status 3 "$AUTOMAT" batch many.yaml -o m.h5 --shard 2/2 --resume --points 12999
message 'cannot resume'
status 0 "$AUTOMAT" batch many.yaml -o m.h5 --shard 2/2 --resume --quiet

# Damaged file, full disk
cp m.2of3.h5 bad.h5
printf x | dd of=bad.h5 bs=1 seek=$(($(wc -c <bad.h5) - 3000)) conv=notrunc \
  2>/dev/null
refuse "cannot merge 'bad.h5' with 'm.1of3.h5': it is damaged: wrong checksum" \
  m.1of3.h5 bad.h5 m.3of3.h5
(
  ulimit -f 5000
  status 4 "$AUTOMAT" merge m.?of3.h5 -o w.h5
  message "cannot write 'w.h5': File too large"
) || exit 1
[ ! -e w.h5 ] && [ ! -e w.h5.part ] || fail 'a full disk leaves something'
(
  ulimit -f 3000
  "$AUTOMAT" batch many.yaml -o g.h5 --quiet --shard 2/2 >/dev/null 2>&1
)
refuse 'g.2of2.h5' g.2of2.h5
if [ -w /dev/full ]; then
  status 4 "$AUTOMAT" merge m.?of3.h5 -o /dev/full
  message 'it is not a regular file'
fi

# ---- other commands ----------------------------------------------------------

# Rows of a sweep, after the two header lines of the first table
cat >one.yaml <<'EOF'
case: one spring
material: spring.yaml
solver: {engine: interp}
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
EOF
sweep() {
  status 0 "$AUTOMAT" study sweep one.yaml --over parameters.k=90:110:5 \
    --quiet "$@"
}
sweep -o s.csv
for i in 1 2 3; do
  sweep -o s.csv --shard $i/3
  tail -n +3 s.${i}of3.csv
done >rows
head -n 2 s.csv | cat - rows | cmp - s.csv ||
  fail 'the shards of a sweep are not the whole'
status 0 "$AUTOMAT" study sweep one.yaml --over parameters.k=90,100 -o t.csv \
  --shard 1/3
message 'shard 1 of 3 is empty and writes no file: the sweep has only 2 runs'
[ ! -e t.1of3.csv ] || fail 'a sweep without runs writes a file'
status 2 "$AUTOMAT" study order one.yaml --shard 1/2
message "'--shard' is only for sweeps"

: >whole
for i in 1 2; do
  status 0 "$AUTOMAT" check one.yaml many.yaml spring.yaml --quick --quiet \
    --only expect --json c.json --shard $i/2
  grep -o '"[a-z]*\.yaml"' c.${i}of2.json | sort -u >>whole
done
printf '"one.yaml"\n"many.yaml"\n"spring.yaml"\n' | sort >expected
sort whole | cmp - expected || fail 'the shards of a check are not the whole'

# ---- launchers ---------------------------------------------------------------

launched() {
  walk env "$@" "$AUTOMAT" batch many.yaml -o p.h5 --quiet
}
launched OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=0
launched PMI_SIZE=3 PMI_RANK=1
launched SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=2
[ ! -e p.h5 ] || fail 'a process of a launcher writes the whole'
status 0 "$AUTOMAT" merge p.*.h5 -o pw.h5
same launched m pw
launched OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0
cmp m.h5 p.h5 || fail 'a launcher of one makes a shard'
rm p.h5
for which in OMPI_COMM_WORLD_SIZE=2 'PMI_SIZE=2 PMI_RANK=2' \
  'PMI_SIZE=2 PMI_RANK=x' 'MPI_LOCALNRANKS=2'; do
  status 2 env $which "$AUTOMAT" batch many.yaml -o p.h5
  message 'is 2, so several processes would write it'
done
status 2 env PMI_SIZE=2 PMI_RANK=1 "$AUTOMAT" batch many.yaml -o p.h5 \
  --shard 1/2
message 'so several processes would write it'
status 2 env PMI_SIZE=2 PMI_RANK=1 "$AUTOMAT" merge m.?of3.h5 -o w.h5
message 'so several processes would write it'
[ ! -e p.h5 ] && [ ! -e w.h5 ] || fail 'a refused command writes'
# Some points fail, for which Open MPI would abort the unfinished shards.
OMPI_MCA_orte_abort_on_non_zero_status=0
export OMPI_MCA_orte_abort_on_non_zero_status
if mpirun --oversubscribe --allow-run-as-root -n 2 true >/dev/null 2>&1; then
  walk mpirun --oversubscribe --allow-run-as-root -n 2 "$AUTOMAT" \
    batch many.yaml -o r.h5 --quiet --threads 1
  status 0 "$AUTOMAT" merge r.*.h5 -o rw.h5
  same mpirun m rw
fi
exit $failed
