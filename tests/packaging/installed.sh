#!/bin/sh
# installed.sh: `make install` installs all files; `make uninstall` removes them
# and nothing else.
. "${srcdir:-.}/tests/cli/support.sh"
# Programs with sanitizers or coverage run only in their build folder.
! grep -qE '__asan_init|__gcov_init' "$AUTOMAT" || exit 77
build=$(dirname "$AUTOMAT")
[ -f "$build/Makefile" ] || exit 77
unset AUTOMAT_PATH

# Installs without building, because other tests run at the same time.
make_there() {
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$build" -s \
    -o automat -o libautomat.la "$@" prefix=/usr DESTDIR="$folder/root" \
    >out 2>&1 || { fail "make $* fails"; cat out; }
}
files() {
  (cd root && find . ! -type d | LC_ALL=C sort)
}

mkdir -p root/usr/share/automat/materials root/usr/share/man/man1
echo mine >root/usr/share/automat/materials/mine.yaml
echo other >root/usr/share/man/man1/other.1
files >before
make_there install-exec-am install-data-am
files >between

for file in bin/automat share/automat/materials/norton.yaml \
            share/automat/materials/michel-suquet.update.h \
            share/automat/cases/uniaxial.yaml \
            share/automat/cases/strain-table.csv \
            share/automat/schema/material.json \
            share/automat/schema/case.json \
            share/automat/docs/cookbook.md \
            include/automat.h lib/libautomat.so lib/libautomat.a \
            lib/pkgconfig/automat.pc share/man/man3/libautomat.3 \
            share/man/man1/automat.1 share/man/man5/automat-case.5 \
            share/doc/automat/README.md; do
  [ -s "root/usr/$file" ] || fail "$file is not installed"
done
for folder_of in materials cases; do
  for file in "$source/$folder_of"/* "$source/$folder_of"/*/*; do
    [ -f "$file" ] || continue
    cmp "$file" "root/usr/share/automat/${file#"$source/"}" ||
      fail "$file is not installed"
  done
done
for page in "$source"/man/*.[1-9]; do
  cmp "$page" "root/usr/share/man/man${page##*.}/${page##*/}" ||
    fail "$page is not installed"
done

# dead_links FILE...: lists relative links of documents to missing files.
dead_links() {
  for document; do
    grep -o ']([^)]*)' "$document" | sed 's/^](//; s/)$//; s/#.*//' |
      grep -v '^[a-z]*:' | while read -r link; do
        [ -z "$link" ] || [ -e "$(dirname "$document")/$link" ] ||
          echo "$document: dead link $link"
      done
  done
}
documents=root/usr/share/doc/automat
find $documents -name '*.md' >list
[ "$(wc -l <list)" -ge 5 ] || fail "too few documents: $(cat list)"
grep -q 'docs/tutorial.md' "$documents/README.md" || fail 'no links to look at'
dead_links $(cat list) >dead
(cd "$source" && dead_links *.md docs/*.md bench/*.md bench/*/*.md) >>dead
[ ! -s dead ] || fail "$(cat dead)"

installed=$folder/root/usr/bin/automat
status 0 "$installed" run uniaxial -q -o installed.csv
status 0 env AUTOMAT_PATH="$source" "$AUTOMAT" run uniaxial -q -o own.csv
cmp installed.csv own.csv || fail 'the installed program computes otherwise'

# A program finds the library, and the library its data.  The static library
# needs the OpenMP of its compiler.
compiler=$(sed -n 's/^CC = //p' "$(dirname "$AUTOMAT")/Makefile")
if command -v cc >/dev/null; then
  for library in libautomat.so libautomat.a; do
    # shellcheck disable=SC2086
    ${compiler:-cc} -I root/usr/include "$source/tests/core/library/million.c" \
      "root/usr/lib/$library" \
      -Wl,-rpath,"$folder/root/usr/lib" -lyaml -lm -fopenmp -o million ||
      fail "$library does not serve"
    AUTOMAT_PATH=$folder/root/usr/share/automat status 0 ./million
    [ "$(wc -l <out)" -eq 5 ] || fail "$library: expected 5 lines"
  done
  status 0 env -u AUTOMAT_PATH sh -c \
    'cc -I root/usr/include "$0" root/usr/lib/libautomat.so -Wl,-rpath,"$1" \
       -o million && ./million' "$source/tests/core/library/million.c" \
    "$folder/root/usr/lib"
fi
completion=root/usr/share/bash-completion/completions/automat
if [ -f "$completion" ] && command -v bash >/dev/null; then
  bash -n "$completion" || fail 'the completion is no script'
  grep -q norton "$completion" || fail 'the completion knows no laws'
fi


# An installation moved as a whole works at its new place.
mkdir moved
mv root/usr 'moved/to here'
moved=$folder/moved/to\ here
status 0 "$moved/bin/automat" run uniaxial -q -o moved.csv
cmp moved.csv own.csv || fail 'the moved program computes otherwise'
if command -v pkg-config >/dev/null && command -v cc >/dev/null; then
  PKG_CONFIG_PATH=$moved/lib/pkgconfig
  export PKG_CONFIG_PATH
  for how in '' --static; do
    words=$(pkg-config $how --cflags --libs automat) || fail 'no automat.pc'
    eval "cc -o million '$source/tests/core/library/million.c' $words" ||
      fail "automat.pc of the moved installation says: $words"
  done
  status 0 env LD_LIBRARY_PATH="$moved/lib" ./million
  [ "$(wc -l <out)" -eq 5 ] || fail 'the moved library: expected 5 lines'
fi
mv "$moved" root/usr

# Folders outside the prefix stay in place.
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$build" -s install-pkgconfig \
  prefix=/opt/a libdir=/lib64 DESTDIR="$folder/apart" >out 2>&1 || cat out
for line in prefix=/opt/a libdir=/lib64 'includedir=${prefix}/include'; do
  grep -qxF "$line" apart/lib64/pkgconfig/automat.pc ||
    fail "no $line in $(cat apart/lib64/pkgconfig/automat.pc)"
done

make_there install-exec-am install-data-am
files | cmp - between || fail 'a second installation differs'
make_there uninstall
files | cmp before - || fail "$(files)"
(cd root && find . -name 'automat*' ! -path ./usr/share/automat) >left
[ ! -s left ] || fail "left behind: $(cat left)"

exit $failed
