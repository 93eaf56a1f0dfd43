#!/bin/sh
# vertices.sh: single steps to vertices and edges of elastic domains with known
# stresses, with derivatives by parameters; many planes.
. "${srcdir:-.}/tests/cli/support.sh"

# law NAME KIND PARAMETERS: writes a law with isotropic elasticity and the
# elastic domain from standard input.
law() {
  { cat <<END
material: $1
units: {stress: MPa, time: s}
include: [{file: isotropic, parameters: {E: 20e3, nu: 0.25}}]
parameters: {$3}
internal: {x: $2}
free_energy: elastic(eps - x)
END
    cat
  } >"$1.yaml"
}

# expect LAW STRAIN COLUMNS VALUES: compares the last row of one loading step,
# by every scheme, to 1e-6.
expect() {
  for scheme in implicit-euler auto; do
    cat >case.yaml <<END
case: $1
material: $1.yaml
solver: {engine: interp, scheme: $scheme}
path: [{time: 1, strain: {$2}}]
output: {times: last, columns: [$3]}
END
    status 0 "$AUTOMAT" run case.yaml
    test ! -s messages || fail "$1, $scheme: $(cat messages)"
    tail -1 out | tr , '\n' >found
    echo "$4" | tr ' ' '\n' | paste - found | awk '
      { bad += !(($1 - $2)^2 < 1e-12*(1 + $1^2)) } END { exit bad > 0 }' ||
      fail "$1, $scheme: expected $4, found $(cat found)"
  done
}

# systems FORMAT: prints the twelve systems {111}<110> by their Schmid stresses.
systems() {
  awk -v format="$1" 'BEGIN {
    n = split("1 1 1 -1 0 1;1 1 1 0 -1 1;1 1 1 -1 1 0;1 -1 1 -1 0 1;" \
      "1 -1 1 0 1 1;1 -1 1 1 1 0;-1 1 1 0 -1 1;-1 1 1 1 1 0;" \
      "-1 1 1 1 0 1;1 1 -1 -1 1 0;1 1 -1 1 0 1;1 1 -1 0 1 1", systems, ";")
    for (i = 1; i <= n; i++) {
      split(systems[i], v, " ")
      printf format, i, sprintf("(%d*A_x[xx] + %d*A_x[yy] + %d*A_x[zz] + " \
        "%d*A_x[yz] + %d*A_x[xz] + %d*A_x[xy])/sqrt(6)", v[1]*v[4], v[2]*v[5],
        v[3]*v[6], v[2]*v[6] + v[3]*v[5], v[1]*v[6] + v[3]*v[4],
        v[1]*v[5] + v[2]*v[4])
    }
  }'
}

# Crystal with twelve surfaces or a single one; its vertex moves with k.
vertex='0 0 0 0 0 -24.494897427831780 -2.4494897427831780'
strain='xx: 0.004, yy: -0.003, zz: -0.001, yz: -0.002, xz: -0.006, xy: -0.013'
{ echo elastic_domain:; systems '  y%d: abs(%s) - k\n'; } |
  law twelve deviatoric 'k: 10'
{
  printf 'elastic_domain:\n  yield: |\n'
  systems '    t%d = abs(%s)\n'
  printf '    max(t1'
  for i in 2 3 4 5 6 7 8 9 10 11; do printf ', max(t%d' $i; done
  echo ', t12))))))))))) - k'
} | law one deviatoric 'k: 10'
for name in twelve one; do
  expect $name "$strain" 'stress, sensitivity.k.xy' "$vertex"
done

# Tangents of stresses that stay at a vertex, with symmetric flow too: a third of
# the bulk modulus 40e3 in all normal components.
for strain in "$strain" 'xx: 0.01, yy: -0.005, zz: -0.005' 'xy: 0.01'; do
  for name in twelve one; do
    expect $name "$strain" 'tangent.xx.xx, tangent.yy.xx, tangent.zz.yy' \
      '13333.333333333333 13333.333333333333 13333.333333333333'
  done
done

# Six planes through one point
law pyramid deviatoric 'k: 10, h: 0.8660254037844386' <<'END'
elastic_domain:
  y1: A_x[yz] + A_x[xy] - k
  y2: 0.5*A_x[yz] + h*A_x[xz] + A_x[xy] - k
  y3: -0.5*A_x[yz] + h*A_x[xz] + A_x[xy] - k
  y4: -A_x[yz] + A_x[xy] - k
  y5: -0.5*A_x[yz] - h*A_x[xz] + A_x[xy] - k
  y6: 0.5*A_x[yz] - h*A_x[xz] + A_x[xy] - k
END
expect pyramid 'yz: 0.003, xz: -0.014, xy: 0.016' \
  'stress.yz, stress.xz, stress.xy' '0 -6.2615718108731712 4.5773197441632609'

# Mohr-Coulomb with a tension cut-off, and with low dilatancy
law cut symmetric 'ft: 5' <<'END'
elastic_domain:
  shear: 1.5*eigenvalue(A_x, 1) - 0.5*eigenvalue(A_x, 3) - 17.320508075688775
  cut: eigenvalue(A_x, 1) - ft
END
expect cut 'xx: 4e-3, yy: 3.996e-3, zz: -2e-3' \
  'stress.xx, stress.yy, stress.zz, sensitivity.ft.xx, sensitivity.ft.zz' \
  '5 5 -19.641016151377549 1 3'
law low symmetric 's: 0.5, q: 0.17364817766693033' <<'END'
elastic_domain:
  yield: |
    own = (1 + q)*eigenvalue(A_x, 1) - (1 - q)*eigenvalue(A_x, 3)
    more = (s - q)*(eigenvalue(stress, 1) + eigenvalue(stress, 3))
    own + more - 17.320508075688775
