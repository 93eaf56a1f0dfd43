#!/bin/sh
# outputs.sh: the same work gives files with the same bits, at any time, in any
# time zone and with any number of threads.
. "${srcdir:-.}/tests/cli/support.sh"

cat >derivatives.yaml <<'END'
case: derivatives
material: norton
solver: {engine: interp, scheme: ode23, tangent: true}
points: {count: 30, seed: 5, variables: {a: {uniform: [1e-3, 2e-3]}}}
path: [{time: 1, steps: 3, strain: {xx: a}, stress: {yy: 0, zz: 0}}]
output:
  columns: [strain, stress, internal, tangent, derivative.eps_p]
END
plot=
gnuplot --version >/dev/null 2>&1 && plot=yes

# work FOLDER THREADS: writes files of all kinds into FOLDER.
work() (
  mkdir "$1" && cd "$1" || exit 99
  status 0 "$AUTOMAT" run uniaxial -q -o run.csv
  status 0 "$AUTOMAT" batch ../derivatives.yaml -q -o batch.h5 --threads "$2"
  status 0 "$AUTOMAT" batch ../derivatives.yaml -q -o packed.h5 \
    --compression 4 --threads "$2"
  status 0 "$AUTOMAT" homogenize laminate -q -o element.csv --threads "$2" \
    --set solver.engine=interp --set output.fields='{file: field}' \
    --set output.restart='{every: 3}'
  status 0 "$AUTOMAT" fit fit-michel-suquet -q -o fit.yaml --json fit.json \
    --curves fit.csv
  status 0 "$AUTOMAT" study order uniaxial -q --schemes ode23 -o order.csv
  status 0 "$AUTOMAT" emit norton --language c
  mv out norton.c
  status 0 "$AUTOMAT" completion bash
  for ending in ${plot:+svg png pdf eps tex}; do
    status 0 "$AUTOMAT" run uniaxial -q -o run.csv --plot run.$ending \
      --keep-script
  done
  exit $failed
)

TZ=UTC0 work first 1 || failed=1
sleep 1.1
TZ=ABC-5:30 LC_ALL=C work second 2 || failed=1
# Cairo 1.18 compresses the date of a PDF, so it cannot be blanked.
! grep -aqs /ObjStm first/run.pdf || rm first/run.pdf second/run.pdf
diff -r first second || failed=1
[ "$(ls first | wc -l)" -ge 12 ] || fail "too few files: $(ls first)"
exit $failed
