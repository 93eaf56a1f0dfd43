#!/bin/sh
# deformed-laws.sh: laws that soften, flow at corners or are anisotropic, under
# large deformations: a result, or a message with the cause of the failure.
. "${srcdir:-.}/tests/cli/support.sh"

# walked LAW STEP: expects status 0, or 1 with one error about the loading step.
walked() {
  printf 'case: x\nmaterial: %s\nkinematics: logarithmic\n' "$1" >x.yaml
  printf 'solver: {tangent: false}\npath: [%s]\n' "$2" >>x.yaml
  "$AUTOMAT" run x.yaml -o x.csv >out 2>messages
  case $? in
  0) ;;
  1) [ "$(grep -c 'error: loading step 1, .* failed: ' messages)" -eq 1 ] ||
    { fail "$1 $2"; cat messages; } ;;
  *) fail "$1 $2"; cat messages ;;
  esac
}

for law in souza-auricchio concrete mohr-coulomb mazars spectral-damage \
  fcc-crystal hill-creep sheet-metal artery; do
  walked $law '{duration: 1, steps: 3, stretch: {xx: 1.5, others: free}}'
  walked $law '{duration: 1, steps: 3, F: {xy: 1.2, yx: -0.4, zz: 0.7}}'
  walked $law '{duration: 0, P: {xx: 1e3, zy: 50}}'
done

# ---- axes --------------------------------------------------------------------

"$AUTOMAT" list materials --describe artery >out
grep -q '^  strain  logarithmic, ' out && grep -q '^  axes    material axes; ' out ||
  { fail "artery"; cat out; }
"$AUTOMAT" list materials --describe norton >out
grep -q '^  strain  \|^  axes  ' out && { fail "norton"; cat out; }
"$AUTOMAT" check -v --only objectivity artery >out || fail "check artery"
grep -q '^  -  .* axes .* the law has preferred axes' out ||
  { fail "axes of artery"; cat out; }
"$AUTOMAT" check -v --only objectivity ogden >out || fail "check ogden"
grep -q ' axes ' out && { fail "axes of ogden"; cat out; }
exit $failed
