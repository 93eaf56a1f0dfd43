#!/bin/sh
# debian.sh: the Debian packaging agrees with the source.
cd "${srcdir:-.}" || exit 99
recipe=packaging/debian
failed=0

fail() {
  echo "$*"
  failed=1
}

version=$(sed -n 's/^AC_INIT(\[automat\], \[\(.*\)\])$/\1/p' configure.ac)
head -n 1 $recipe/changelog | grep -qF "automat ($version-" ||
  fail "$recipe/changelog is not about version $version"
[ -x $recipe/rules ] || fail "$recipe/rules is no program"

# Libraries required by configure
for package in $(sed -n 's/.*AUTOMAT_LIBRARY(.*\[\(lib[a-z0-9-]*\|z[a-z0-9-]*\)\]).*/\1/p' \
                     configure.ac); do
  grep -q "^ $package," $recipe/control || fail "no Build-Depends on $package"
done

# Tests run by the package
sed -n '/^quick_tests/,/[^\\]$/p' $recipe/rules | grep -o 'tests/[^ ]*\.sh' |
  while read -r test; do
    [ -f "$test" ] || echo "$recipe/rules: there is no $test"
  done | grep . && failed=1

# Every package has a file list, and every file list a package.
for list in $recipe/*.install; do
  package=$(basename "$list" .install)
  grep -qx "Package: $package" $recipe/control ||
    fail "$list: there is no package $package"
done
for package in $(sed -n 's/^Package: //p' $recipe/control); do
  [ -s "$recipe/$package.install" ] || fail "$package has no files"
done

exit $failed
