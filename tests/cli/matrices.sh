#!/bin/sh
# matrices.sh: tables and matrices as parameters, from files to fits.
. "${srcdir:-.}/tests/cli/support.sh"

printf 'p;yield;note\n0;100;a\n0,002;130;b\n0,01;150;c\n0,05;160;d\n' \
  >hardening.csv
cat >metal.yaml <<'EOT'
material: metal
title: Hardening by a table, two mechanisms that a matrix couples
units: {stress: MPa, time: s}
parameters:
  E: {kind: table, value: [[0, 2e5], [200, 1.9e5], [600, 1.2e5]], above: 0}
  y: {kind: table, file: hardening.csv, columns: [p, yield], outside: linear}
  h: {kind: matrix, value: [[1, 0.3], [0.3, 0.5]], min: 0}
  eta: 1000
internal: {eps_p: deviatoric, p: scalar}
external: {T: {value: 20, unit: K}}
free_energy: |
  e = eps - eps_p
  interpolate(T, E)/2*inner(e, e)
force_potential: |
  f = pos(mises(A_eps_p) + A_p - interpolate(p, y) - 1e3*h[2][1]*p)
  f^2/(2*eta)
EOT
cat >case.yaml <<'EOT'
case: a table read along its rows
material: metal.yaml
solver: {scheme: ode45, rtol: 1e-8, atol: 1e-10}
path:
  - {time: 4, steps: 4, strain: {xx: 0.02}, external: {T: 300}, stress: {others: 0}}
output: {columns: [time, strain.xx, stress.xx, p, tangent.xx.xx, tangent.xx.T]}
EOT

status 0 "$AUTOMAT" run case.yaml --engine interp -o interp.csv
status 0 "$AUTOMAT" run case.yaml --engine native -o native.csv
cmp interp.csv native.csv || fail "two engines"
tail -n 1 interp.csv | grep -q '^4,0.02,1[56][0-9]\.' ||
  fail "the last stress: $(tail -n 1 interp.csv)"

# Shapes and values from files are listed.
status 0 "$AUTOMAT" list materials --describe ./metal.yaml
for words in 'table of 3 rows' 'table of 4 rows' '2 x 2 matrix' \
  'hardening.csv'; do
  grep -q "$words" out || fail "$words is not told: $(cat out)"
done

# Single entries: same result from the command line and from the case
status 0 "$AUTOMAT" run case.yaml --set parameters.h.2.1=0.7 \
  --set parameters.y.4.2=190 -o set.csv
sed 's/^solver/parameters: {h: {2: {1: 0.7}}, y: {4: {2: 190}}}\n&/' case.yaml \
  >entries.yaml
status 0 "$AUTOMAT" run entries.yaml -o entries.csv
cmp set.csv entries.csv || fail "entries of a case and of the command line"
cmp -s set.csv interp.csv && fail "entries change nothing"

# A fit of entries recovers the values that made the data.
sed -e 's/external: {T: 300}, //' -e 's/steps: 4/steps: 16/' \
  -e 's/^path/initial: {T: 300}\n&/' entries.yaml >measure.yaml
status 0 "$AUTOMAT" run measure.yaml -o measured.csv
cat >fit.yaml <<'EOT'
case: entries found again
material: metal.yaml
fit:
  parameters: {y.4.2: {start: 175}, eta: {start: 900}, h.2.1: {start: 0.4}}
  tests:
    - table: measured.csv
      strain: [xx]
      stress: [yy, zz, yz, xz, xy]
      compare: [stress.xx]
      initial: {T: 300}
EOT
status 0 "$AUTOMAT" fit fit.yaml -o found.yaml
awk '/^  y:/ { name = "y" } /^  h:/ { name = "h" } /^  eta:/ { check($2, 1000) }
  /^    4:/ { row = 4 } /^    2:/ { row = 2 }
  /^      [12]:/ { check($2, name row $1 == "y42:" ? 190 : name row $1 == "h21:" ? 0.7 : 0) }
  function check(x, expected) { found++; wrong += (x/expected - 1)^2 > 1e-8 }
  END { exit !(found == 3 && !wrong) }' found.yaml ||
  fail "the entries are not found again: $(cat found.yaml)"
sed -n '/^parameters/,$p' found.yaml >>case.yaml
status 0 "$AUTOMAT" run case.yaml -o again.csv

# Entries that cannot be fitted or do not exist
while IFS='|' read -r entry text; do
  sed "s/y.4.2/$entry/" fit.yaml >bad.yaml
  status 3 "$AUTOMAT" fit bad.yaml
  grep -qF "$text" messages || fail "$entry: $(cat messages)"
done <<'EOT'
y.1.1|'y.1.1' is an x value of a table: only y values can be fitted
h.3.1|parameter 'h' of material 'metal' is a 2 x 2 matrix: only scalar parameters and single entries can be fitted
h.1|only scalar parameters and single entries can be fitted
z.1|material 'metal' has no parameter 'z'
EOT

# Points have individual entries, also when a point is repeated.
cat >points.yaml <<'EOT'
case: points with entries of their own
material: metal.yaml
points: {count: 5, seed: 3, variables: {h.2.1: {uniform: [0.2, 0.9]}, y.2.2: {normal: [130, 2]}}}
solver: {scheme: ode45, tangent: false, engine: interp}
path: [{time: 4, steps: 4, strain: {xx: 0.02}}]
output: {columns: [stress.xx, p]}
EOT
status 0 "$AUTOMAT" batch points.yaml -o points.h5
status 0 "$AUTOMAT" run points.yaml --point 2 -o point.csv
status 0 "$AUTOMAT" batch points.yaml --replay 2 -o replay.yaml
status 0 "$AUTOMAT" run replay.yaml -o replay.csv
cmp point.csv replay.csv || fail "a replayed point: $(cat replay.yaml)"
sed 's/h.2.1: /z.1: /' points.yaml >bad.yaml
status 3 "$AUTOMAT" batch bad.yaml -o bad.h5
grep -q "'z.1' is not an entry of a parameter of material 'metal'" messages ||
  fail "$(cat messages)"

# Host programs may set entries, too.
sed -e '/^external/d' -e 's/(T, E)/(20, E)/' metal.yaml >host.yaml
status 0 "$AUTOMAT" export host.yaml --source --properties all -o metal.c
grep -q '"h_2_1"' metal.c && grep -q '"y_4_2"' metal.c ||
  fail "the entries are no properties"
grep -q '"y_4_1"' metal.c && fail "an x of a table is a property"

exit $failed
