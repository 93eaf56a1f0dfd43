#!/bin/sh
# outputs.sh: an output replaces neither an input nor another output of its
# command, and two processes cannot write the same output.
. "${srcdir:-.}/tests/cli/support.sh"

cat >c.yaml <<'INPUT'
case: elastic
material: linear-elastic
path: [{table: t.csv}]
output: {columns: [time, stress]}
INPUT
printf 'time,strain.xx\n0,0\n1,1e-3\n' >t.csv
cat >e.yaml <<'INPUT'
case: elastic
material: linear-elastic
path:
  - {time: 1, steps: 4, strain: {xx: 1e-3}}
INPUT
cat >points.yaml <<'INPUT'
case: points
material: linear-elastic
points: {file: p.h5}
INPUT
layers 400 >plate.yaml
cat >>plate.yaml <<'INPUT'
output: {fields: {file: plate, format: hdf5}}
INPUT
mkdir kept
cp ./*.yaml t.csv kept

# unchanged: files have their previous contents, and no file is left over.
unchanged() {
  for file in kept/*; do
    cmp "$file" "${file#kept/}" || fail "${file#kept/} is changed by $*"
  done
  for file in *.part; do
    [ ! -e "$file" ] || fail "$file is left behind by $*"
  done
}

# refused MESSAGE WORD...: expects status 2 and this message.
refused() {
  said=$1
  shift
  status 2 "$@"
  message "$said"
  unchanged "$@"
}

# ---- inputs --------------------------------------------------------------

ln -s c.yaml link
ln c.yaml hard
# Names that end like input files are rejected.
for name in c.yaml ./c.yaml "$PWD/c.yaml"; do
  refused 'the ending of YAML' "$AUTOMAT" run c.yaml -o "$name"
done
for name in link hard; do
  refused 'this command also reads it' "$AUTOMAT" run c.yaml -o "$name"
done
refused 'this command also reads it' "$AUTOMAT" run c.yaml -o t.csv
refused 'this command also reads it' "$AUTOMAT" run c.yaml \
  --set output.file=t.csv
refused 'the ending of' "$AUTOMAT" study sweep e.yaml \
  --over parameters.E=1e5,2e5 -o e.yaml
refused 'the ending of' "$AUTOMAT" check c.yaml --json c.yaml
refused 'the ending of' "$AUTOMAT" check c.yaml --junit c.yaml
refused 'the ending of' "$AUTOMAT" homogenize plate.yaml \
  -o plate.yaml
refused 'this command also reads it' "$AUTOMAT" batch e.yaml -o e.yaml
cp c.yaml A.csv
refused 'this command also reads it' "$AUTOMAT" compare t.csv A.csv -o A.csv
refused 'this command also reads it' "$AUTOMAT" evaluate linear-elastic t.csv \
  -o t.csv
cp "$source/materials/linear-elastic.yaml" m.yaml
ln m.yaml m
refused 'this command also reads it' "$AUTOMAT" run e.yaml \
  --set material=m.yaml -o m
rm m.yaml m A.csv hard link

# All commands that write: the output is a table that any part of the command
# reads; its name has no known ending.
cp t.csv data
ln data linked
sed 's/t.csv/data/' c.yaml >d.yaml
cat >f.yaml <<'INPUT'
case: modulus
material: linear-elastic
fit:
  parameters: {E: {start: 1e5}}
  tests: [{table: pull, strain: [xx], compare: [stress.xx]}]
INPUT
printf 'time,strain.xx,stress.xx\n0,0,0\n1,1e-3,200\n2,2e-3,400\n3,1e-3,200\n' >pull
ln pull pulled
cp "$source/materials/linear-elastic.yaml" m.yaml
ln m.yaml law
cp data pull d.yaml f.yaml m.yaml kept
for name in data ./data linked "$PWD/data"; do
  while read -r words; do
    # Word splitting is intended: words contain no blanks.
    # shellcheck disable=SC2086
    refused 'this command also reads it' "$AUTOMAT" $words "$name"
    case $words in check*) continue ;; esac # says what it finds on the way
    [ ! -s out ] || fail "$words: something is printed"
  done <<'END'
run d.yaml -o
batch d.yaml -o
report d.yaml -o
check d.yaml --json
check d.yaml --junit
compare data t.csv -o
evaluate linear-elastic data -o
merge data -o
study sweep d.yaml --over parameters.E=1e5,2e5 -o
study accuracy d.yaml -o
study tangent d.yaml -o
study schemes d.yaml -o
study order d.yaml -o
END
done
for words in 'fit f.yaml -o' 'fit f.yaml --json' 'fit f.yaml --curves'; do
  # shellcheck disable=SC2086
  refused 'this command also reads it' "$AUTOMAT" $words pulled
done
for words in 'export ./m.yaml --source -o' 'export ./m.yaml -o' \
  'report ./m.yaml -o' 'check ./m.yaml --json' \
  'evaluate ./m.yaml t.csv -o' 'run e.yaml --set material=m.yaml -o'; do
  # shellcheck disable=SC2086
  refused 'this command also reads it' "$AUTOMAT" $words law
done
# Table read by one of the runs of a sweep only
refused 'this command also reads it' "$AUTOMAT" study sweep c.yaml \
  --over path.1.table=data,t.csv -o data --threads 1
rm data linked law m.yaml kept/data kept/m.yaml

# Files named in a case are inputs or outputs.
status 0 "$AUTOMAT" homogenize plate.yaml -o e.csv \
  --set microstructure.write=l.h5
sed -e 's/laminate: .*/hdf5: {file: l.h5, dataset: label}/' -e '/grid:/d' -e '/size:/d' \
  plate.yaml >voxels.yaml
