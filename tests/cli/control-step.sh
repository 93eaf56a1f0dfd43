#!/bin/sh
# control-step.sh: strains linear in each loading step, stresses met at its end
# (solver.control: step) give what they gave before there was another control,
# to 1e-12 (where local iterations decide, 1e-10), by every engine: the
# references are those of the version 0.1.0, but of the adaptive Euler scheme,
# whose substeps are of second order since 0.3.0 (ramp, table).  Behind a turn of
# its path rodas4 sees errors that it did not see then.
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

# The other control is another: the references are no results of it.
for case in ramp plastic tension; do
  sed 's/control: step, //' $case.yaml >path.yaml
  status 1 "$AUTOMAT" check path.yaml --engine interp
done
exit $failed
