#!/bin/sh
# list.sh: the list of materials, and the description of one.
. "${srcdir:-.}/tests/cli/support.sh"
materials=$source/materials

# same WHAT: compares ./out with ./expected.
same() {
  diff expected out >difference && return
  fail "$1: expected (<), found (>)"
  cat difference
}

# shows NAME LINE: expects a line in the entry of NAME in ./out.
shows() {
  awk -v name="  $1: " 'index($0, name) == 1 { on = 1; print; next }
                        /^  [^ ]/ { on = 0 } on' out |
    grep -qxF -- "$2" || fail "list materials: $1 has no line '$2'"
}

# ---- all entries -----------------------------------------------------------

"$AUTOMAT" list materials >out 2>messages || fail "list materials fails"
[ ! -s messages ] || fail "list materials: $(cat messages)"
for file in "$materials"/*.yaml; do
  grep -q "^  $(basename "$file" .yaml): " out || fail "$file is not listed"
done
gsm='\(\(not \)\?strict GSM\|not from a potential\)'
[ "$(grep -c "^      [a-z ,]*, $gsm; " out)" -eq \
  "$(ls "$materials"/*.yaml | wc -l)" ] || fail 'classes are missing'
awk 'length > 100 { print; bad = 1 } END { exit bad }' out ||
  fail 'list materials: longer than 100 columns'
shows michel-suquet '  michel-suquet: Elasto-viscoplastic metal with linear kinematic hardening'
shows michel-suquet '      plastic, strict GSM; internal variables: eps_vp, alpha; 6 unknowns'
shows michel-suquet '      Michel and Suquet (2016); parameters of table 1 of the AutoMat paper'
shows kachanov '      viscous, not from a potential; internal variables: eps_c, d; 6 unknowns'
shows linear-elastic '      linear elastic, strict GSM; no internal variables'
shows generalized-maxwell '      linear viscous, strict GSM; internal variable: a[1..3]; 18 unknowns'

# searched WORD NAME...: expects the entries of these materials alone.
searched() {
  status 0 "$AUTOMAT" list materials --search "$1"
  shift
  grep -o '^  [a-z][a-z0-9-]*' out | tr -d ' ' >found
  printf '%s\n' "$@" | diff - found || fail "--search finds other materials (expected >)"
}
searched NITINOL nitinol                  # name
searched garofalo garofalo                # title, source
searched 'not from a potential' kachanov    # class
searched 'static recovery' chaboche thermo-chaboche # title, parameter
searched soil cam-clay drucker-prager drucker-prager-plastic mohr-coulomb # keywords
searched POROSITY porous-creep              # title
status 3 "$AUTOMAT" list materials --search '(null)'
message "no installed material or recipe of docs/cookbook.md contains '(null)'"
status 0 "$AUTOMAT" list materials --search MULLINS # a title of the cookbook
printf '%s\n' "Recipes in $source/docs/cookbook.md:" '  Mullins effect' |
  diff out - || fail 'the cookbook is not searched'
status 0 "$AUTOMAT" list materials --search 'static recovery' # and its text
grep -qx '  Chaboche with temperature and static recovery' out || fail "$(cat out)"
status 2 "$AUTOMAT" list materials --search x --describe norton
status 2 "$AUTOMAT" list schemes --search euler
message "--search needs 'automat list materials'"

# An empty and a filled cache give the same list, also after a file was changed.
# listed WORD...: expects the list of another cache, and no message, twice.
export XDG_CACHE_HOME=$PWD/cache
mkdir cache other
listed() {
  for _ in first second; do
    "$AUTOMAT" list materials "$@" >out 2>messages || fail "list materials $*"
    [ ! -s messages ] || fail "list materials $*: $(cat messages)"
    rm -rf other/automat
    XDG_CACHE_HOME=$PWD/other "$AUTOMAT" list materials "$@" >expected
    same "list materials $*"
  done
}
mkdir -p laws/materials/parts
printf '%s\n' 'material: changing' 'include: parts/K.yaml' 'title: first title' \
  'free_energy: K/2*tr(eps)^2' >laws/materials/changing.yaml
echo 'parameters: {K: {value: 1, about: first stiffness}}' \
  >laws/materials/parts/K.yaml
searching=$AUTOMAT_PATH
export AUTOMAT_PATH=$PWD/laws
listed
[ "$(ls cache/automat)" = "$(ls cache/automat/*.materials | xargs basename)" ] ||
  fail "list materials: the cache contains $(ls cache/automat)"
listed --search 'FIRST stiff'
for name in changing parts/K; do
  sed -i 's/first/other/' laws/materials/$name.yaml
  listed
  listed --search other
done
shows changing '  changing: other title'
status 3 "$AUTOMAT" list materials --search 'first stiff'
sed -i '$ s/eps/nothing/' laws/materials/changing.yaml
for _ in first second; do
  status 3 "$AUTOMAT" list materials
  message "changing.yaml:4:"
done
AUTOMAT_PATH=$searching

"$AUTOMAT" list cases >out 2>messages || fail "list cases fails"
[ ! -s messages ] || fail "list cases: $(cat messages)"
for file in "$source"/cases/*.yaml; do
  grep -q "^  $(basename "$file" .yaml)  *[^ ]" out || fail "$file is not listed"
done
"$AUTOMAT" list fields >out || fail "list fields fails"
for name in phase strain stress substeps internal; do
  grep -q "^  $name  *[^ ]" out || fail "the field $name is not listed"
done

# An invalid file gives a message; the others are listed.
mkdir materials
printf 'material: bad\nfree_energy: tr(eps)^2*x\n' >materials/bad.yaml
printf 'material: aging\ninternal: {a: scalar}\nfree_energy: eps : eps + a^2\n' \
  >materials/aging.yaml
sed -i 's/eps : eps/inner(eps, eps)/; $a force_potential: A_a^2*(1 + a^2)' \
  materials/aging.yaml
AUTOMAT_PATH=. "$AUTOMAT" list materials >out 2>messages
[ $? -eq 3 ] || fail 'a wrong material is accepted'
grep -q "materials/bad.yaml:2:24: error: " messages || fail "$(cat messages)"
! grep -q '^  bad' out || fail 'a wrong material is listed'
shows norton '      viscous, strict GSM; internal variable: eps_p; 5 unknowns'
grep -qx '  aging' out || fail 'a material without title is not listed'
grep -qx '      elastic, not strict GSM; internal variable: a; 1 unknown' out ||
  fail 'aging is not classified'

# ---- single entries --------------------------------------------------------

cat >mine.yaml <<'END'
format: 1
material: mine
title: A law of many parts
source: "Nobody (2000), \"Nowhere\", with a source that is so long that it must go on in a second line"
units: {stress: MPa, time: s}
parameters:
  E: 1e3
  tau: {value: [1, 2.50], unit: s, above: 0, about: times}
  N: {xx: 1, yy: -1}
  m: {value: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], kind: vector, about: directions}
  c: {value: 0.5, min: 0, below: 1, about: a share}
parameter_sets:
  soft: {E: 10, tau: [3]}
requires:
  - {that: E > c, because: it must be so}
  - that: length(tau) >= 1
internal:
  p: {type: deviatoric, count: length(tau), initial: 0*I, about: strains}
  d: scalar
  q: {type: scalar, initial: 2*E}
definitions: |
  mu = E/2 # a comment

  lambda = E
free_energy: |
  e = eps - sum(i, 1, length(tau), p[i])
  (1 - d)*(lambda/2*tr(e)^2 + mu*(e : e))
force_potential: "sum(i, 1, length(tau), A_p[i] : A_p[i]/tau[i]) + pos(A_d - 1e-3)^2 + A_q*A_d"
checks:
  - title: none
    source: nothing
    case: {path: [{time: 1}]}
    expect: []
  - {case: {path: [{time: 1}]}, expect: []}
END
cat >expected <<'END'
mine: A law of many parts

  class   viscous and damage, strict GSM
  units   stress MPa, time s
  source  Nobody (2000), "Nowhere", with a source that is so long that it must go on in a second
          line
  file    ./mine.yaml

Parameters
  E    1e3
  tau  [1, 2.50]        s  > 0        times; list of 2 scalars
  N    {xx: 1, yy: -1}                symmetric tensor
  m                                   directions; list of 3 vectors
      [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  c    0.5                 >= 0, < 1  a share

Parameter sets
  soft: {E: 10, tau: [3]}

Required of parameters
  E > c: it must be so
  length(tau) >= 1

Internal variables: 12 unknowns
  p[1..2]  deviatoric  10 unknowns  initially 0*I  viscous  strains
  d        scalar      1 unknown    initially 0    damage
  q        scalar      1 unknown    initially 2*E  viscous

Definitions
  mu = E/2 # a comment

  lambda = E

Free energy omega(eps, p, d, q)
  e = eps - sum(i, 1, length(tau), p[i])
  (1 - d)*(lambda/2*tr(e)^2 + mu*(e : e))

Force potential Psi(A_p, A_d, A_q)
  sum(i, 1, length(tau), A_p[i] : A_p[i]/tau[i]) + pos(A_d - 1e-3)^2 + A_q*A_d

What follows
  stress     = d omega/d eps    symmetric
  A_p[i]     = -d omega/d p[i]  deviatoric, i = 1 .. 2
  A_d        = -d omega/d d     scalar
  A_q        = -d omega/d q     scalar
  rate_p[i]  = d Psi/d A_p[i]   deviatoric, i = 1 .. 2
  rate_d     = d Psi/d A_d      scalar
  rate_q     = d Psi/d A_q      scalar

Checks
  1. none: nothing
  2. (without title)
END
"$AUTOMAT" list materials --describe ./mine.yaml >out 2>messages ||
  fail "$(cat messages)"
sed -i 's/ *$//' out
same './mine.yaml'

for file in "$materials"/*.yaml; do
  name=$(basename "$file" .yaml)
  "$AUTOMAT" list materials --describe="$name" >out 2>messages ||
    fail "$name: $(cat messages)"
  for part in 'Free energy omega(eps' 'What follows' 'Checks' "/$name.yaml"; do
    grep -qF -- "$part" out || fail "$name: '$part' is missing"
  done
done

# wrong STATUS MESSAGE ARGUMENT...: expects a failure
wrong() {
  expected=$1
  message="automat: error: $2"
  shift 2
  "$AUTOMAT" "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] && [ ! -s out ] &&
    [ "$(cat messages)" = "$message" ] && return
  fail "$*: expected status $expected, '$message', found $found, $(cat messages)"
}
wrong 3 "no material 'nortn' is installed (did you mean 'norton'?)" \
  list materials --describe nortn
wrong 2 "--describe needs 'automat list materials'" \
  list schemes --describe norton
wrong 2 "--describe needs 'automat list materials'" list --describe norton

exit $failed
