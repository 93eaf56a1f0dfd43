#!/bin/sh
# readme-examples.sh: what README.md shows is so.
: "${AUTOMAT:?}"
source=$(cd "${srcdir:-.}" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
readme=$source/README.md
failed=0

# block N: the N-th block of YAML.
block() {
  awk -v wanted="$1" '
    /^```/ { inside = /^```yaml/; count += inside; next }
    inside && count == wanted' "$readme"
}

block 1 >norton.yaml
[ -s norton.yaml ] || exit 1
sed '/^checks:/,$d' "$source/materials/norton.yaml" | sed '$d' |
  diff norton.yaml - || failed=1

block 2 >creep.yaml
PATH=$(dirname "$AUTOMAT"):$PATH
sed -n 's/^    \.\/automat run creep/automat run creep/p' "$readme" >commands
[ "$(wc -l <commands)" -ge 2 ] || failed=1
gnuplot --version >/dev/null 2>&1 || sed -i 's/ --plot [^ ]*//' commands
while read -r command; do
  $command >out || { echo "fails: $command"; failed=1; }
done <commands

# The batch, with fewer points.
block 3 >bars.yaml
"$AUTOMAT" batch bars.yaml --points 20 -o bars.h5 -q || failed=1
"$AUTOMAT" run bars.h5 --point 7 -o seven.csv -q || failed=1
[ "$(wc -l <seven.csv)" -eq 4 ] || { cat seven.csv; failed=1; }

# The volume element is that of the installed case.
block 4 >element
[ -s element ] || failed=1
sed -n '/^microstructure:/,/^  fibre:/p' "$source/cases/mmc-30.yaml" |
  sed '/^$/d' | diff element - || failed=1

# The message of the misspelt material.
sed 's/material: norton/material: nortom/' creep.yaml >wrong
mv wrong creep.yaml
"$AUTOMAT" run creep.yaml 2>messages
awk '/^    creep\.yaml:/ { on = 1 } on && /^$/ { exit }
     on { print substr($0, 5) }' "$readme" | diff - messages || failed=1

# Every law and every command has its row.
for file in "$source"/materials/*.yaml; do
  name=$(basename "$file" .yaml)
  grep -q "^| \`$name\` |" "$readme" ||
    { echo "README.md has no row for $name"; failed=1; }
done
for command in run homogenize check compare study fit list new emit \
  completion help; do
  grep -q "^| \`automat $command " "$readme" || failed=1
done

exit $failed
