#!/bin/sh
# functions.sh: the functions of a law are listed only in
# src/core/law/function.def; no other source repeats their names in tables or
# declarations.
cd "${srcdir:-.}" || exit 99
table=src/core/law/function.def
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# lists FILE...: prints places that list functions.  More than five of the
# enumerators in one file count as a list, too.
lists() {
  awk '
  function fail(text) { printf "%s:%d: %s\n", FILENAME, FNR, text }
  FILENAME == table {
    if (!sub(/^AM_LAW_FUNCTION\(/, "")) next
    split($0, part, /, */)
    enumerators["AM_FUNCTION_" part[1]] = 1
    texts[part[3]] = 1
    next
  }
  FNR == 1 {
    split("", named)
    count = 0
  }
  /(^|[{, ])\[AM_FUNCTION_[A-Z_]+\] *=/ || /case AM_FUNCTION_/ {
    fail("a table of functions of a law by hand")
  }
  /K_[A-Z_]*[A-Z]_SHARED/ { fail("a word of a function of a law by hand") }
  {
    for (line = $0; match(line, /AM_FUNCTION_[A-Z_]+/);
         line = substr(line, RSTART + RLENGTH)) {
      name = substr(line, RSTART, RLENGTH)
      if (name in enumerators && !(name in named)) {
        named[name] = 1
        if (++count == 6) fail("more than five functions of a law")
      }
    }
    for (text in texts)
      if ($0 ~ "(void|define) " text "(_shared|_jvp)?\\(" ||
          $0 ~ "\"" text "(_shared|_jvp)?\"")
        fail(text " is declared or named by hand")
  }' table="$table" "$table" "$@"
}

[ "$(grep -c '^AM_LAW_FUNCTION' "$table")" -gt 10 ] || {
  echo "no functions found in $table"
  exit 1
}

# Planted repetitions, which the script must find
status=0
while read -r planted; do
  echo "$planted" > "$work/planted.c"
  [ -n "$(lists "$work/planted.c")" ] && continue
  echo "not found: $planted"
  status=1
done << 'END'
static const int sizes[] = {[AM_FUNCTION_RATE] = 3};
case AM_FUNCTION_STRESS: break;
K_FN void k_stress_jvp(k_context *k) {
#define k_rate_by_shared(k) ((void)k)
static const char *const names[] = {"k_rate", "k_jacobian"};
#define K_RATE_SHARED (k->rate_shared)
AM_FUNCTION_RATE, AM_FUNCTION_JACOBIAN, AM_FUNCTION_GRADIENT, AM_FUNCTION_ENERGY, AM_FUNCTION_STRESS, AM_FUNCTION_SCALE
END

find src cuda -name '*.[ch]' > "$work/files"
found=$(lists $(cat "$work/files"))
[ -z "$found" ] || {
  echo "$found"
  status=1
}
exit $status
