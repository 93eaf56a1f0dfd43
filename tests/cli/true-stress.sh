#!/bin/sh
# true-stress.sh: prescribed Cauchy and Kirchhoff stresses.
. "${srcdir:-.}/tests/cli/support.sh"

# column NAME ROW: entry of out.csv; rows start at 1.
column() {
  awk -F, -v name="$1" -v row="$2" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
    NR == row + 2 { print $c }' out.csv
}

# A bar of Hencky's material: T = J sigma = E x with J = exp((1 - 2 nu) x), and
# simple shear at the same time.
cat >bar.yaml <<'END'
case: a bar
material: linear-elastic
parameters: {E: 1000, nu: 0.25}
kinematics: logarithmic
path:
  - {duration: 1, steps: 2, cauchy: {xx: 300, others: 0}}
  - {rate: 100, cauchy: {xx: 500}}
  - {duration: 1, cauchy: {xy: 200, zz: -50}, F: {yx: 0.1}}
output: {columns: [time, F, strain.xx, cauchy, P]}
END
status 0 "$AUTOMAT" run bar.yaml -o out.csv
[ ! -s messages ] || fail "$(cat messages)"
for row in 2 3 4; do
  x=$(awk -v s="$(column cauchy.xx $row)" -v E=1000 -v nu=0.25 'BEGIN {
    for (i = 0; i < 60; i++) x = s/E*exp((1 - 2*nu)*x)
    printf "%.17g", x }')
  near "strain in row $row" "$(column strain.xx $row)" "$x" 1e-11
done
near 'first stress' "$(column cauchy.xx 2)" 150 1e-6
near 'last time' "$(column time 4)" 3 1e-12
near yx "$(column F.yx 5)" 0.1 1e-15
near zy "$(column F.zy 5)" 0 0
near xx "$(column cauchy.xx 5)" 500 1e-5
near xy "$(column cauchy.xy 5)" 200 1e-5
near zz "$(column cauchy.zz 5)" -50 1e-5

# The law has these stresses at the prescribed F.
awk -F, 'NR == 1 || NR > 2' out.csv >F.csv
sed -e '/duration\|rate/d' -e 's/^path:.*/path:\n  - {table: F.csv, F: [others]}/' \
  bar.yaml >given.yaml
status 0 "$AUTOMAT" run given.yaml -o given.csv
status 0 "$AUTOMAT" compare given.csv out.csv --atol 1e-5 --rtol 1e-7

# A table prescribes them, too, and batches.
sed -e '/duration\|rate/d' \
  -e 's/^path:.*/path:\n  - {table: F.csv, cauchy: [others], F: [zy, zx, yx]}/' \
  bar.yaml >table.yaml
status 0 "$AUTOMAT" run table.yaml -o table.csv
status 0 "$AUTOMAT" compare table.csv out.csv --atol 1e-5 --rtol 1e-7
status 0 "$AUTOMAT" batch bar.yaml -o bar.h5
status 0 "$AUTOMAT" compare bar.h5 out.csv --atol 1e-9 --rtol 1e-9

# The Kirchhoff stress of the bar is E x.
sed 's/cauchy: {/kirchhoff: {/' bar.yaml >kirchhoff.yaml
status 0 "$AUTOMAT" run kirchhoff.yaml -o out.csv
near 'Kirchhoff stress' "$(column strain.xx 3)" 0.3 1e-12

# A body without stress rotates.
sed -e '/cauchy: {x/d' -e 's/^path:/&\n  - {duration: 1, F: {yx: 0.3}, cauchy: {others: 0}}/' \
  bar.yaml >turned.yaml
status 0 "$AUTOMAT" run turned.yaml -o out.csv
near 'F.xy of a rotation' "$(column F.xy 2)" -0.3 1e-9
near 'F.xx of a rotation' "$(column F.xx 2)" "$(awk 'BEGIN {
  printf "%.17g", sqrt(1 - 0.09) }')" 1e-9

# Creep shears a body until its strain has lost half of its digits.
cat >creep.yaml <<'EOF'
case: creep
material: norton
kinematics: logarithmic
solver: {scheme: ode23, max_substeps: 1000}
path: [{duration: 1, steps: 20, cauchy: {xx: 300, xy: 100, others: 0}}]
EOF
status 1 "$AUTOMAT" run creep.yaml
message 'step 12, to time 0.6, failed: no deformation with the prescribed stress'

# ---- wrong input ----
sed 's/rate: 100, cauchy/duration: 1, P/' bar.yaml >mixed.yaml
status 3 "$AUTOMAT" run mixed.yaml
message "mixed.yaml:7:19: error: this path prescribes 'P' and 'cauchy'"
sed 's/cauchy: {xy: 200/cauchy: {yx: 200/' bar.yaml >lower.yaml
status 3 "$AUTOMAT" run lower.yaml
message "unknown key 'yx'"
sed '/kinematics/d' bar.yaml >small.yaml
status 3 "$AUTOMAT" run small.yaml
message "'cauchy' needs 'kinematics: logarithmic'"
exit $failed
