#!/bin/sh
# interrupt.sh: a signal at a random time ends each command soon and leaves
# neither temporary nor incomplete files. INTERRUPTS is the number of times for
# each line of the list, and INTERRUPT_SEED selects them. INTERRUPT_LATEST is
# the time [ms] within which a command must end; it is generous, since the
# machine may be busy. INTERRUPT_ONLY selects commands.
fakes=$PWD/tests/cuda/fake
. "${srcdir:-.}/tests/cli/support.sh"
rounds=${INTERRUPTS:-1} seed=${INTERRUPT_SEED:-1}
latest=${INTERRUPT_LATEST:-30000}

# The compiler that users have; its run is interrupted.
unset AUTOMAT_CC
env --default-signal=INT true 2>/dev/null || exit 77

# ---- inputs ------------------------------------------------------------------

mkdir -p input temporary cache
export TMPDIR="$folder/temporary" XDG_CACHE_HOME="$folder/cache"

# dense N: writes a law with N fully coupled unknowns.
dense() {
  echo 'material: dense'
  echo "internal: {x: {type: scalar, count: $1}}"
  echo "free_energy: sum(i, 1, $1, (x[i] - tr(eps))^2) + inner(eps, eps) +
  log(1 + sum(i, 1, $1, x[i])^2)"
  echo "force_potential: sum(i, 1, $1, A_x[i]^2) +
  sqrt(1 + sum(i, 1, $1, A_x[i])^2)"
}
awk 'BEGIN {
  print "material: chain\nparameters: {k: {value: 100, above: 0}}"
  print "free_energy: |\n  x0 = eps"
  for (i = 1; i <= 200; i++)
    printf "  x%d = x%d*(x%d : x%d)/k + eps\n", i, i - 1, i - 1, i - 1
  print "  k*(x200 : x200)" }' >input/chain.yaml
dense 100 >input/dense.yaml
echo 'material: power
free_energy: (1 + tr(eps))^1e300 + inner(eps, eps)' >input/power.yaml
ramp='path: [{duration: 4, steps: 100000, strain: {xx: 4e-3}}]'
printf 'case: walk\nmaterial: chaboche\n%s\n' "$ramp" >input/walk.yaml
printf 'case: flow\nmaterial: michel-suquet\n%s\n' "$ramp" >input/flow.yaml
printf 'case: compile\nmaterial: chaboche\nsolver: {engine: native}\n%s\n' \
  "$ramp" >input/compile.yaml
printf 'case: large\nmaterial: ./chain.yaml\n%s\n' "$ramp" >input/large.yaml
printf 'case: unknowns\nmaterial: ./dense.yaml\n%s\n' "$ramp" \
  >input/unknowns.yaml
printf 'case: batch\nmaterial: norton\npoints: {count: 200000}\n%s\n' \
  'path: [{duration: 1, steps: 5, strain: {xx: 1e-3}}]' >input/batch.yaml
printf 'case: shear\nmaterial: j2\nkinematics: logarithmic\n%s\n%s\n' \
  'initial: {F: {xy: 0.02}}' \
  'path: [{duration: 1, F: {xx: 1.01}, P: {others: 0}}]' >input/shear.yaml
element() {
  printf 'case: element\nphases:\n'
  printf '  matrix: {label: 0, material: michel-suquet}\n'
  printf '  rest: {label: 1, material: linear-elastic}\n'
  printf 'path: [{duration: 1, steps: 1000, strain: {xx: 1e-2}}]\n'
  printf 'solver: {engine: interp}\n%s\n' "$1"
}
element 'microstructure: {grid: 16, spheres: {label: 1, diameter: 0.3,
  count: 10}}' >input/element.yaml
element 'microstructure: {grid: 16, spheres: {label: 1, diameter: 0.02,
  fraction: 0.3}}' >input/spheres.yaml
element 'microstructure: {grid: 16, fibres: {label: 1, diameter: 0.02,
  length: 1, fraction: 0.06, orientation: isotropic}}' >input/fibres.yaml
cp "$source"/cases/fit-* input
awk 'BEGIN {
  print "time,stress.xx"
  for (i = 0; i < 300000; i++) printf "%d,%.17g\n", i, i*i/7 }' >input/rows.csv
awk 'BEGIN { print "strain.xx,strain.yy"
  for (i = 0; i < 100000; i++) printf "%.17g,%.17g\n", i*1e-8, -i*1e-9 }' \
  >input/points.csv

# Commands without the name of the program
cat >lines <<'END'
run input/walk.yaml -o out.csv
run input/walk.yaml -o out.csv --plot out.svg
run input/compile.yaml -o out.csv
run input/shear.yaml -o out.csv
run input/large.yaml -o out.csv
run input/unknowns.yaml -o out.csv
batch input/batch.yaml -o out.h5
batch input/batch.yaml -o out.h5 --set solver.engine=native
homogenize input/element.yaml -o out.csv
homogenize input/element.yaml -o out.csv --set solver.engine=native
homogenize input/spheres.yaml -o out.csv
homogenize input/fibres.yaml -o out.csv
evaluate linear-elastic input/points.csv -o out.csv
evaluate chaboche input/points.csv -d 1 --engine native -o out.csv
check chaboche --no-replays
check ./input/dense.yaml --no-replays
check ./input/chain.yaml --no-replays
check ./input/power.yaml --no-replays
fit input/fit-michel-suquet.yaml -o out.yaml
fit input/fit-michel-suquet.yaml -o out.yaml --engine native
study tangent input/flow.yaml --steps 100,200 -o out.csv
study schemes input/walk.yaml -o out.csv
study accuracy input/walk.yaml --steps 100,200 -o out.csv
study order input/walk.yaml -o out.csv
study sweep input/walk.yaml --over parameters.E=100e3,200e3 -o out.csv
emit chaboche --language c --scheme rodas4
export chaboche -o out.so
export ./input/chain.yaml --source -o out.c
emit ./input/chain.yaml --language c --scheme rodas4
compare input/rows.csv input/rows.csv -o out.csv
bench --quick --json out.json
list materials
new law --from chaboche
END

