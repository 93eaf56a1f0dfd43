#!/bin/sh
# cookbook.sh: the recipes of docs/cookbook.md give the stated numbers. The
# document is the only source: files are the blocks below their names, commands
# the indented lines; numbers are those of sentences "`COLUMN` = NUMBER UNIT at
# time T" ("at the end") and of blocks of output. All digits must agree.
. "${srcdir:-.}/tests/cli/support.sh"
PATH=$(dirname "$AUTOMAT"):$PATH
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77

# Splits the recipes into numbered pieces: NNN.file with NNN.text, NNN.command,
# NNN.output and NNN.number (column, number, time).
awk '
  function begin() { return sprintf("%03d", ++count) }
  function end_paragraph(  words, n) {
    while (match(paragraph, /`[a-z0-9-]+\.(yaml|csv)`/)) {
      name = substr(paragraph, RSTART + 1, RLENGTH - 2)
      sub(/`[a-z0-9-]+\.(yaml|csv)`/, "", paragraph)
    }
    gsub(/[()]/, "", paragraph)
    while (match(paragraph, /`[^` ]+` = [^ ]+( [^ ,`]+)? at (time [^ ]+|the end)/)) {
      n = split(substr(paragraph, RSTART, RLENGTH), words, " ")
      paragraph = substr(paragraph, RSTART + RLENGTH)
      gsub(/`/, "", words[1])
      sub(/[,.:;]*$/, "", words[n])
      print words[1], words[3], words[n] >(begin() ".number")
    }
    paragraph = ""
  }
  /^```/ && inside { inside = 0; close(text); next }
  inside { print >text; next }
  /^###? / { end_paragraph(); print >(begin() ".title"); next }
  /^```/ {
    end_paragraph()
    inside = 1
    piece = begin()
    text = piece ($0 == "```" ? ".output" : ".text")
    if ($0 != "```") print name >(piece ".file")
    next
  }
  /^    automat / { end_paragraph(); print substr($0, 5) >(begin() ".command") }
  /^    / { next }
  /^$/ { end_paragraph() }
  { paragraph = paragraph " " $0 }
  END { end_paragraph() }' "$source/docs/cookbook.md"

# Functions: unit of the last digit of a number, and comparison of two words.
agree='
function last_digit(number,  parts, digits) {
  split(tolower(number), parts, "e")
  digits = index(parts[1], ".") ? length(parts[1]) - index(parts[1], ".") : 0
  return 10^(parts[2] - digits)
}
function is_number(word) { return word ~ /^[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?$/ }
function close_to(found, stated, unit) {
  return (found - stated)^2 <= (0.5000001*unit)^2
}
function agree(found, stated) {
  if (!is_number(stated) || !is_number(found)) return found == stated
  return close_to(found, stated, last_digit(stated))
}'

# result FILE COLUMN NUMBER TIME: compares a number with a table of results;
# also that another last digit would be found.
result() {
  awk -F, -v column="$2" -v stated="$3" -v time="$4" "$agree"'
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    /^#/ { next }
    time == "end" || ($at["time"] - time)^2 <= 1e-18*time^2 {
      value = $at[column]
      rows++
    }
    END {
      if (!(column in at) || !rows || value == "") value = "nothing"
      unit = last_digit(stated)
      if (agree(value, stated) && !close_to(value, stated + 2*unit, unit)) exit
      printf "%s = %s at %s, found %s\n", column, stated, time, value
      exit 1
    }' "$1" || fail "$title"
}

# lines FILE: finds each line of a block in out, up to "..." at its end.
lines() {
  awk "$agree"'
    function same(line, other,  a, b, n, m, i) {
      n = split(line, a, /[ ,]+/)
      m = split(other, b, /[ ,]+/)
      if (a[n] == "...") n--; else if (n != m) return 0
      for (i = 1; i <= n; i++) if (!agree(b[i], a[i])) return 0
      return 1
    }
    NR == FNR { stated[NR] = $0; count = NR; next }
    { for (i = 1; i <= count; i++) if (same(stated[i], $0)) found[i] = 1 }
    END {
      for (i = 1; i <= count; i++)
        if (!(i in found) && stated[i] != "...") {
          print "not printed: " stated[i]
          bad = 1
        }
      exit bad
    }' "$1" out || { fail "$title"; cat out; }
}

recipes=0 commands=0 numbers=1
for piece in [0-9]*; do
  case $piece in
  *.title)
    grep -q '^###' "$piece" || continue
    [ $commands -gt 0 ] && [ $numbers -gt 0 ] || [ $recipes -eq 0 ] ||
      fail "$title: no command or no number"
    title=$(cat "$piece")
    recipes=$((recipes + 1)) commands=0 numbers=0 ;;
  *.file) cp "${piece%.file}.text" "$(cat "$piece")" ;;
  *.command)
    command=$(cat "$piece")
    commands=$((commands + 1))
    eval "$command" >out.csv 2>messages ||
      { fail "$title: fails: $command"; cat out.csv messages; }
    cat out.csv messages >out
    table=$(echo "$command" | sed -n 's/.* -o \([^ ]*\.csv\).*/\1/p')
    table=${table:-out.csv} ;;
  *.number)
    numbers=$((numbers + 1))
    read -r column number time <"$piece"
    result "$table" "$column" "$number" "$time" ;;
  *.output)
    numbers=$((numbers + 1))
    lines "$piece" ;;
  esac
done
[ $commands -gt 0 ] && [ $numbers -gt 0 ] || fail "$title: no command or no number"
[ $recipes -ge 35 ] || fail "only $recipes recipes"
exit $failed
