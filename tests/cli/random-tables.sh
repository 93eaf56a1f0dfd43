#!/bin/sh
# random-tables.sh: random laboratory files (first rows with and without load,
# jumps, temperatures, units, separators, decimal commas) give the same results
# in runs, batches and fits as equivalent segments. Case N has the seed N;
# AUTOMAT_SEED=N repeats one.
. "${srcdir:-.}/tests/cli/support.sh"

first=${AUTOMAT_SEED:-1}
count=${AUTOMAT_SEED:+1}
[ "${AUTOMAT_LONG_TESTS:-}" ] && : "${count:=1000}"
: "${count:=12}"

cat >law.yaml <<'END'
material: law
units: {stress: MPa, time: s}
parameters: {E: 150e3, nu: 0.3, al: 1.6e-5, eta: 4e6}
external: {T: {value: 293, unit: K}}
internal: {x: deviatoric}
free_energy: |
  e = eps - x - al*(T - 293)*I
  E*nu/((1 + nu)*(1 - 2*nu))/2*tr(e)^2 + E/(2*(1 + nu))*(e : e)
force_potential: (1 + (T - 293)/300)/(2*eta)*inner(A_x, A_x)
END

# Path as segments, and a selection of table columns
cat >segments.awk <<'END'
function chance(p) { return rand() < p }
function load() { return stress ? int(400*rand() - 200) : (2e-3*rand() - 1e-3) }
BEGIN {
  srand(seed); rand()
  stress = chance(0.5); T = 293 + int(600*rand()); t = 0
  key = stress ? "stress: {others: 0, xx: " : "stress: {others: 0}, strain: {xx: "
  print "case: segments\nmaterial: ./law.yaml"
  printf "initial: {T: %.17g, stress: {}}\n", T
  print "solver: {rtol: 1e-10, atol: 1e-14}\npath:"
  if (chance(0.5)) printf "  - {duration: 0, %s%.17g}}\n", key, load()
  n = 2 + int(5*rand())
  for (i = 1; i <= n; i++) {
    t += 1 + int(99*rand())
    if (chance(0.5)) T = 293 + int(600*rand())
    printf "  - {time: %d, %s%.17g}, external: {T: %.17g}}\n", t, key, load(), T
    if (chance(0.3)) printf "  - {duration: 0, %s%.17g}}\n", key, load()
  }
  print "output: {columns: [time, strain.xx, stress.xx, external.T]}"
  print (stress ? "stress: [xx, others]" : "strain: [xx], stress: [others]") >"choice"
  print (stress ? "strain.xx" : "stress.xx") >"compared"
}
END

# Rows of that run as a laboratory table: a jump replaces the initial row.
cat >laboratory.awk <<'END'
function one_of(list,   n, words) {
  n = split(list, words, " "); return words[1 + int(n*rand())]
}
function number(x) { x = sprintf("%.17g", x); if (comma) sub(/\./, ",", x); return x }
function convert(c, x) {
  if (unit[c] == "min") return x/60
  if (unit[c] == "h") return x/3600
  if (unit[c] == "ms") return x*1000
  if (unit[c] == "%") return x*100
  if (unit[c] == "um/m") return x*1e6
  if (unit[c] == "GPa") return x/1000
  if (unit[c] == "kPa") return x*1000
  if (unit[c] == "degC") return x - 273.15
  return x
}
function line(what,   i, s) {
  for (i = 1; i <= 4; i++) s = s (i > 1 ? mark : "") what[order[i]]
  return s
}
BEGIN {
  srand(seed + 100000); rand(); FS = ","
  mark = one_of("; , TAB"); if (mark == "TAB") mark = "\t"
  comma = mark != "," && rand() < 0.5
  unit[1] = one_of("s min h ms"); unit[2] = one_of("- % um/m mm/mm")
  unit[3] = one_of("MPa GPa kPa N/mm2"); unit[4] = one_of("K degC")
  for (i = 1; i <= 4; i++) order[i] = i
  for (i = 4; i > 1; i--) {
    k = 1 + int(i*rand()); swap = order[i]; order[i] = order[k]; order[k] = swap
  }
  end = rand() < 0.3 ? "\r\n" : "\n"
}
NR == 1 { for (i = 1; i <= 4; i++) name[i] = rand() < 0.3 ? "\"" $i "\"" : $i
  printf "%s%s%s%s%s", line(name), end, rand() < 0.5 ? "#" : "", line(unit), end }