END
strain='xx: 0.002, yy: 0.0004, zz: -0.0012, yz: 0.0003, xz: 0.0002, xy: -0.0001'
expect low "$strain" 'stress.1, stress.2, stress.3' \
  '12.734663178985569 12.734663178985569 3.562973385579165'

# A hundred planes around a circle; at most two are not redundant.
awk 'BEGIN { print "elastic_domain:"
  for (i = 0; i < 100; i++)
    printf "  y%d: %.17g*A_x[xz] + %.17g*A_x[xy] - k\n", i + 1,
      cos(i*3.14159265358979/50), sin(i*3.14159265358979/50) }' |
  law hundred symmetric 'k: 10'
expect hundred 'xy: 0.01' stress.xy 10

# Uniaxial stress at an edge and at a vertex of a domain without hardening, or
# with isotropic hardening, leaves the other strains undetermined; kinematic
# hardening H/2 (x:x) determines them: (k + 1.5 H strain)/(1 + 1.5 H/E).
law edge deviatoric 'k: 20' <<'END'
elastic_domain: {y: "eigenvalue(A_x, 1) - eigenvalue(A_x, 3) - k"}
END
sed 's/^free_energy.*/& + 50*(x:x)/' edge.yaml >hardening.yaml
sed 's/^internal.*/internal: {x: deviatoric, p: scalar}/
     s/^free_energy.*/& + 50*p^2/; s/- k/- k + A_p/' edge.yaml >isotropic.yaml
for name in edge one twelve isotropic hardening; do
  warnings=1
  test $name != hardening || warnings=0
  control=path
  test $name != edge || control=step
  for scheme in implicit-euler auto; do
    cat >case.yaml <<END
case: $name
material: $name.yaml
solver: {scheme: $scheme, control: $control}
path: [{time: 1, steps: 20, strain: {zz: 0.01}, stress: {others: 0}}]
output: {times: last, columns: [strain.xx, strain.yy, stress.zz]}
END
    status 0 "$AUTOMAT" run case.yaml
    test "$(grep -c 'do not determine the strain' messages)" = $warnings ||
      fail "$name, $scheme: expected $warnings warnings: $(cat messages)"
  done
done
tail -1 out | awk -F, '{ exit !(($1/$2 - 1)^2 < 1e-12 &&
  ($3/21.339950372208436 - 1)^2 < 1e-12) }' || fail "hardening: $(cat out)"

# Equal lateral strains are prescribed at an edge of Mohr-Coulomb's law.
status 0 "$AUTOMAT" run "$AUTOMAT_PATH/cases/mohr-coulomb-triaxial.yaml"
test ! -s messages || fail "triaxial compression: $(cat messages)"

# Random path along edges of Tresca's domain with anisotropic elasticity: after
# each implicit step the stress is in the domain, and no other stress of the
# domain would do more work on the plastic strain increment: 20 times
# the largest absolute eigenvalue of the increment.
cat >tresca.yaml <<'END'
material: tresca
units: {stress: MPa, time: s}
definitions: |
  C = rotate(orthotropic(40e3, 15e3, 25e3, 5e3, 7e3, 6e3, 4e3, 9e3, 6e3),
             0.3, 0.7, 1.1)
internal: {x: deviatoric}
free_energy: "1/2*((eps - x) : C : (eps - x))"
elastic_domain: {y: "eigenvalue(A_x, 1) - eigenvalue(A_x, 3) - 20"}
END
awk 'BEGIN {
  print "time,strain.xx,strain.yy,strain.zz,strain.yz,strain.xz,strain.xy"
  for (seed = 1; t <= 60; t++) {
    printf "%d", t
    for (i = 0; i < 6; i++) {
      printf ",%.17g", e[i]
      seed = 16807*seed%2147483647
      e[i] += 0.004*(seed/2147483647 - 0.5)
    }
    print ""
  } }' >path.csv
cat >case.yaml <<END
case: random path
material: tresca.yaml
solver: {scheme: implicit-euler, tangent: false}
path: [{table: path.csv, strain: [others]}]
output: {columns: [stress, x, strain]}
END
status 0 "$AUTOMAT" run case.yaml
awk -F, '
  # least and largest eigenvalue of a symmetric tensor, by its invariants
  function eigenvalues(v) {
    m = (v[1] + v[2] + v[3])/3
    a = v[1] - m; b = v[2] - m; c = v[3] - m
    j = (a*a + b*b + c*c)/2 + v[4]^2 + v[5]^2 + v[6]^2
    d = a*b*c + 2*v[4]*v[5]*v[6] - a*v[4]^2 - b*v[5]^2 - c*v[6]^2
    q = 2*sqrt(j/3)
    r = j > 0 ? 1.5*sqrt(3)*d/j^1.5 : 0
    r = r > 1 ? 1 : r < -1 ? -1 : r
    angle = atan2(sqrt(1 - r*r), r)/3
    most = m + q*cos(angle)
    least = m + q*cos(angle + 2.0943951023931953)
  }
  NR > 2 {
    work = 0
    for (i = 1; i <= 6; i++) {
      stress[i] = $i
      flow[i] = $(i + 6) - x[i]
      x[i] = $(i + 6)
      work += (i > 3 ? 2 : 1)*stress[i]*flow[i]
    }
    eigenvalues(stress)
    bad += !(most - least < 20 + 1e-6)
    eigenvalues(flow)
    largest = most > -least ? most : -least
    bad += !((work - 20*largest)^2 <= (1e-6*20*largest)^2)
    plastic += largest > 0
  }
  END { exit bad || plastic < 40 || NR != 63 }' out ||
  fail "projections on Tresca's domain"
exit $failed
