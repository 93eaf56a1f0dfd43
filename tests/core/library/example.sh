#!/bin/sh
# example.sh: the example of libautomat(3) gives the results of `automat run`
# and is printed in the manual page.
example=$(dirname "$AUTOMAT")/tests/core/library/million
. "${srcdir:-.}/tests/cli/support.sh"

cat >case.yaml <<'C'
case: the fourth point of the example
material: michel-suquet
solver: {scheme: implicit-euler}
path: [{time: 1, strain: {xx: 0, yy: 0, zz: 0, yz: 0, xz: 0, xy: 2.4e-3}}]
output: {columns: [stress.xy, tangent.xy.xy], times: [1]}
C
status 0 "$AUTOMAT" run case.yaml -o run.csv
status 0 "$example"
[ "$(wc -l <out)" -eq 5 ] || fail "expected 5 lines"
cat run.csv out | awk -F '[, ]' '
function near(a, b) { return (a - b)^2 <= 1e-20*b^2 }
NR == 3 { sigma = $(NF - 1); tangent = $NF }
$1 == "0.0024" { found = near($2, sigma) && near($3, tangent) }
END { exit !found }' || { fail "other numbers"; cat run.csv out; }

awk '/^\.EX/ { n++; next } /^\.EE/ { n++ } n == 1' \
  "$source/man/libautomat.3" | sed 's/\\\\/\\/g; s/\\-/-/g; s/^\\&//' >shown
sed '1,2d' "$source/tests/core/library/million.c" | cmp - shown ||
  fail "libautomat.3 does not show tests/core/library/million.c"

exit $failed
