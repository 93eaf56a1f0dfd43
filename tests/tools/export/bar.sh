#!/bin/sh
# bar.sh: a bar of J2 plasticity, pulled to three times its length by a host of
# one point that solves for the lateral stresses, has F, P and Cauchy stress of
# `automat run`, to 1e-10 of the largest of each.
. "${srcdir:-.}/tests/cli/support.sh"
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
${AUTOMAT_CC:-cc} -O1 -o bar "$source/tests/tools/export/bar.c" -ldl -lm ||
  { fail "no host"; exit $failed; }

# Columns to compare, in place of those of the case
sed 's/columns: .*/columns: [time, F, P, cauchy]/; /^expect:/,$d
  /^ *- {column:/d' "$source/cases/stretched-bar.yaml" >bar.yaml
status 0 "$AUTOMAT" export j2 --kinematics logarithmic -o lib.so

# compare HYPOTHESIS OPTIONS...: compares with the run of the case.
compare() {
  hypothesis=$1
  shift
  status 0 "$AUTOMAT" run bar.yaml "$@" -o run.csv
  # Only rows with positive time: no names, units or start.
  awk -F , '/^[0-9]/ && $1 > 0' run.csv >expected
  cut -d , -f 1,2 expected |
    ./bar ./lib.so J2 "$hypothesis" >found || fail "$hypothesis: the host failed"
  [ "$(wc -l <found)" -eq 40 ] || fail "$hypothesis: expected forty steps"
  tail -1 found | grep -q '^1,3,' || fail "$hypothesis: not pulled to the end"
  paste -d , expected found | awk -F , '
function size(x) { return x < 0 ? -x : x }
{ for (i = 2; i <= 25; i++) {
    group = i < 11 ? "F" : i < 20 ? "P" : "cauchy"
    off = size($(25 + i) - $i)
    if (off > worst[group]) worst[group] = off
    if (size($i) > most[group]) most[group] = size($i)
  } }
END { for (g in most) {
    print g, worst[g]/most[g]
    if (!(worst[g] <= 1e-10*most[g])) bad = 1
  }
  exit bad || !(most["P"] > 1000 && most["cauchy"] > 3000) }' >off ||
    { fail "$hypothesis, $*: another bar"; cat off; }
  echo "$hypothesis $*: off by $(tr '\n' ' ' <off)"
}

compare Tridimensional
compare Axisymmetrical --set solver.scheme=implicit-euler
compare GeneralisedPlaneStrain --set solver.engine=interp

exit $failed
