#!/bin/sh
# export.sh: `automat export`: libraries of laws of the library agree with the
# interpreter through both interfaces; snippets; what is refused.
. "${srcdir:-.}/tests/cli/support.sh"
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77

# A law each of: elastic, one variable, members of lists, another scheme.
for law in orthotropic-elastic damage 'generalized-maxwell --properties k_0,tau' \
    thermo-elastic 'norton --scheme rodas4 --set solver.rtol=1e-7'; do
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" export $law -o lib.so
  status 0 "$AUTOMAT" export --check lib.so
  grep -q '^ok .*two at once, bit for bit' out || fail "$law: no threads"
  grep -q FAILED out && fail "$law: failed"
  rm -f lib.so
done

# The text alone, compiled by its own first line.
status 0 "$AUTOMAT" export linear-elastic --source
command=$(sed -n '1s/^\/\* \(.*\) \*\/$/\1/p' LINEARELASTIC.c)
status 0 sh -c "$command"
status 0 "$AUTOMAT" export --check libLINEARELASTIC.so
nm -D --defined-only libLINEARELASTIC.so >symbols || exit 77
grep -q automat_advance symbols && fail "more than the interface is visible"

# A parameter that is changed is the library's own.
status 0 "$AUTOMAT" export linear-elastic --set parameters.E=1000 -o lib.so
grep -q . lib.so || fail "no library"

for host in ogs calculix abaqus aster kratos moose mtest; do
  status 0 "$AUTOMAT" export norton --properties E,nu --snippet $host
  grep -q NORTON out || fail "$host: the behaviour is not named"
done
"$AUTOMAT" export norton --snippet calculix | grep -q 'never call the law' ||
  fail "calculix: no word of builds without external behaviours"

status 2 "$AUTOMAT" export norton --name a-b
message "'a-b' is no name of a behaviour"
status 2 "$AUTOMAT" export norton --name \
  a234567890123456789012345678901234567890_
message "which not every host takes"
status 2 "$AUTOMAT" export norton --properties E,mu
message "no scalar parameter 'mu'"
status 2 "$AUTOMAT" export norton --scheme auto
message "a library has one scheme"
status 2 "$AUTOMAT" export norton --snippet ansys
status 4 env AUTOMAT_CC=/nowhere/cc "$AUTOMAT" export norton -o x.so
message "no C compiler"
status 4 "$AUTOMAT" export linear-elastic -o nowhere/x.so
[ ! -e x.so ] || fail "x.so was written"
status 4 "$AUTOMAT" export --check nowhere.so
message "cannot load"
echo 'int f(void) { return 0; }' >f.c
${AUTOMAT_CC:-cc} -shared -fPIC -o f.so f.c
status 3 "$AUTOMAT" export --check f.so
message "is no library of 'automat export'"
status 0 "$AUTOMAT" export linear-elastic --scheme ode23 -o lib.so
message "note: with the adaptive scheme ode23"

exit $failed
