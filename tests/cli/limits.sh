#!/bin/sh
# limits.sh: untrusted materials, cases and data files: they cannot make the
# program wait forever, read files elsewhere, or use unbounded memory or time;
# each gives one message.
. "${srcdir:-.}/tests/cli/support.sh"

# Memory [kB]; sanitizers fail under a memory limit and need a large stack.
memory=4000000 stack=1M
(ulimit -v $memory && "$AUTOMAT" --version) >/dev/null 2>&1 || {
  memory=unlimited stack=128M
  ulimit -s 131072 || echo "the stack stays $(ulimit -s) kB"
}

# Processor seconds, which do not depend on other processes.
seconds=unlimited
[ "$memory" = unlimited ] || seconds=40

# within STATUS MESSAGE COMMAND...: expects this result within bounded time and
# memory.
within() {
  expected=$1
  text=$2
  shift 2
  # The limits apply to an inner shell.
  # shellcheck disable=SC2016
  status "$expected" sh -c 'ulimit -v "$0"; ulimit -t "$1"; shift
    exec timeout "$@"' "$memory" "$seconds" "$limit" "$AUTOMAT" "$@" \
    </dev/null
  [ -z "$text" ] || message "$text"
  [ "$(wc -c <messages)" -le 2000 ] || fail "$*: a message of many words"
}

# a_case TEXT: writes case.yaml for a material point.
a_case() {
  printf 'case: limits\nmaterial: norton\n%s\n' "$1" >case.yaml
}

# an_element TEXT: writes case.yaml for a volume element.
an_element() {
  cat >case.yaml <<END
case: limits
microstructure: $1
phases:
  matrix: {label: 0, material: linear-elastic}
  rest: {label: 1, material: linear-elastic}
path: [{duration: 1, strain: {xx: 1e-3}}]
END
}

ramp='path: [{duration: 1, steps: 2, strain: {xx: 1e-3}}]'

# Pipes without a writer, devices, sparse files
mkfifo pipe pipe.yaml
truncate -s 1T hole.yaml
{ echo '<VTKFile type="ImageData">'; } >hole.vti
truncate -s 1T hole.vti
within 3 'is empty' run pipe.yaml
within 3 'larger than 64 MB' run hole.yaml
within 3 'larger than 64 MB' run /dev/zero
printf 'case: limits\nmaterial: ./pipe.yaml\n%s\n' "$ramp" >case.yaml
within 3 'is empty' run case.yaml
printf 'case: limits\nmaterial: ./.\n%s\n' "$ramp" >case.yaml
within 3 'it is a folder' run case.yaml
a_case 'path: [{table: pipe}]'
within 3 'expected a line of column names' run case.yaml
a_case 'path: [{table: /dev/zero}]'
within 3 'larger than 64 MB' run case.yaml
a_case 'points: {file: pipe}'
within 3 'not a regular file' batch case.yaml -o out.h5
within 3 'expected a line of column names' compare pipe pipe
an_element '{file: pipe}'
within 3 'not a regular file' homogenize case.yaml
an_element '{file: hole.vti}'
within 3 'there is a zero byte' homogenize case.yaml
an_element '{grid: 4, raw: {file: pipe, type: uint8}}'
within 3 'not a regular file' homogenize case.yaml
an_element '{grid: 4, hdf5: {file: pipe, dataset: x}}'
within 3 'not a regular file' homogenize case.yaml
(sleep 0.2; cat "$source/cases/elastic.yaml") >pipe.yaml &
status 0 "$AUTOMAT" run pipe.yaml -o out.csv
wait

# A case writes visible files below the working directory only; options may
# write anywhere.
for name in ../out.csv "$folder/out.csv" .profile a/../../out a/.b/out; do
  a_case "$ramp
output: {file: $name}"
  within 3 'expected output.file to lie below' run case.yaml
  an_element "{grid: 2, write: $name, laminate: {normal: x, layers: [
  {label: 0, fraction: 0.5}, {label: 1, fraction: 0.5}]}}"
  within 3 'expected microstructure.write to lie below' homogenize case.yaml
