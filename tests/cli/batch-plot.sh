#!/bin/sh
# batch-plot.sh: percentiles of a batch against those of single runs.
. "${srcdir:-.}/tests/cli/support.sh"
gnuplot --version >/dev/null 2>&1 && drawn=0 || drawn=4

cat >five.yaml <<'END'
case: drag stresses that scatter
material: michel-suquet
points:
  count: 5
  variables: {sigma_d: {normal: [60, 10]}, a: {uniform: [1, 2]}}
path:
  - {time: 1, steps: 4, strain: {xx: 2e-3*a}, stress: {yy: 0, zz: 0}}
  - {time: 3, steps: 4, strain: {xx: -2e-3*a}, stress: {yy: 0, zz: 0}}
solver: {engine: interp}
output: {columns: [strain, stress]}
END

# draw OPTION...: draws x.svg and keeps its script, x.svg.gp.
draw() {
  status $drawn "$AUTOMAT" batch five.yaml -q -o five.h5 --resume \
    --plot x.svg --keep-script "$@"
}

# wrong STATUS MESSAGE OPTION...: fails and draws nothing.
wrong() {
  expected=$1
  text=$2
  shift 2
  rm -f x.svg x.svg.gp wrong.h5
  status "$expected" "$AUTOMAT" batch five.yaml -q -o wrong.h5 "$@"
  message "$text"
  [ ! -e x.svg ] && [ ! -e x.svg.gp ] || fail "$*: a picture is there"
}

# values COLUMN: values at the five points, one line for each row of a run
values() {
  for k in 1 2 3 4 5; do
    "$AUTOMAT" run five.yaml -q --point $k -o - |
      awk -F, -v name="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        !/^#/ && NR > 1 { print NR, $c }'
  done | sort -k 1,1n -k 2,2g | awk '
    { if ($1 != row) { if (n) print line; line = ""; row = $1; n = 1 }
      line = line " " $2 }
    END { print line }'
}

# block NAME: numbers of a band or line in the script
block() {
  sed -n "/^\$panel1_$1 << END/,/^END/p" x.svg.gp | sed '1d;$d'
}

# same A B: compares numbers; those of plots have nine digits.
same() {
  paste -d ' ' "$1" "$2" | awk '
    { n++; half = NF/2
      for (i = 1; i <= half; i++)
        if (($i - $(i + half))^2 > (1e-8 * $(i + half))^2 + 1e-20) bad = 1 }
    END { exit bad || n != 9 }' || fail "$1 and $2 differ: $(cat "$1" "$2")"
}

# For the sorted values 1 to 5, the 25th percentile is the second value, and the
# 5th lies at a fifth of the interval from the first to the second.
draw --x strain.xx --y stress.xx
values strain.xx >x
values stress.xx >y
paste -d ' ' x y | awk '{ printf "%.12g %.12g\n", $3, $8 }' >expected
block curve3 >found
same found expected
paste -d ' ' x y | awk '{ printf "%.12g %.12g %.12g\n", $3, $7, $9 }' >expected
block curve2 >found
same found expected
paste -d ' ' x y | awk '{
  printf "%.12g %.12g %.12g\n", $3, $6 + 0.2*($7 - $6), $10 - 0.2*($10 - $9)
}' >expected
block curve1 >found
same found expected
grep -q "title '5–95 %'" x.svg.gp || fail 'the band has no name'

# Columns derived from the stress, over time
draw --y mises --title '' --size 85x60
grep -q "set ylabel 'von Mises stress {/:Italic σ_{vM}} (MPa)" x.svg.gp || fail 'no label'
grep -q "set xlabel 'time {/:Italic t} (s)" x.svg.gp || fail 'no time'
[ "$(block curve1 | wc -l)" -eq 9 ] || fail 'nine rows'

# One row: marks, and bars instead of bands
sed 's/^output: {/&times: [3], /' five.yaml >one.yaml
status $drawn "$AUTOMAT" batch one.yaml -q -o one.h5 --plot x.svg \
  --keep-script --y stress.xx
[ "$(block curve3 | wc -l)" -eq 1 ] || fail 'one row'
[ "$(grep -c 'with vectors' x.svg.gp)" -eq 2 ] || fail 'no bars'
grep -q '_curve3 with points' x.svg.gp || fail 'no mark'

wrong 2 '--plot needs --y COLUMN' --plot x.svg
wrong 2 '--y needs --plot FILE' --y stress.xx
wrong 3 "the batch has no column 'stres.xx' (did you mean 'stress.xx'?)" \
  --plot x.svg --y stres.xx
[ ! -e wrong.h5 ] || fail 'a wrong column is told when the walk has ended'
wrong 3 "the batch has no column 'heat'" --plot x.svg --y stress.xx --x heat
wrong 2 'cannot draw a logarithmic axis y' --plot x.svg --y stress.xx --log y
wrong 2 '--plot needs all points: merge the shards first' --plot x.svg --y stress.xx \
  --shard 1/2
wrong 2 '--replay cannot be combined with --plot' --plot x.svg --y stress.xx \
  --replay 1

exit $failed
