#!/bin/sh
# layout.sh: checks rules of the source tree that no compiler checks:
#
# - #include "MODULE/..." refers to the own layer or a lower one (core, sim,
#   tools, cli), and modules do not include one another in a circle;
# - the headers of a library are included only in its own folders;
# - no source is longer than 500 lines;
# - each test and manual page is listed in the module.mk of its folder;
# - each .c begins with a line that names and describes the file;
# - a test is named after the source that it covers, or names its sources;
# - a type or macro has one definition, and a static function has a name that
#   occurs in at most three files, since others are not specific;
# - of two parts of a module, x.c with x.h, only one uses the other.
cd "${srcdir:-.}" || exit 99
status=0

# Prints MODULE LAYER of every module; the folder cuda is the GPU engine.
modules() {
  for folder in src/core/*/ src/sim/*/ src/tools/*/; do
    folder=${folder%/} layer=${folder%/*}
    echo "${folder##*/} ${layer##*/}"
  done
  echo "cuda core cuda/sim sim"
  echo "cli cli"
}

find src cuda -name '*.[ch]' | sort | xargs awk '
FNR == 501 { printf "%s: longer than 500 lines\n", FILENAME; bad = 1 }
END { exit bad }' || status=1

# FILE:LINE HEADER FILE MODULE MODULE of every include: the file without its
# layer, the modules of the file and of the header, "<" for a library.
includes=$(grep -Hn '^[ \t]*#[ \t]*include[ \t]*["<]' \
             $(find src cuda tests -name '*.[ch]' | sort) |
awk -F'[:"<>]' '
function within_layer(path) {
  sub(/^src\/((core|sim|tools)\/)?/, "", path)
  return path
}
function module(path) {
  path = within_layer(path)
  sub(path ~ /^cuda/ ? "/[^/]*$" : "/.*", "", path)
  return path
}
{
  other = $0 ~ /include[ \t]*</ ? "<" : $4 ~ /\// ? module($4) : module($1)
  print $1 ":" $2, $4, within_layer($1), module($1), other
}')

# Library headers are included only in their modules.
echo "$includes" | awk '
function only(header, modules) { home[header] = " " modules " " }
BEGIN {
  only("yaml.h", "yaml")
  only("gsl", "check fit tests")
  only("check.h", "tests")
  only("hdf5.h", "archive tests")
  only("zlib.h", "archive image")
  only("fftw3.h", "space tests")
  only("fftw3-mpi.h", "team")
  only("mpi.h", "team tests")
  only("cuda.h", "tests")
  only("cufft.h", "tests")
  only("nvrtc.h", "tests")
}
$5 == "<" {
  split($2, step, "/")
  if (!(step[1] in home) || index(home[step[1]], " " $4 " ")) next
  printf "%s: <%s> belongs to:%s\n", $1, $2, home[step[1]]
  bad = 1
}
END { exit bad }' || status=1

# Modules include only their own layer and lower ones.
between=$(echo "$includes" | awk '$5 != "<" && $4 != "tests" && $4 != $5')
echo "$between" | awk -v modules="$(modules)" '
function fail(text) {
  printf "%s: %s\n", $1, text
  bad = 1
}
BEGIN {
  split("core sim tools cli", layers)
  for (i in layers) rank[layers[i]] = i
  for (i = split(modules, word); i > 0; i -= 2) layer[word[i - 1]] = word[i]
}
{
  own = layer[$4]
  other = layer[$5]
  if (!($5 in layer) || !other) fail("unknown module " $5)
  else if (rank[other] > rank[own]) fail(own " must not include " other)
  else if (own == "tools" && other == "tools" && $5 != "check")
    fail("a tool includes check and no other tool")
}
END { exit bad }' || status=1

# A module has at most two public headers (all modules together 60): its main
# one, and parts.h, which includes further ones.  Tables (.def) and embedded
# texts do not count.
embedded=$(sed -n 's,^ *\(core\|sim\|tools\)/\([a-z_0-9/]*\.h\).*,\2,p' \
             src/*/*/module.mk
           ls src/core/kernel/*/*.h | sed 's,src/core/,,')
echo "$between" | awk -v embedded="$embedded" '
BEGIN {
  for (i = split(embedded, name, "\n"); i; i--) text[name[i]] = 1
}
$2 !~ /\.h$/ || $3 in text || $2 in text || seen[$2]++ { next }
{
  shown[$5] = shown[$5] " " $2
  if (++count[$5] == 3) bad = 1
  all++
}
END {
  for (m in count)
    if (count[m] > 2) print m " shows more than two headers:" shown[m]
  if (all > 60) print all " headers are shown by all modules, more than 60"
  exit bad || all > 60
}' || status=1

# Includes between modules have no cycle.
echo "$between" | awk '{ print $4, $5 }' | sort -u | tsort > /dev/null || status=1

# Test sources, without files written by tests
tests=$(find tests -name cache -prune -o '(' -name '*.[ch]' -o -name '*.sh' \
          ')' -print)
for file in $(echo "$tests" | grep -v '\.c$') \
            $(echo "$tests" | grep '/test_[^/]*\.c$') man/*.[1-9]; do
  [ -f "$file" ] || continue
  name=$file
  case $file in tests/*.c) name=${file%.c} ;; esac
  grep -sqwF "$name" "${file%/*}/module.mk" && continue
  echo "$file: missing in ${file%/*}/module.mk"
  status=1
done

# A test is named after a source, or its first line names the sources it covers.
parts=$(find src cuda -type f ! -name '*.*o' ! -path '*/.*' |
        sed 's,.*/,,; h; s,[.].*,,; G' | sort -u)
uncovered=$(for file in $(echo "$tests" | grep '/test_[^/]*\.c$'); do
  name=${file##*/test_}
  echo "$parts" | grep -qxF "${name%.c}" && continue
  covered=$(sed -n '1s,^/\* covers: \([^*]*\).*,\1,p' "$file")
  [ -n "$covered" ] || echo "$file:1: expected /* covers: SOURCE, ... */"
  for part in $(echo "$covered" | tr -d ,); do
    echo "$parts" | grep -qxF "$part" || echo "$file:1: no source $part"
  done
done)
[ -z "$uncovered" ] || { echo "$uncovered"; status=1; }

# Comments begin with a noun or a verb.
grep -nE '/\*+ *(What|Is|Are|Where|Of|Whether|Who|That|Those|Does|How)\>' \
  $(find src cuda -name '*.[ch]' -o -name '*.def') |
  grep -v '"[^"]*/\*[^"]*"' && status=1

# Sources named in docs/architecture.md, docs/theory.md and CONTRIBUTING.md
# exist.
for file in $(grep -ohE '`(src|cuda|tests)/[a-z_0-9./]+`' \
                docs/architecture.md docs/theory.md CONTRIBUTING.md |
              tr -d '`' | sort -u); do
  [ -e "$file" ] || { echo "docs/*.md, CONTRIBUTING.md: no $file"; status=1; }
done

# TEST_LIMIT in Makefile.am is the only time limit of tests.
grep -n 'tcase_set_timeout\|CK_DEFAULT_TIMEOUT\|timeout [-0-9]' \
  $(echo "$tests" | grep '/.*/') && status=1

# The first line of every .c describes the file.
for file in $(find src cuda -name '*.c'); do
  head -n 1 "$file" | grep -q "^/\* ${file##*/}: " && continue
  echo "$file:1: does not begin with /* ${file##*/}: what it is"
  status=1
done

# Types and macros of headers have one definition, and the name of a static
# function occurs in at most three files.
find src cuda -name '*.[ch]' | sort | xargs awk '
function define(kind, name) {
  if ((kind, name) in place && place[kind, name] != FILENAME) {
    printf "%s:%d: %s is defined in %s too\n", FILENAME, FNR, name,
      place[kind, name]
    bad = 1
  }
  place[kind, name] = FILENAME
}
/^\} am_[a-z_0-9]+;/ { define("type", substr($2, 1, length($2) - 1)) }
/^typedef .*[ *]am_[a-z_0-9]+;$/ {
  name = $NF
  sub(/;$/, "", name)
  sub(/^\*/, "", name)
  define("type", name)
}
/^#[ \t]*define AM_[A-Z_0-9]+/ && FILENAME ~ /\.h$/ {
  name = $2
  sub(/\(.*/, "", name)
  define("macro", name)
}
/^static .*[ *][a-z_0-9]+\(/ && FILENAME ~ /\.c$/ {
  name = $0
  sub(/\(.*/, "", name)
  sub(/.*[ *]/, "", name)
  if (!((name, FILENAME) in seen)) {
    seen[name, FILENAME] = 1
    users[name]++
    where[name] = where[name] " " FILENAME
  }
}
END {
  for (name in users)
    if (users[name] > 3) {
      printf "static %s in %d files:%s\n", name, users[name], where[name]
      bad = 1
    }
  exit bad
}' || status=1

# A part of a module (x.c with x.h) uses no functions and types of a part that
# uses its own.
headers=$(find src cuda -name '*.h')
awk '
function part(path) {
  sub(/^src\/((core|sim|tools)\/)?/, "", path)
  sub(/\.[a-z]+$/, "", path)
  return path
}
function folder(path) {
  sub(/\/[^\/]*$/, "", path)
  return path
}
FNR == 1 {
  from = part(FILENAME)
  if (FILENAME ~ /\.c$/) source[from]
  pass = FILENAME in seen ? 2 : 1
  if (FILENAME ~ /\.c$/) pass = 2
  seen[FILENAME]
}
{
  line = $0
  gsub(/"[^"]*"|\/\*.*/, "", line)
  if (line ~ /^ *\* /) next
}
pass == 1 && (line ~ /^[A-Za-z].*[ *]am_[a-z_0-9]+\(/ ||
              line ~ /^(\}|typedef .*[ *]) *am_[a-z_0-9]+;$/) {
  sub(/[(;].*/, "", line)
  sub(/.*[ *]/, "", line)
  home[line] = from
}
pass == 2 {
  for (i = split(line, word, /[^a-z_0-9]+/); i; i--) {
    to = home[word[i]]
    if (to == "" || to == from || folder(to) != folder(from)) continue
    if ((from, to) in edge) continue
    edge[from, to]
    after[from] = after[from] " " to
  }
}
function visit(from, path,    to, i, n) {
  if (state[from] == 2 || !(from in source)) return
  if (state[from] == 1) {
    print "parts that use one another:" path " " from
    bad = 1
    return
  }
  state[from] = 1
  n = split(after[from], to, " ")
  for (i = 1; i <= n; i++) visit(to[i], path " " from)
  state[from] = 2
}
END {
  for (from in after) visit(from, "")
  exit bad
}' $headers $headers $(find src cuda -name '*.c') || status=1

# All files state the same version.
version=$(sed -n 's/^AC_INIT(\[automat\], \[\(.*\)\])$/\1/p' configure.ac)
grep -qxF "version: $version" CITATION.cff &&
  grep -qxF "version = \"$version\"" python/pyproject.toml &&
  grep -q "^automat ($version-" packaging/debian/changelog || {
  echo "CITATION.cff, python/pyproject.toml and packaging/debian/changelog:" \
    "expected version $version"
  status=1
}
pages=$(grep -LE "^\.TH .* \"automat $version\" " man/*.[1-9])
[ -z "$pages" ] || {
  echo "manual pages: expected version $version:" $pages
  status=1
}
exit $status
