#!/bin/sh
# readme-examples.sh: the examples of README.md work.
: "${AUTOMAT:?}"
source=$(cd "${srcdir:-.}" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
readme=$source/README.md
tables=$source/docs/performance.md
failed=0

# block N: prints the N-th block of YAML.
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

# Batch with fewer points
block 3 >bars.yaml
"$AUTOMAT" batch bars.yaml --points 20 -o bars.h5 -q || failed=1
"$AUTOMAT" run bars.h5 --point 7 -o seven.csv -q || failed=1
[ "$(wc -l <seven.csv)" -eq 4 ] || { cat seven.csv; failed=1; }

# The volume element equals that of the installed case.
block 4 >element
[ -s element ] || failed=1
sed -n '/^microstructure:/,/^  fibre:/p' "$source/cases/mmc-30.yaml" |
  sed '/^$/d' | diff element - || failed=1

# Message for the misspelt material
sed 's/material: norton/material: nortom/' creep.yaml >wrong
mv wrong creep.yaml
"$AUTOMAT" run creep.yaml 2>messages
awk '/^    creep\.yaml:/ { on = 1 } on && /^$/ { exit }
     on { print substr($0, 5) }' "$readme" | diff - messages || failed=1

# Numbers of the paper equal those in its tables: scheme, strategy, GPU, seconds
# with an updated and a fixed reference, without and with tangents.
awk -v OFS=, '$3 ~ /^[cg]pu$/ && $4 + 0 {
  print $1, $2, $3 == "gpu" ? "true" : "false", $4, $5, $6, $7 }' \
  "$source/bench/paper.sh" >paper.csv
[ "$(wc -l <paper.csv)" -eq 16 ] || { cat paper.csv; failed=1; }
awk -F, '
  { law[$1, $2, $3] = $6; tangent[$1, $2, $3] = $7 }
  END {
    for (key in law) {
      split(key, k, SUBSEP)
      if (k[2] == "automatic" && k[3] == "false")
        printf "| `%s` %.2f, with tangent %.2f |\n", k[1],
          law[key]/law[k[1], "semi-automatic", "false"],
          tangent[key]/tangent[k[1], "semi-automatic", "false"]
    }
    e = "implicit-euler" SUBSEP "automatic" SUBSEP "false"
    c = "implicit-euler" SUBSEP "conventional" SUBSEP "false"
    printf "paper: %.1f times, with tangent %.1f times\n", law[e]/law[c],
      tangent[e]/tangent[c]
  }' paper.csv >quoted
tr '\n' ' ' <"$tables" >line
awk -F ' *[|] *' '/^\| `/ { print "|", $2, $6, "|" }' "$tables" >>line
while read -r words; do
  grep -qF "$words" line || { echo "docs/performance.md lacks '$words'"; failed=1; }
done <quoted
[ "$(wc -l <quoted)" -eq 4 ] || failed=1
awk -F, '$3 == "true" && $2 == ($1 == "ode23s" ? "semi-automatic" : "automatic") {
  printf "`%s` %d %d %d\n", $1, $5 + 0.5, $4 + 0.5, $7 + 0.5 }' paper.csv |
  sort >quoted
awk -F ' *[|] *' '
  function quoted(cell) { gsub(/.*[( ]|\)/, "", cell); return cell }
  /^\| `.*\([0-9]*\)/ && NF == 10 {
    print $2, quoted($4), quoted($8), quoted($9)
  }' "$tables" | sort | diff quoted - || failed=1

# Numbers of registers equal those of the kernels.
awk -F ' *[|] *' '/^\| `/ && $7 ~ /^[0-9]+, [0-9]+$/ {
  gsub(/[`,]/, ""); print $2, $7 }' "$tables" >registers
[ "$(wc -l <registers)" -eq 4 ] || { cat registers; failed=1; }
while read -r scheme without with; do
  for wanted in "- automat_first $without" "tangent=true automat_first $with"; do
    tr -s ' ' <"$source/tests/cuda/resources-13.0.txt" |
      grep -q "^sm_90 michel-suquet $scheme $wanted " ||
      { echo "docs/performance.md: $scheme, $wanted registers"; failed=1; }
  done
done <registers

# Every law and every command has a row.
for file in "$source"/materials/*.yaml; do
  name=$(basename "$file" .yaml)
  grep -q "^| \`$name\` |" "$source/docs/laws.md" ||
    { echo "docs/laws.md has no row for $name"; failed=1; }
done
for command in run homogenize check compare study fit list new emit \
  export completion help; do
  grep -q "^| \`automat $command " "$readme" || failed=1
done

exit $failed
