#!/bin/sh
# library.sh: all bundled laws and cases pass their checks, each law has a case
# and a picture, and parameters that violate a requirement are rejected with its
# reason.
. "${srcdir:-.}/tests/cli/support.sh"

"$AUTOMAT" check --quick "$source"/materials/*.yaml "$source"/cases/*.yaml \
  >out 2>messages || { cat out messages; failed=1; }
[ -s messages ] && { cat messages; failed=1; }

for file in "$source"/materials/*.yaml; do
  law=$(basename "$file" .yaml)
  grep -qx "material: $law" "$source"/cases/*.yaml ||
    { echo "no case of $law"; failed=1; }
  grep -qx "### \`$law\`" "$source/docs/laws.md" ||
    { echo "docs/laws.md does not show $law"; failed=1; }
done

# Deviations from the strict class are reported with their size.
"$AUTOMAT" check --quick --no-replays armstrong-frederick damage >out
grep -q '^  -       class         not strict .* depends on a\[1\], a\[2\]$' out &&
  grep -q '^  known   convexity     omega .*the solid softens$' out ||
  { cat out; failed=1; }

# refused LAW MESSAGE ASSIGNMENT...: expects a failure
refused() {
  law=$1 message=$2
  shift 2
  printf 'case: x\nmaterial: %s\npath: [{time: 1, strain: {xx: 1e-3}}]\n' \
    "$law" >x.yaml
  for set; do
    shift
    set -- "$@" --set "$set"
  done
  "$AUTOMAT" run x.yaml "$@" >out 2>messages
  [ $? -eq 3 ] && grep -qF "$message" messages ||
    { echo "$law $*:"; cat messages; failed=1; }
}

refused zener "must be above 0" parameters.eta=-1
refused norton "must be above -1 and below 0.5" parameters.nu=0.5
refused chaboche "must be at least 1" parameters.n=0.9
refused generalized-maxwell "must be above 0" 'parameters.tau=[0, 1, 2]'
refused generalized-maxwell "a series has a branch at least" \
  'parameters.tau=[]' 'parameters.k=[]' 'parameters.mu=[]'
refused generalized-maxwell "every branch has two moduli and a time" \
  'parameters.tau=[1, 2]'
refused fcc-crystal "no two slip systems are the same" \
  'parameters.normals=[[1, 1, 1], [1, 1, 1]]' \
  'parameters.directions=[[-1, 0, 1], [1, 0, -1]]'
refused fcc-crystal "a slip direction lies in its plane" \
  'parameters.normals=[[1, 1, 1]]' 'parameters.directions=[[1, 1, 1]]'
refused fcc-crystal "the crystal must resist shear" parameters.C12=260e3
refused orthotropic-elastic "the compliance must be positive definite" \
  parameters.nu_xy=5
refused porous-creep "must be above 0 and below 1" parameters.f=1
refused hill-creep "every deviatoric stress must flow" \
  parameters.F=0 parameters.G=0
refused ogden "every term has a modulus and an exponent" 'parameters.mu=[0.4]'
refused ogden "the rubber resists shear" 'parameters.mu=[-0.4]' \
  'parameters.alpha=[2]'
refused filled-rubber "every branch has a modulus and a time" \
  'parameters.tau=[1, 2]'
refused sheet-metal "must be above 0" parameters.r_45=0
exit $failed
