#!/bin/sh
# check.sh: comparisons, their output, and exit statuses.
. "${srcdir:-.}/tests/cli/support.sh"

# status N ARGUMENT...: runs check and expects exit status N; output goes to
# ./out and ./messages.
status() {
  wanted=$1
  shift
  "$AUTOMAT" check "$@" >out 2>messages
  found=$?
  [ $found -eq "$wanted" ] && return
  fail "check $*: expected status $wanted, found $found"
  cat out messages
}

# lines FILE N PATTERN: expects N lines of the file to match the pattern.
lines() {
  found=$(grep -c -- "$3" "$1")
  [ "$found" -eq "$2" ] && return
  fail "expected $2 lines with '$3' in $1, found $found"
  cat "$1"
}

cat >elastic.yaml <<'END'
material: elastic
title: Springs & <dashpots>
parameters: {K: 1, G: 2}
free_energy: |
  K/2*tr(eps)^2 + G*(dev(eps) : dev(eps))
checks:
  - title: "pressure, 'p' \"P\""
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
cat >dashpot.yaml <<'END'
material: dashpot
parameters: {k: 1000, eta: -100, m: {kind: vector, value: [[1, 2, 3]]}}
internal: {x: {type: symmetric, count: length(m)}, p: scalar, y: deviatoric}
free_energy: |
  k/2*inner(eps - x[1] - y, eps - x[1] - y) + p^2
force_potential: |
  inner(A_x[1], A_x[1])/(2*eta) + inner(A_y, A_y)/(2*eta) + A_p^2
END
printf 'time,strain.xy,stress.xy\n0,0,0\n0.5,0.25,1\n1,0.5,2\n' >shear.csv
sed '5s/value: 2/value: 2.5/; 6s/time: 0.5/time: 0.7/' shear.yaml >fails.yaml
sed 's/expect:/exepct:/' shear.yaml >wrong.yaml
sed '/expect/,$d' shear.yaml >silent.yaml

# ---- page layout -------------------------------------------------------------

status 0 ./elastic.yaml shear.yaml
lines out 1 '^law ./elastic.yaml: Springs & <dashpots>$'
lines out 1 '^  ok      gradient      omega  .* domega/deps\['
lines out 1 "^  ok      own           pressure, 'p' \"P\" .* stress.xx at time 1$"
lines out 1 '^  ok      expect '
lines out 1 '^case shear.yaml'
lines out 1 '^2 files, [0-9]* comparisons, 0 failed$'

# All lines are aligned: the column of bounds ends where its title ends.
lines out 1 '^  random states: strain rates .* to .* 1/'
awk '/check  *comparison/ { end = index($0, "bound") + 4; next }
     /^  random states/ { next }
     /^  / && substr($0, end, 2) !~ /^[^ ] $/ { print; bad = 1 }
     END { exit bad || !end }' out || fail 'the page is not aligned'

status 0 -v shear.yaml
lines out 3 '^  ok      expect '
lines out 2 'stress.xy at time 1$'
lines out 1 'tangent.xy.xy at time 0.5$'
lines out 1 '  shear.csv  '

status 0 silent.yaml
lines out 1 'completed; the case states no expected values$'

status 3 wrong.yaml silent.yaml
lines out 1 '^  FAILED  cannot be checked$'
lines out 1 ', 1 file cannot be checked$'
lines messages 1 "unknown key 'exepct'"

status 0 --quiet shear.yaml
[ ! -s out ] || fail 'quiet checks that are good print'
status 1 --quiet fails.yaml ./elastic.yaml
lines out 2 '^  FAILED  expect '
lines out 1 'stress.xy at time 1: 2, expected 2.5$'
lines out 1 '^case fails.yaml$'
[ "$(wc -l <out)" -eq 3 ] || fail 'quiet prints more than failures'

