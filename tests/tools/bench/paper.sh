#!/bin/sh
# paper.sh: bench/paper.sh prints results next to the numbers of the paper, and
# reports runs that fail.
. "${srcdir:-.}/tests/cli/support.sh"
export OMP_NUM_THREADS=1

paper() { "$source/bench/paper.sh" -g 4 -e interp -s implicit-euler "$@"; }
status 0 paper -n "5 80" -S "automatic conventional" -r "updated" -k kept
for strategy in automatic conventional; do
  grep -q "^    5  implicit-euler  $strategy .* [0-9]* " out ||
    fail "no 5 steps, $strategy: $(cat out)"
  [ -s kept/80-implicit-euler-$strategy-updated.csv ] || fail "no $strategy"
done
grep -q '^ *80 .* conventional .* [0-9]* (1681) .* (1162.74) .* (830.1) .* (50.9)' \
  out || fail "the paper: $(cat out)"
grep -q '^ *80 .* automatic .* (6282.41) ' out || fail "the paper: $(cat out)"
[ "$(grep -c '^ *5 .* (1681)' out)" -eq 0 ] || fail "5 steps: $(cat out)"

# The printed number is the sum of the iterations column.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "iterations") c = i }
  NR > 2 { sum += $c } END { print sum }' \
  kept/80-implicit-euler-automatic-updated.csv >sum
grep -q "^ *80 .* automatic .* $(cat sum) (1681)" out ||
  fail "sum $(cat sum): $(cat out)"
grep -q '^   80  implicit-euler  0$' out || fail "differences: $(cat out)"
grep -q '^    5  implicit-euler  [1-9]' out || fail "differences: $(cat out)"

status 1 "$source/bench/paper.sh" -g 4 -e interp -n 5 -s "nonsense implicit-euler"
grep -q "scheme" messages || fail "no message: $(cat messages)"
grep -q '^    5  implicit-euler  automatic ' out || fail "no row: $(cat out)"
exit $failed
