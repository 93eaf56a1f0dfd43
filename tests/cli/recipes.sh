# recipes.sh: runs the files and commands of a document and compares the numbers
# that its text states with the results. The document is the only source: files
# are the blocks below their names (a second block of a name is appended),
# commands the indented lines; numbers are those of sentences "`COLUMN` = NUMBER
# UNIT at time T" ("at the end") and of blocks of output. All digits must agree.
PATH=$(dirname "$AUTOMAT"):$PATH
drawn=true
gnuplot --version >/dev/null 2>&1 || drawn=false

# split_document FILE: writes numbered pieces: NNN.title, NNN.file with NNN.text,
# NNN.command, NNN.output and NNN.number (column, number, time).
split_document() {
  awk '
  function begin() { return sprintf("%03d", ++count) }
  function end_paragraph(  words, n, left) {
    while (match(paragraph, /`[a-z0-9-]+\.(yaml|csv)`/)) {
      name = substr(paragraph, RSTART + 1, RLENGTH - 2)
      sub(/`[a-z0-9-]+\.(yaml|csv)`/, "", paragraph)
    }
    gsub(/[()]/, "", paragraph)
    left = gsub(/`[^` ]+` = -?[0-9]/, "&", paragraph)
    while (match(paragraph, /`[^` ]+` = [^ ]+( [^ ,`]+)? at (time [^ ]+|the end)/)) {
      n = split(substr(paragraph, RSTART, RLENGTH), words, " ")
      paragraph = substr(paragraph, RSTART + RLENGTH)
      gsub(/`/, "", words[1])
      sub(/[,.:;]*$/, "", words[n])
      print words[1], words[3], words[n] >(begin() ".number")
      left--
    }
    if (left) print "a number has no time:" paragraph >(begin() ".unread")
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
  END { end_paragraph() }' "$1"
}

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

# run_command COMMAND: prints its output to out; $table is its table of results.
run_command() {
  command=$1
  $drawn || command=$(echo "$command" | sed 's/ --\(plot\|x\|y\) [^ ]*//g')
  eval "$command" >out.csv 2>messages ||
    { fail "$title: fails: $command"; cat out.csv messages; }
  cat out.csv messages >out
  table=$(echo "$command" | sed -n 's/.* -o \([^ ]*\.csv\).*/\1/p')
  table=${table:-out.csv}
}

# end_recipe: a recipe (a heading ###) has a command and a number.
end_recipe() {
  case $title in
  '### '*)
    recipes=$((recipes + 1))
    if [ $commands -eq 0 ] || [ $numbers -eq 0 ]; then
      fail "$title: no command or no number"
    fi ;;
  esac
  all_commands=$((all_commands + commands)) all_numbers=$((all_numbers + numbers))
  commands=0 numbers=0
}

# run_document FILE: counts recipes, all_commands and all_numbers.
run_document() {
  recipes=0 all_commands=0 all_numbers=0 commands=0 numbers=0 title=
  split_document "$1"
  for piece in [0-9]*; do
    case $piece in
    *.title) end_recipe; title=$(cat "$piece") ;;
    *.file) cat "${piece%.file}.text" >>"$(cat "$piece")" ;;
    *.command)
      commands=$((commands + 1))
      run_command "$(cat "$piece")" ;;
    *.number)
      numbers=$((numbers + 1))
      read -r column number time <"$piece"
      result "$table" "$column" "$number" "$time" ;;
    *.unread) fail "$title: $(cat "$piece")" ;;
    *.output)
      numbers=$((numbers + 1))
      lines "$piece" ;;
    esac
  done
  end_recipe
}