done
an_element "{grid: 2, laminate: {normal: x, layers: [
  {label: 0, fraction: 0.5}, {label: 1, fraction: 0.5}]}}
output: {fields: {file: ../out}}"
within 3 'expected output.fields.file to lie below' homogenize case.yaml
a_case "$ramp
output: {file: ./below.csv}"
status 0 "$AUTOMAT" run case.yaml
[ -s below.csv ] || fail 'a file below was not written'
status 0 "$AUTOMAT" run case.yaml --set "output.file=$folder/given.csv"
[ -s given.csv ] || fail 'a file of --set was not written'

# refused TEXT MESSAGE: expects run to fail for a point.
refused() {
  a_case "$1"
  within 3 "$2" run case.yaml
}

# Numbers
for number in 0 1.5 99999999999999999999 .nan; do
  refused "path: [{duration: 1, steps: $number, strain: {xx: 1}}]" \
    'from 1 to 100000000'
  refused "path: [{repeat: $number, segments: [{duration: 1, strain: {xx: 1}}]}]" \
    'from 1 to 100000000'
  refused "$ramp
solver: {max_substeps: $number}" 'from 1 to 10000000'
  refused "$ramp
solver: {newton_iterations: $number}" 'whole number from 1 to 1000000'
  a_case "$ramp
points: {count: $number}"
  within 3 'from 1 to 1000000000' batch case.yaml -o out.h5
  an_element "{grid: 4, spheres: {label: 1, diameter: 0.1, count: $number}}"
  within 3 'from 1 to 1000000' homogenize case.yaml
done
refused 'path: [{repeat: 100000, segments: [
  {repeat: 100000, segments: [{duration: 1, strain: {xx: 1}}]}]}]' \
  'at most 100000000 are allowed'
a_case "points: {count: 1000000000}
path: [{duration: 1, steps: 1000000, strain: {xx: 1}}]"
within 3 'at most 1000000 are allowed' batch case.yaml -o out.h5
an_element '{grid: 100000, spheres: {label: 1, diameter: 0.1, count: 1}}'
within 3 'more than 2147483647 voxels' homogenize case.yaml
an_element '{grid: 8, spheres: {label: 1, diameter: 0.2, fraction: 0.99}}'
within 3 'could be placed' homogenize case.yaml
an_element '{grid: 8, spheres: {label: 1, diameter: 1e-9, fraction: 0.5}}'
within 3 'expected 1 to 1000000' homogenize case.yaml
awk 'BEGIN { for (i = 0; i < 10001; i++) printf "%sc%d", i ? "," : "", i
             print "" }' >wide.csv
within 3 'found 10001 columns, expected at most 10000' compare wide.csv wide.csv

# Insufficient memory gives a message before the memory is filled.
whole=$memory
if [ "$memory" != unlimited ]; then
  memory=900000
  an_element '{grid: 600, spheres: {label: 1, diameter: 0.1, count: 1}}'
  within 4 'out of memory: could not allocate 864 MB' \
    homogenize case.yaml
  memory=$whole
fi

# Laws.  Definitions that double in each line take only as many operations as
# lines; the number of unknowns is bounded.
awk 'BEGIN {
  print "material: chain"
  print "parameters: {k: {value: 100, above: 0}}"
  print "free_energy: |"
  print "  x0 = eps"
  for (i = 1; i <= 30; i++)
    printf "  x%d = x%d*(x%d : x%d)/k + eps\n", i, i - 1, i - 1, i - 1
  print "  k*(x30 : x30)" }' >chain.yaml
