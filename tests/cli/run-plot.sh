#!/bin/sh
# run-plot.sh: columns, axes and sizes of the picture of a run, and the
# experiment in it, from gnuplot's script; gnuplot is not needed.
. "${srcdir:-.}/tests/cli/support.sh"

cat >bar.yaml <<'END'
case: a bar pulled and pressed
material: michel-suquet
path:
  - {time: 1, steps: 4, strain: {xx: 4e-3}}
  - {time: 3, steps: 8, strain: {xx: -4e-3}}
output: {columns: [time, strain.xx, stress.xx]}
END
gnuplot --version >/dev/null 2>&1 && drawn=0 || drawn=4

# draw OPTION...: draws x.svg and keeps its script, x.svg.gp.
draw() {
  status $drawn "$AUTOMAT" run bar.yaml -q -o bar.csv --plot x.svg \
    --keep-script "$@"
}

# wrong STATUS MESSAGE OPTION...: fails and draws nothing.
wrong() {
  expected=$1
  text=$2
  shift 2
  rm -f x.svg x.svg.gp
  status "$expected" "$AUTOMAT" run bar.yaml -q -o bar.csv "$@"
  message "$text"
  [ ! -e x.svg ] && [ ! -e x.svg.gp ] || fail "$*: a picture is there"
}

has() {
  grep -qF -- "$1" x.svg.gp || fail "the script lacks '$1'"
}

# block N: prints the numbers of a curve.
block() {
  sed -n "/^\$panel1_curve$1 << END/,/^END/p" x.svg.gp | sed '1d;$d'
}

# same A B: compares numbers; those of plots have nine digits.
same() {
  paste -d ' ' "$1" "$2" | awk '
    function near(a, b) { return (a - b)^2 <= (1e-8 * b)^2 }
    { n++ } NF != 4 || !near($1, $3) || !near($2, $4) { bad = 1 }
    END { exit bad || n == 0 }' || fail "$1 and $2 differ"
}

# ---- columns -------------------------------------------------------------

# A loop has the numbers of the table in the order of its rows.
draw --x strain.xx --y stress.xx
grep -v '^[t#]' bar.csv | cut -d, -f2,3 | tr , ' ' >expected
block 1 >found
same found expected
has "set xlabel 'strain {/:Italic ε}_{xx}"
has "set ylabel 'stress {/:Italic σ}_{xx} (MPa)"

# Default abscissa is time; columns need not be output columns, and a name may
# select several.
draw --y stress,mises
[ "$(grep -c '^\$panel1_curve' x.svg.gp)" -eq 7 ] || fail 'seven columns'
has "set xlabel 'time {/:Italic t} (s)"
has "set ylabel 'stress, mises (MPa)"
has "title 'mises'"

draw --x alpha --y eps_vp.xx
has "set xlabel '{/:Italic α}"
has "set ylabel '{/:Italic ε}_{vp,xx}"

draw --y mises --x-label "a 'b' {c}_d" --y-label 'σ^*' --title '' \
  --size 85x60
has "set xlabel 'a ’b’ \\{c\\}\\_d (s)"
has "set ylabel 'σ\\^* (MPa)"
has 'unset title'
has 'set terminal svg size 510,360 '
for size in 85x60mm 8.5x6cm 85x6e1; do
  draw --y mises --size $size
  has 'set terminal svg size 510,360 '
done
draw --title 'another one'
has "'another one'"

# A column of rounding errors is drawn as zero, also alone: the stress across a
# bar of 100 MPa is not exactly 0.
cp bar.yaml strain.yaml
sed 's/xx: \(-*4e-3\)}/xx: \1}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}/' \
  strain.yaml >bar.yaml
draw --y stress.yy --set output.columns=[stress.yy]
[ "$(grep -c '^-*[0-9.]*e-' bar.csv)" -gt 0 ] || fail 'no rounding errors'
[ "$(block 1 | cut -d ' ' -f 2 | sort -u)" = 0 ] || fail 'noise is drawn'
mv strain.yaml bar.yaml

wrong 3 "unknown column 'stres.xx' (did you mean 'stress.xx'?)" \
  --plot x.svg --y stres.xx
wrong 3 "unknown column 'stran.xx' (did you mean 'strain.xx'?)" \
  --plot x.svg --x stran.xx --y mises
wrong 3 "the column 'tangent' needs 'solver.tangent: true'" \
  --plot x.svg --y tangent --set solver.tangent=false
wrong 2 "expected '--x' to name one column, found 'strain', which stands for 6 columns" \
  --plot x.svg --x strain --y mises
