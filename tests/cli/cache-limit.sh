#!/bin/sh
# cache-limit.sh: what is compiled is kept within a limit, those who were used least
# recently go first, and `automat cache` shows and clears it.
. "${srcdir:-.}/tests/cli/support.sh"
export XDG_CACHE_HOME=$PWD/cache
kept=$XDG_CACHE_HOME/automat
cat >case.yaml <<'END'
case: shear
material: zener
solver: {engine: native, scheme: implicit-euler}
path: [{time: 1, steps: 2, strain: {xy: 1e-3}}]
END

# compiles RTOL...: a unit for each scheme
compiles() {
  for scheme in "$@"; do
    status 0 "$AUTOMAT" run case.yaml -q -o x.csv --set solver.scheme=$scheme
  done
}
files() { ls "$kept" | grep -c '\.so$'; }
said() { grep -qF -- "$1" out || fail "expected '$1' in: $(cat out)"; }

compiles implicit-euler ode23 ode12
[ "$(files)" = 3 ] || fail "3 laws, $(files) files"
status 0 "$AUTOMAT" cache
said "files: 3, "
said "of at most 1e+03 MB"
said "folder: $kept"

# The first was used last, and stays; a limit of two files and a half.
touch "$kept/stray" "$kept/0123456789abcdef"
for file in "$kept"/*.so; do touch -d '2001-01-01 12:00' "$file"; done
compiles implicit-euler
status 0 "$AUTOMAT" cache
said "since 2001-01-01"
used=$(ls -t "$kept"/*.so | head -n 1)
size=$(wc -c <"$used")
export AUTOMAT_CACHE_LIMIT=$((size * 5 / 2))
compiles ode23s
[ "$(files)" = 2 ] || fail "a limit of 2 files, $(files) files"
[ -f "$used" ] || fail "the law that was used last has gone"
compiles implicit-euler
[ "$(files)" = 2 ] || fail "what is there is compiled anew"

# Whatever the limit, the run goes on; 0 keeps nothing.
AUTOMAT_CACHE_LIMIT=1k compiles ode45
[ "$(files)" = 0 ] || fail "a limit of 1k, $(files) files"
AUTOMAT_CACHE_LIMIT=0 compiles ode45
[ "$(files)" = 0 ] || fail "a limit of 0, $(files) files"
for wrong in abc -1 1X 1GB nan 1e30 " "; do
  AUTOMAT_CACHE_LIMIT=$wrong status 4 "$AUTOMAT" cache
  message "the variable AUTOMAT_CACHE_LIMIT is '$wrong', expected a number"
  AUTOMAT_CACHE_LIMIT=$wrong status 0 "$AUTOMAT" run case.yaml -o x.csv
  message "engine native: the variable AUTOMAT_CACHE_LIMIT is '$wrong', expected a number"
done
AUTOMAT_CACHE_LIMIT=2.5M status 0 "$AUTOMAT" cache
said "of at most 2.5 MB"

# Clearing removes files of the cache alone.
AUTOMAT_CACHE_LIMIT=1G compiles implicit-euler ode23
status 0 "$AUTOMAT" cache --clear
said "2 files removed"
[ "$(files)" = 0 ] && [ -f "$kept/stray" ] &&
  [ -f "$kept/0123456789abcdef" ] || fail "files are left, or others gone"
status 0 "$AUTOMAT" cache
said "files: 0, 0 MB"
chmod 777 "$kept"
status 4 "$AUTOMAT" cache
message "there is no cache"
exit $failed