# A problem that affects several comparisons is reported once.
cat >invalid.yaml <<'END'
material: invalid
free_energy: tr(eps)^2 + (tr(eps) - 1)^0.5
checks:
  - case: {path: [{time: 1, strain: {xx: 1e-3}}]}
    expect: [{column: stress.xx, time: 1, value: 0, absolute: 1}]
  - case: {path: [{time: 1, strain: {xx: 2e-3}}]}
    expect: [{column: stress.xx, time: 1, value: 0, absolute: 1}]
END
status 3 --no-replays ./invalid.yaml
lines messages 1 "^./invalid.yaml:2:14: error: the shear stiffness"
[ "$(grep -c error: messages)" -eq 1 ] || fail "a message is repeated"
lines out 1 "^  FAILED  virgin  *finite .*, nan, expected a finite number"

# Only --thorough compiles laws as runs do.
cat >noting <<'END'
#!/bin/sh
echo "$*" >>flags
exec cc "$@" -O0
END
chmod +x noting
for level in -v --thorough; do
  rm -f flags
  XDG_CACHE_HOME=$PWD/$level AUTOMAT_CC=$PWD/noting \
    status 0 $level --only engines --samples 9 ./elastic.yaml
  grep -q '^  ok      engines .* interp and native ' out || fail "$(cat out)"
  [ "$(grep -c . flags)" -ge 2 ] || fail "check $level compiles nothing"
  grep -q -- -O3 flags && found=--thorough || found=-v
  [ "$found" = "$level" ] || fail "check $level: $(cat flags)"
done

# ---- selection of checks and states ------------------------------------------

status 0 --list
for name in class virgin gradient hessian rate convexity theorem1 dissipation \
  minimum symmetry tangent accuracy order engines balance limit nominal \
  objectivity cycle partials conventional own expect; do
  lines out 1 "^ *$name  "
done
status 0 --only gradient,convexity ./elastic.yaml
[ "$(grep -c '^  ok' out)" -eq 2 ] || fail '--only runs others'
status 0 --only gradient --only convexity,symmetry ./elastic.yaml
[ "$(grep -c '^  ok' out)" -eq 3 ] || fail '--only is not repeatable'
status 0 -v --only nominal,cycle ./elastic.yaml
lines out 2 '^  -  .* small-strain law; use --kinematics logarithmic$'
status 0 -v --only nominal,objectivity,cycle --kinematics logarithmic \
  ./elastic.yaml
lines out 1 '^  ok      nominal       stretches of 0.3 to 3 .* dP\[.*20 steps$'
lines out 1 '^  ok      nominal       flow, rodas4 '
[ "$(grep -c '^  ok' out)" -eq 20 ] || fail 'twenty findings of deformations'
sed '2s/^/kinematics: small\n/' elastic.yaml >small.yaml
status 3 --kinematics logarithmic ./small.yaml
lines messages 1 "material 'elastic' states kinematics: small"
status 2 --only gradient --only gradent ./elastic.yaml
lines messages 1 "unknown check 'gradent' (did you mean 'gradient'?)"
status 2 --only gradent ./elastic.yaml
lines messages 1 "unknown check 'gradent' (did you mean 'gradient'?)"
status 2 --quick --thorough ./elastic.yaml
status 2 --samples 0 ./elastic.yaml
status 2 --seed -1 ./elastic.yaml
status 2 --replays nowhere ./elastic.yaml
lines messages 1 "no folder 'nowhere' for '--replays': create it first"

"$AUTOMAT" check -v --seed 5 --samples 3 norton >first
"$AUTOMAT" check -v --seed 5 --samples 3 norton >second
"$AUTOMAT" check -v --seed 6 --samples 3 norton >third
cmp -s first second || fail 'a seed does not repeat'
! cmp -s first third || fail 'seeds do not differ'

# ---- replay cases ------------------------------------------------------------

status 1 --only dissipation,theorem1,minimum ./dashpot.yaml
lines out 1 '^  FAILED  dissipation '
lines out 1 'to replay: automat run dashpot.dissipation.case.yaml$'
for check in dissipation theorem1 minimum; do
  [ -f dashpot.$check.case.yaml ] || fail "no replay of $check"
