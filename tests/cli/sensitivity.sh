#!/bin/sh
# sensitivity.sh: derivatives by parameters as columns of runs and checks, by
# each engine that supports them; other engines and batches reject them.
. "${srcdir:-.}/tests/cli/support.sh"

cat >case.yaml <<'END'
case: tension, and back to no stress
material: michel-suquet
path:
  - {time: 2, steps: 4, strain: {xx: 3e-3}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}
  - {time: 3, steps: 2, stress: {xx: 0}}
output:
  columns: [stress.xx, strain.xx, sensitivity.E, sensitivity.n.strain, sensitivity.sigma_Y.alpha]
END

# Two tables agree to 1e-8 of the largest number of each column.
agree() {
  awk -F, '
    /^#/ || FNR == 1 { next }
    NR == FNR { for (i = 1; i <= NF; i++) first[FNR, i] = $i; next }
    { rows++
      for (i = 1; i <= NF; i++) {
        d = $i - first[FNR, i]
        if (d < 0) d = -d
        x = $i < 0 ? -$i : $i
        if (d > worst[i]) worst[i] = d
        if (x > most[i]) most[i] = x
      }
      columns = NF }
    END { for (i = 1; i <= columns; i++)
            if (worst[i] > 1e-8 * most[i] + 1e-18) exit 1
          exit rows < 7 || columns < 15 }' "$1" "$2"
}

for scheme in implicit-euler ode23; do
  for engine in interp native; do
    "$AUTOMAT" run case.yaml --engine $engine --set solver.scheme=$scheme \
      -o $engine.csv 2>messages || fail "$engine: $(cat messages)"
  done
  agree interp.csv native.csv || fail "$scheme: native is not interp"
done

# refused COMMAND...: expects status 3 and the message.
refused() {
  message=$1
  shift
  "$@" >out 2>messages
  found=$?
  [ $found -eq 3 ] && grep -qF -- "$message" messages &&
    [ "$(grep -c 'error: ' messages)" -eq 1 ] && return
  fail "$*: status $found, $(cat messages)"
}

refused 'engine cuda cannot be combined with sensitivities' \
  "$AUTOMAT" run case.yaml --engine cuda
refused "did you mean 'sigma_Y'?" \
  "$AUTOMAT" run case.yaml --set 'output.columns=[sensitivity.sigma_y.xx]'

{ sed '/^output/,$d' case.yaml
  echo 'points: {count: 3, variables: {sigma_Y: {normal: [25, 2]}}}'
  echo 'output: {columns: [sensitivity.sigma_Y]}'
} >points.yaml
refused 'sensitivities cannot be combined with many points' \
  "$AUTOMAT" batch points.yaml -o points.h5
[ ! -e points.h5 ] || fail "a batch that was refused has written a file"
"$AUTOMAT" run points.yaml --point 2 --engine interp >out 2>messages ||
  fail "$(cat messages)"
[ "$(grep -c '^[0-9-]' out)" -eq 7 ] || fail "not seven rows: $(cat out)"

cat >check.yaml <<'END'
case: elasticity
material: linear-elastic
path: [{time: 1, strain: {xx: 1e-3}, stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}]
expect:
  - {column: sensitivity.E.xx, time: 1, value: 1e-3, tolerance: 1e-12}
  - {column: sensitivity.nu.strain.yy, time: 1, value: -1e-3, tolerance: 1e-12}
END
"$AUTOMAT" check check.yaml >out 2>messages || fail "$(cat out messages)"
exit $failed
