#!/bin/sh
# golden.sh: the generated C code of three laws equals the reviewed copy and
# compiles without warnings. ACCEPT=yes updates the copy.
folder=${srcdir:-.}/tests/golden
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
status=0

# NAME MATERIAL OPTION...: generated text without embedded text and version
check() {
  name=$1
  shift
  "${AUTOMAT:-automat}" emit "$@" > "$work/all.c" || exit 1
  awk '/^\/\* ==== / { keep = /sizes|the law|kernel.mandel/ && !/mandel/ }
       NR == 1 { print "/* Written by automat."; next }
       keep || NR < 4' "$work/all.c" > "$work/part.c"
  [ "$ACCEPT" != yes ] || cp "$work/part.c" "$folder/$name.c"
  diff -u "$folder/$name.c" "$work/part.c" || status=1
  command -v cc > /dev/null || return
  cc -O0 -fsyntax-only -Wall -Wextra -Wno-unused-parameter -Wno-psabi \
    -mavx512f -mavx512dq -mfma "$work/all.c" || status=1
}

check michel-suquet-ode23 michel-suquet --scheme ode23
check norton-implicit-euler norton --scheme implicit-euler \
  --set solver.tangent=true
check zener-ode23s zener --scheme ode23s --mixed
exit $status
