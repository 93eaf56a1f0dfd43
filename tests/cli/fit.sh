#!/bin/sh
# fit.sh: output and exit statuses of automat fit.
. "${srcdir:-.}/tests/cli/support.sh"
cp "$source"/cases/fit-* . || exit 99

shown() {
  grep -qE -- "$1" out && return
  fail "expected '$1' in the report, found"
  cat out
}

case=fit-michel-suquet.yaml
fit() {
  "$AUTOMAT" fit $case --engine interp "$@"
}

# Report and all output files; standard error is empty.
status 0 fit -o found.yaml --json found.json --curves found.csv
[ ! -s messages ] || fail "messages: $(cat messages)"
shown ': converged$'
shown '^E  *549[0-9][0-9]\.[0-9]*  *[0-9.]*  *0\.[0-9]* %  *80000  MPa$'
shown '^n  *3\.[56]'
shown '^  strain.yy  *81 '
grep -q '^  E: 549' found.yaml || fail "found.yaml: $(cat found.yaml)"
grep -q '"converged": true' found.json || fail "found.json: $(cat found.json)"
[ "$(grep -vc '^#' found.csv)" -eq 244 ] || fail "found.csv is not whole"
head -n 1 found.csv | grep -q '^test,time,measured.stress.xx,computed.stress' ||
  fail "found.csv: $(head -n 1 found.csv)"

# Standard output contains only the requested result.
status 0 fit --json -
[ "$(grep -m 1 . out)" = '{' ] || fail "--json -: $(head -n 2 out)"
status 0 fit -o -
[ "$(head -n 1 out)" = "$(head -n 1 found.yaml)" ] || fail "-o -: $(cat out)"

# Results can be reused, also as the start of another fit.
{
  echo 'case: again'
  echo 'material: michel-suquet'
  cat found.yaml
  sed -n '/^fit:/,$p' $case | sed 's/: {.*}$/: {}/'
} >again.yaml
case=again.yaml
status 0 fit --quiet --verbose --max-iterations 1
[ ! -s out ] || fail "--quiet prints a report"
case=fit-michel-suquet.yaml

# --quiet leaves only errors; with -v, iterations are reported.
status 0 fit -q
[ ! -s out ] && [ ! -s messages ] || fail "--quiet is not"
status 0 fit -v
grep -q '^iteration 3: sum of squares 0\.' messages ||
  fail "--verbose tells no iterations: $(cat messages)"

# Undetermined parameters are named, and all results are written.
status 1 fit --set 'fit.parameters.epsdot_0={start: 1.5}' --json all.json
message 'sigma_d +0.2'
message 'epsdot_0 +1 %'
shown '^sigma_d .*not determined'
grep -q '"epsdot_0": 0.01' all.json || fail "all.json: $(cat all.json)"
status 0 fit --set 'fit.tests=[{table: fit-shear.csv, strain: [xy], stress: [xx, yy, zz, yz, xz], compare: [stress.xy]}]' \
  --set 'fit.parameters={E: {}, epsdot_0: {max: 1}, H: {start: 900}}' -o bound.yaml
grep -q 'upper bound' bound.yaml || fail "bound.yaml: $(cat bound.yaml)"

# Early stop
status 1 fit --max-iterations 1 -o early.yaml
message 'the fit did not converge: maximum number of iterations reached; try more (--max-iterations)'
grep -q '^# maximum number of iterations' early.yaml || fail "early.yaml: $(cat early.yaml)"
status 1 fit --set fit.parameters.n.start=49 --set solver.max_substeps=1 \
  --set solver.rtol=1e-12
message 'the fit cannot start'

# Plot
if command -v gnuplot >/dev/null; then
  status 0 fit -q --plot fit.svg --keep-script
  [ -s fit.svg ] && [ -s fit.svg.gp ] || fail "there is no picture"
  grep -q 'tension at 1e-1/s' fit.svg || fail "fit.svg has no title"

  # Loops over the measured strain, in the order of rows
  cat >cycle.yaml <<'END'
case: cycle
material: michel-suquet
path:
  - {time: 1, steps: 10, strain: {xx: 4e-3}}
  - {time: 3, steps: 20, strain: {xx: -4e-3}}
  - {time: 4, steps: 10, strain: {xx: 0}}