cp voxels.yaml l.h5 kept
ln l.h5 l
refused 'this command also reads it' "$AUTOMAT" homogenize voxels.yaml -o l
refused 'this command also reads it' "$AUTOMAT" homogenize voxels.yaml \
  --set microstructure.write=l.h5
refused 'the ending of' "$AUTOMAT" homogenize voxels.yaml \
  --set 'output.fields={file: voxels.yaml, format: hdf5}' -o voxels.yaml

# ---- outputs -------------------------------------------------------------

refused 'the ending of' "$AUTOMAT" run e.yaml -o x.svg --plot x.svg
refused 'the ending of' "$AUTOMAT" run e.yaml -o x.svg.gp --plot x.svg \
  --keep-script
refused 'are the same file' "$AUTOMAT" check e.yaml --json x --junit x
refused 'the ending of' "$AUTOMAT" homogenize plate.yaml -o plate.h5
refused 'the ending of' "$AUTOMAT" homogenize plate.yaml -o x.svg \
  --plot x.svg
refused 'the ending of' "$AUTOMAT" study sweep e.yaml \
  --over parameters.E=1e5,2e5 -o x.svg --plot x.svg
[ ! -e x.svg ] || fail 'x.svg is written'
status 0 "$AUTOMAT" run e.yaml -o /dev/null
status 0 "$AUTOMAT" run e.yaml -o e.csv
status 0 "$AUTOMAT" run e.yaml -o e.csv

# ---- several processes ---------------------------------------------------

# Variables of launchers, and other variables
for variable in OMPI_COMM_WORLD_SIZE PMI_SIZE MPI_LOCALNRANKS \
  SLURM_STEP_NUM_TASKS; do
  refused "$variable is 4" env $variable=4 "$AUTOMAT" run e.yaml -o n.csv
  refused "$variable is 2" env $variable=2 "$AUTOMAT" batch e.yaml -o n.h5
  # Volume elements run on several processes if the plug-in is available.
  status 4 env $variable=2 AUTOMAT_MPI=/nowhere/automat-mpi.so \
    "$AUTOMAT" homogenize plate.yaml -o n.csv
  message "$variable is 2"
  [ ! -e n.csv ] && [ ! -e n.h5 ] || fail "$variable=4 writes"
  status 0 env $variable=4 "$AUTOMAT" run e.yaml
  status 0 env $variable=1 "$AUTOMAT" run e.yaml -o e.csv
done
status 0 env SLURM_NTASKS=4 SLURM_PROCID=0 SLURM_ARRAY_TASK_ID=7 \
  "$AUTOMAT" run e.yaml -o e.csv
status 0 env SLURM_STEP_NUM_TASKS=2 OMPI_COMM_WORLD_SIZE=1 \
  "$AUTOMAT" run e.yaml -o e.csv

# Two runs that would write the same file
sed 's/steps: 400/steps: 400000/' plate.yaml >long.yaml
"$AUTOMAT" homogenize long.yaml -o long.csv >out 2>&1 &
job=$!
while [ ! -e long.csv.part ] && kill -0 $job 2>/dev/null; do sleep 0.01; done
status 4 "$AUTOMAT" homogenize plate.yaml -o long.csv
message "cannot write 'long.csv': another program is writing it"
status 4 "$AUTOMAT" homogenize plate.yaml -o other.csv
message "cannot write 'plate.h5': another program uses it"
status 4 "$AUTOMAT" run e.yaml -o long.csv
message "cannot write 'long.csv': another program is writing it"
kill -KILL $job
wait $job 2>/dev/null

# Files left by a killed run are removed.
[ -e long.csv.part ] || fail 'no part was left'
status 0 "$AUTOMAT" homogenize plate.yaml -o long.csv
unchanged homogenize

# A file of that name that automat did not write is left alone.
mkdir x.csv.part
status 4 "$AUTOMAT" run e.yaml -o x.csv
message "'x.csv.part' exists and is not an unfinished output"
rmdir x.csv.part
ln -s e.yaml x.csv.part
status 4 "$AUTOMAT" run e.yaml -o x.csv
message "'x.csv.part' exists and is not an unfinished output"
rm x.csv.part
unchanged run

exit $failed
