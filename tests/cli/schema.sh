#!/bin/sh
# schema.sh: schemas of `automat schema` accept valid files and reject unknown
# keys.
. "${srcdir:-.}/tests/cli/support.sh"

for kind in material case; do
  status 0 "$AUTOMAT" schema $kind
  cp out $kind.json
  status 0 "$AUTOMAT" schema $kind -o again.json
  cmp -s again.json $kind.json || fail "$kind: another file"
  rm again.json
done
status 0 "$AUTOMAT" schema study
sed 's/"automat study"/"automat case"/; s;definitions/study";definitions/case";
  s/^"study": {$/"case": {/' out >study.json
cmp study.json case.json || fail 'a study reads something else than a case'
status 2 "$AUTOMAT" schema studies
message "one of material, case, study, found 'studies'"
status 4 "$AUTOMAT" schema case -o nowhere/x.json

# Words from other tables: schemes, parts of volume elements, checks
for word in $("$AUTOMAT" list schemes | sed 's/ .*//') laminate equilibrium \
    lambda orientation every; do
  grep -q "\"$word\"" case.json || fail "case.json lacks $word"
done
for word in tangent convexity column; do
  grep -q "\"$word\": {" material.json || fail "material.json lacks $word"
done

# Files made by `new` refer to the installed schema, here in a folder of
# AUTOMAT_PATH.
data=$PWD/a-folder-whose-name-is-so-long-that-no-message-would-show-it-whole
mkdir -p "$data/schema"
cp material.json case.json "$data/schema"
AUTOMAT_PATH=$data "$AUTOMAT" new mine >/dev/null || fail "new mine"
for file in mine.yaml:material mine-case.yaml:case; do
  head -n 1 "${file%:*}" >found
  echo "# yaml-language-server: \$schema=$data/schema/${file#*:}.json" |
    cmp -s - found || fail "$file: $(cat found)"
done

[ "$failed" -eq 0 ] || exit "$failed"
python3 -W ignore -c 'import jsonschema, yaml' 2>/dev/null || exit 77
judge() {
  python3 -W ignore "$source/tests/cli/schema.py" "$@"
}

judge material.json "$source"/materials/*.yaml "$source"/materials/blocks/*.yaml \
  mine.yaml >wrong
judge case.json "$source"/cases/*.yaml mine-case.yaml >>wrong
[ ! -s wrong ] || fail "$(cat wrong)"

# Files with an intentionally unknown key (bad-input.sh)
for name in $(sed -n 's/^  \([^ ]*\)\.yaml:.*error:.* key .*unknown.*/\1/p' \
                "$source/tests/cli/bad/expected"); do
  [ -f "$source/tests/cli/bad/$name.yaml" ] || continue
  kind=material
  grep -q '^case:' "$source/tests/cli/bad/$name.yaml" && kind=case
  judge $kind.json "$source/tests/cli/bad/$name.yaml" | grep -q . ||
    fail "$name.yaml is good by the schema"
  echo "$name" >>judged
done
[ "$(wc -l <judged)" -ge 7 ] || fail "few files judged: $(cat judged)"

exit $failed
