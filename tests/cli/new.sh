#!/bin/sh
# new.sh: new material files from a law or from the template.
. "${srcdir:-.}/tests/cli/support.sh"
materials=$source/materials

# good ARGUMENT...: expects exit status 0 and no messages.
good() {
  "$AUTOMAT" "$@" >out 2>messages && [ ! -s messages ] && return
  fail "automat $*: $(cat out messages)"
}

# wrong STATUS MESSAGE ARGUMENT...: expects a failure without output.
wrong() {
  expected=$1
  message=$2
  shift 2
  ls >before
  "$AUTOMAT" "$@" >out 2>messages
  found=$?
  ls | diff before - || fail "automat $*: wrote something"
  [ $found -eq "$expected" ] && [ ! -s out ] &&
    [ "$(head -n 1 messages)" = "$message" ] && return
  fail "automat $*: expected status $expected, '$message', found $found," \
    "$(cat messages)"
}
touch before out messages

# ---- empty template --------------------------------------------------------

good new mine
[ "$(wc -l <out)" -eq 2 ] || fail "$(cat out)"
good check --only own mine.yaml mine-case.yaml
grep -q '^2 files, [1-9][0-9]* comparisons, 0 failed' out || fail "$(cat out)"
good run mine-case.yaml
[ "$(wc -l <out)" -eq 43 ] || fail "mine-case.yaml: $(cat out)"

# ---- copies of every law ---------------------------------------------------

# The new file has the same formulas and the same text of checks as the law.
for file in "$materials"/*.yaml; do
  law=$(basename "$file" .yaml)
  good new --quiet "my-$law" --from "$law"
  [ ! -s out ] || fail "new --quiet prints $(cat out)"
  "$AUTOMAT" emit "$law" | sed "1s/^# $law/# my-$law/" >expected
  good emit "my-$law.yaml"
  cmp -s expected out || fail "$law: another law"
  sed -n '/^checks:/,$p' "$file" >expected
  sed -n '/^checks:/,$p' "my-$law.yaml" | cmp -s expected - ||
    fail "$law: other checks"
  for key in material title units free_energy checks; do
    awk -v key="^$key:" '$0 ~ key { exit last !~ /^#/ } { last = $0 }' \
      "my-$law.yaml" || fail "$law: $key is not explained"
  done
done
for law in linear-elastic norton zener michel-suquet damage; do
  good check --quick --quiet "my-$law.yaml"
done
for file in "$materials"/*.yaml; do
  law=$(basename "$file" .yaml)
  if [ "$law" = mohr-coulomb ]; then
    status 0 "$AUTOMAT" run "my-$law-case.yaml"
    message 'depending on rounding errors'
  else
    good run "my-$law-case.yaml"
  fi
  [ "$(wc -l <out)" -eq 43 ] || fail "my-$law-case.yaml: $(cat out)"
done
! grep -q '^conventional' my-michel-suquet.yaml ||
  fail 'the hand-written update is not left out'
good run my-michel-suquet-case.yaml --set solver.strategy=semi-automatic

# ---- input files in unusual formats ----------------------------------------

# Checks that read files, a byte order mark, quotes, comments
mkdir -p lib/sub
printf 'time,strain.xx\n0,0\n1,1e-3\n' >'lib/sub/p a.csv'
printf 'time,strain.xx,stress.xx\n0,0,0\n1,1e-3,2e-3\n' >lib/e.csv
printf '\357\273\277' >lib/odd.yaml
cat >>lib/odd.yaml <<'END'
---
  material: "odd"  # a name
  # of K
  parameters: {K: 2}
  free_energy: |
    # inside
    K/2*(eps : eps)

    # inside, too
  # of the checks
  checks:
    - case: {solver: {scheme: implicit-euler}, path: [{time: 1, strain: {xx: 1e-3}}]}
      expect: [{column: stress.xx, time: 1, value: 2e-3, tolerance: 1e-12}]
    - case:
        path: [{table: sub/p a.csv}]
      expect: [{file: &file 'e.csv', tolerance: 1e-12}, {file: *file, tolerance: 1e-12}]
    - case:
        path:
          - {duration: 0, strain: {xx: 1e-3}}
          - {repeat: 2, segments: [{duration: 1, strain: {xx: 2e-3}}, {duration: 1, steps: 3, strain: {xx: 0}}]}
      expect: []
END
# (no line break at its end)
truncate -s -1 lib/odd.yaml
status 0 "$AUTOMAT" new odd --from lib/odd.yaml
message "note: the checks of lib/odd.yaml read 'sub/p a.csv', which is missing here"
mkdir sub
cp 'lib/sub/p a.csv' sub
cp lib/e.csv .
good check --only own odd.yaml
grep -q '^1 file, 4 comparisons, 0 failed' out || fail "$(cat out)"
grep -q '^  material: odd$' odd.yaml || fail 'the name is not replaced'
grep -q 'table: sub/p a.csv' odd.yaml || fail "$(cat odd.yaml)"
good run odd-case.yaml
[ "$(wc -l <out)" -eq 43 ] || fail "odd-case.yaml: $(cat odd-case.yaml out)"

# Line endings of Windows
printf 'material: a\r\nfree_energy: |\r\n  tr(eps)^2 + (eps : eps)\r\n' >lib/windows.yaml
good new windows --from lib/windows.yaml
good check --quick windows.yaml windows-case.yaml

# ---- refused ---------------------------------------------------------------

names="expected a letter, then letters, digits, '_' or '-', at most 63"
wrong 2 "automat: error: '9x' is not a valid material name: $names" new 9x
wrong 2 "automat: error: 'x.yaml' is not a valid material name: $names; \
'.yaml' is added to the name" new x.yaml
wrong 2 "automat: error: '../x' is not a valid material name: $names" new ../x
wrong 2 "automat: error: '' is not a valid material name: $names" new ''
wrong 2 "automat: error: 'automat new' needs NAME; see 'automat help new'" new
wrong 3 "automat: error: no material 'nortn' is installed (did you mean \
'norton'?)" new x --from nortn
wrong 4 "automat: error: 'mine.yaml' already exists: remove it, or choose another name" \
  new mine --from norton
touch x-case.yaml
wrong 4 "automat: error: 'x-case.yaml' already exists: remove it, or choose another name" \
  new x
printf 'material: a\nparameters: {K: -1}\nrequires: [{that: K > 0}]\nfree_energy: tr(eps)^2\n' \
  >lib/bad.yaml
wrong 3 "lib/bad.yaml:3:19: error: these parameters violate the requirement \
'K > 0'" new y --from lib/bad.yaml
echo '{material: a, free_energy: tr(eps)^2}' >lib/flow.yaml
wrong 3 "lib/flow.yaml:1:2: error: expected each key of a material at the \
beginning of a line, where a comment can explain it: write the material in \
block style" new y --from lib/flow.yaml

# Name on the line below its key
printf 'free_energy: tr(eps)^2\nmaterial: >-\n  a\n' >lib/block.yaml
good new y --from lib/block.yaml
good check --quick y.yaml
grep -q '^  a$' y.yaml && fail "$(cat y.yaml)"

exit $failed
