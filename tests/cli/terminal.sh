#!/bin/sh
# terminal.sh: texts from files cannot control the terminal that shows them, and
# messages have bounded length.
. "${srcdir:-.}/tests/cli/support.sh"

# Escape, bell, a Latin-1 control, line separators, bidirectional controls, an
# isolate, a byte order mark, a tag character, in YAML
evil='\e[31m\a\x9b2J\r\nX\u202e\u2028\u2066\ufeff\U000e0001'

in_sed=$(printf '%s' "$evil" | sed 's/\\/\\\\/g')

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
sed "s/^material:.*/material: \"m$in_sed\"/" law.yaml >label.yaml
sed "s/^units:.*/units: {stress: \"U$in_sed\"}/" law.yaml >unit.yaml
sed "s/^  unread: 1/  \"p$in_sed\": 1/" law.yaml >parameter.yaml
cat >case.yaml <<END
case: "N$evil"
material: law.yaml
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
expect: [{column: stress.xx, time: 1, value: 2, tolerance: 1e-12}]
END
sed "s/^path:/parameters: {\"K$in_sed\": 1}\npath:/" case.yaml >key.yaml
sed "s/^path:/parameters: {K: 7}\npath:/" case.yaml >requires.yaml
sed "s/stress.xx/\"stress$in_sed\"/" case.yaml >column.yaml
sed "s/^material:.*/material: \"law$in_sed\"/" case.yaml >unknown.yaml
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

# plain FILE: contains valid UTF-8 without ASCII or Latin-1 controls and without
# invisible characters.
plain() {
  ! LC_ALL=C grep -an "$(printf '[\001-\010\013-\037\177]\|\302[\200-\237]\|\342\200[\213-\217\250-\256]\|\342\201[\240-\257]\|\357\273\277\|\363\240')" "$1" &&
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null
}

# shown ARGUMENT...: expects output without terminal controls.
shown() {
  "$AUTOMAT" "$@" >out 2>messages </dev/null
  for stream in out messages; do
    plain $stream || fail "automat $*: found in $stream"
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

# Controls are escaped, not omitted.
cp law.yaml seen.yaml
status 0 "$AUTOMAT" list materials --describe ./seen.yaml
grep -qF 'T\x1b[31m\x07\u009b2J' out && grep -qF 'X\u202e\u2028\u2066\ufeff\U000e0001' out ||
  { fail 'list: the title is not seen'; cat out; }
"$AUTOMAT" check key.yaml >out 2>messages
message 'has no parameter'
grep -qF 'K\x1b[31m\x07\u009b2J' messages || fail 'check: the key is not seen'

# ---- names of files ------------------------------------------------------

# Bytes of a name, and the name as it is shown
names='\033[31m|\x1b[31m
\007bell|\x07bell
a\rb|a\x0db
a\nb|a\x0ab
\302\2332J|\u009b2J
\342\200\256lmay|\u202elmay
\342\201\246x|\u2066x
\342\200\250x|\u2028x
x\357\273\277y|x\ufeffy
\377\376x|\xff\xfex
\303|\xc3'
cat >good.yaml <<'END'
case: elastic
material: linear-elastic
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
END
sed 's/linear-elastic/unknown/' good.yaml >bad.yaml
printf '%s\n' "$names" | while IFS='|' read -r bytes seen; do
  # shellcheck disable=SC2059
  name=$(printf "$bytes") && mkdir "$name" || exit 1
  cp bad.yaml "$name/bad.yaml"
  cp good.yaml "$name/good.yaml"
  for words in "run $bytes/bad.yaml" "check $bytes/bad.yaml" \
    "run good.yaml -o $bytes" "run $bytes/none.yaml" \
    "compare $bytes/a.csv $bytes/b.csv" "list materials --describe $bytes/x.yaml" \
    "$bytes" "run --$bytes" \
    "emit $bytes" "study $bytes good.yaml" \
    "run good.yaml --set $bytes=1" "run good.yaml --set material=$bytes" \
    "evaluate norton $bytes.csv" \
    "export $bytes" "completion $bytes" "new $bytes"; do
    set --
    # Words are split at blanks before escapes are expanded.
    for word in $words; do
      # shellcheck disable=SC2059
      set -- "$@" "$(printf -- "$word")"
    done
    "$AUTOMAT" "$@" >out 2>messages </dev/null
    plain out && plain messages || { echo "automat $words"; exit 1; }
    # YAML folds lines and reports invalid bytes by their number.
    case $words in *--set*) continue ;; esac
    grep -qF -- "$seen" messages ||
      { echo "automat $words: '$seen' is not seen in"; cat messages; exit 1; }
  done
done || fail 'names of files'

# ---- output --------------------------------------------------------------

"$AUTOMAT" study sweep good.yaml --over material=linear-elastic \
  --columns stress.xx -o sweep.csv >out 2>messages || fail 'sweep'
printf 'time,\033[31m\342\200\256s\n0,0\n1,1\n' >named.csv
status 0 "$AUTOMAT" compare named.csv named.csv -o norms.csv
grep -qF '\x1b[31m\u202es' norms.csv || fail 'a table of norms: not seen'
plain norms.csv || fail 'a table of norms'
"$AUTOMAT" check ./law.yaml --no-replays --json law.json --junit law.xml \
  >out 2>messages
plain law.json && plain law.xml || fail 'reports of check'
if command -v gnuplot >/dev/null; then
  sed 's/, expect.*//; /^expect/d' case.yaml >drawn.yaml
  "$AUTOMAT" run drawn.yaml -o drawn.csv --plot drawn.svg --keep-script \
    >out 2>messages || { fail 'no picture'; cat messages; }
  plain drawn.svg && plain drawn.svg.gp || fail 'a picture'
  grep -qF 'N\x1b[31m\x07\u009b2J' drawn.svg || fail 'a picture: not seen'
fi

# Image with 20000 arrays, none of them selected, and one with a long name
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
