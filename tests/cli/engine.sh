#!/bin/sh
# engine.sh: choice of the engine and of its precision.
. "${srcdir:-.}/tests/cli/support.sh"

# listed ENGINE TEXT: true if the list contains TEXT, "here" or "not here".
listed() {
  "$AUTOMAT" list engines | grep -A 1 "^  $1 " | grep -q "^  *$2: "
}

cat >spring.yaml <<'END'
material: spring
parameters: {k: {value: 100, above: 0}, eta: {value: 50, above: 0}}
internal: {x: symmetric}
free_energy: k/2*inner(eps - x, eps - x)
force_potential: inner(A_x, A_x)/(2*eta)
checks:
  - case: {path: [{duration: 0, strain: {xx: 1}}]}
    expect: [{column: stress.xx, time: 0, value: 100, tolerance: 1e-9}]
END
cat >case.yaml <<'END'
case: springs
material: spring.yaml
solver: {engine: native}
points: {count: 40, variables: {a: {uniform: [0, 1e-3]}}}
path: [{time: 1, steps: 3, strain: {xx: a}}]
output: {file: springs.h5, columns: [time, stress, x]}
END

# --engine takes precedence over solver.engine and --set.
status 0 "$AUTOMAT" batch case.yaml --engine interp
message 'engine interp: '
status 0 "$AUTOMAT" run case.yaml --point 7 --engine interp -v -o case.csv \
  --set solver.engine=native
message 'engine interp: '
status 0 "$AUTOMAT" check spring.yaml --engine interp

# The batch file records its engine, however chosen; another engine may rerun a
# point.
status 0 "$AUTOMAT" batch case.yaml --resume --set solver.engine=interp
message '40 already present'
status 0 "$AUTOMAT" run springs.h5 --point 7 -v -o file.csv
message 'engine interp: '
cmp case.csv file.csv || fail "the file's point is another"
status 0 "$AUTOMAT" run springs.h5 --point 7 --engine native -o native.csv
cut -d, -f1 case.csv >times
cut -d, -f1 native.csv | cmp - times || fail "another engine has other rows"

# Wrong input
for command in 'run case.yaml --point 1' 'run springs.h5 --point 1' \
  'batch case.yaml' 'check spring.yaml'; do
  # shellcheck disable=SC2086
  status 2 "$AUTOMAT" $command --engine nativ
  message "expected '--engine' to be one of auto, interp, native, cuda, found \
'nativ' (did you mean 'native'?)"
done
for command in 'batch case.yaml' 'run case.yaml --point 1' \
  'emit ./spring.yaml'; do
  # shellcheck disable=SC2086
  status 2 "$AUTOMAT" $command --precision half
  message "expected '--precision' to be one of double, single, found 'half'"
done
status 3 "$AUTOMAT" batch case.yaml --set solver.precision=half
message '--set:1:18: error: expected solver.precision to be one of double, '
for engine in interp native; do
  status 3 "$AUTOMAT" batch case.yaml --precision single --engine $engine
  message "solver.precision: single cannot be combined with engine $engine"
done
status 2 "$AUTOMAT" run springs.h5 --point 1 --precision single
message 'cannot be combined with --set, --precision or --start'
status 0 "$AUTOMAT" batch case.yaml --precision double --quiet

# A hand-written update is part of the program, not of the material file.
sed '$a conventional: other.update.h' spring.yaml >own.yaml
status 3 "$AUTOMAT" run case.yaml --point 1 --engine interp \
  --set material=own.yaml --set solver.strategy=conventional \
  --set solver.scheme=implicit-euler
message "the hand-written update 'other.update.h' of material 'spring' is not part of this program: place it in the folder of the material and build again"

# Only numbers of lanes supported by the program
status 2 "$AUTOMAT" emit ./spring.yaml --scheme ode23 --lanes 3
message "expected '--lanes' to be 1, 2, 4 or 8, found 3"

# A compiler with invalid output is treated like a missing one.
cat >garbage <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" != -o ] || echo '#!/bin/sh' >"$2"
  shift
done
END
chmod +x garbage
status 0 env AUTOMAT_CC="$PWD/garbage" XDG_CACHE_HOME="$PWD/garbage.cache" \
  "$AUTOMAT" batch case.yaml -o garbage.h5
message "the compiler '$PWD/garbage' did not write a shared object; the \
interpreter is used"

# Every engine is available, or the list gives the reason.
status 0 "$AUTOMAT" list engines
[ ! -s messages ] || fail "a list says something"
listed interp here || fail "interp is not here"

# An unavailable engine is an error if requested, and ignored otherwise.
if listed cuda 'not here'; then
  status 4 "$AUTOMAT" batch case.yaml --engine cuda -o cuda
  [ "$(grep -c error: messages)" -eq 1 ] || fail "more than one message"
  message 'error: '
  [ ! -e cuda ] || fail "there is a file"
  status 4 "$AUTOMAT" run case.yaml --point 1 --engine cuda -o cuda.csv
  for command in 'batch case.yaml' 'run case.yaml --point 1'; do
    # shellcheck disable=SC2086
    status 4 "$AUTOMAT" $command --set solver.engine=auto --precision single \
      -o cuda
    [ "$(grep -c error: messages)" -eq 1 ] || fail "more than one message"
    message 'single precision needs the engine cuda, which cannot run here: '
    [ ! -e cuda ] || fail "there is a file"
  done
  status 0 "$AUTOMAT" batch case.yaml --engine auto --quiet \
    --set points.count=140000 --set path.1.steps=130 --set output.times=last \
    --points 100
  [ ! -s messages ] || fail "a device is missed that nobody wanted"
fi

exit $failed
