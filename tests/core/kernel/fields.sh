#!/bin/sh
# fields.sh: the fields of points are listed only in kernel/points/fields.def.
#
# Code uses single fields. A statement (an initializer, a table) that names more
# than five of them as members is a list and must be generated from the tables
# kernel/points/fields.def and engine/parts.h.
cd "${srcdir:-.}" || exit 99
table=src/core/kernel/points/fields.def

fields=$(sed -n 's/^  FIELD(\([a-z_0-9]*\),.*/\1/p' "$table")
[ "$(echo "$fields" | wc -l)" -gt 20 ] || { echo "$table: no rows"; exit 1; }

# lists FILE...: prints statements that list fields.
lists() {
  awk -v fields="$fields" '
  BEGIN { for (i = split(fields, name); i; i--) is_field[name[i]] = 1 }
  function end_statement() {
    if (count > 5) print file ":" line ": a list of fields:" found
    split("", seen)
    count = 0
    found = ""
    file = FILENAME
    line = FNR
  }
  FNR == 1 || /^$/ { end_statement() }
  {
    text = $0
    while (match(text, /;|(\.|->|am_fields, )[a-z_0-9]+/)) {
      word = substr(text, RSTART, RLENGTH)
      text = substr(text, RSTART + RLENGTH)
      if (word == ";") { end_statement(); continue }
      sub(/^(\.|->|am_fields, )/, "", word)
      if (!(word in is_field) || word in seen) continue
      seen[word] = 1
      count++
      found = found " " word
    }
  }
  END { end_statement() }' "$@"
}

# A planted list is found.
printf '%s\n' 'am_fields f = {.strain0 = a, .state0 = b, .target = c,' \
  '  .stress = d,' '  .state = e, .status = g};' | lists - |
  grep -q 'list of fields: strain0' || { echo "no list is found"; exit 1; }

found=$(lists $(find src cuda -name '*.[ch]' | sort))
[ -z "$found" ] || { echo "$found"; exit 1; }
