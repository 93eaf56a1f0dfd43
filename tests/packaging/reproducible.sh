#!/bin/sh
# reproducible.sh: two builds of the same release, at different times and in
# different folders, give the same program and the same release. Only with
# AUTOMAT_LONG_TESTS.
[ "${AUTOMAT_LONG_TESTS-}" ] || exit 77
. "${srcdir:-.}/tests/cli/support.sh"
build=$(dirname "$AUTOMAT")
[ -f "$build/Makefile" ] || exit 77
unset AUTOMAT_PATH MAKEFLAGS MFLAGS MAKELEVEL SOURCE_DATE_EPOCH
name=automat-probe

# Packs a release in the build folder, under a different name.
pack() {
  make -C "$1" -s dist distdir=$name >packing 2>&1 ||
    { cat packing; exit 1; }
  mv "$1/$name.tar.gz" "$2"
}

# build FOLDER SOURCE: configures and builds in FOLDER.
build_in() (
  mkdir -p "$1" && cd "$1" || exit 99
  "$2/configure" CFLAGS='-O1 -g' >building 2>&1 &&
    make -s -j2 >>building 2>&1 || { tail -n 30 building; exit 1; }
)

pack "$build" first.tar.gz
mkdir one two two/deeper
(umask 022 && cd one && gzip -dc ../first.tar.gz | tar -xf -) || exit 99
sleep 1.1
(umask 077 && cd two/deeper && gzip -dc ../../first.tar.gz | tar -xf -) ||
  exit 99
build_in "$folder/one/$name" . || exit 1
pack "one/$name" second.tar.gz
(
  umask 027
  LC_ALL=C.UTF-8 TZ=ABC-5:30
  export LC_ALL TZ
  build_in "$folder/two/build" "../deeper/$name" && pack two/build third.tar.gz
) || exit 1

cmp one/$name/automat two/build/automat ||
  fail 'another program is built in another folder'
for archive in second third; do
  cmp first.tar.gz $archive.tar.gz ||
    fail "the release packs another release ($archive)"
done
grep -q -aF "$folder" two/build/automat &&
  fail 'the program names the folder of its build'

SOURCE_DATE_EPOCH=1000000000
export SOURCE_DATE_EPOCH
pack two/build dated.tar.gz
gzip -dc dated.tar.gz | TZ=UTC0 tar -tvf - >list
grep -v " 0/0 .* 2001-09-09 01:46 " list && fail "entries have other times"
[ "$(wc -l <list)" -gt 500 ] || fail "too few files are packed"

exit $failed
