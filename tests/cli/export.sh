#!/bin/sh
# export.sh: `automat export`: exported laws agree with the interpreter through
# both interfaces; snippets; error messages.
. "${srcdir:-.}/tests/cli/support.sh"
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
# Waiting threads do not occupy the processors.
OMP_WAIT_POLICY=passive
export OMP_WAIT_POLICY

# Laws of each kind: elastic, one variable, list members, other schemes
for law in orthotropic-elastic damage 'generalized-maxwell --properties k_0,tau' \
    thermo-elastic armstrong-frederick \
    'norton --substeps 3' 'norton --scheme rodas4 --set solver.rtol=1e-7'; do
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" export $law -o lib.so
  status 0 "$AUTOMAT" export --check lib.so
  grep -q '^ok .*two threads, identical results' out || fail "$law: no threads"
  grep -q FAILED out && fail "$law: failed"
  grep -q '^ok  *own ' out || fail "$law: its own checks were not walked"
  rm -f lib.so
done

# Laws formulated for deformation gradients
for law in 'j2 --kinematics logarithmic' hencky \
    'thermo-norton --kinematics logarithmic --properties E_0,nu'; do
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" export $law -o lib.so
  status 0 "$AUTOMAT" export --check lib.so
  for what in 'generic  *P ' 'generic  *dP/dF by differences' \
      'generic  *dcauchy/dF ' 'generic  *dcauchy/dF by differences' \
      'generic  *P turned' 'umat  *cauchy ' 'umat  *cauchy turned' \
      'umat  *DDSDDE by differences' 'own '; do
    grep -q "^ok  *$what" out || fail "$law: not compared: $what"
  done
  rm -f lib.so
done

# faulty NAME CHANGE: an error inserted into the library's source, compiled by
# unit-cc, is found.
status 0 "$AUTOMAT" export j2 --kinematics logarithmic --source -o law.c
command=$(sed -n '1s/^\/\* cc \(.*\) \*\/$/\1/p' law.c)
faulty() {
  cp law.c keep.c
  sed "$2" keep.c >law.c
  cmp -s keep.c law.c && fail "$1: the text has no such line"
  status 0 sh -c "${AUTOMAT_CC:-cc} $command"
  status 1 "$AUTOMAT" export --check ./libJ2.so
  grep -q "^FAILED  $1" out || fail "not found: $1: $(cat out)"
  cp keep.c law.c
}
faulty 'generic  *dP/dF by differences' \
  's/  k_nominal_tangent(&stretch, s->T, s->C, d->slope);/&\n  d->slope[40] *= 1.0001;/'
faulty 'umat  *DDSDDE by differences' \
  's/ change\[i\] \/= d->J;/ change[i] *= 1;/'
faulty 'generic  *dcauchy/dF by differences' \
  's/ - sigma\[i\] \* (rate\[0\] + rate\[4\] + rate\[8\])//'
faulty 'generic  *P turned' \
  's/^    s->gradient1\[h_nine\[i\]\] = d->s1.gradients\[i\];/&\n  s->gradient1[3] *= 1.01;/'

# Source file alone, compiled with the command in its first line
status 0 "$AUTOMAT" export linear-elastic --source
command=$(sed -n '1s/^\/\* \(.*\) \*\/$/\1/p' LINEARELASTIC.c)
status 0 sh -c "$command"
status 0 "$AUTOMAT" export --check libLINEARELASTIC.so
nm -D --defined-only libLINEARELASTIC.so >symbols || exit 77
grep -q automat_advance symbols && fail "more than the interface is visible"

# A changed parameter becomes the default of the library.
status 0 "$AUTOMAT" export linear-elastic --set parameters.E=1000 -o lib.so
grep -q . lib.so || fail "no library"
status 1 "$AUTOMAT" export --check lib.so
grep -q '^FAILED  umat  *stress  *umat, stress, component' out ||
  fail "another law is found good"

# Checking a damaged library ends with a message.
status 0 "$AUTOMAT" export norton -o whole.so
for size in 10 1000 16384 40000; do
  head -c $size whole.so >lib.so
  status 4 "$AUTOMAT" export --check lib.so
  grep -q "lib.so.*\(damaged\|too short\|cannot read\)" messages ||
    fail "$size bytes: $(cat messages)"
done
mkfifo pipe.so && mkdir folder.so || exit 99
for name in pipe.so folder.so; do
  status 4 "$AUTOMAT" export --check $name
  message "'$name': it is not a regular file"
done
for size in 8192 16384; do # the rest is zero
  head -c $size whole.so >lib.so
  truncate -s "$(wc -c <whole.so)" lib.so
  status 4 "$AUTOMAT" export --check lib.so
  message "the file is damaged, perhaps incomplete"
done

# Checks with their own parameters do not affect later ones; checks with rotated
# axes are skipped.
cat >own.yaml <<'END'
material: own
parameters: {k: 100, l: [1, 2], m: {value: 3, min: 0}}
free_energy: "k/2*(eps : eps) + l[1]*l[2]*m*tr(eps)^2 + eps[xx]^2"
checks:
  - title: stiffer
    case: {parameters: {k: 200, l: [3, 4]}, path: [{time: 1, strain: {xy: 1e-3}}]}
    expect: []
  - title: its own
    case: {path: [{time: 1, steps: 3, strain: {xx: 1e-3}, stress: {others: 0}}]}
    expect: []
  - title: turned
    case: {rotation: {phi1: 30, unit: degree}, path: [{time: 1, strain: {xx: 1}}]}
    expect: []