/^#/ || NR == 1 { next }
{ if (rows++ == 1 && $1 != 0) printf "%s%s", before, end
  for (i = 1; i <= 4; i++) cell[i] = number(convert(i, $i))
  before = line(cell)
  if (rows > 1) printf "%s%s", before, end }
END

# Largest difference of two tables relative to the largest entry of a column;
# surplus rows of the first are an error.
cat >differ.awk <<'END'
BEGIN { FS = "," }
FNR == 1 { file++; row = 0; next }
/^#/ { next }
{ row++; rows[file] = row
  for (i = 1; i <= 4; i++) {
    x[file, row, i] = $i; a = $i < 0 ? -$i : $i
    if (a > large[i]) large[i] = a
  } }
END {
  if (rows[1] != rows[2] || !rows[1]) { print "rows", rows[1], rows[2]; exit }
  for (r = 1; r <= rows[1]; r++) for (i = 1; i <= 4; i++) {
    d = x[1, r, i] - x[2, r, i]; d = d < 0 ? -d : d
    if (large[i] > 0 && d/large[i] > worst) worst = d/large[i]
  }
  printf "%.3g\n", worst
}
END

# within NAME VALUE BOUND: expects a number of at most BOUND.
within() {
  awk -v x="$2" -v b="$3" 'BEGIN { exit !(x ~ /^[0-9.]/ && x + 0 <= b) }' && return
  fail "seed $seed, $1: $2"
}

worst_run=0 worst_fit=0
seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  awk -v seed="$seed" -f segments.awk >segments.yaml </dev/null
  status 0 "$AUTOMAT" run segments.yaml -o segments.csv
  awk -v seed="$seed" -f laboratory.awk segments.csv >lab.csv
  choice=$(cat choice)
  { sed '/^initial/,$d' segments.yaml
    printf '%s\n' 'initial: {stress: {}}' 'solver: {rtol: 1e-10, atol: 1e-14}' \
      "path: [{table: lab.csv, $choice}]" \
      'output: {columns: [time, strain.xx, stress.xx, external.T]}'; } >run.yaml
  status 0 "$AUTOMAT" run run.yaml -o run.csv
  run=$(awk -f differ.awk segments.csv run.csv)
  within 'a run' "$run" 1e-8

  { cat run.yaml
    echo 'points: {count: 1, seed: 1, variables: {E: {choice: [150e3]}}}'; } >batch.yaml
  status 0 "$AUTOMAT" batch batch.yaml --engine interp -o batch.h5
  status 0 "$AUTOMAT" compare batch.h5 run.csv --relative-to largest \
    --rtol 1e-8 -q

  printf '%s\n' 'case: fit' 'material: ./law.yaml' 'initial: {stress: {}}' \
    'solver: {rtol: 1e-10, atol: 1e-14}' 'fit:' \
    '  parameters: {E: {start: 120e3}, eta: {start: 5e6}}' \
    "  tests: [{table: lab.csv, $choice, compare: [$(cat compared)]}]" >fit.yaml
  status 0 "$AUTOMAT" fit fit.yaml
  fit=$(awk '$1 == "E" && !n { n = 1; e = $2/150e3 - 1 }
    $1 == "eta" && !m { m = 1; h = $2/4e6 - 1 }
    END { e = e < 0 ? -e : e; h = h < 0 ? -h : h; printf "%.3g", (e > h ? e : h) }' out)
  within 'a fit' "$fit" 1e-5
  worst_run=$(awk -v a="$worst_run" -v b="$run" 'BEGIN { print (a + 0 > b + 0 ? a : b) }')
  worst_fit=$(awk -v a="$worst_fit" -v b="$fit" 'BEGIN { print (a + 0 > b + 0 ? a : b) }')
  seed=$((seed + 1))
done
echo "$count tables from seed $first: runs within $worst_run, fits within $worst_fit"
exit $failed
