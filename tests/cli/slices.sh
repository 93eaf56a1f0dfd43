#!/bin/sh
# slices.sh: pictures of fields of a volume element on a plane of its voxels.
. "${srcdir:-.}/tests/cli/support.sh"
drawn=0
command -v gnuplot >/dev/null || drawn=4

# data PANEL: rows of the picture x.svg from bottom to top, from its script
data() {
  sed -n "/^\$panel$1_map/,/^END/p" x.svg.gp | sed '1d; $d'
}

# expect WHAT EXPECTED FOUND
expect() {
  [ "$2" = "$3" ] || fail "$1: expected $2, found $3"
}

# Two of the thirty voxels have the label 1: (3, 0, 0) and (2, 2, 0), and (4, 0,
# 1) in the upper plane.
printf '0001000000001000000100000000000' | head -c 30 | tr 01 '\0\1' >labels.raw
cat >marks.yaml <<'END'
case: marks
microstructure: {grid: [5, 3, 2], raw: {file: labels.raw, type: uint8}}
phases: {all: {labels: all, material: linear-elastic}}
solver: {engine: interp}
path: [{time: 1, strain: {xx: 1e-3}}]
END
draw() {
  status $drawn "$AUTOMAT" homogenize marks.yaml -q -o x.csv --plot x.svg \
    --keep-script --field label "$@"
}
draw --slice z=0.1
expect 'plane z' '0 0 0 1 0,0 0 0 0 0,0 0 1 0 0' "$(data 1 | paste -sd,)"
# Colours of the pixels in the picture itself: left edge and lower edge in units
# of a pixel
if [ $drawn -eq 0 ]; then
  found=$(awk -F"['() ,]+" '
    /shape-rendering/ { maps++ }
    maps == 1 && /<polygon fill = .rgb/ {
      split($0, part, "points = .")
      split(part[2], at, "[ ,]")
      width = at[3] - at[1]
      if (!count++) { left = at[1]; low = at[2] }
      if ($0 ~ /rgb\(253, 231,  37\)/)
        printf "%.0f %.0f;", (at[1] - left)/width, (low - at[2])/width
    }
    END { print count }' x.svg)
  expect 'bright pixels' '3 0;2 2;15' "$found"
fi
# Pixels of a PNG have no seams: a row of dark pixels is not interrupted.
if [ $drawn -eq 0 ]; then
  status 0 "$AUTOMAT" homogenize marks.yaml -q -o x.csv --plot x.png \
    --field label --slice z=0 --size 40x30
  gnuplot -e 'set table "pixels"; plot "x.png" binary filetype=png with rgbimage'
  awk '$3 == 68 && $4 == 1 && $5 == 84 {
      if (!count[$2]++) first[$2] = $1
      last[$2] = $1
      if (count[$2] > most) { most = count[$2]; row = $2 }
    }
    END { exit !(most > 50 && most == last[row] - first[row] + 1) }' pixels ||
    fail 'the pixels of a PNG have seams'
fi
draw --slice z
expect 'middle plane' '0 0 0 0 1,0 0 0 0 0,0 0 0 0 0' "$(data 1 | paste -sd,)"
draw --slice x=0.5
expect 'plane x' '0 0 1,0 0 0' "$(data 1 | paste -sd,)"
draw --slice y=0
expect 'plane y' '0 0 0 1 0,0 0 0 0 1' "$(data 1 | paste -sd,)"
grep -q 'Stress\|stress' x.svg.gp && fail 'the fields are not alone'

# Layers of elastic materials in series: the stress is uniform, the strain is
# inversely proportional to lambda + 2 mu. A variable is blank in phases without
# it.
cat >layers.yaml <<'END'
case: layers
microstructure:
  grid: [4, 2, 1]
  laminate: {normal: x, layers: [{label: 0, voxels: 1}, {label: 1, voxels: 3}]}
phases:
  soft: {label: 0, material: michel-suquet, parameters: {sigma_Y: 1e4}}
  hard: {label: 1, material: linear-elastic, parameters: {E: 200e3, nu: 0.3}}
solver: {engine: interp}
homogenization: {equilibrium: 1e-9}
path: [{time: 1, strain: {xx: 1e-3}}]
END
status $drawn "$AUTOMAT" homogenize layers.yaml -q -o x.csv --plot x.svg \
  --keep-script --field strain.xx,stress.xx,mises,alpha
awk 'function modulus(E, nu) { return E*(1 - nu)/((1 + nu)*(1 - 2*nu)) }
  function near(a, b) { return (a - b)^2 <= (1e-7*b)^2 }
  BEGIN {
    soft = modulus(55e3, 0.33); hard = modulus(200e3, 0.3)
    stress = 1e-3/(0.25/soft + 0.75/hard)
  }
  /^END/ { panel++ }
  /^[0-9N]/ && NF == 4 {
    rows++
    if (panel == 0) good += near($1, stress/soft) && near($4, stress/hard)
    if (panel == 1) good += near($1, stress) && near($2, stress)
    if (panel == 2) good += near($1, stress*(1 - 0.33/0.67)) &&
                            near($2, stress*(1 - 0.3/0.7))
    if (panel == 3) good += $1 == 0 && $2 == "NaN" && $4 == "NaN"
  }
  END { exit !(rows == 8 && good == 8) }' x.svg.gp ||
  fail "wrong values: $(grep '^[0-9N]' x.svg.gp)"

# Variables of one name and different kinds have the name of the phase.
for kind in scalar symmetric; do
  cat >$kind.yaml <<END
material: $kind
units: {stress: MPa, time: s}
internal: {a: {type: $kind, initial: $([ $kind = scalar ] && echo 3 || echo 5*I)}}
free_energy: 100*inner(eps, eps)
rates: {a: 0*a}
END
done
sed 's/michel-suquet,.*/scalar.yaml}/; s/linear-elastic,.*/symmetric.yaml}/' \
  layers.yaml >kinds.yaml
status $drawn "$AUTOMAT" homogenize kinds.yaml -q -o x.csv --plot x.svg \
  --keep-script --field soft.a,hard.a.zz
expect 'scalar' '3 NaN NaN NaN,3 NaN NaN NaN' "$(data 1 | paste -sd,)"
expect 'tensor' 'NaN 5 5 5,NaN 5 5 5' "$(data 2 | paste -sd,)"
status 0 "$AUTOMAT" report kinds.yaml -q -o x.html --set output.fields.file=x
grep 'class="bad"' x.html && fail 'a report with variables of different kinds'

# refused MESSAGE OPTION...
refused() {
  expected_message=$1
  shift
  status 2 "$AUTOMAT" homogenize layers.yaml -o x.csv "$@"
  message "$expected_message"
}
refused "unknown field 'alpah' (did you mean 'alpha'?); name components" \
  --plot x.svg --field alpah
refused "unknown field 'damage', expected one of phase, label, strain, stress, \
substeps, eps_vp, alpha; name components of tensors, such as stress.xx" \
  --plot x.svg --field damage
refused "the field 'stress' is a tensor: name a component, such as 'stress.xx'" \
  --plot x.svg --field mises,stress
refused "expected '--slice' to be x, y or z, or a direction and a position" \
  --plot x.svg --slice w
refused "expected the position x of '--slice' to be from 0 to 1, found 1.5" \
  --plot x.svg --slice x=1.5
refused 'plot' --field mises

exit $failed
