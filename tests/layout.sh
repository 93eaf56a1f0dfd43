#!/bin/sh
# layout.sh: the rules of the source tree that no compiler knows.
#
# - #include "MODULE/..." goes only to the module itself and to lower levels;
# - the headers of a library are included in their folders only;
# - no source is longer than 500 lines;
# - every source, test and manual page stands in its folder's module.mk;
# - every .c begins with a line that says what it is;
# - a type or macro has one definition, and a name of a static function stands
#   in three files at most: more would not say what it is about;
# - parts of a module, x.c with x.h, include one another one way only.
cd "${srcdir:-.}" || exit 99
status=0

find src cuda tests -name '*.[ch]' | sort | xargs awk '
function add(level, modules,    names, i) {
  for (i = split(modules, names); i; i--) rank[names[i]] = level
}
function only(header, folders) { home[header] = " " folders " " }
function fail(text) {
  printf "%s:%d: %s\n", FILENAME, FNR, text
  bad = 1
}
BEGIN {
  add(0, "base")
  add(1, "yaml expr team")
  add(2, "diff solver output")
  add(3, "kernel path")
  add(4, "material microstructure")
  add(5, "emit host")
  add(6, "engine")
  add(7, "cuda")
  add(8, "point library")
  add(9, "batch space")
  add(10, "bench check compare fit homogenization")
  add(11, "study export sheet")
  add(12, "cli")
  only("yaml.h", "yaml")
  only("gsl", "check fit tests")
  only("check.h", "tests")
  only("hdf5.h", "output tests")
  only("zlib.h", "output")
  only("fftw3.h", "space tests")
  only("fftw3-mpi.h", "team")
  only("mpi.h", "team tests")
  only("cuda.h", "tests")
  only("cufft.h", "tests")
  only("nvrtc.h", "tests")
}
FNR == 1 {
  split(FILENAME, part, "/")
  folder = part[1] == "src" ? part[2] : part[1]
  if (folder != "tests" && !(folder in rank)) fail("unknown module " folder)
}
folder != "tests" && FNR == 501 { fail("longer than 500 lines") }
/^[ \t]*#[ \t]*include[ \t]*"/ && folder != "tests" {
  split($0, quoted, "\"")
  if (split(quoted[2], step, "/") < 2 || step[1] == folder) next
  if (!(step[1] in rank)) fail("unknown module " step[1])
  else if (rank[step[1]] >= rank[folder])
    fail(folder " must not include " step[1])
}
/^[ \t]*#[ \t]*include[ \t]*</ {
  split($0, quoted, /[<>]/)
  split(quoted[2], step, "/")
  if (step[1] in home && !index(home[step[1]], " " folder " "))
    fail("<" quoted[2] "> belongs to:" home[step[1]])
}
END { exit bad }' || status=1

for file in src/*/*.[ch] src/*/*.def cuda/*.[ch] tests/*/test_*.c tests/*.h \
            tests/*/*.h tests/*/*.sh man/*.[1-9]; do
  [ -f "$file" ] || continue
  name=$file
  case $file in tests/*.c) name=${file%.c} ;; esac
  grep -sqwF "$name" "${file%/*}/module.mk" && continue
  echo "$file: missing in ${file%/*}/module.mk"
  status=1
done

# The time that a test may take is TEST_LIMIT in Makefile.am, and no other.
grep -n 'tcase_set_timeout\|CK_DEFAULT_TIMEOUT\|timeout [-0-9]' \
  tests/*/*.[ch] tests/*/*.sh && status=1

# Every .c says in its first line what it is.
for file in src/*/*.c cuda/*.c; do
  head -n 1 "$file" | grep -q "^/\* ${file##*/}: " && continue
  echo "$file:1: does not begin with /* ${file##*/}: what it is"
  status=1
done

# Types and macros of headers have one definition, and the name of a static
# function stands in three files at most.
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

# Parts of a module (x.c and x.h) include one another one way only; a header
# without a .c, which a part keeps for itself, may include that part's.
grep -H '^#[ \t]*include "' $(find src cuda -name '*.[ch]') |
awk -v sources="$(ls src/*/*.c cuda/*.c | tr '\n' ' ')" '
function folder(path) {
  sub(/^src\//, "", path)
  sub(/\/.*/, "", path)
  return path
}
function part(path) {
  sub(/^src\//, "", path)
  sub(/\.[a-z]+$/, "", path)
  return path
}
BEGIN {
  for (i = split(sources, name, " "); i; i--) source[part(name[i])] = 1
}
{
  split($0, quoted, "\"")
  split($0, colon, ":")
  from = part(colon[1])
  to = part(quoted[2])
  if (folder(to) != folder(from) || from == to || (from, to) in edge) next
  if (colon[1] ~ /\.c$/ && !(to in source)) next
  edge[from, to] = 1
  after[from] = after[from] " " to
  if (!(from in state)) state[from] = 0
}
function visit(from, path,    to, i, n) {
  if (state[from] == 2) return
  if (state[from] == 1) {
    print "parts that include one another:" path " " from
    bad = 1
    return
  }
  state[from] = 1
  n = split(after[from], to, " ")
  for (i = 1; i <= n; i++) visit(to[i], path " " from)
  state[from] = 2
}
END {
  for (from in state) visit(from, "")
  exit bad
}' || status=1

# One version.
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