END
for properties in '' '--properties k,l'; do
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" export own.yaml $properties -o lib.so
  status 0 "$AUTOMAT" export --check lib.so
  [ "$(grep -c '^ok  *own ' out)" -eq 2 ] || fail "own checks: $(cat out)"
  grep -q '^-  *own  *turned  *changes the law by' out || fail "turned: $(cat out)"
done

for host in ogs calculix abaqus aster kratos moose mtest; do
  status 0 "$AUTOMAT" export norton --properties E,nu --snippet $host
  grep -q NORTON out || fail "$host: the behaviour is not named"
done
"$AUTOMAT" export norton --snippet calculix | grep -q 'never call the law' ||
  fail "calculix: no word of builds without external behaviours"
# Snippets for deformation gradients: requirements of each host program, or why
# it is not supported
while read -r host line; do
  status 0 "$AUTOMAT" export norton --kinematics logarithmic --properties E \
    --snippet "$host"
  grep -q "$line" out || fail "$host: no line '$line': $(cat out)"
done <<'END'
ogs LARGE_DEFORMATION
abaqus NLGEOM=YES
aster DEFORMATION='GREEN_LAGRANGE'
moose decomposition_method = HughesWinget
mtest @ImposedDeformationGradient
END
for host in calculix kratos; do
  status 2 "$AUTOMAT" export norton --kinematics logarithmic --snippet $host
  message "'$host' does not support libraries with deformation gradients"
done
"$AUTOMAT" export norton --properties E --snippet aster | grep -q GDEF_LOG ||
  fail "aster: no word of its logarithmic strains"
"$AUTOMAT" export norton --snippet moose | grep -q FINITE &&
  fail "moose: finite strains for a library of small ones"
status 2 "$AUTOMAT" export norton --snippet aster
message "a law without material properties: choose some"
"$AUTOMAT" export norton --properties E,nu --snippet aster >out
for line in "CREA_LIB_MFRONT(NOM_COMPOR='NORTON', UNITE_LIBRAIRIE=39)" \
    "LISTE_COEF=(150000, 0.3, )" "COMPOR_MFRONT=LOI"; do
  grep -qF "$line" out || fail "aster: no '$line': $(cat out)"
done
grep -q 'NOM_ROUTINE' out && fail "aster: keywords of the relation UMAT"

# Temperature in each host program, at the law's default value
while read -r host line; do
  status 0 "$AUTOMAT" export thermo-norton --name THERMO --properties n \
    --snippet "$host"
  grep -qF -- "$line" out || fail "$host: no line '$line': $(cat out)"
done <<'END'
ogs <reference_temperature>T</reference_temperature>
ogs <value>923.15</value>
calculix *INITIAL CONDITIONS, TYPE=TEMPERATURE
calculix NALL, 923.15
abaqus NALL, 923.15
aster NOM_VARC='TEMP', CHAM_GD=TEMP, VALE_REF=923.15
kratos 280, 4.2, 923.15]
moose temperature = T
moose initial_condition = 923.15
mtest @ExternalStateVariable 'Temperature' 923.15;
END
# Fields other than the temperature, or why a host program cannot provide them
while read -r host line; do
  status 0 "$AUTOMAT" export swelling-creep --snippet "$host"
  grep -qF -- "$line" out || fail "$host: no line '$line': $(cat out)"
done <<'END'
abaqus *INITIAL CONDITIONS, TYPE=FIELD, VARIABLE=2
kratos 100, 4, 0, 1e-06]
moose external_fields = 'dose flux'
mtest @ExternalStateVariable 'flux' 1e-06;
mtest @ExternalStateVariable 'Temperature' 293.15;
END
for host in ogs calculix aster; do
  status 2 "$AUTOMAT" export swelling-creep --name SWELLING --snippet $host
  message "'$host' cannot pass 'dose', an external field of the law"
done
status 2 "$AUTOMAT" export norton --name my_law --snippet calculix
message "CalculiX needs a name of capital letters and digits, found 'my_law'"
# After eight constants, the temperature in CalculiX is on a separate line.
"$AUTOMAT" export kachanov --snippet calculix >out
grep -A 2 'CONSTANTS=8' out | tail -1 | grep -qx 0 ||
  fail "calculix: no temperature: $(cat out)"
# Of a table, the y values are constants.
cat >table.yaml <<'INPUT'
material: table
parameters: {r: {value: [[0, 10], [1, 20], [2, 40]], kind: table}, H: 3}
free_energy: interpolate(tr(eps), r)*tr(eps)^2 + H*inner(eps, eps)
INPUT
"$AUTOMAT" export table.yaml --snippet abaqus >out
grep -A 1 'CONSTANTS=4' out | tail -1 | tr -d ' ' | grep -q '^10,20,40,3' ||
  fail "a table in PROPS: $(cat out)"
# Numbers in input decks have at most twenty characters.
"$AUTOMAT" export norton --set parameters.K=1.2345678901234567e-05 \
  --snippet abaqus | grep -q ' 1.23456789012346e-05,' ||
  fail "abaqus: a number that is cut"

status 2 "$AUTOMAT" export norton --name a-b
message "'a-b' is not a valid name"
status 2 "$AUTOMAT" export norton --name \
  a234567890123456789012345678901234567890_
message "expected at most 40 for all hosts"
status 2 "$AUTOMAT" export norton --properties E,mu
message "no scalar parameter 'mu'"
status 2 "$AUTOMAT" export norton --scheme auto
message "a library contains a single scheme"
status 3 "$AUTOMAT" export norton --scheme ode23 --substeps 4
message "solver.substeps 4 cannot be combined with scheme ode23"
status 2 "$AUTOMAT" export norton --substeps 0
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
message "was not made by 'automat export'"
status 0 "$AUTOMAT" export linear-elastic --scheme ode23 -o lib.so
message "note: with the adaptive scheme ode23"

exit $failed