within 0 '' list materials --describe ./chain.yaml
within 0 '' emit ./chain.yaml
within 0 '' emit ./chain.yaml --language c
within 0 '' check ./chain.yaml --only hessian
# Cost grows with the size of the law: chains of operations, many unknowns, many
# checks in a material file, many parameters whose code needs a deep stack.
chain() {
  awk -v n="$1" 'BEGIN {
    print "material: chain"
    print "parameters: {k: {value: 100, above: 0}}"
    print "free_energy: |"
    print "  x0 = eps"
    for (i = 1; i <= n; i++)
      printf "  x%d = x%d*(x%d : x%d)/k + eps\n", i, i - 1, i - 1, i - 1
    printf "  k*(x%d : x%d)\n", n, n }'
}
scalars() {
  echo 'material: scalars'
  echo "internal: {x: {type: scalar, count: $1}}"
  echo "free_energy: sum(i, 1, $1, (x[i] - tr(eps))^2) + inner(eps, eps)"
  echo "force_potential: sum(i, 1, $1, A_x[i]^2)"
}
[ "$memory" = unlimited ] || memory=700000
chain 100 >chain.yaml
within 0 '' check ./chain.yaml --quick --only hessian
{ printf 'material: own\nfree_energy: inner(eps, eps)\nchecks:\n'
  awk 'BEGIN { for (i = 0; i < 1500; i++) {
    print "  - case: {path: [{time: 1, strain: {xx: 1e-3}}]}"
    print "    expect: [{column: stress.xx, time: 1, value: 2e-3,"
    print "              tolerance: 1e-9}]" } }'
} >own.yaml
within 0 '' check ./own.yaml --only own
memory=$whole
scalars 4000 >scalars.yaml
within 0 '' emit ./scalars.yaml --language c
# Laws that are too large are rejected before they are built.
{ echo 'material: dense'
  echo "internal: {x: {type: scalar, count: 3000}}"
  echo "free_energy: inner(eps, eps) + sum(i, 1, 3000, x[i])^2"
  echo "force_potential: sum(i, 1, 3000, A_x[i]*x[i])^4"; } >dense.yaml
within 3 "the Jacobian of material 'dense' has 9000000 entries" \
  emit ./dense.yaml --language c --scheme implicit-euler
[ "$memory" = unlimited ] || {
  chain 10000 >chain.yaml
  within 3 'expand to more than 8000000 operations' emit ./chain.yaml \
    --language c --scheme rodas4 --set solver.stress_scale=1
}

# compared MATERIAL: the engines agree on one loading step.
compared() {
  printf 'case: limits\nmaterial: ./%s\n%s\n' "$1" "$ramp" >case.yaml
  for engine in native interp; do
    within 0 '' run case.yaml --set "solver.engine=$engine" \
      --set solver.scheme=implicit-euler -o "$engine.csv"
  done
  status 0 "$AUTOMAT" compare native.csv interp.csv
}
{ printf 'material: many\nparameters:\n'
  awk 'BEGIN { for (i = 1; i <= 45000; i++) printf "  p%d: %d\n", i, i }'
  echo 'free_energy: p45000*inner(eps, eps)'
} >many.yaml
scalars 300 >scalars.yaml
compared many.yaml
compared scalars.yaml
a_case 'path: [{duration: 1, steps: 2, strain: {xx: 1e-3}}]
points: {count: 9000}
solver: {engine: native}'
status 0 env OMP_STACKSIZE=$stack "$AUTOMAT" batch case.yaml -o out.h5 --threads 3

# Potentials with overflowing integrals
for potential in '(1 + tr(eps))^1e300' '(1 + tr(eps))^1e300 - tr(eps)^1e200'; do
  printf 'material: power\nfree_energy: %s + inner(eps, eps)\n' \
    "$potential" >law.yaml
  within 1 '' check ./law.yaml --no-replays --only gradient,hessian
done

for count in 0 1.5 10001 1e18; do
  { echo 'material: many'
    echo "internal: {x: {type: scalar, count: $count}}"
    echo 'free_energy: tr(eps)^2 + x[1]^2'
    echo 'force_potential: A_x[1]^2'; } >law.yaml
  within 3 'error:' check ./law.yaml
done

exit $failed
