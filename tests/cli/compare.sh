#!/bin/sh
# compare.sh: comparison of two result files, its output and exit statuses.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

fail() {
  echo "$1"
  cat out messages
  failed=1
}

# try STATUS ARGUMENT...: expects the exit status; output goes to ./out and
# ./messages.
try() {
  expected=$1
  shift
  "$AUTOMAT" compare "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] ||
    fail "compare $*: expected status $expected, found $found"
}

# out TEXT, message TEXT: expects a line on standard output or standard error.
out() { grep -qF -- "$1" out || fail "expected '$1'"; }
message() { grep -qF -- "$1" messages || fail "expected '$1'"; }
silent() { [ ! -s "$1" ] || fail "$1 is not empty"; }

cat >norton.yaml <<'END'
case: creep
material: norton
path:
  - {duration: 0, stress: {xx: 20, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}
  - {duration: 3600, steps: 36, hold: true}
output:
  columns: [time, strain, stress, internal]
END

# Same run with other steps: the strain is linear in time up to the tolerance of
# the solver; the jump at time 0 is paired.
"$AUTOMAT" run norton.yaml -o fine.csv -q || exit 1
"$AUTOMAT" run norton.yaml -o coarse.csv -q --set path.2.steps=5 || exit 1
try 0 fine.csv fine.csv --rtol 0
try 0 fine.csv fine.csv --rtol 1e30
out 'stress.xx: no difference'
out '18 columns, 38 rows (0 interpolated), 0 columns differ'
silent messages
try 0 coarse.csv fine.csv --relative-to largest --rtol 1e-8
out '38 rows (35 interpolated), 0 columns differ'
try 1 coarse.csv fine.csv --rtol 0 --quiet
try 0 coarse.csv fine.csv --columns stress.xx --quiet
silent out

# A different parameter is detected in the columns that depend on it.
"$AUTOMAT" run norton.yaml -o other.csv -q --set parameters.n=8.3 || exit 1
try 1 other.csv fine.csv --relative-to largest -o norms.csv
out 'ok      stress.xx: '
out 'FAILED  eps_p.xx: largest difference '
grep -q '^eps_p.xx,,0,' norms.csv || fail 'norms.csv: eps_p.xx is good'
grep -q '^stress.xx,MPa,1,' norms.csv || fail 'norms.csv: stress.xx is bad'
try 1 other.csv fine.csv --columns eps_p.xx -o -
[ "$(head -n 1 out | cut -c1-17)" = 'column,unit,good,' ] ||
  fail 'standard output does not begin with names'
[ "$(wc -l <out)" -eq 2 ] || fail 'more than a table on standard output'
try 4 other.csv fine.csv -o nowhere/norms.csv
out 'FAILED  eps_p.xx'
message "cannot write 'nowhere/norms.csv'"

# Missing rows of the reference are failures; missing columns and additional
# rows are warnings.
cut -d, -f1,2 fine.csv | head -n 20 >part.csv
try 1 part.csv fine.csv
message "warning: only 'fine.csv' has the columns strain.yy, "
message "error: 20 of the 38 rows of 'fine.csv' are missing in 'part.csv'"
out ', 18 of 38 rows (0 interpolated), 0 columns differ'
try 1 part.csv fine.csv -q
message "error: 20 of the 38 rows of 'fine.csv' are missing in 'part.csv'"
head -n 4 part.csv >first.csv
try 1 first.csv fine.csv
out ', 2 of 38 rows (0 interpolated), 0 columns differ'
try 0 part.csv fine.csv --common
message "warning: 20 rows of 'fine.csv' lie outside the range of time in"
out ', 18 of 38 rows (0 interpolated), 0 columns differ'
try 1 part.csv fine.csv --common --strict
try 0 fine.csv part.csv
message "warning: 20 rows of 'fine.csv' lie outside the range of time in"
out ', 18 rows (0 interpolated), 0 columns differ'
try 1 fine.csv part.csv --strict
try 0 part.csv part.csv --strict
sed 's/^#s/#h/' fine.csv >hours.csv
try 3 hours.csv fine.csv
message "the unit of time is 'h' in 'hours.csv', but 's' in 'fine.csv'"

# One column with two names
printf 'time,free_energy\n0,0\n1,2\n' >free.csv
printf 'time,energy\n0,0\n1,2\n' >energy.csv
try 0 free.csv energy.csv --strict
out 'ok      energy: '
try 0 free.csv energy.csv --columns free_energy --strict
try 0 free.csv free.csv --columns energy --strict

# Control characters from a file do not reach the terminal.
printf 'time,a\n#s,M\033[31mPa\n0,1\n' >red.csv
printf 'time,a\n#s,M\033[31mPa\n0,2\n' >blue.csv
try 1 red.csv blue.csv
grep -q "$(printf '\033')" out && fail 'an escape sequence is printed'

# Batch files: all points, one point, one point as CSV
cat >batch.yaml <<'END'
case: batch
material: zener
points:
  count: 9
  seed: 3
  variables: {top: {uniform: [1e-3, 2e-3]}}
path: [{time: 1, steps: 4, strain: {xx: top, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}]
output: {columns: [strain.xx, stress, internal], times: [0, 0.5, 1]}
END
batch() { "$AUTOMAT" batch batch.yaml --engine interp -q "$@" || exit 1; }
batch -o a.h5
batch -o b.h5 --set points.seed=4
batch -o more.h5 --set points.count=10
try 0 a.h5 a.h5 --rtol 0
out ' 9 points, 27 rows (0 interpolated), 0 columns differ'
try 1 a.h5 b.h5 --columns strain.xx
out ' of point '
try 3 a.h5 more.h5
message "'a.h5' has 9 points and 'more.h5' has 10: expected equal"
try 0 more.h5 a.h5 --point 9
try 2 more.h5 a.h5 --point 10
message "no point 10 in 'a.h5', which has 9 points"
try 2 fine.csv fine.csv --point 1
cp fine.csv text.h5
try 3 text.h5 a.h5
message "cannot read 'text.h5': it is not an HDF5 file"

# Damage in the last row of the last chunk is an error, not a difference.
batch -o long.h5 --set points.count=5000
tail=$(($(wc -c <long.h5) - 480000))
cp long.h5 bad.h5
printf 'damage' | dd of=bad.h5 bs=1 seek=$tail conv=notrunc 2>dd.log ||
  fail "$(cat dd.log)"
for files in 'bad.h5 long.h5' 'long.h5 bad.h5' 'bad.h5 bad.h5'; do
  try 3 $files --rtol 1e9
  message "cannot read 'bad.h5': it is damaged: wrong checksum of points 4097 to 5000"
  [ "$(wc -l <messages)" -eq 1 ] || fail 'more than one message'
  silent out
done
try 0 bad.h5 long.h5 --point 4

# A run gives the same bits as the point of the batch.
"$AUTOMAT" run batch.yaml --point 4 --engine interp -q -o run.csv \
  --set 'output.columns=[time, strain.xx, stress, internal]' || exit 1
try 0 run.csv a.h5 --point 4 --rtol 0
out '3 rows (0 interpolated), 0 columns differ'

# Plots show both curves; a usage error is reported before files are read.
try 2 none.csv none.csv --plot x.gif
try 2 none.csv none.csv --keep-script
try 2 none.csv none.csv --rtol=-1
message "expected '--rtol' to be a number, at least 0, found '-1'"
try 2 none.csv none.csv --atol 1e999
try 2 none.csv none.csv --relative-to time
if gnuplot --version >/dev/null 2>&1; then
  try 1 other.csv fine.csv --plot x.svg --keep-script
  grep -q '>other.csv<' x.svg && grep -q '>fine.csv<' x.svg ||
    fail 'the picture does not name the files'
  [ -s x.svg.gp ] || fail 'the script is not kept'

  # A loop is drawn in the order of its rows; columns that only increase are
  # drawn over time.
  cat >loop.csv <<'END'
time,strain.xx,stress.xx,strain.yy,stress.yy
0,0,0,0,0
1,1e-3,100,1e-3,50
2,0,-20,2e-3,60
3,-1e-3,-110,3e-3,70
4,0,20,4e-3,80
END
  sed 's/100/101/; s/60/61/' loop.csv >bent.csv
  try 1 bent.csv loop.csv --plot loop.svg --keep-script
  printf '%s\n' '0 0' '0.001 100' '0 -20' '-0.001 -110' '0 20' >expected
  sed -n '/^$panel[12]_curve1 << END/,/^END/p' loop.svg.gp |
    grep -v '[a-zA-Z]' >found
  head -n 5 found | cmp -s - expected || tail -n +6 found | head -n 5 |
    cmp -s - expected || fail "the loop is drawn as $(cat found)"
  grep -q '^1 50$' found || fail "stress.yy is not drawn over time"
  try 1 bent.csv loop.csv --x time --columns stress.yy --plot loop.svg
fi

# Loop over its strain, compared at other times and with rows in between
cat >coarse.csv <<'END'
time,strain.xx,stress.xx
0,0,0
1,2,8
2,-2,-6
3,2,10
END
cat >fine.csv <<'END'
time,strain.xx,stress.xx
0,0,0
5,1,4
6,2,8
9,0,1
10,-1,-2.5
11,-2,-6
12,2,10
END
try 0 fine.csv coarse.csv --x strain.xx --columns stress.xx
silent messages
out '1 column, 4 rows (0 interpolated), 0 columns differ'
sed 's/^9,0,1$/9,0,1.5/' fine.csv >other.csv
try 1 coarse.csv other.csv --x strain.xx --columns stress.xx --rtol 0.1
out 'largest difference 0.5 at path length of strain.xx 4'
out '1 at path length of strain.xx 4, expected 1.5 within 0.15'
out '7 rows (3 interpolated), 1 column differs'

# No tolerance applies to a number that is missing in one file.
printf 'time,stress.xx\n0,0\n1,2\n' >whole.csv
printf 'time,stress.xx\n0,0\n1,\n' >gap.csv
"$AUTOMAT" compare whole.csv gap.csv >gap.out && fail "a gap is good"
grep -q '^ *2 at time 1, expected no number$' gap.out || fail "$(cat gap.out)"

exit $failed
