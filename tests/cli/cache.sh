#!/bin/sh
# cache.sh: the native engine with all kinds of compilers and caches: correct
# results, at most one message, no files left behind.
: "${AUTOMAT:?}"
source=$(cd "${srcdir:-.}" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
mounted=
trap '[ -z "$mounted" ] || umount "$folder/small"; rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0
export TMPDIR="$folder/tmp" HOME="$folder/home"
mkdir "$TMPDIR" "$HOME"

fail() {
  echo "$*"
  failed=1
}

cat >spring.yaml <<'END'
material: spring
units: {stress: MPa, time: s}
parameters: {k: {value: 100, above: 0}, eta: {value: 50, above: 0}}
internal: {x: symmetric}
free_energy: k/2*inner(eps - x, eps - x)
force_potential: inner(A_x, A_x)/(2*eta) + cosh(tr(A_x)) - 1
END
cat >case.yaml <<'END'
case: a spring
material: spring.yaml
solver: {scheme: rodas4, tangent: false}
path:
  - {time: 1, steps: 3, strain: {xx: 1e-3, xy: 2e-3}}
  - {time: 3, steps: 2, strain: {xx: 0}}
output: {columns: [time, stress, x]}
END
"$AUTOMAT" run case.yaml --set solver.engine=interp -o right.csv || exit 99

# native FILE [OPTION]...: runs the case and writes FILE.
native() {
  "$AUTOMAT" run case.yaml --set solver.engine=native --quiet -o "$@"
}

# Tables agree to 1e-12 of their largest number.
agree() {
  tail -n +3 "$1" | tr , '\n' >a
  tail -n +3 right.csv | tr , '\n' >b
  paste a b | awk '
    function size(x) { return x < 0 ? -x : x }
    size($2) > most { most = size($2) }
    size($1 - $2) > off { off = size($1 - $2) }
    END { exit !(NR == 78 && NF == 2 && off <= 1e-12*most) }'
}

# attempt NAME EXPECTED [VARIABLE=VALUE]...: runs the case and expects right
# results, and either no message or one warning that contains EXPECTED.
attempt() {
  name=$1
  expected=$2
  shift 2
  rm -f got.csv
  env "$@" "$AUTOMAT" run case.yaml --set solver.engine=native -o got.csv \
    >out 2>messages
  status=$?
  [ $status -eq 0 ] || fail "$name: exit status $status"
  agree got.csv || fail "$name: wrong results"
  [ ! -s out ] || fail "$name: something on standard output"
  lines=$(grep -c . messages)
  if [ -z "$expected" ]; then
    [ "$lines" -eq 0 ] || fail "$name: a message: $(cat messages)"
  elif [ "$(grep -c 'warning: engine native: ' messages)" -ne 1 ] ||
    ! grep -qF -- "$expected" messages || [ "$lines" -ne 1 ]; then
    fail "$name: expected '$expected', found: $(cat messages)"
  fi
  [ -z "$(ls -A "$TMPDIR")" ] || fail "$name: left $(ls -A "$TMPDIR")"
  rm -rf "$TMPDIR"
  mkdir "$TMPDIR"
}

# entries FOLDER N: expects N entries in FOLDER and no other files.
entries() {
  objects=$(find "$1" -name '*.so' | grep -c .)
  all=$(find "$1" -mindepth 1 | grep -c .)
  [ "$objects $all" = "$2 $2" ] ||
    fail "$name: expected $2 entries, found $(ls -A "$1")"
}

# compiler NAME: writes a compiler, a shell script from standard input.
compiler() {
  { echo '#!/bin/sh' && cat; } >"$folder/$1"
  chmod +x "$folder/$1"
}

# Wrapper that compiles each unit once and then returns stored objects; this
# test examines only how objects are handled.
mkdir "$folder/units"
compiler quick <<END
UNITS='$folder/units' exec '$source/tests/unit-cc' "\$@"
END
export AUTOMAT_CC="$folder/quick"
attempt probe '' XDG_CACHE_HOME="$folder/probe"
ls probe/automat/*.so >/dev/null 2>&1 || {
  echo "the engine native has no compiler here"
  exit 77
}

# Eight simultaneous runs on an empty cache
export XDG_CACHE_HOME="$folder/cache"
name='eight at once'
for i in 1 2 3 4 5 6 7 8; do
  native "many$i.csv" 2>"many$i.txt" &
done
wait
for i in 1 2 3 4 5 6 7 8; do
  cmp "many1.csv" "many$i.csv" || fail "$name: results differ"
  [ ! -s "many$i.txt" ] || fail "$name: $(cat "many$i.txt")"
done
agree many1.csv || fail "$name: wrong results"
entries cache/automat 1
entry=$(ls cache/automat/*.so)

# auto compiles a later scheme only when a point needs it.
for eta in 50 1e-4; do
  XDG_CACHE_HOME="$folder/auto-$eta" native auto.csv --set solver.scheme=auto \
    --set parameters.k=1 --set parameters.eta=$eta || fail "auto: status $?"
done
entries auto-50/automat 1
entries auto-1e-4/automat 2

# A second use changes only the time of the entry; an invalid entry is replaced.
whole() {
  size=$(wc -c <"$entry")
  [ "$size" -gt 4000 ] || fail "$name: the entry was not made anew"
  entries cache/automat 1
}
before=$(ls -i "$entry"; cksum <"$entry")
attempt 'second use' ''
[ "$before" = "$(ls -i "$entry"; cksum <"$entry")" ] || fail 'the entry changed'
cp "$entry" good
for part in 1 100 4096 12000 "$(($(wc -c <good) - 1))"; do
  head -c "$part" good >"$entry"
  attempt "$part bytes of the entry" ''
  whole
done
: >"$entry"
attempt 'an empty entry' ''
whole
head -c 50000 /dev/urandom >"$entry"
attempt 'an entry of garbage' ''
whole
{ head -c 5000 good && printf garbage && tail -c +5008 good; } >"$entry"
attempt 'an entry with other bytes' ''
whole
chmod 0 "$entry"
attempt 'an entry that may not be read' ''
whole
rm "$entry"
ln -s /nowhere "$entry"
attempt 'an entry that points nowhere' ''
whole
rm "$entry"
mkfifo "$entry"
attempt 'an entry that is a pipe' ''
whole

# Files that other users can write are not executed.
private() {
  [ "$(stat -c %a "$entry")" = 600 ] || fail "$name: $(ls -l "$entry")"
  whole
}
chmod 660 "$entry"
attempt 'an entry that a group may write' ''
private
mv "$entry" elsewhere
ln -s "$folder/elsewhere" "$entry"
attempt 'an entry that is a link' ''
[ ! -L "$entry" ] || fail "$name: it is still a link"
private
if chown 12345 "$entry" 2>/dev/null; then
  attempt 'an entry of somebody else' ''
  [ "$(stat -c %u "$entry")" = "$(id -u)" ] || fail "$name: it is still his"
  private
fi
rm "$entry"
(umask 0 && native got.csv) || fail 'without a mask of permissions'
name='without a mask of permissions'
private
rm "$entry"
mkdir "$entry"
attempt 'a folder in place of the entry' ''
[ "$(ls -A cache/automat)" = "${entry##*/}" ] || fail "$name: files are left"
rmdir "$entry"
attempt 'no entry' ''
whole

