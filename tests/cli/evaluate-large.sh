#!/bin/sh
# evaluate-large.sh: `automat evaluate` with deformation gradients against
# `automat run`, and error messages about wrong tables.
. "${srcdir:-.}/tests/cli/support.sh"

# Each row of a run is the start of the next: one implicit Euler step reproduces
# the rows.
cat >case.yaml <<'END'
case: a bar that is pulled and sheared
material: norton
kinematics: logarithmic
solver: {scheme: implicit-euler, engine: interp}
path:
  - {duration: 4, steps: 4, F: {xx: 1.1, xy: 0.2, yx: 0, zx: 0, yz: 0}, P: {yy: 3, zz: 0, xz: 0, zy: 0}}
output: {columns: [F, P, cauchy, strain, stress, internal, tangent, energy]}
END
status 0 "$AUTOMAT" run case.yaml -o run.csv
awk -F, -v OFS=, '
NR == 1 {
  for (i = 1; i <= NF; i++) {
    at[$i] = i
    if ($i ~ /^F\./) { start[++n] = i; name[i] = "F0" substr($i, 2) }
    else if ($i !~ /^(P|cauchy|strain|stress|tangent|energy|#)/) {
      start[++n] = i; name[i] = $i
    }
  }
  k = split("F.xx P.yy P.zz F.yz P.xz F.xy P.zy F.zx F.yx", asked, " ")
  line = asked[1]
  for (i = 2; i <= k; i++) line = line OFS asked[i]
  for (i = 1; i <= n; i++) line = line OFS name[start[i]]
  print line
}
NR > 2 && before != "" {
  line = $(at[asked[1]])
  for (i = 2; i <= k; i++) line = line OFS $(at[asked[i]])
  print line, before
}
NR > 2 {
  before = $(start[1])
  for (i = 2; i <= n; i++) before = before OFS $(start[i])
}' run.csv >points.csv
[ "$(wc -l <points.csv)" -eq 5 ] || fail "points.csv: expected 5 lines"
for engine in interp native; do
  status 0 "$AUTOMAT" evaluate norton points.csv -d 1 --tangent \
    --set kinematics=logarithmic --set solver.scheme=implicit-euler \
    --engine $engine -o found.csv
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
      count++
      here = $(at[ARGV[2], part[2]])
      there = wanted[row, at[key]]
      scale = part[2] ~ /^tangent/ ? 1e5 : part[2] ~ /^(stress|P|ca)/ ? 100 : 1
      if ((here - there)^2 > (1e-8*scale)^2) {
        print part[2], "row", row, here, "expected", there
        bad = 1
      }
    }
  }
  END { exit bad || row != 4 || count < 4*115 }' run.csv found.csv ||
    fail "$engine: other numbers than those of run"
done

# Only the inverted point fails; omitted components are those of the undeformed
# state.
printf 'F.xx,F.zy\n1.2,0.1\n-1,0\n1,0\n' >some.csv
status 1 "$AUTOMAT" evaluate linear-elastic some.csv \
  --set kinematics=logarithmic -o some-found.csv
message "1 of 3 points failed, the first is point 2"
awk -F, 'NR == 5 { for (i = 1; i <= 9; i++) if ($i != (i <= 3)) exit 1
  for (i = 10; i <= 18; i++) if ($i*$i > 1e-20) exit 1 }' some-found.csv ||
  fail "what is not given is deformed"

# wrong TEXT MESSAGE: expects MESSAGE for the table TEXT.
wrong() {
  printf "$1" >wrong.csv
  status 3 "$AUTOMAT" evaluate norton wrong.csv -d 1 \
    --set kinematics=logarithmic -o none.csv
  message "$2"
  [ ! -e none.csv ] || fail "none.csv is written"
}
wrong 'F.xx,strain.xx\n1,0\n' "unknown column 'strain.xx', expected components of F, of P"
wrong 'F.xx,P.xx\n1,0\n' 'F.xx and P.xx cannot both be given'
wrong 'F.xx\nx\n' 'wrong.csv'
printf 'F.xx\n1.1\n' >large.csv
status 3 "$AUTOMAT" evaluate norton large.csv -d 1
message "unknown column 'F.xx', expected components of strain, of stress"
status 3 "$AUTOMAT" evaluate norton large.csv -d 1 --set kinematics=large
message 'one of small, logarithmic'
exit $failed
