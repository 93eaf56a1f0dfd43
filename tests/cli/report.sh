#!/bin/sh
# report.sh: pages of laws and cases are complete and self-contained, and show
# the numbers of `run` and `check`, for any names and titles.
. "${srcdir:-.}/tests/cli/support.sh"

# whole FILE: expects well-formed XML according to xmllint or Python.
whole() {
  if command -v xmllint >/dev/null; then
    xmllint --noout "$1" 2>wrong || fail "$1: $(head -n 3 wrong)"
  elif command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1" \
      2>wrong || fail "$1: $(tail -n 1 wrong)"
  fi
}

# closed FILE: no external resources and no duplicate identifiers.
closed() {
  ! grep -nEi 'http|<script|<link|<img|<iframe|src=|@import|javascript:' \
    "$1" >wrong || fail "$1: something from elsewhere: $(head -c 300 wrong)"
  ! grep -o 'url([^#][^)]*)' "$1" || fail "$1: an address (above)"
  grep -o ' id="[^"]*"' "$1" | sort | uniq -d >twice
  [ ! -s twice ] || fail "$1: names that stand twice: $(cat twice)"
}

has() { grep -qF -- "$2" "$1" || fail "$1: expected '$2'"; }
lacks() { ! grep -qF -- "$2" "$1" || fail "$1: did not expect '$2'"; }

# first_case FILE: extracts the first case shown in a page.
first_case() {
  sed -n '/<details class="case">/,/<\/pre>/p' "$1" |
    sed -n '/<pre>/,/<\/pre>/p' | sed '/<\/pre>/q' |
    sed 's/.*<pre>//; s/<\/pre>.*//; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g
         s/&#39;/'"'"'/g; s/&amp;/\&/g'
}

# cell FILE NUMBER TEXT: prints a cell of the row that begins with TEXT.
cell() {
  grep -F "data-head=\"path\">$3</td>" "$1" | sed 's/<\/td>/\n/g' |
    sed -n "$2p" | sed 's/.*>//'
}

pictures=0
! command -v gnuplot >/dev/null || pictures=1

# ---- laws -------------------------------------------------------------------

for law in michel-suquet j2 ogden thermo-elastic; do
  status 0 "$AUTOMAT" report $law --quick --quiet -o $law.html
  [ ! -s messages ] || fail "$law: $(cat messages)"
  whole $law.html
  closed $law.html
  for part in law potentials follows parameters variables pictures schemes \
      checks sources; do
    has $law.html "<section id=\"$part\">"
  done
  lacks $law.html 'class="bad"'
  "$AUTOMAT" check $law --quick --no-replays >checked
  tally=$(sed -n 's/^1 file, \(.* failed\)$/\1/p' checked)
  [ -n "$tally" ] && has $law.html "\">$tally</span>"
  # The tension case, run separately, gives the numbers of the table.
  first_case $law.html >case.yaml
  status 0 "$AUTOMAT" run case.yaml -q -o rows.csv
  last=$(tail -n 1 rows.csv | cut -d , -f 3 | awk '{ printf "%.6g", $1 }')
  [ "$(cell $law.html 4 Tension)" = "$last" ] ||
    fail "$law: $(cell $law.html 4 Tension) is not $last"
  [ $pictures = 0 ] || has $law.html '<figure id="tension">'
done
has michel-suquet.html '<mi class="b">σ</mi>'
has michel-suquet.html 'Young&#39;s modulus'
has michel-suquet.html '<code>epsdot_0</code>'
has michel-suquet.html '<td class="n" data-head="value">55000</td>'
has michel-suquet.html '<code>rodas4</code>'
if [ $pictures = 1 ]; then
  for figure in shear cyclic rates relaxation creep; do
    has michel-suquet.html "<figure id=\"$figure\">"
  done
  has thermo-elastic.html '<figure id="fields">'
  lacks j2.html '<figure id="creep">'
fi
status 0 "$AUTOMAT" report j2 --quick -q
cmp -s out j2.html || fail 'standard output has another page'

