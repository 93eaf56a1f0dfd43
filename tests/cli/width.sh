#!/bin/sh
# width.sh: output of `check` fits the width of a terminal, and has full lines,
# one for each finding, in a file.
. "${srcdir:-.}/tests/cli/support.sh"
command -v script >/dev/null || exit 77

sed "s/^title:.*/title: a law $(printf 'of many words %.0s' 1 2 3 4 5 6 7)/" \
  "$source/materials/damage.yaml" >wordy.yaml

# seen COLUMNS ARGUMENT...: writes what a terminal shows to out.
seen() {
  columns=$1
  shift
  script -qec "stty cols $columns && '$AUTOMAT' $* 2>messages" /dev/null \
    </dev/null >typed || { fail "$*"; cat typed messages; }
  tr -d '\r' <typed | sed 's/.*\x1b\[K//' >out
}

for columns in 60 80; do
  seen $columns check --quick -v wordy.yaml
  awk -v most=$columns 'length($0) > most' out >long
  [ ! -s long ] || fail "$columns columns: $(head -n 5 long)"
done
grep -q '^  ok      virgin        finite  *-  *-$' out &&
  grep -qx '          330 values' out || fail "$(head -n 9 out)"
tr -s ' \n' ' ' <out >words
status 0 "$AUTOMAT" check --quick -v wordy.yaml
tr -s ' \n' ' ' <out | cmp - words || fail 'other words in a terminal'
grep -q '^  ok      virgin .* 330 values$' out ||
  fail "a line is cut where there is no terminal"
exit $failed