wrong 2 "expected the columns of --y to have one unit, found 'stress.xx' with \
MPa and 'strain.xx' with no unit" --plot x.svg --y stress.xx,strain.xx
wrong 2 '--y is empty: expected the name of a column' --plot x.svg --y ''
wrong 2 '--x needs --y COLUMN' --plot x.svg --x time
for option in --y=mises --log=x --x-label=a --y-label=a --title=a \
    --size=85x60; do
  wrong 2 "${option%%=*} needs --plot FILE" "$option"
done
for size in 0x60 60x0 85 85x x85 85x60x1 85x60in 1x6cm -85x60 1e9x60 nanx60 axb ''; do
  wrong 2 "expected '--size' to be WIDTHxHEIGHT, each at least 20 and at most \
1000 millimetres, such as 85x60 or 8.5x6cm, found '$size'" --plot x.svg --size "$size"
done

# ---- logarithms ----------------------------------------------------------

# The initial value 0 is omitted.
draw --y mises --log xy
has 'set logscale x'
has 'set logscale y'
[ "$(block 1 | wc -l)" -eq 12 ] || fail 'twelve points on logarithmic axes'
draw --y mises --log x
has 'unset logscale y'
negative=$(awk -F, '!/^[t#]/ && $3 < 0' bar.csv | wc -l)
wrong 2 "cannot draw a logarithmic axis y: $negative of 13 numbers are negative" \
  --plot x.svg --y stress.xx --log y
wrong 2 'cannot draw a logarithmic axis y: none of 13 numbers is positive' \
  --plot x.svg --y stress.xy --log y
wrong 2 "expected '--log' to be one of x, y, xy, found 'z'" --plot x.svg \
  --log z

# ---- experimental data ---------------------------------------------------

printf '%s\n' strain.xx,remark,stress.xx '%,,MPa' 0,good,0 0.2,bad,100 \
  0.1,good,90 >measured.csv
draw --x strain.xx --y stress.xx --over measured.csv
printf '%s\n' '0 0' '0.002 100' '0.001 90' >expected
block 2 >found
same found expected
has "title 'measured'"

# Other results as lines with their own names
status 0 "$AUTOMAT" run bar.yaml -q --set parameters.E=40e3 -o soft.csv
draw --x strain.xx --y stress.xx --over soft.csv --over measured.csv \
  --with lines --line-width 1.5
has "curve2 with lines linestyle 2 title 'soft'"
has "curve3 with lines linestyle 3 title 'measured'"
has 'set style line 1 linewidth 3 '
draw --x strain.xx --y stress.xx --over soft.csv --over measured.csv
has "curve3 with points linestyle 3 title 'measured'"
grep -v '^[t#]' soft.csv | cut -d, -f2,3 | tr , ' ' >expected
block 2 >found
same found expected
draw --y stress --over soft.csv
has "title 'stress.xx, soft'"
draw --y stress.xx --markers none
has 'curve1 with lines '
draw --y stress.xx --over soft.csv --with lines --markers all
has 'curve2 with linespoints '
wrong 2 '--with needs --over TABLE' --plot x.svg --y stress.xx --with lines
wrong 2 "expected '--with' to be one of lines, points, found 'dots'" \
  --plot x.svg --y stress.xx --over soft.csv --with dots
wrong 2 "expected '--line-width' to be a positive number, at most 20, found \
'0'" --plot x.svg --line-width 0
wrong 2 "expected '--markers' to be one of all, none, found 'no'" --plot x.svg \
  --markers no

# Shear strains are converted from either notation.
printf '%s\n' strain.xy,stress.xx '#notation: voigt' 2e-3,100 >voigt.csv
draw --x strain.xy --y stress.xx --over voigt.csv
echo '0.001 100' >expected
block 2 >found
same found expected
draw --x strain.xy --y stress.xx --over voigt.csv --set notation=voigt
echo '0.002 100' >expected
block 2 >found
same found expected

wrong 3 "cannot read 'none.csv'" --plot x.svg --y stress.xx \
  --over none.csv
wrong 2 '--over needs --y COLUMN' --plot x.svg --over measured.csv
wrong 3 "measured.csv:1:1: error: expected the column 'time' of the picture, \
found 'strain.xx', …" --plot x.svg --y stress.xx --over measured.csv
wrong 3 "expected the column 'mises' of the picture" --plot x.svg \
  --x strain.xx --y mises --over measured.csv
printf '%s\n' time,stress.xx '#s,Pa' 1,1e8 >pascal.csv
wrong 3 "pascal.csv:1:6: error: expected 'stress.xx' in the unit of the run, \
MPa, found Pa" --plot x.svg --y stress.xx --over pascal.csv
wrong 2 'this command also reads it' --plot x.svg --x strain.xx --y stress.xx \
  --over measured.csv -o measured.csv

exit $failed