# A case that fails, and text with special characters
cat >odd.yaml <<'INPUT'
material: odd
title: "<script>alert('&')</script> \"quoted\" \u202e\u0007 &amp; ω"
source: "a < b & c > d"
units: {stress: MPa, time: s}
parameters:
  k: {value: 100, above: 0, about: "</td></table><b onclick=\"x\">"}
free_energy: -k*log(1 - 1e3*inner(eps, eps))
INPUT
status 0 "$AUTOMAT" report odd.yaml --quick -q --strain 0.1 -o odd.html
whole odd.html
closed odd.html
has odd.html '&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt; &quot;quoted&quot;'
has odd.html '\u202e\x07 &amp;amp; ω'
has odd.html 'a &lt; b &amp; c &gt; d'
has odd.html '&lt;/td&gt;&lt;/table&gt;&lt;b onclick=&quot;x&quot;&gt;'
has odd.html 'Tension failed: '
has odd.html '<section id="checks">'

# Only the elastic domain that reads the stress depends on more than forces;
# check, list and report say so in the same words.
cat >two.yaml <<'INPUT'
material: two
internal: {x: symmetric, p: scalar}
free_energy: 500*inner(eps - x, eps - x) + p^2
force_potential: A_p^2/2
elastic_domain: {first: mises(A_x) - 1 + A_p,
                 second: mises(A_x) + 0.1*tr(stress) - 2}
INPUT
status 0 "$AUTOMAT" list materials --describe ./two.yaml
for heading in 'Force potential Psi(A_x, A_p)' \
    'Elastic domain first(A_x, A_p) <= 0' \
    'Elastic domain second(A_x, A_p) <= 0, which depends on eps, x'; do
  grep -qxF "$heading" out || fail "expected '$heading', found $(cat out)"
done
status 0 "$AUTOMAT" check --only class two.yaml
has out "sense: the elastic domain 'second' depends on eps, x"
status 0 "$AUTOMAT" check --only class cam-clay
has out "sense: the elastic domain 'yield' depends on eps_p"
status 0 "$AUTOMAT" report ./two.yaml --quick -q -o two.html
whole two.html
sed -n 's/<[^>]*>//g; s/^It also depends on //p' two.html >out
[ "$(cat out)" = 'ε,x.' ] || fail "dependence in a report: $(cat out)"

# Without gnuplot, the page has no plots.
mkdir bin
for program in sh cat sed; do ln -s "$(command -v $program)" bin; done
status 0 env PATH="$PWD/bin" "$AUTOMAT" report zener --quick -o bare.html
message 'no pictures: gnuplot is not installed'
whole bare.html
has bare.html 'no pictures: gnuplot is not installed'
lacks bare.html '<svg'
has bare.html 'data-head="largest stress"'

# ---- cases ------------------------------------------------------------------

cat >pulled.yaml <<'INPUT'
case: pulled <and> let go
material: j2
parameters: {sigma_Y: 300}
path:
  - {time: 1, steps: 20, strain: {xx: 0.01}, stress: {others: 0}}
  - {time: 2, steps: 20, stress: {xx: 0}}
output: {columns: [time, strain.xx, stress.xx, p]}
expect: [{column: stress.xx, time: 2, value: 0, absolute: 1e-6}]
INPUT
status 0 "$AUTOMAT" report pulled.yaml -q -o pulled.html
[ ! -s messages ] || fail "pulled: $(cat messages)"
whole pulled.html
closed pulled.html
has pulled.html '<h1>pulled &lt;and&gt; let go</h1>'
has pulled.html '<td class="n" data-head="value">300</td>'
has pulled.html '<span class="verdict good">ok</span>'
has pulled.html 'parameters: {sigma_Y: 300}'
[ $pictures = 0 ] || has pulled.html '<figure id="curve">'
status 0 "$AUTOMAT" run pulled.yaml -q -o rows.csv
strain=$(tail -n 1 rows.csv | cut -d , -f 2 | awk '{ printf "%.6g", $1 }')
grep -F '<code>strain.xx</code>' pulled.html | grep -qF ">$strain</td></tr>" ||
  fail "pulled: the last strain is not $strain"
status 0 "$AUTOMAT" report pulled.yaml -q --set parameters.sigma_Y=310 \
  -o other.html
has other.html '<td class="n" data-head="value">310</td>'

