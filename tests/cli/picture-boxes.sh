#!/bin/sh
# picture-boxes.sh: positions of texts in pictures, as rendered by SVG viewers
# and in gnuplot's PDF: blanks remain, numbers are below their ticks, and texts
# neither overlap nor leave the page.
. "${srcdir:-.}/tests/cli/support.sh"

for program in gnuplot rsvg-convert pdftotext; do
  command -v $program >/dev/null || exit 77
done

cat >loop.yaml <<'END'
case: a bar pulled and pressed
material: michel-suquet
path:
  - {time: 1, steps: 20, strain: {xx: 4e-3}}
  - {time: 3, steps: 40, strain: {xx: -4e-3}}
  - {time: 5, steps: 40, strain: {xx: 4e-3}}
END
printf '%s\n' strain.xx,stress.xx '%,MPa' 0,0 0.2,100 0.1,90 >measured.csv
sed 's/time: \([0-9]\)/time: \1e6/' loop.yaml >slow.yaml

# boxes NAME: lists the words of NAME.pdf as "left top right bottom word".
boxes() {
  pdftotext -bbox "$1.pdf" "$1.html" || fail "$1.pdf has no words"
  sed -n 's/.*<word xMin="\([^"]*\)" yMin="\([^"]*\)" xMax="\([^"]*\)" '\
'yMax="\([^"]*\)">\(.*\)<\/word>/\1 \2 \3 \4 \5/p' "$1.html" >"$1.boxes"
  page=$(sed -n 's/.*<page width="\([^"]*\)" height="\([^"]*\)".*/\1 \2/p' \
    "$1.html")
  [ -s "$1.boxes" ] || fail "$1 shows no text"
}

# apart NAME: boxes, without ascenders and descenders, lie on the page and do
# not overlap.
apart() {
  awk -v page="$page" '
    BEGIN { split(page, size) }
    {
      height = $4 - $2
      left[NR] = $1; right[NR] = $3; word[NR] = $5
      top[NR] = $2; bottom[NR] = $4
      if ($3 - $1 > height / 2) {
        top[NR] += 0.25 * height
        bottom[NR] -= 0.25 * height
      }
      if ($1 < 0 || $2 < 0 || $3 > size[1] || $4 > size[2]) {
        print "outside: " $5; bad = 1
      }
      for (i = 1; i < NR; i++)
        if (left[i] < $3 - 0.5 && right[i] > $1 + 0.5 &&
            top[i] < bottom[NR] - 0.5 && bottom[i] > top[NR] + 0.5 &&
            word[i] !~ /^[σεxyz]*$/ && $5 !~ /^[σεxyz]*$/) {
          print word[i] " is hidden by " $5; bad = 1
        }
    }
    END { exit bad }' "$1.boxes" >faults || fail "$1: $(cat faults)"
}

# whole NAME: all characters of the plot are present.
whole() {
  there=$(sed -n 's/<[^>]*>//g; s/[[:space:]]//g; p' "$1.html" | tail -n +1 |
    tr -d '\n' | wc -c)
  drawn=$(grep '<text' "$1.svg" | sed 's/<[^>]*>//g; s/[[:space:]]//g' |
    tr -d '\n' | wc -c)
  [ "$there" -ge "$drawn" ] || fail "$1 shows $there of $drawn letters"
}

# even NAME NUMBER...: the centres of these words on the line of the first one
# are equally spaced.
even() {
  name=$1
  shift
  for number in "$@"; do
    awk -v word="$number" -v first="$1" '
      $5 == first { line = $4 }
      $5 == word { at[++n] = ($1 + $3) / 2; bottom[n] = $4 }
      END {
        for (i = 1; i <= n; i++)
          if ((bottom[i] - line)^2 < 1) print at[i]
      }' "$name.boxes"
  done | awk '
    NR > 1 { step[NR] = $1 - last }
    { last = $1 }
    END {
      for (i = 3; i <= NR; i++)
        if ((step[i] - step[2])^2 > 0.3^2) bad = 1
      exit bad || NR < 3
    }' || fail "$name: numbers do not stand under their ticks: $(cat "$name.boxes")"
}

# parted NAME A B: expects a gap between the words A and B of a line.
parted() {
  awk -v a="$2" -v b="$3" '
    $5 == a { end = $3; line = $4 }
    $5 == b && ($4 - line)^2 < 16 && $1 - end > 1.5 { good = 1 }
    END { exit !good }' "$1.boxes" ||
    fail "$1: '$2' and '$3' are one word: $(cat "$1.boxes")"
}

# show NAME: converts NAME.svg and lists its words.
show() {
  rsvg-convert -f pdf "$1.svg" -o "$1.pdf" || fail "$1.svg cannot be read"
  boxes "$1"
  apart "$1"
  whole "$1"
}

# ---- one panel -----------------------------------------------------------

status 0 "$AUTOMAT" run loop.yaml -q -o loop.csv --plot loop.svg
show loop
parted loop strain ε
even loop −0.004 −0.002 0 0.002 0.004
status 0 "$AUTOMAT" run loop.yaml -q -o loop.csv --plot loop.pdf
boxes loop
apart loop
parted loop strain ε
even loop −0.004 −0.002 0 0.002 0.004

if python3 -c 'import cairosvg' 2>/dev/null; then
  python3 -m cairosvg loop.svg -o loop.pdf
  boxes loop
  parted loop strain ε
fi

# Legend when no corner is free, in a plot of column width
status 0 "$AUTOMAT" run loop.yaml -q -o loop.csv --plot small.svg \
  --x strain.xx --y stress.xx --over measured.csv --size 85x60
show small
grep -q computed small.boxes || fail 'the key is lost'
status 0 "$AUTOMAT" run loop.yaml -q -o loop.csv --plot small.pdf \
  --x strain.xx --y stress.xx --over measured.csv --size 85x60
boxes small
apart small

# Many curves in a plot without room for a legend at its side
status 0 "$AUTOMAT" run loop.yaml -q -o loop.csv --plot many.svg \
  --x strain.xx --y stress,mises --size 85x85
show many

# Large numbers
status 0 "$AUTOMAT" run slow.yaml -q -o slow.csv --plot slow.svg \
  --y stress.xx
show slow
parted slow time t

# ---- several panels ------------------------------------------------------

# One legend below panels of the same names
status 0 "$AUTOMAT" study tangent loop.yaml -q -o tangent.csv \
  --steps 10,20 --plot tangent.svg
show tangent
[ "$(grep -c ' ode23$' tangent.boxes)" -eq 1 ] ||
  fail "the key is shown $(grep -c ' ode23$' tangent.boxes) times"

# Numbers and label of a colour bar
layers 2 >cell.yaml
status 0 "$AUTOMAT" homogenize cell.yaml -q -o cell.csv --plot cell.svg
show cell
grep -q ' Mises$' cell.boxes || fail 'the colour bar has no label'
status 0 "$AUTOMAT" homogenize cell.yaml -q -o cell.csv --plot cell.pdf
boxes cell
apart cell
grep -q ' Mises$' cell.boxes || fail 'the colour bar has no label in PDF'

exit $failed