done
lines dashpot.dissipation.case.yaml 1 '^  m: \[\[1, 2, 3\]\]$'
"$AUTOMAT" run dashpot.dissipation.case.yaml -o replay.csv ||
  fail 'the replay does not run'
# The first row of a replay is the state in the file.
for name in strain x p y; do
  sed -n "s/^  $name: //p" dashpot.dissipation.case.yaml | tr -d '[]{}' |
    sed 's/[a-z]*: //g; s/, */ /g'
done | tr '\n' ' ' >state
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(strain|x|p|y)/)
                     column[++n] = i; next }
         /^#/ { next }
         { for (i = 1; i <= n; i++) printf "%s ", $column[i]; exit }' \
  replay.csv >row
awk 'NR == FNR { n = split($0, a, " "); next }
     { m = split($0, b, " ")
       for (i = 1; i <= n; i++) if ((a[i] - b[i])^2 > 1e-32) bad = 1
       exit bad || n != m || n != 19 }' state row ||
  fail "the replay begins elsewhere: $(cat state), $(cat row)"

# Replays also work for laws without a stress scale and for rows that begin with
# F.
cat >unstable.yaml <<'END'
material: unstable
internal: {x: deviatoric}
free_energy: |
  tr(eps)^2 - 3*(dev(eps - x) : dev(eps - x))
force_potential: inner(A_x, A_x)
END
cat >soft.yaml <<'END'
material: soft
internal: {a: scalar}
free_energy: eps[xx]^4 - a*eps[xx]
force_potential: A_a^2
END
sed 's/: unstable/: deformed/; 1a kinematics: logarithmic' unstable.yaml \
  >deformed.yaml
status 1 --quick --only convexity,theorem1 ./unstable.yaml ./soft.yaml \
  ./deformed.yaml
lines out 5 'to replay: automat run '
sed -n 's/.*to replay: automat run //p' out >replays
while read -r replay; do
  "$AUTOMAT" run "$replay" -o "$replay.csv" || fail "$replay does not run"
done <replays
lines unstable.theorem1.case.yaml 1 '^solver: .*stress_scale: 6}'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "tangent.xy.xy") at = i }
         END { exit !(($at + 6)^2 < 1e-20) }' unstable.convexity.case.yaml.csv ||
  fail 'the replay does not show the sign'

# Checks that count substeps write as many loading steps of one substep.
cat >wavy.yaml <<'END'
material: wavy
internal: {x: deviatoric}
free_energy: inner(eps - x, eps - x)
rates: {x: (1 + sin(1e6*norm(eps)))*stress}
END
sed 's/: wavy/: long/; 1a kinematics: logarithmic' wavy.yaml >long.yaml
status 1 --only rate,accuracy,order,balance ./wavy.yaml ./long.yaml
for check in rate accuracy order balance; do
  [ -f wavy.$check.case.yaml ] || fail "no replay of $check"
done
sed -n 's/.*to replay: automat run //p' out >replays
while read -r replay; do
  "$AUTOMAT" run "$replay" --set 'output.columns=[substeps]' \
    >"$replay.csv" 2>messages || fail "$replay: $(cat messages)"
  case $replay in *.order.*|*.balance.*)
    rows=$(grep -c '^1$' "$replay.csv")
    [ "$rows" -eq 128 ] || fail "$replay: $rows loading steps of one substep"
  esac
done <replays

mkdir cases.d clean
status 1 --only dissipation --replays cases.d ./dashpot.yaml
[ -f cases.d/dashpot.dissipation.case.yaml ] || fail 'no replay in the folder'
(cd clean && "$AUTOMAT" check --no-replays --only dissipation \
  ../dashpot.yaml >/dev/null)
[ -z "$(ls clean)" ] || fail '--no-replays writes replays'