# A fit: parameters, correlations and residuals as 'automat fit' prints them;
# a path is not needed.
sed '/^path:/,/^$/d' "$source/cases/fit-michel-suquet.yaml" >fit.yaml
cp "$source"/cases/fit-*.csv .
status 0 "$AUTOMAT" fit fit.yaml
cp out fit.txt
status 0 "$AUTOMAT" report fit.yaml -q -o fit.html
[ ! -s messages ] || fail "fit: $(cat messages)"
whole fit.html
closed fit.html
value=$(awk '$1 == "sigma_Y" { printf "%.6g", $2; exit }' fit.txt)
has fit.html "<code>sigma_Y</code></td><td class=\"n\" data-head=\"value\">$value</td>"
value=$(awk '$1 == "n" { v = $4 } END { print v }' fit.txt | sed 's/-/−/')
has fit.html "data-head=\"sigma_Y\">$value</td>"
value=$(awk '$1 == "stress.xy" { print $3 }' fit.txt)
grep -F '<code>stress.xy</code>' fit.html | grep -qF "data-head=\"rms of residuals\">$value" ||
  fail "fit: the rms of shear is not $value"
[ $pictures = 0 ] || has fit.html '<figure id="residual-5">'
sed 's/epsdot_0: 1/epsdot_0: 2/; s/n: {start/epsdot_0: {start: 1.5}\n    n: {start/' \
  fit.yaml >loose.yaml
status 0 "$AUTOMAT" report loose.yaml -q -o loose.html
has loose.html 'not determined'

# A volume element: the numbers of 'automat homogenize', and no other files
cat >layers.yaml <<'INPUT'
case: layers <of metal>
microstructure:
  grid: [8, 2, 1]
  laminate: {normal: x, layers: [{label: 0, voxels: 2}, {label: 7, voxels: 6}]}
  write: labels.h5
phases:
  metal: {label: 0, material: michel-suquet, parameters: {sigma_Y: 31}}
  oxide: {label: 7, material: linear-elastic, parameters: {E: 300e3}}
homogenization: {equilibrium: 1e-8}
solver: {engine: interp}
path: [{time: 1, steps: 4, strain: {xx: 2e-3}, stress: {others: 0}}]
output:
  columns: [time, stress.xx, metal.alpha, equilibrium]
  fields: {file: fields, values: [stress, alpha, phase]}
expect: [{column: strain.xx, time: 1, value: 2e-3, tolerance: 1e-12}]
INPUT
status 0 "$AUTOMAT" report layers.yaml -q -o layers.html
[ ! -s messages ] || fail "layers: $(cat messages)"
[ ! -e labels.h5 ] && [ ! -e fields.h5 ] || fail 'the report writes files'
whole layers.html
closed layers.html
for part in case microstructure phases curves fields statistics expected path
do
  has layers.html "<section id=\"$part\">"
done
has layers.html '<dd>2 layers across x</dd>'
has layers.html '<dd>8 × 2 × 1</dd>'
has layers.html '<dd><code>{equilibrium: 1e-8}</code></dd>'
has layers.html 'data-head="voxels">4</td><td class="n" data-head="volume fraction">0.25<'
has layers.html 'data-head="voxels">12</td><td class="n" data-head="volume fraction">0.75<'
has layers.html '<td class="n" data-head="value">31</td>'
has layers.html '<td class="n" data-head="value">300000</td>'
has layers.html '<span class="verdict good">ok</span>'
status 0 "$AUTOMAT" homogenize layers.yaml -v -o rows.csv
count=$(sed -n 's/.* \([0-9]*\) iterations, .*/\1/p' messages)
has layers.html "<dt>iterations</dt><dd>$count</dd>"
for column in 2 3; do
  last=$(tail -n 1 rows.csv | cut -d , -f $column |
    awk '{ printf "%.6g", $1 }' | sed 's/e-0*\(.*\)/·10<sup>−\1<\/sup>/')
  has layers.html "data-head=\"last\">$last</td></tr>"
