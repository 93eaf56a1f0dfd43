#!/bin/sh
# start.sh: two consecutive runs equal one run of the whole path.
. "${srcdir:-.}/tests/cli/support.sh"

first='{time: 1, steps: 10, strain: {xx: 4e-3, xy: 1e-3}, stress: {others: 0}}'
second='{time: 3, steps: 15, strain: {xx: -2e-3}}'
# Second part of the path on its own
again='{time: 3, steps: 15, strain: {xx: -2e-3, xy: 1e-3}, stress: {others: 0}}'

# write FILE MATERIAL SETTINGS SEGMENTS: writes a case
write() {
  printf '%s\n' "case: part" "material: $2" \
    "solver: {equilibrium: 1e-13, tangent: false, $3}" "path: [$4]" \
    "output: {columns: [time, strain, stress, internal$fields]}" >"$1"
}

# near A B TOLERANCE: compares the last rows, each number relative to the
# largest component of its quantity.
near() {
  awk -F, -v tolerance="$3" '
    /^#/ { next }
    FNR == 1 { for (i = 1; i <= NF; i++) {
                 q[i] = $i; sub(/\.[xyz][xyz]$/, "", q[i]) }
               file++; next }
    { for (i = 1; i <= NF; i++) last[file, i] = $i; n = NF }
    END {
      for (i = 1; i <= n; i++) {
        a = last[1, i]; a = a < 0 ? -a : a
        if (a > most[q[i]]) most[q[i]] = a
      }
      for (i = 1; i <= n; i++) {
        d = last[1, i] - last[2, i]; d = d < 0 ? -d : d
        if (!(d <= tolerance * most[q[i]] + 1e-300)) {
          print q[i], last[1, i], last[2, i]; bad = 1
        }
      }
      exit bad || n < 13
    }' "$1" "$2" || fail "the last rows of $1 and $2 differ by more than $3"
}

# cut_in_two MATERIAL TOLERANCE SETTINGS: compares a whole run with two parts
cut_in_two() {
  write whole.yaml "$1" "$3" "$first, $second"
  write first.yaml "$1" "$3" "$first"
  write second.yaml "$1" "$3" "$again"
  for part in whole first; do
    status 0 "$AUTOMAT" run $part.yaml -o $part.csv
  done
  status 0 "$AUTOMAT" run second.yaml --start first.csv -o second.csv
  grep 'the stress at the start' messages && fail "$1: no warning expected"
  near whole.csv second.csv "$2"
}

# All kinds of laws: an elastic domain, internal variables only, a law without
# potentials, a maximum of the history, a list, an external field.
for material in j2 michel-suquet kachanov mazars generalized-maxwell; do
  cut_in_two $material 1e-12 'scheme: implicit-euler'
done
fields=', external'
cut_in_two thermo-norton 1e-12 'scheme: implicit-euler'
cp first.csv fields.csv
fields=
# An adaptive scheme restarts with a different substep.
cut_in_two michel-suquet 1e-5 'scheme: ode45, rtol: 1e-7, atol: 1e-8'

# Shear strains follow the notation of the table, not that of the case.
cut_in_two j2 1e-12 'scheme: implicit-euler'
{ echo 'notation: voigt'; cat first.yaml; } >voigt.yaml
status 0 "$AUTOMAT" run voigt.yaml --set path.1.strain.xy=2e-3 -o voigt.csv
status 0 "$AUTOMAT" run second.yaml --start voigt.csv -o mixed.csv
near second.csv mixed.csv 1e-12
{ echo 'notation: voigt'; cat second.yaml; } >other.yaml
status 0 "$AUTOMAT" run other.yaml --set path.1.strain.xy=2e-3 \
  --set notation=voigt --start first.csv -o other.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "strain.xy") c = i }
  !/^#/ { x = $c } END { exit !(x > 1.999e-3 && x < 2.001e-3) }' other.csv ||
  fail "voigt: another shear strain"

# The stress is compared even if the case does not output it.
sed 's/\[time, .*\]/[time]/' second.yaml >time.yaml
status 0 "$AUTOMAT" run time.yaml --start first.csv -o time.csv
[ "$(head -n 1 time.csv)" = time ] || fail "columns that nobody asked for"

# refuses STATUS TEXT ARGUMENT...: expects a failure
refuses() {
  text=$2
  expected=$1
  shift 2
  status "$expected" "$AUTOMAT" run "$@" -o refused.csv
  grep -qF -- "$text" messages || { fail "expected '$text':"; cat messages; }
}

head -n 2 first.csv >empty.csv
refuses 3 'has no row of numbers' second.yaml --start empty.csv
cat first.csv >twice.csv
tail -n +3 first.csv >>twice.csv
refuses 3 'time decreases here' second.yaml --start twice.csv
sed '$s/,[^,]*,/,,/' first.csv >hole.csv
refuses 3 'expected a number in the column strain.xx' second.yaml \
  --start hole.csv
sed 's/,eps_p\.xx/,eps_q.xx/; s/strain\.yz/strain_yz/' first.csv >names.csv
refuses 3 "material 'j2': strain.yz, eps_p.xx" second.yaml --start names.csv
refuses 3 "remove 'initial'" second.yaml \
  --set 'initial={time: 1}' --start first.csv
refuses 3 'lacks columns of the state' second.yaml --start fields.csv
refuses 3 'nowhere.csv' second.yaml --start nowhere.csv
status 0 "$AUTOMAT" run second.yaml --set parameters.E=200e3 \
  --start first.csv -o warned.csv
grep -qF 'the stress at the start differs by' messages ||
  fail "expected a warning of another stress"

# A point of a batch can be continued like a run.
sed '/^solver/i points: {count: 3, seed: 1, variables: {s: {uniform: [1, 2]}}}' \
  first.yaml | sed 's/xx: 4e-3/xx: "2e-3*s*t"/' >batch.yaml
status 0 "$AUTOMAT" batch batch.yaml -o batch.h5 --set solver.engine=interp
status 0 "$AUTOMAT" run batch.yaml --point 2 -o point.csv
for from in 'batch.h5 --point 2' point.csv; do
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" run second.yaml --start $from -o "on.${from##* }.csv"
  grep 'the stress at the start' messages && fail "$from: no warning expected"
done
near on.2.csv on.point.csv.csv 1e-14
[ "$(wc -l <on.2.csv)" -eq 18 ] || fail "on.2.csv has other rows"
refuses 2 'needs --point K' second.yaml --start batch.h5
refuses 3 'there is no point 4' second.yaml --start batch.h5 --point 4
refuses 2 'needs a case with points' second.yaml --start first.csv --point 1
refuses 3 "remove 'points'" batch.yaml --start batch.h5 --point 1

exit $failed