# Different existing files are not replaced; the next free name is used.
echo mine >dashpot.convexity.case.yaml
ln -s elsewhere dashpot.minimum.2.case.yaml
echo mine >dashpot.minimum.case.yaml
status 1 --only dissipation,minimum ./dashpot.yaml
lines out 1 'to replay: automat run dashpot.dissipation.case.yaml$'
lines out 1 'to replay: automat run dashpot.minimum.3.case.yaml$'
[ "$(cat dashpot.minimum.case.yaml)" = mine ] || fail 'a file was replaced'
[ ! -e elsewhere ] || fail 'a replay went where a link points'
[ ! -e dashpot.dissipation.2.case.yaml ] || fail 'a replay is there twice'

# A material whose name is a path writes no file.
mkdir -p deep/er
sed 's|^material:.*|material: "../../evil"|' dashpot.yaml >deep/er/evil.yaml
(cd deep/er && status 3 evil.yaml
 lines messages 1 "'../../evil' is not a valid material name"
 rm -f out messages
 exit $failed) || failed=1
[ "$(find . -name '*evil*')" = ./deep/er/evil.yaml ] ||
  fail "$(find . -name '*evil*')"

# ---- files read by checks ----------------------------------------------------

mkdir -p law/sub away
printf 'password,secret\n1,2\n' >away/file.csv
cp away/file.csv law/.hidden.csv
printf 'time,strain.xx\n0,0\n1,1e-3\n' >law/sub/path.csv
printf 'time,stress.xx\n0,0\n1,2e-3\n' >law/rows.csv
cp law/rows.csv away/rows.csv
ln -s ../away/file.csv law/link.csv
ln -s ../away law/folder
ln -s rows.csv law/alias.csv

# own STATUS TABLE FILE: checks a law whose checks read these files.
own() {
  cat >law/own.yaml <<END
material: own
free_energy: eps : eps
checks:
  - case: {path: [{table: $2}]}
    expect: [{file: $3, tolerance: 1e-12}]
END
  sed -i 's/^free_energy:.*/free_energy: "eps : eps"/' law/own.yaml
  status "$1" --only own law/own.yaml
}

own 0 sub/path.csv rows.csv
own 0 sub/path.csv alias.csv
for name in ../away/file.csv "$(pwd)/away/file.csv" .hidden.csv \
  sub/../../away/file.csv link.csv folder/file.csv; do
  own 3 "$name" rows.csv
  lines messages 1 "expected 'table' in the checks of a material to be a file below"
  own 3 sub/path.csv "$name"
  lines messages 1 "expected 'file' in the checks of a material to be a file below"
  ! grep -q 'password\|secret' out messages || fail "$name: $(cat messages)"
done
# If the law is a symbolic link, its files are found next to the link's target.
own 0 sub/path.csv rows.csv
mkdir linked
ln -s ../law/own.yaml ../law/rows.csv linked
ln -s ../law/sub linked/sub
status 0 --only own linked/own.yaml
# Tables of cases may be in any folder.
cat >law/case.yaml <<END
case: a table elsewhere
material: own.yaml
path: [{table: sub/path.csv}]
expect: [{file: ../away/rows.csv, tolerance: 1e-12}]
END
status 0 law/case.yaml
# A volume element is run without files of fields or labels.
cat >cube.yaml <<'END'
case: cube
microstructure: {grid: 2, voronoi: {count: 1}, write: labels.h5}
phases: {all: {labels: all, material: elastic.yaml}}
path: [{time: 1, strain: {xx: 1}}]
output: {fields: {file: fields.h5}}
END
status 0 cube.yaml
[ ! -e labels.h5 ] && [ ! -e fields.h5 ] || fail 'check writes files'
for key in points fit microstructure phases homogenization; do
  cat >law/own.yaml <<END
material: own
free_energy: "eps : eps"
checks:
  - case: {path: [{time: 1}], $key: {file: ../away/file.csv}}
    expect: []
END
  status 3 --only own law/own.yaml
  lines messages 1 "'$key' is not allowed here: the checks of a material drive one"
done

# ---- reports -----------------------------------------------------------------

status 3 --json report.json --junit report.xml --no-replays ./elastic.yaml \
  fails.yaml wrong.yaml ./dashpot.yaml
