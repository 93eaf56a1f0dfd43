#!/bin/sh
# evaluate.sh: `automat evaluate` against `automat run`, and error messages
# about wrong tables.
. "${srcdir:-.}/tests/cli/support.sh"

# Each row of a run is the start of the next: one implicit Euler step reproduces
# the rows.
cat >case.yaml <<'END'
case: a bar that flows
material: michel-suquet
solver: {scheme: implicit-euler, engine: interp}
path: [{time: 4, steps: 4, strain: {xx: 4e-3}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}]
output: {columns: [strain, stress, internal, tangent]}
END
status 0 "$AUTOMAT" run case.yaml -o run.csv
awk -F, -v OFS=, '
NR == 1 {
  for (i = 1; i <= NF; i++) {
    if ($i ~ /^strain/) start[++n] = i
    else if ($i !~ /^(stress|tangent|#)/) start[++n] = i
    name[i] = $i
    if ($i == "strain.xx") xx = i
  }
  line = "strain.xx,stress.yy,stress.zz,stress.yz,stress.xz,stress.xy"
  for (k = 1; k <= n; k++) {
    sub(/^strain/, "strain0", name[start[k]])
    line = line OFS name[start[k]]
  }
  print line
}
NR > 2 && before != "" { print $xx, 0, 0, 0, 0, 0, before }
NR > 2 {
  before = $(start[1])
  for (k = 2; k <= n; k++) before = before OFS $(start[k])
}' run.csv >points.csv
[ "$(wc -l <points.csv)" -eq 5 ] || fail "points.csv: expected 5 lines"
for engine in interp native; do
  status 0 "$AUTOMAT" evaluate michel-suquet points.csv -d 1 --tangent \
    --set solver.scheme=implicit-euler --engine $engine -o found.csv
  awk -F, '
  FNR == 1 { for (i = 1; i <= NF; i++) at[FILENAME, $i] = i; next }
  FILENAME == ARGV[1] && !/^#/ && ++k > 1 {
    for (i = 1; i <= NF; i++) wanted[k - 1, i] = $i
  }
  FILENAME == ARGV[2] && !/^#/ {
    row++
    for (key in at) {
      split(key, part, SUBSEP)
      if (part[1] != ARGV[1]) continue
      here = $(at[ARGV[2], part[2]])
      there = wanted[row, at[key]]
      scale = part[2] ~ /^tangent/ ? 1e5 : part[2] ~ /^stress/ ? 100 : 1e-2
      if ((here - there)^2 > (1e-7*scale)^2) {
        print part[2], "row", row, here, "expected", there
        bad = 1
      }
    }
  }
  END { exit bad || row != 4 }' run.csv found.csv ||
    fail "$engine: other numbers than those of run"
done

# A failed point does not affect the others.
printf 'strain.xx\n1e-3\n1e300\n2e-3\n' >some.csv
status 1 "$AUTOMAT" evaluate norton some.csv -d 1
message "1 of 3 points failed, the first is point 2, counted from 1"
[ "$(grep -c ',0$' out)" -eq 2 ] || fail "expected two good rows"
grep -q '^,.*,1$' out || fail "expected an empty row of status 1"

printf 'strain.xx,stress.yy\n#mm/mm,MPa\n1e-3,0\n' >units.csv
status 0 "$AUTOMAT" evaluate norton units.csv -d 1

# Elastic laws need no duration.
status 0 "$AUTOMAT" evaluate linear-elastic some.csv -q
status 2 "$AUTOMAT" evaluate norton some.csv
message "--duration is missing"

# wrong TEXT MESSAGE: expects MESSAGE for the table TEXT.
wrong() {
  printf "$1" >wrong.csv
  status 3 "$AUTOMAT" evaluate norton wrong.csv -d 1 -o none.csv
  message "$2"
  [ ! -e none.csv ] || fail "none.csv is written"
}
wrong 'strain.xx,eps_q.xx\n1,2\n' "unknown column 'eps_q.xx', expected components of strain"
wrong 'strain.xx,eps_q.xx\n1,2\n' "(did you mean 'eps_p.xx'?)"
wrong 'strain.xx,stress.xx\n1,2\n' 'strain.xx and stress.xx cannot both be given'
wrong 'strain.xx,strain.yy\n1,2\n1,\n' "row 2 has no number in the column 'strain.yy'"
wrong 'strain.xx,stress.yy\n#,K\n1,2\n' "wrong.csv:1:11: error: the unit of stress.yy is 'K', which cannot be converted to 'MPa', the unit of the law"
wrong 'strain.xx\n#mm\n1\n' "the unit of strain.xx is 'mm', which cannot be converted to ''"
wrong 'strain.xx\nx\n' 'wrong.csv:2:1: error'
wrong '' 'wrong.csv'
status 3 "$AUTOMAT" evaluate norton nothing.csv -d 1
message 'nothing.csv'
status 3 "$AUTOMAT" evaluate nortom some.csv -d 1
message "did you mean 'norton'?"
status 3 "$AUTOMAT" evaluate norton some.csv -d 1 --set parameters.E=-1
message 'assignment:1:14: error'
status 2 "$AUTOMAT" evaluate norton some.csv -d -1
status 2 "$AUTOMAT" evaluate norton some.csv -d 1 --engine gpu
status 4 "$AUTOMAT" evaluate norton some.csv -d 1 -o /dev/full

exit $failed
