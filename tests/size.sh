#!/bin/sh
# size.sh [FOLDER...]: counts files, lines (code and comments, then blank lines)
# and functions of src and cuda, by module and layer; fails if a function has
# more than 60 lines. A function begins in the first column and ends with a
# brace there; all of its lines count.
cd "${srcdir:-.}" || exit 99
[ $# -gt 0 ] || set -- src/core/* src/core/kernel/* cuda cuda/sim \
  src/sim/* src/tools/* src/cli
for folder; do
  [ ! -d "$folder" ] ||
    find "$folder" -mindepth 1 -maxdepth 1 -name '*.[ch]' -o -name '*.def' -o -name '*.awk' \
      -o -name '*.bash' -o -name '*.map' -o -name module.mk
done | xargs awk '
function judge() {
  inside = head ~ /\(/ && head !~ /^(typedef|struct|enum|union|extern)/ &&
           head !~ /= *\{$/
  head = ""
}
function measure(    lines) {
  lines = FNR - start + 1
  functions[module]++
  inner[module] += lines
  if (lines > longest[module]) longest[module] = lines
  if (lines > 40) above[module]++
  if (lines > 60) {
    printf "%s:%d: a function of %d lines\n", FILENAME, start, lines
    bad = 1
  }
}
function show(name, files, lines, blank, functions, inner, above, longest) {
  printf "%-20s %6d %6d %6d %9d %5.1f %9d %8d\n", name, files, lines - blank,
    blank, functions, functions ? inner / functions : 0, above, longest
}
function print_row(m) {
  show(m, files[m], lines[m], blank[m], functions[m], inner[m], above[m],
       longest[m])
}
function layer(m) {
  if (m == "cuda") return "core"
  if (m == "cuda/sim") return "sim"
  sub(/\/.*/, "", m)
  return m
}
function add(sum, m) {
  if (sum == m) return
  files[sum] += files[m]; lines[sum] += lines[m]; blank[sum] += blank[m]
  functions[sum] += functions[m]; inner[sum] += inner[m]
  above[sum] += above[m]
  if (longest[m] > longest[sum]) longest[sum] = longest[m]
}
FNR == 1 {
  module = FILENAME
  sub(/\/[^\/]*$/, "", module)
  sub(/^src\//, "", module)
  if (!(module in files)) name[++modules] = module
  files[module]++
  inside = 0
  head = ""
}
{ lines[module]++ }
/^[ \t]*$/ { blank[module]++ }
FILENAME !~ /\.[ch]$/ { next }
inside {
  if (/^\}/) {
    measure()
    inside = 0
  }
  next
}
head != "" {
  head = head " " $0
  if (/\{$/) judge()
  else if (/;$/ || /^[ \t]*$/) head = ""
  next
}
/^[A-Za-z_]/ && !/[;}]$/ {
  head = $0
  start = FNR
  if (/\{$/) judge()
}
END {
  print "module                files  lines  blank functions  mean  above 40  longest"
  for (i = 1; i <= modules; i++) {
    print_row(name[i])
    add(layer(name[i]), name[i])
    add("all", name[i])
  }
  print ""
  split("core sim tools cli all", sums)
  for (i = 1; i in sums; i++) if (sums[i] in files) print_row(sums[i])
  exit bad
}'
