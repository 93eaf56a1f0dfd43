#!/bin/sh
# evaluations.sh: bundled cases need at most 5 % more evaluations of their law
# than when they were last reviewed.
. "${srcdir:-.}/tests/cli/support.sh"

# evaluations CASE SCHEME: total over all rows
evaluations() {
  "$AUTOMAT" run "$source/cases/$1.yaml" --engine interp \
    --set "solver.scheme=$2" --set output.times=all \
    --set 'output.columns=[time, evaluations]' -o - 2>/dev/null |
    awk -F, 'NR > 2 { sum += $2 } END { print sum + 0 }'
}

while read -r case scheme reviewed; do
  count=$(evaluations "$case" "$scheme")
  [ "$count" -gt 0 ] && [ $((100 * count)) -le $((105 * reviewed)) ] ||
    fail "$case by $scheme: $count evaluations, $reviewed when reviewed"
done <<'TABLE'
concrete-flow auto 10952
concrete-flow implicit-euler 436
chaboche-cyclic auto 5321
chaboche-cyclic implicit-euler 1134
superelastic implicit-euler 836
nonproportional implicit-euler 307
uniaxial auto 1229
uniaxial implicit-euler 326
uniaxial rodas4 1842
crystal-cyclic auto 4200
relaxation implicit-euler 91
strain-table implicit-euler 60
TABLE
exit $failed