output: {columns: [time, strain.xx, stress.xx]}
END
  status 0 "$AUTOMAT" run cycle.yaml -q -o cycle.csv
  status 0 fit -q --plot cycle.svg --keep-script --set \
    'fit.tests=[{table: cycle.csv, strain: [xx], compare: [stress.xx]}]' \
    --set 'fit.parameters={E: {}}'
  sed -n '/^$panel1_curve1 << END/,/^END/p' cycle.svg.gp | sed '1d;$d' |
    cut -d ' ' -f 1 >found
  grep -v '^[t#]' cycle.csv | cut -d, -f2 | awk '{ printf "%.9g\n", $1 }' \
    >expected
  [ "$(tail -n 30 found)" = "$(tail -n 30 expected)" ] ||
    fail "the cycle is drawn over $(cat found)"
  grep -q "set xlabel 'strain " cycle.svg.gp || fail 'no loop over the strain'
fi

# Curves of the law are smooth between few measured values: relaxation of a
# Maxwell body, 2 G e0 exp(-t G/eta).
cat >maxwell.yaml <<'END'
material: maxwell
units: {stress: MPa, time: s}
parameters: {K: 2000, G: {value: 800, above: 0}, eta: 1000}
internal: {e: deviatoric}
free_energy: K/2*tr(eps)^2 + G*norm(dev(eps) - e)^2
force_potential: norm(A_e)^2/(4*eta)
END
cat >relax.csv <<'END'
time,strain.xy,stress.xy
0,1e-3,2
1,1e-3,0.7357588823428847
4,1e-3,0.03663127777746837
END
cat >relax.yaml <<'END'
case: relaxation
material: maxwell.yaml
fit:
  parameters: {G: {}}
  tests: [{table: relax.csv, strain: [xy, others], compare: [stress.xy]}]
END
gnuplot --version >/dev/null 2>&1 && drawn=0 || drawn=4
status $drawn "$AUTOMAT" fit relax.yaml --plot relax.svg --keep-script
curve() {
  sed -n "/^\$panel1_curve$1 << END/,/^END/p" relax.svg.gp | sed '1d;$d'
}
[ ! -s messages ] || [ $drawn = 4 ] || fail "notes: $(cat messages)"
[ "$(curve 1 | wc -l)" -eq 3 ] || fail 'three values were measured'
curve 2 | awk '
  { n++; d = $2 - 2*exp(-$1); if ($1 > 0 && d*d > 1e-10) bad = 1 }
  END { exit bad || n < 100 }' || fail "the curve: $(curve 2)"

# Components that a test does not mention are held, with a note.
shear='table: fit-shear.csv, compare: [stress.xy], strain'
note='components xx, yy, zz, yz, xz are not controlled by the table'
status 0 fit --set "fit.tests=[{$shear: [xy]}]" --set 'fit.parameters={E: {}}'
message "note: $note: their strain is held at its initial value"
message "write 'strain: [xy], stress: [others]' to leave them free"
message "or 'strain: [xy, others]' to confirm"
status 0 fit --set "fit.tests=[{$shear: [xy, others]}]" \
  --set 'fit.parameters={E: {}}'
grep -q 'not controlled' messages && fail 'named components are reported'

# Invalid command lines and files
status 2 fit --tolerance 0
message "expected '--tolerance' to be a positive number, found '0'"
status 2 fit --tolerance x
status 2 fit --max-iterations 0
status 2 fit --plot fit.txt
status 2 fit --keep-script
status 2 "$AUTOMAT" fit
status 3 fit --set fit.parameters.e=5
status 3 fit --set fit.tests.1.table=none.csv
message "none.csv"
status 3 "$AUTOMAT" fit uniaxial
message "the case lacks the key 'fit'"
status 4 fit -o none/found.yaml
shown ': converged$'

# Other commands ignore the key; without a path, there is nothing to run.
status 0 "$AUTOMAT" check $case
sed '/^path:/,/^$/d' $case >alone.yaml
status 3 "$AUTOMAT" run alone.yaml
message "this case has only the paths of its tests: run it with 'automat fit'"
status 3 "$AUTOMAT" batch alone.yaml -o alone.h5
status 0 "$AUTOMAT" fit alone.yaml -q --engine interp

# Ctrl-C: the best parameters so far, not converged
AUTOMAT_CASE=$case sh -c '"$AUTOMAT" fit "$AUTOMAT_CASE" -v -o stopped.yaml \
  --engine interp --set solver.scheme=ode12 --set solver.rtol=1e-8 \
  --set solver.atol=1e-11 >out 2>messages & echo $! >pid; wait $!
  echo $? >code' &
wait_for $! grep -q 'iteration 1' messages
kill -TERM "$(cat pid)"
wait
[ "$(cat code)" -eq 143 ] || fail "interrupted: status $(cat code)"
message 'the fit did not converge: interrupted'
grep -q '^# interrupted' stopped.yaml || fail "stopped.yaml is missing"

exit $failed
