#!/bin/sh
# relocated.sh: an installation that was copied to a read-only folder with any
# bytes in its name works for a user without home and temporary folder, in any
# locale, with any file names.
. "${srcdir:-.}/tests/cli/support.sh"
# Programs with sanitizers or coverage run only in their build folder.
! grep -qE '__asan_init|__gcov_init' "$AUTOMAT" || exit 77
chmod 755 "$folder"
rude=$(printf "a b'c\"d\$e\`f;g*h\\\\i\303\251\377j")
prefix=$folder/$rude/usr
mkdir -p "$prefix/bin" "$prefix/share/automat" readonly "work/$rude" locales
cp "$AUTOMAT" "$prefix/bin/automat" || exit 99
cp -R "$source/materials" "$source/cases" "$prefix/share/automat" || exit 99
chmod -R a-w,a+rX "$prefix" readonly
chmod -R a+rwX work
chmod +t work "work/$rude"
trap 'cd /; chmod -R u+w "$folder"; rm -rf "$folder"' EXIT

# Locale with decimal commas, if available
german=C
localedef -i de_DE -f UTF-8 "$folder/locales/de_DE.UTF-8" 2>messages &&
  german=de_DE.UTF-8
unprivileged=
if [ "$(id -u)" -eq 0 ]; then
  unprivileged='setpriv --reuid=65534 --regid=65534 --clear-groups --'
  $unprivileged test -x "$prefix/bin/automat" 2>messages || exit 77
fi

# there ARGUMENT...: runs the copied program with these variables only and no
# writable folder.
temporary=/nowhere
cache=
there() (
  cd "$folder/readonly" || exit 99
  exec env -i PATH="$PATH" LC_ALL=$german LOCPATH="$folder/locales" \
    TMPDIR="$temporary" ${cache:+XDG_CACHE_HOME="$cache"} $unprivileged \
    "$prefix/bin/automat" "$@"
)

# well STATUS ARGUMENT...: expects the status and printable UTF-8 messages.
well() {
  expected=$1
  shift
  there "$@" >out 2>messages
  found=$?
  iconv -f UTF-8 -t UTF-8 messages >/dev/null ||
    fail "$*: messages are not UTF-8"
  LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" messages &&
    fail "$*: messages have control characters"
  [ $found -eq "$expected" ] && return
  fail "$*: expected status $expected, found $found"
  cat messages
}

# same A B: expects equal files
same() {
  cmp "$1" "$2" || fail "'$1' is not '$2'"
}

export XDG_CACHE_HOME="$folder/cache"
mkdir cache
work=$folder/work/$rude

# ---- installed files are found, in any locale --------------------------------

well 0 list materials
grep -q '^  norton: ' out || fail 'norton is not installed there'
well 0 list materials --describe norton
"$AUTOMAT" run uniaxial -o here.csv -q
well 0 run uniaxial -o "$work/there.csv"
same "$work/there.csv" here.csv
well 0 run uniaxial --set parameters.n=4.5 --set solver.rtol=1e-5
"$AUTOMAT" run uniaxial --set parameters.n=4.5 --set solver.rtol=1e-5 -q >own
same out own
well 0 run strain-table -q
well 0 check --quick norton
well 0 emit michel-suquet --language c
well 0 compare "$work/there.csv" "$work/there.csv" --atol 1e-9
well 0 completion bash
well 4 new mine
well 4 run uniaxial -o relative.csv
message "cannot write 'relative.csv'"

# ---- unusual file names ------------------------------------------------------

name="$work/$(printf "q\"'\`touch \$(touch oops)\`\n\033[31m %%s\302\233\377;&|")"
cp "$source/cases/uniaxial.yaml" "$name.yaml"
well 0 run "$name.yaml" -o "$name.csv"
same "$name.csv" here.csv
well 0 check "$name.yaml"
well 0 compare "$name.csv" "$work/there.csv"
sed 's/^material: .*/material: nortom/' "$name.yaml" >"$name-wrong.yaml"
well 3 run "$name-wrong.yaml"
message '\x0a\x1b[31m %s\u009b\xff;&|-wrong.yaml:'
message "no material 'nortom' is installed"
printf 'case: x\001y\n' >"$name-wrong.yaml"
well 3 run "$name-wrong.yaml"
well 3 run "$name-none.yaml"
well 2 "$name"
well 3 list materials --describe "$name"
if gnuplot --version >/dev/null 2>&1; then
  for ending in svg png pdf; do
    well 0 run "$name.yaml" -q -o "$name.csv" --plot "$name.$ending" \
      --keep-script
    [ -s "$name.$ending" ] && [ -s "$name.$ending.gp" ] ||
      fail "there is no picture of the ending $ending"
  done
  mv "$name.svg" first.svg
  gnuplot -d "$name.svg.gp" || fail 'the kept script does not run'
  same "$name.svg" first.svg
fi

# ---- compiled code, volume elements, fits ------------------------------------

batch() {
  well 0 batch scatter --points 20 -o "$name.h5"
  "$AUTOMAT" compare "$name.h5" here.h5 --rtol 1e-12 >out 2>own ||
    fail "another batch: $(cat out own)"
}
"$AUTOMAT" batch scatter --points 20 --engine interp -q -o here.h5
batch
if ${AUTOMAT_CC:-cc} --version >own 2>&1; then
  grep -qF "cannot make a folder for generated code in '/nowhere'" messages ||
    fail "the folder for code is not asked for: $(cat messages)"
  temporary=$work
  batch
  temporary=/nowhere
  $unprivileged mkdir "$name-cache" || fail 'no folder for the cache'
  cache=$name-cache
  batch
  [ -n "$(ls "$name-cache/automat")" ] || fail 'nothing is kept'
  batch
fi
well 0 homogenize laminate --engine interp -o "$name.csv" -q
"$AUTOMAT" homogenize laminate --engine interp -o here.csv -q
same "$name.csv" here.csv
well 0 fit fit-michel-suquet -q -o "$name-fit.yaml" --json "$name.json"
well 0 run "$name.h5" --point 7 -o "$name.csv"

find . "$work" -name '*oops*' ! -name '*touch*' | grep . &&
  fail 'a name was run by a shell'
[ -z "$(ls readonly)" ] || fail 'something was written where nobody can'
exit $failed