# Folders
: >file
attempt 'a file in place of the cache' '' XDG_CACHE_HOME="$folder/file"
mkdir taken
: >taken/automat
attempt 'a file in place of its folder' '' XDG_CACHE_HOME="$folder/taken"
attempt 'a cache below nothing' '' XDG_CACHE_HOME="$folder/a/b/c"
mkdir -p public/automat
chmod 777 public/automat
attempt 'a cache of everyone' '' XDG_CACHE_HOME="$folder/public"
entries public/automat 0
mkdir -p shared/automat
chmod 700 shared/automat
chmod 777 shared
attempt 'a cache below a folder of everyone' '' XDG_CACHE_HOME="$folder/shared"
entries shared/automat 0
chmod 1777 shared
attempt 'the same where only owners rename' '' XDG_CACHE_HOME="$folder/shared"
entries shared/automat 1
if chown 12345 shared/automat 2>/dev/null; then
  rm shared/automat/*
  attempt 'a cache of somebody else' '' XDG_CACHE_HOME="$folder/shared"
  entries shared/automat 0
fi
mkdir exchanged
chmod 777 exchanged
rm -f got.csv
TMPDIR="$folder/exchanged" XDG_CACHE_HOME="$folder/file" \
  "$AUTOMAT" run case.yaml --set solver.engine=native -o got.csv 2>messages
name='a TMPDIR in which others exchange folders'
agree got.csv || fail "$name: wrong results"
grep -q 'engine native: .*other users could replace it' messages ||
  fail "$name: $(cat messages)"
[ -z "$(ls -A exchanged)" ] || fail "$name: left $(ls -A exchanged)"
attempt 'a relative cache' '' XDG_CACHE_HOME=relative
[ ! -e relative ] || fail 'a relative XDG_CACHE_HOME was used'
entries home/.cache/automat 1
rm -r home/.cache
attempt 'an empty XDG_CACHE_HOME' '' XDG_CACHE_HOME=
entries home/.cache/automat 1
attempt 'no HOME' '' -u HOME -u XDG_CACHE_HOME
attempt 'an empty HOME' '' -u XDG_CACHE_HOME HOME=
attempt 'no TMPDIR' '' TMPDIR=/nowhere XDG_CACHE_HOME="$folder/fresh"
entries fresh/automat 1
attempt 'neither cache nor TMPDIR' \
  "cannot create a folder for generated code in '/nowhere'" TMPDIR=/nowhere \
  XDG_CACHE_HOME="$folder/file"
mkdir small
if mount -t tmpfs -o size=64k none small 2>/dev/null; then
  mounted=yes
  head -c 40000 /dev/zero >small/filling
  attempt 'a full cache' '' XDG_CACHE_HOME="$folder/small"
  entries small/automat 0
  mount -o remount,ro small
  attempt 'a cache that is read only' '' XDG_CACHE_HOME="$folder/small"
  umount small && mounted=
fi

compiler limited <<'END'
ulimit -f 40
exec "$REAL" "$@"
END
export REAL="$AUTOMAT"
AUTOMAT="$folder/limited"
attempt 'a limit on files' 'cannot write the generated code to' \
  XDG_CACHE_HOME="$folder/limit"
entries limit/automat 0
AUTOMAT="$REAL"

# Compilers
export XDG_CACHE_HOME="$folder/other"
compiler stops <<'END'
echo "unit.c: error: no day for this" >&2
exit 1
END
attempt 'a compiler that fails' "'$folder/stops' ended with status 1 and said: error: no day for this" \
  AUTOMAT_CC="$folder/stops"
compiler lazy </dev/null
attempt 'a compiler that makes nothing' "wrote no object" \
  AUTOMAT_CC="$folder/lazy"

# making NAME COMMAND: writes a compiler that makes $object by COMMAND.
# shellcheck disable=SC2016
making() {
  compiler "$1" <<END
while [ "\$1" != -o ]; do shift; done
object=\$2
$2
END
}
making garbage 'head -c 30000 /dev/urandom >"$object"'
attempt 'a compiler of garbage' 'did not write a shared object' \
  AUTOMAT_CC="$folder/garbage"
making folders 'mkdir "$object"'
attempt 'a compiler of folders' 'did not write a shared object' \
  AUTOMAT_CC="$folder/folders"
making cutter "head -c 9000 '$folder/good' >\"\$object\""
attempt 'a compiler of parts' 'did not write a shared object' \
  AUTOMAT_CC="$folder/cutter"
echo 'int x;' >poor.c
making poor "cc -shared -fPIC -o \"\$object\" '$folder/poor.c'"
attempt 'a compiler of something else' 'lacks the function automat_advance' \
  AUTOMAT_CC="$folder/poor"
cat >wrong.c <<'END'
void automat_advance(void) {}
END
making wrong "cc -shared -fPIC -o \"\$object\" '$folder/wrong.c'"
attempt 'a compiler of nonsense' 'and the interpreter disagree' \
  AUTOMAT_CC="$folder/wrong"
compiler liar <<'END'
for file; do
  case $file in
    *.c) sed -i 's/k_cosh(\(.*\));/k_cosh(\1) + k_set(1e-6);/;s/k_sinh(\(.*\));/k_sinh(\1)*k_set(1.0001);/' "$file" ;;
  esac
done
exec cc "$@" -O0
END
attempt 'a compiler that errs' 'and the interpreter disagree' \
  AUTOMAT_CC="$folder/liar"
compiler chatty <<'END'
head -c 3000000 /dev/zero | tr '\0' 'x'
exit 3
END
attempt 'a compiler that prints megabytes' 'ended with status 3' \
  AUTOMAT_CC="$folder/chatty"
compiler killed <<'END'
kill -9 $$
END
attempt 'a compiler that is killed' 'ended with status 137' \
  AUTOMAT_CC="$folder/killed"
attempt 'a compiler that does not exist' "no C compiler: '/nowhere/cc'" \
  AUTOMAT_CC=/nowhere/cc
attempt 'a folder as compiler' "no C compiler: '$folder'" AUTOMAT_CC="$folder"
attempt 'a compiler with bad arguments' 'ended with status' \
  AUTOMAT_CC='cc --no-such-argument'
echo 'echo' >plain
chmod +x plain
attempt 'a compiler that is no program' 'cannot be run' \
  AUTOMAT_CC="$folder/plain"
mkdir empty
attempt 'no compiler' "no C compiler: 'cc'" -u AUTOMAT_CC PATH="$folder/empty"
entries other/automat 0
printf 'points: {count: 2, seed: 1}\n' | cat case.yaml - >points.yaml
AUTOMAT_CC=/nowhere/cc "$AUTOMAT" batch points.yaml -o two.h5 2>messages ||
  fail "a batch without compiler: $(cat messages)"
[ "$(grep -c "note: .*no C compiler: '/nowhere/cc'" messages)" -eq 1 ] ||
  fail "a batch without compiler says: $(cat messages)"
attempt 'blanks as compiler' '' AUTOMAT_CC='  '
attempt 'a compiler with arguments' '' AUTOMAT_CC='cc -g'
name='two compilers'
entries other/automat 2
cp quick changing
attempt 'a compiler' '' AUTOMAT_CC="$folder/changing"
echo : >>changing
attempt 'the same, changed' '' AUTOMAT_CC="$folder/changing"
name='a changed compiler'
entries other/automat 4
if command -v clang >/dev/null; then
  attempt clang '' AUTOMAT_CC=clang
fi

# A compiler next to the case is not run, and no shell is involved.
mkdir beside
compiler beside/cc <<'END'
: >"$FOLDER/planted"
exit 1
END
cp case.yaml spring.yaml beside
(cd beside && FOLDER="$folder" PATH=".::$PATH" XDG_CACHE_HOME="$folder/beside" \
  env -u AUTOMAT_CC "$AUTOMAT" run case.yaml --set solver.engine=native \
  -o got.csv 2>messages) || fail 'a PATH with the working directory'
[ ! -e planted ] || fail 'a compiler of the working directory was run'
attempt 'a command of a shell as compiler' "no C compiler: '\$(touch'" \
  AUTOMAT_CC='$(touch planted); cc'
[ ! -e planted ] || fail 'a shell was run'

# The first compilation is reported on a terminal only.
if command -v script >/dev/null; then
  told() {
    script -qec "$AUTOMAT run case.yaml --set solver.engine=native \
      -o terminal.csv $1" /dev/null </dev/null >terminal 2>&1
  }
  export XDG_CACHE_HOME="$folder/terminal.d"
  told -q
  ! grep -q compiling terminal || fail "quiet: $(cat terminal)"
  rm -rf terminal.d
  told
  grep -q 'compiling the law (once) ...' terminal ||
    fail "a terminal sees: $(cat terminal)"
  told
  ! grep -q compiling terminal || fail 'compiled twice'
  rm -rf terminal.d
  "$AUTOMAT" run case.yaml --set solver.engine=native -o terminal.csv 2>messages
  [ ! -s messages ] || fail "a file sees: $(cat messages)"
fi

# A signal also stops the compiler, and no files are left.
compiler endless <<'END'
echo $$ >"$FOLDER/endless.pid"
exec sleep 100
END
export FOLDER="$folder" XDG_CACHE_HOME="$folder/interrupted"
for signal in INT TERM; do
  name="interrupted by $signal"
  rm -f endless.pid program.pid
  (until [ -s endless.pid ]; do sleep 0.1; done
   kill -s $signal "$(cat program.pid)") &
  # shellcheck disable=SC2016
  AUTOMAT_CC="$folder/endless" sh -c 'echo $$ >program.pid; exec "$@"' sh \
    "$AUTOMAT" run case.yaml --set solver.engine=native -o never.csv \
    >out 2>messages
  wait
  [ -s endless.pid ] || fail "$name: the compiler was not run"
  ! kill -0 "$(cat endless.pid)" 2>/dev/null || fail "$name: it still runs"
  [ -z "$(ls -A "$TMPDIR")" ] || fail "$name: left $(ls -A "$TMPDIR")"
  entries interrupted/automat 0
done

# Files that a killed run has left for a week are removed from any folder.
# killed CACHE FOLDER: kills a run while it compiles below FOLDER.
killed() {
  rm -f endless.pid
  XDG_CACHE_HOME=$1 AUTOMAT_CC="$folder/endless" "$AUTOMAT" run case.yaml \
    --set solver.engine=native -o never.csv >out 2>messages &
  job=$!
  until [ -s endless.pid ] || ! kill -0 $job; do sleep 0.1; done
  kill -KILL $job
  wait $job 2>/dev/null
  kill "$(cat endless.pid)"
  [ -e "$(echo "$2"/automat-*/unit.c)" ] || fail "$name: nothing is left"
  touch -d '8 days ago' "$2"/automat-*
}
name='killed with a cache'
killed "$folder/left" left/automat
attempt "$name" '' XDG_CACHE_HOME="$folder/left"
entries left/automat 1
name='killed without a cache'
killed "$folder/file" "$TMPDIR"
attempt "$name" '' XDG_CACHE_HOME="$folder/file"

exit $failed