lines report.json 4 '^"file": '
lines report.json 1 '^"comparison": "pressure, .p. \\"P\\"",$'
lines report.json 1 '^"checked": false,$'
lines report.xml 4 '^  <testsuite name='
lines report.xml 1 'pressure, &apos;p&apos; &quot;P&quot;'
lines report.xml 1 '<error message="unknown key &apos;exepct'
lines report.xml 1 'message="stress.xy at time 1: 2, expected 2.5"'
if command -v xmllint >/dev/null; then
  xmllint --noout report.xml || fail 'the XML is not well formed'
fi
awk '/<testcase/ { cases++ } /<failure/ { failures++ } /<skipped/ { skipped++ }
     /<error/ { errors++ }
     /<testsuite / { match($0, /tests="[0-9]*/)
       tests += substr($0, RSTART + 7, RLENGTH - 7)
       match($0, /failures="[0-9]*/)
       told += substr($0, RSTART + 10, RLENGTH - 10) }
     END { exit cases != tests || failures != told || errors != 1 ||
                failures < 4 || skipped < 1 }' report.xml ||
  fail 'the counts of the XML are wrong'

"$AUTOMAT" check --json - --only virgin norton >out || fail 'no JSON'
[ "$(head -c 1 out)" = '{' ] || fail 'standard output is not JSON alone'
"$AUTOMAT" check --junit - --only virgin norton >out || fail 'no XML'
lines out 1 '^<?xml version="1.0" encoding="UTF-8"?>$'

# After a signal, results obtained so far are shown, before or after the title
# of the next subject.
(exec "$AUTOMAT" check --samples 1000000 --json found.json silent.yaml norton \
  >out 2>messages) &
process=$!
wait_for $process grep -q "^case silent.yaml" out
kill -TERM $process
wait $process
[ $? -eq 143 ] || fail "expected the status of a signal"
lines out 1 "^\(law \)\{0,1\}norton\(: .*\)\{0,1\}$"
lines out 1 "^2 files, "
lines messages 1 "stopped before all checks were done"
lines found.json 1 "^\"complete\": false"

# Table of some materials, and of all materials
"$AUTOMAT" check --table norton >out 2>messages || fail "$(cat messages)"
lines out 3 '^|'
lines out 1 '^| `norton` | 5 | creep at 20 MPa for 3600 s; relaxation at '
grep -q '| [0-9.]*e-[01][0-9] |$' out || fail "$(cat out)"
cat >bare.yaml <<'END'
material: bare
free_energy: tr(eps)^2
END
"$AUTOMAT" check --table bare.yaml >out 2>messages
lines out 1 '^| `bare.yaml` | 0 | no checks | - |$'

# Running out of memory gives a message, and the next file is still checked.
# (Sanitizers fail under this memory limit.)
if (ulimit -v 60000 && "$AUTOMAT" --version) >/dev/null 2>&1; then
  sed 's/steps: 2/steps: 10000000/
    $a output: {columns: [time, strain, stress, tangent]}' shear.yaml \
    >long.yaml
  (ulimit -v 60000 && timeout "$limit" "$AUTOMAT" check -v long.yaml shear.yaml) \
    >out 2>messages
  [ $? -eq 4 ] || fail 'expected status 4 where memory runs out'
  lines messages 1 "out of memory while checking 'long.yaml'"
  lines out 3 '^  ok      expect '
fi

# Given strain rates far from the time scale of the law do not matter for the
# order of schemes.
cat >steel.yaml <<'END'
material: steel
units: {stress: MPa, time: s}
include:
  - {file: isotropic, parameters: {E: 210e3}}
  - {file: voce, parameters: {k: 250, Q: 120, b: 15}}
  - perzyna
internal: {eps_p: deviatoric, p: scalar}
free_energy: elastic(eps - eps_p) + hardening(p)
force_potential: flow(mises(A_eps_p) + A_p)
check: {rates: [1e-6, 1]}
END
"$AUTOMAT" check --only order --only balance --seed 2 steel.yaml >out 2>&1 ||
  fail "$(cat out)"

exit $failed
