#!/bin/sh
# control-step.sh: solver.control: step gives the results of version 0.1.0 to
# 1e-12, or 1e-10 where local iterations decide, by each engine. Exceptions are
# the adaptive Euler scheme, whose substeps are of second order since 0.3.0
# (ramp, table), and rodas4 after a corner of the path, where its error estimate
# has improved.
. "${srcdir:-.}/tests/cli/support.sh"
cp "$source"/tests/cli/control/* .

count=0
for case in *.yaml; do
  for engine in interp native; do
    status 0 "$AUTOMAT" check "$case" --engine $engine
    [ $found -eq 0 ] || cat out
    count=$((count + 1))
  done
done
[ $count -ge 14 ] || fail "$count comparisons"

# The other kind of control does not reproduce the references.
for case in ramp plastic tension; do
  sed 's/control: step, //' $case.yaml >path.yaml
  status 1 "$AUTOMAT" check path.yaml --engine interp
done
exit $failed
