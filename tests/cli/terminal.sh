#!/bin/sh
# terminal.sh: texts of files do not steer the terminal that shows them, and no
# message is as long as a file.
. "${srcdir:-.}/tests/cli/support.sh"

# Escape, a control of Latin 1, a line's end, a direction of writing, in YAML.
evil='\e[31m\x9b2J\nX\u202e\u2028'

cat >law.yaml <<END
material: law
title: "T$evil"
source: "S$evil"
units: {stress: MPa, time: s}
parameters:
  K: {value: 1, unit: MPa, about: "A$evil", above: 0}
  unread: 1
requires: [{that: K < 5, because: "B$evil"}]
lacks: {convexity: "L$evil"}
internal: {x: {type: scalar, about: "I$evil"}}
definitions: "c = 1 # D\e[31m"
free_energy: "K/2*(eps : eps) + c*x^2 # F\e[31m\u202e"
force_potential: "-A_x^2"
checks:
  - title: "C$evil"
    source: "Q$evil"
    case: {case: "N$evil", path: [{time: 1, strain: {xx: 1}}]}
    expect: [{column: stress.xx, time: 1, value: 2, tolerance: 1e-12}]
END
sed "s/^material:.*/material: \"m$evil\"/" law.yaml >label.yaml
sed "s/^units:.*/units: {stress: \"U$evil\"}/" law.yaml >unit.yaml
sed "s/^  unread: 1/  \"p$evil\": 1/" law.yaml >parameter.yaml
cat >case.yaml <<END
case: "N$evil"
material: law.yaml
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
expect: [{column: stress.xx, time: 1, value: 2, tolerance: 1e-12}]
END
sed "s/^path:/parameters: {\"K$evil\": 1}\npath:/" case.yaml >key.yaml
sed "s/^path:/parameters: {K: 7}\npath:/" case.yaml >requires.yaml
sed "s/stress.xx/\"stress$evil\"/" case.yaml >column.yaml
sed "s/^material:.*/material: \"law$evil\"/" case.yaml >unknown.yaml
sed "s/^path.*/points: {count: 2, variables: {a: {uniform: [0, 1]}}}\n&/" \
  case.yaml >points.yaml
cat >fit.yaml <<END
case: "N$evil"
material: law.yaml
fit:
  parameters: {K: {start: 1.1}}
  tests: [{title: "Y$evil", table: curve.csv, strain: [xx], compare: [stress.xx]}]
END
printf 'time,strain.xx,stress.xx,"\033[31m"\n0,0,0,1\n1,1e-3,1e-3,2\n' >curve.csv
printf 'time,strain.xx,stress.xx,"\302\2332J"\n0,0,0,1\n1,1e-3,1e-3,2\n' >b.csv

# shown ARGUMENT...: nothing of it steers a terminal.
shown() {
  "$AUTOMAT" "$@" >out 2>messages </dev/null
  for stream in out messages; do
    ! LC_ALL=C grep -n "$(printf '[\001-\010\013-\037\177]\|\302[\200-\237]\|\342\200[\250-\256]')" \
      $stream || fail "automat $*: found in $stream"
  done
  [ -s out ] || [ -s messages ] || fail "automat $*: says nothing"
}

shown check ./law.yaml --no-replays
shown check ./law.yaml --no-replays --verbose
shown check ./law.yaml --table
shown check ./law.yaml --only own --json -
shown check ./law.yaml --only own --junit -
shown check label.yaml
shown check unit.yaml
shown check parameter.yaml
shown check case.yaml
shown check column.yaml
shown emit ./law.yaml
shown emit ./law.yaml --language c
shown emit label.yaml
shown list materials --describe ./law.yaml
shown run case.yaml --verbose
shown run key.yaml
shown run requires.yaml
shown run unknown.yaml
shown batch points.yaml --replay 1
shown fit fit.yaml
shown compare curve.csv b.csv
shown compare curve.csv b.csv --columns "$(printf '\033[31m')"
shown study order case.yaml
shown new mine --from ./law.yaml
shown bench --material label.yaml --quick

# An image of 20000 arrays, of which none is chosen, and one of a long name.
{
  echo '<VTKFile type="ImageData"><ImageData WholeExtent="0 1 0 1 0 1">'
  echo '<Piece Extent="0 1 0 1 0 1"><CellData>'
  seq 20000 | sed 's|.*|<DataArray type="Int32" Name="array of the number &" format="ascii">0</DataArray>|'
  echo '</CellData></Piece></ImageData></VTKFile>'
} >arrays.vti
cat >cell.yaml <<END
case: cell
microstructure: {file: arrays.vti}
phases: {a: {label: 0, material: law.yaml}}
path: [{time: 1, strain: {xx: 1e-3}}]
END
status 3 "$AUTOMAT" homogenize cell.yaml
[ "$(wc -c <messages)" -le 4500 ] ||
  fail "a message of $(wc -c <messages) bytes"
message '(20000 in all)'
long=$(head -c 200000 /dev/zero | tr '\0' a)
printf 'case: c\nmaterial: law.yaml\n%s: 1\npath: [{time: 1}]\n' "$long" >long.yaml
status 3 "$AUTOMAT" run long.yaml
[ "$(wc -c <messages)" -le 4500 ] ||
  fail "a message of $(wc -c <messages) bytes"

exit $failed
