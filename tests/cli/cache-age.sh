#!/bin/sh
# cache-age.sh: compiled laws are removed after 90 days without use; `automat
# cache` shows and clears them.
. "${srcdir:-.}/tests/cli/support.sh"
export XDG_CACHE_HOME=$PWD/cache
kept=$XDG_CACHE_HOME/automat
cat >case.yaml <<'END'
case: shear
material: zener
solver: {engine: native, scheme: implicit-euler}
path: [{time: 1, steps: 2, strain: {xy: 1e-3}}]
END

# compiles RTOL...: compiles one unit for each scheme
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
said "folder: $kept"

# Unused files older than 90 days are removed the next time the cache is opened.
touch "$kept/stray" "$kept/0123456789abcdef"
for file in "$kept"/*.so; do touch -d '80 days ago' "$file"; done
status 0 "$AUTOMAT" cache
said "least recently used: $(date -d '80 days ago' +%Y-%m-%d)"
compiles implicit-euler
used=$(ls -t "$kept"/*.so | head -n 1)
for file in "$kept"/*.so "$kept/stray" "$kept/0123456789abcdef"; do
  [ "$file" = "$used" ] || touch -d '91 days ago' "$file"
done
compiles implicit-euler
[ "$(files)" = 1 ] && [ -f "$used" ] || fail "1 law was used, $(files) files"

# --clear removes files of the cache only.
compiles implicit-euler ode23
status 0 "$AUTOMAT" cache --clear
said "2 files removed"
[ "$(files)" = 0 ] && [ -f "$kept/stray" ] &&
  [ -f "$kept/0123456789abcdef" ] || fail "files are left, or others gone"
status 0 "$AUTOMAT" cache
said "files: 0, 0 MB"
chmod 777 "$kept"
status 4 "$AUTOMAT" cache
message "no cache: "
exit $failed
