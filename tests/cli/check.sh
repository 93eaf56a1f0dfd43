#!/bin/sh
# check.sh: comparisons, what they print, and exit statuses.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

# try STATUS FILE...: exit status, and standard output as in ./expected.
try() {
  expected=$1
  shift
  "$AUTOMAT" check "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] && cmp -s out expected && return
  echo "check $*: expected status $expected and (<), found $found and (>)"
  diff expected out
  cat messages
  failed=1
}

cat >elastic.yaml <<'END'
material: elastic
parameters: {K: 1, G: 2}
free_energy: |
  K/2*tr(eps)^2 + G*(dev(eps) : dev(eps))
checks:
  - title: pressure
    case:
      path: [{time: 1, strain: {xx: 1, yy: 1, zz: 1}}]
    expect:
      - {column: stress.xx, time: 1, value: 3, tolerance: 1e-12}
END
cat >shear.yaml <<'END'
case: shear
material: elastic.yaml
path: [{time: 1, steps: 2, strain: {xy: 0.5}}]
expect:
  - {column: stress.xy, time: 1, value: 2, tolerance: 1e-12}
  - {column: tangent.xy.xy, time: 0.5, value: 4, tolerance: 1e-12}
  - {file: shear.csv, tolerance: 1e-12}
END
printf 'time,strain.xy,stress.xy\n0,0,0\n0.5,0.25,1\n1,0.5,2\n' >shear.csv
sed '5s/value: 2/value: 2.5/; 6s/time: 0.5/time: 0.7/' shear.yaml >fails.yaml
sed 's/expect:/exepct:/' shear.yaml >wrong.yaml
sed '/expect/,$d' shear.yaml >silent.yaml

cat >expected <<'END'
ok      ./elastic.yaml: pressure: stress.xx at time 1: 3, expected 3, difference 0, at most 3e-12
ok      shear.yaml: stress.xy at time 1: 2, expected 2, difference 0, at most 2e-12
ok      shear.yaml: tangent.xy.xy at time 0.5: 4, expected 4, difference 0, at most 4e-12
END
"$AUTOMAT" check ./elastic.yaml shear.yaml >out || failed=1
sed -n 1,3p out | sed 's/difference [^,]*/difference 0/' | cmp - expected ||
  failed=1
sed -n 4p out | grep -q '^ok      shear.yaml: .*shear.csv.*: ' || failed=1
[ "$(tail -n 1 out)" = '2 files, 4 comparisons, 0 failed' ] || failed=1

cat >expected <<'END'
ok      silent.yaml: ran to its end, expects nothing
1 file, 0 comparisons, 0 failed
END
try 0 silent.yaml

cat >expected <<'END'
FAILED  wrong.yaml: cannot be checked
ok      silent.yaml: ran to its end, expects nothing
2 files, 0 comparisons, 0 failed, 1 file cannot be checked
END
try 3 wrong.yaml silent.yaml

"$AUTOMAT" check --quiet shear.yaml >out 2>messages || failed=1
[ ! -s out ] || failed=1
"$AUTOMAT" check --quiet fails.yaml ./elastic.yaml >out 2>messages
[ $? -eq 1 ] || failed=1
[ "$(grep -c '^FAILED  fails.yaml: ' out)" -eq 2 ] || failed=1
[ "$(wc -l <out)" -eq 2 ] || failed=1
grep -q 'stress.xy at time 1: 2, expected 2.5, difference 0.5, at most' out ||
  failed=1

# Memory that runs out is a message, and the next file is still checked.
# (Sanitizers do not live with such a limit.)
if (ulimit -v 60000 && "$AUTOMAT" --version) >/dev/null 2>&1; then
  sed 's/steps: 2/steps: 10000000/
    $a output: {columns: [time, strain, stress, tangent]}' shear.yaml \
    >long.yaml
  (ulimit -v 60000 && timeout 60 "$AUTOMAT" check long.yaml shear.yaml) \
    >out 2>messages
  [ $? -eq 4 ] || failed=1
  grep -q "out of memory while checking 'long.yaml'" messages || failed=1
  [ "$(grep -c '^ok      shear.yaml: ' out)" -eq 3 ] || failed=1
fi

[ $failed -eq 0 ] || cat out messages
exit $failed
