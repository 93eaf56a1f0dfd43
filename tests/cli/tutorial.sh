#!/bin/sh
# tutorial.sh: docs/tutorial.md, followed literally in an empty folder.
. "${srcdir:-.}/tests/cli/support.sh"
PATH=$(dirname "$AUTOMAT"):$PATH
drawn=true
gnuplot --version >/dev/null 2>&1 || drawn=false

# Splits the tutorial into numbered pieces: files (appended to where the text
# says so) and commands.
awk '
  function begin() { piece = sprintf("%03d", ++count) }
  /^```/ && inside { inside = 0; next }
  /^```(yaml|csv)/ {
    begin()
    print name > (piece ".file")
    inside = 1
    next
  }
  /^```/ { inside = 2; next }
  inside == 1 { print > (piece ".text"); next }
  inside { next }
  /^    automat / { begin(); print substr($0, 5) > (piece ".command") }
  match($0, /`[a-z]+\.(yaml|csv)`/) {
    name = substr($0, RSTART + 1, RLENGTH - 2)
  }' "$source/docs/tutorial.md"

[ "$(ls ./*.command | wc -l)" -ge 10 ] || { echo "few commands"; failed=1; }
[ "$(ls ./*.text | wc -l)" -eq 11 ] || { echo "not 11 files"; failed=1; }
for piece in ./*.text ./*.command; do echo "$piece"; done | sort >pieces
while read -r piece; do
  case $piece in
  *.text) cat "$piece" >>"$(cat "${piece%.text}.file")" ;;
  *)
    command=$(cat "$piece")
    $drawn || command=$(echo "$command" | sed 's/ --\(plot\|x\|y\) [^ ]*//g')
    $command >out 2>&1 ||
      { echo "fails: $command"; cat out; failed=1; } ;;
  esac
  case $piece in
  *.command) cat out >>log ;;
  esac
done <pieces

# Results quoted in the tutorial
said() { grep -q "$1" log || { echo "not said: $1"; failed=1; }; }
said '1 file, 1 comparison, 0 failed'
said 'ok      stress.xy: largest difference 0.0475 Pa'
said '^mu  *3476\.[0-9]*  *22\.8 '
said '^Y  *54\.8'
said '^eta  *39\.9'
said '10000 good and 0 failed'
grep -q '^0\.2[^,]*,.*,34\.6410161' shear.csv || failed=1
awk -F, '$1 == 60 { hot = $3 } END { exit !((hot + 90.70297)^2 < 1e-8 && $3 > 60) }' \
  walls.csv || { echo 'not said: 90.7 MPa'; failed=1; }
awk -F, 'NR == 4 { cold = $4 < 300 } END { exit !(cold && ($4 - 303.573)^2 < 1e-4) }' \
  adiabatic.csv || { echo 'not said: 3.6 K'; failed=1; }
awk -F, 'NR > 2 && $4 > most { most = $4; at = $2 }
  END { exit !(at > 2.34 && at < 2.38 && (most - 294.12)^2 < 1e-4) }' pulled.csv ||
  { echo 'not said: 294.1 MPa'; failed=1; }
sed 's/  K\/2\*tr(e)^2 + mu/  K\/2*tr(e)^2 - mu/' bingham.yaml >wrong.yaml
"$AUTOMAT" check --only convexity wrong.yaml >out && { cat out; failed=1; }
"$AUTOMAT" run bingham.convexity.case.yaml >/dev/null || failed=1
exit $failed
