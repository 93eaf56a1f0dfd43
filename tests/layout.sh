#!/bin/sh
# layout.sh: the rules of the source tree that no compiler knows.
#
# - #include "MODULE/..." goes only to the module itself and to lower levels;
# - the headers of a library are included in their folders only;
# - no source is longer than 500 lines;
# - every source, test and manual page stands in its folder's module.mk.
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
  add(1, "yaml expr")
  add(2, "diff solver output")
  add(3, "kernel path")
  add(4, "material microstructure")
  add(5, "emit")
  add(6, "engine")
  add(7, "cuda")
  add(8, "point library")
  add(9, "batch space")
  add(10, "bench check compare fit homogenization")
  add(11, "study")
  add(12, "cli")
  only("yaml.h", "yaml")
  only("gsl", "check fit tests")
  only("check.h", "tests")
  only("hdf5.h", "output tests")
  only("zlib.h", "output")
  only("fftw3.h", "space tests")
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

exit $status