# ---- signals -----------------------------------------------------------------

now() { date +%s%N; }

# pick MOST: sets `picked` to a random number below MOST.
pick() {
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  picked=$((seed / 65536 % $1))
}

# Waits until the program has replaced the shell that starts it, or has ended.
await_program() {
  while read -r name </proc/$process/comm; do
    case $name in
      sh | dash | bash | env | interrupt.sh) sleep 0.01 ;;
      *) return ;;
    esac
  done 2>/dev/null
}

# strike SIGNAL DELAY COMMAND...: sends the signal after DELAY ms
strike() {
  signal=$1
  delay=$2
  shift 2
  mkdir -p work && cp -r input work
  env --chdir=work --default-signal=INT "$AUTOMAT" "$@" >out 2>messages &
  process=$!
  await_program
  sleep "$(awk -v d="$delay" 'BEGIN { print d/1000 }')"
  start=$(now)
  if kill -s "$signal" $process 2>/dev/null; then
    struck=$((struck + 1))
    (sleep $((latest / 1000 + 1)) && kill -KILL $process) 2>/dev/null &
    guard=$!
    wait $process
    ended=$?
    kill $guard 2>/dev/null
    took=$((($(now) - start) / 1000000))
    [ $took -le $worst ] || { worst=$took; worst_line="$delay ms: $*"; }
    [ $took -le 1000 ] || {
      late=$((late + 1))
      echo "late: $took ms: $signal after $delay ms: $*"
    }
    [ $took -le "$latest" ] || fail "$*: $signal after $delay ms: $took ms"
  else
    wait $process
    ended=$?
  fi
  case $ended in
    0 | 1 | 130 | 143) ;;
    *) fail "$*: $signal after $delay ms: status $ended"; cat messages ;;
  esac
  ! grep -q 'Sanitizer: ' messages ||
    { fail "$*: $signal after $delay ms: memory"; cat messages; }
  # Tables end with a complete row; archives of batches can be resumed.
  for file in work/out.csv work/out.yaml work/out.json; do
    [ ! -s $file ] || [ -z "$(tail -c 1 $file)" ] ||
      fail "$*: $signal after $delay ms: half of $file"
  done
  find work temporary cache \( -name '*.??????' -o -name 'automat-*' \) \
    ! -name '*.yaml' | grep . &&
    fail "$*: $signal after $delay ms: files are left behind"
  rm -rf work temporary/*
}

worst=0 struck=0 late=0 worst_line=

# Slow compiler started by one thread; the signal is delivered to another.
slow_compiler() {
  printf '#!/bin/sh\nsleep 200\n' >slow
  chmod +x slow
  AUTOMAT_CC="$folder/slow"
  export AUTOMAT_CC
  for choice in 1 2 3; do
    strike TERM $((1000 * choice)) study sweep input/flow.yaml \
      --over parameters.E=100e3,200e3,300e3 --columns stress.xx --threads 3 \
      --set solver.engine=native -o out.csv
    strike INT $((700 * choice)) homogenize input/element.yaml \
      --set solver.engine=native --threads 3 -o out.csv
  done
  unset AUTOMAT_CC
}

# The same for the GPU compiler, whose process ends with the program
slow_device_compiler() {
  [ -f "$fakes/libnvrtc.so.13" ] || return 0
  export LD_LIBRARY_PATH="$fakes" AUTOMAT_FAKE_NVRTC=endless
  strike TERM 700 study sweep input/flow.yaml --threads 2 \
    --over parameters.E=100e3,200e3 --set solver.engine=cuda -o out.csv
  strike INT 700 homogenize input/element.yaml --engine cuda -o out.csv
  AUTOMAT_FAKE_CUDA=devices=2 strike TERM 700 homogenize input/element.yaml \
    --engine cuda --devices 2 -o out.csv
  strike INT 700 run input/flow.yaml --engine cuda -o out.csv
  unset LD_LIBRARY_PATH AUTOMAT_FAKE_NVRTC
}
[ -n "${INTERRUPT_ONLY:-}" ] || { slow_compiler; slow_device_compiler; }

while read -r line; do
  case $line in
    "${INTERRUPT_ONLY:-}"*) ;;
    *) continue ;;
  esac
  i=0
  while [ $i -lt "$rounds" ]; do
    i=$((i + 1))
    pick 3
    [ $picked -gt 0 ] || rm -rf cache/*
    pick 2
    [ $picked -gt 0 ] && signal=TERM || signal=INT
    pick "${INTERRUPT_SPAN:-1500}"
    # shellcheck disable=SC2086
    strike $signal $picked $line </dev/null
  done
done <lines
echo "$struck signals, the slowest end after $worst ms ($worst_line), $late" \
  "after more than 1 s"
exit $failed