done
residual=$(awk -F, 'NR > 2 && $4 > most { most = $4 }
  END { printf "%.3g", most }' rows.csv | sed 's/e-0*/·10<sup>−/')
has layers.html "<dt>largest residual of equilibrium</dt><dd>$residual</sup>"
if [ $pictures = 1 ]; then
  for figure in curve field-label field-mises field-strain.eq field-alpha; do
    has layers.html "<figure id=\"$figure\">"
  done
  lacks layers.html 'id="field-phase"'
  # Large planes are thinned: labels of 100 of 300 voxels
  status 0 "$AUTOMAT" report layers.yaml -q -o large.html --set \
    microstructure.grid=[300,1,1] --set 'microstructure.laminate.layers=[{label:
    0, fraction: 0.25}, {label: 7, fraction: 0.75}]'
  has large.html 'one voxel of 3 in each direction'
  found=$(sed -n '/<figure id="field-label">/,/<\/figure>/p' large.html | awk '
    /shape-rendering/ { maps++ }
    maps == 1 && /<polygon/ { dark += /68,   1,  84/; bright += /253, 231/ }
    END { print dark, bright }')
  # gnuplot needs two rows.
  [ "$found" = '50 150' ] || fail "large: pixels $found"
fi
status 0 "$AUTOMAT" report layers.yaml -q -o failed.html --set \
  homogenization.iterations=1
whole failed.html
has failed.html 'class="bad"'
has failed.html '<section id="phases">'
lacks failed.html '<section id="fields">'
status 0 env PATH="$PWD/bin" "$AUTOMAT" report layers.yaml -o bare.html
message 'no pictures: gnuplot is not installed'
whole bare.html
lacks bare.html '<svg'

# A case that fails shows the rows obtained and the reason.
cat >torn.yaml <<'INPUT'
case: torn
material: odd.yaml
path: [{time: 1, steps: 20, strain: {xx: 0.1}}]
INPUT
status 0 "$AUTOMAT" report torn.yaml -q -o torn.html
whole torn.html
has torn.html 'class="bad"'
has torn.html '<section id="statistics">'

# An interrupted report is a complete page.
"$AUTOMAT" report fcc-crystal --thorough -q -o early.html 2>messages &
job=$!
sleep 1
kill -TERM $job
wait $job
[ $? = 143 ] || fail "interrupted: $?"
if [ -e early.html ]; then
  whole early.html
  has early.html 'interrupted before this section was complete'
  has early.html '<section id="potentials">'
else
  grep -q interrupted messages || fail "interrupted: $(cat messages)"
fi

# ---- messages ---------------------------------------------------------------

wrong() {
  expected=$1
  shift
  status "$expected" "$AUTOMAT" report "$@" -q -o wrong.html
  [ ! -e wrong.html ] || fail "$*: a page"
}
wrong 3 michel-suke
message "did you mean 'michel-suquet'?"
wrong 3 nowhere.yaml
wrong 2 j2 --set parameters.E=1
message "'j2' is a material: --set is only for cases"
wrong 2 pulled.yaml --quick
message "'pulled.yaml' is a case"
wrong 2 j2 --quick --thorough
message "--quick cannot be combined with --thorough"
wrong 2 j2 --strain -1
status 2 "$AUTOMAT" report j2 -o j2.csv
message 'the ending of CSV'
status 2 "$AUTOMAT" report pulled.yaml -o pulled.yaml
# Evolution equations are shown, for a whole block and for single entries.
cat >given.yaml <<'END'
material: given
internal: {a: scalar, b: {type: scalar, count: 2}, e: deviatoric}
free_energy: "100*((eps - e) : (eps - e)) + a^2 + b[1]^2 + b[2]^2"
rates: {a: -a, "b[i in 1 .. 2]": "-b[i]", e: A_e}
END
status 0 "$AUTOMAT" report given.yaml --quick -o given.html
for name in '<mi>a</mi>' '<mi>b</mi>' '<mi class="b">e</mi>'; do
  has given.html "<mover accent=\"true\">$name<mo>˙</mo></mover>"
done
status 0 "$AUTOMAT" report kachanov --quick -o kachanov.html
has kachanov.html '<mover accent="true"><mi class="b">ε</mi><mo>˙</mo></mover>'
grep -q '>rate</mi>' given.html kachanov.html && fail "rates without a dot"

exit $failed
