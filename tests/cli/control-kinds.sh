#!/bin/sh
# control-kinds.sh: components that are prescribed in strain or stress, or
# change from one to the other, by numbers, expressions and tables: the result
# is independent of the number of loading steps and equals closed forms.
. "${srcdir:-.}/tests/cli/support.sh"

schemes='auto ode12 ode23 ode45 ode23s rodas4 implicit-euler-adaptive'
others='yy: 0, zz: 0, yz: 0, xz: 0, xy: 0'
runs=0

# run OUTPUT ARGUMENT...: runs automat and expects success
run() {
  output=$1
  shift
  "$AUTOMAT" run case.yaml -q -o "$output" "$@" 2>messages ||
    fail "$name, $*: $(cat messages)"
  runs=$((runs + 1))
}

# like A B COLUMNS BOUND: compares last rows relative to the largest of each six
# columns.
like() {
  { tail -n 1 "$1"; tail -n 1 "$2"; } | awk -F, -v columns="$3" -v bound="$4" '
    { for (i = 1; i <= columns; i++) x[NR, i] = $i }
    END {
      for (i = 1; i <= columns; i++) {
        group = int((i - 1)/6)
        size = x[1, i] < 0 ? -x[1, i] : x[1, i]
        off = x[2, i] - x[1, i]
        off = off < 0 ? -off : off
        if (size > most[group]) most[group] = size
        if (off > worst[group]) worst[group] = off
      }
      for (i = 0; i <= group; i++) {
        if (!(worst[i] <= bound*most[i])) wrong = 1
        printf "%.2g of %.2g ", worst[i], most[i]
      }
      exit wrong || NR != 2
    }'
}

# Maxwell solid (Norton, n = 1, relaxation rate a = E/K) in tension, creep,
# relaxation and unloading. A change of control starts from the current state.
cat >case.yaml <<END
case: drawn, creeping, relaxing, unloaded
material: norton
parameters: {n: 1, K: 3e8}
solver: {control: path, tangent: false, max_substeps: 1000000}
path:
  - {duration: 1000, strain: {xx: 1e-3}, stress: {$others}}
  - {duration: 500, stress: {xx: hold}}
  - {duration: 800, strain: {xx: hold}}
  - {duration: 200, stress: {xx: 10}}
output: {columns: [strain.xx, strain.yy, stress.xx]}
END
awk 'function row(s, p) {
  printf "%.17g,%.17g,%.17g\n", s/E + p, -0.3*s/E - p/2, s
}
BEGIN {
  E = 150e3
  K = 3e8
  a = E/K
  row(0, 0)
  s = K*1e-6*(1 - exp(-1000*a)) # drawn at 1e-6/s
  p = 1e-3 - s/E
  row(s, p)
  row(s, p += 500*s/K) # creeps
  e = s/E + p
  s *= exp(-800*a) # relaxes
  p = e - s/E
  row(s, p)
  row(10, p + 200*(s + 10)/2/K) # unloaded
}' >exact.csv
name=maxwell
for scheme in $schemes; do
  run result.csv --set solver.scheme=$scheme --engine interp \
    --set solver.rtol=1e-5 --set solver.atol=1e-8
  grep '^[-0-9]' result.csv | paste -d, - exact.csv | awk -F, '
      function off(i, S,  d, x) {
        d = $i - $(i + 3)
        x = $(i + 3)
        return (d < 0 ? -d : d)/(1e-8*S + 1e-5*(x < 0 ? -x : x))
      }
      { for (i = 1; i <= 3; i++) {
          x = off(i, i < 3 ? 1 : 115e3)
          if (x > worst) worst = x } }
      END { printf "%.2g", worst; exit NR != 5 || NF != 6 || !(worst <= 10) }
    ' >found || fail "maxwell, $scheme: off by $(cat found) tolerances"
done

# The result depends neither on the number of loading steps nor on how targets
# are written.
head='case: three ways to say it
material: michel-suquet
solver: {control: path, tangent: false, max_substeps: 1000000}
output: {times: last, columns: [strain, stress, eps_vp]}
path:'
name='three ways'
numbers() {
  cat <<END
$head
  - duration: 2
    steps: $1
    strain: {xx: 4e-3, xy: -1e-3}
    stress: {yy: -15, zz: 0, yz: 3}
  - {duration: 1, steps: $1, stress: {xx: 30}, strain: {yy: hold, zz: 0}}
END
}
expressions() {
  cat <<END
$head
  - duration: 2
    steps: $1
    strain: {xx: "2e-3*t", xy: "-t/2000"}
    stress: {yy: "-7.5*t", zz: "0*t", yz: "1.5*t"}
  - {duration: 1, steps: $1, stress: {xx: 30}, strain: {yy: hold, zz: 0}}
END
}
table() {
  awk -v steps="$1" 'BEGIN {
    print "time,strain.xx,strain.xy,stress.yy,stress.zz,stress.yz"
    for (i = 0; i <= steps; i++)
      printf "%.17g,%.17g,%.17g,%.17g,0,%.17g\n", 2*i/steps, 4e-3*i/steps,
             -1e-3*i/steps, -15*i/steps, 3*i/steps
  }' >table.csv
  cat <<END
$head
  - {table: table.csv, strain: [xx, xy], stress: [yy, zz, yz]}
  - {duration: 1, steps: $1, stress: {xx: 30}, strain: {yy: hold, zz: 0}}
END
}
numbers 1 >case.yaml
run exact.csv --engine interp --set solver.scheme=rodas4 \
  --set solver.rtol=1e-10 --set solver.atol=1e-13
for scheme in $schemes; do
  case $scheme in
    implicit-euler-adaptive | ode12) rtol=1e-4 ;;
    ode23s) rtol=1e-5 ;;
    *) rtol=1e-7 ;;
  esac
  for engine in interp native; do
    for way in numbers expressions table; do
      for steps in 1 7; do
        $way $steps >case.yaml
        run result.csv --engine $engine --set solver.scheme=$scheme \
          --set solver.rtol=$rtol --set solver.atol=1e-$((${rtol#1e-} + 3))
        found=$(like exact.csv result.csv 18 1e-$((${rtol#1e-} - 1))) ||
          fail "$way, $scheme, $engine, $steps steps: off by $found"
      done
    done
  done
done

# With strains only, both kinds of control are the same.
name='strains'
cat >case.yaml <<END
case: strains
material: michel-suquet
path:
  - {duration: 1, steps: 3, strain: {xx: 3e-3, yy: -1e-3, xy: 2e-3}}
output:
  columns: [strain, stress, internal, tangent, energy, dissipation, work]
END
for scheme in $schemes implicit-euler; do
  run path.csv --set solver.scheme=$scheme --set solver.control=path
  run step.csv --set solver.scheme=$scheme --set solver.control=step
  cmp -s path.csv step.csv || fail "$scheme: two controls under strains alone"
done

# A jump is elastic with both kinds of control.
name='jump'
cat >case.yaml <<END
case: a jump
material: norton
path:
  - {duration: 0, stress: {xx: 20, yy: -5, $others}}
output: {times: last, columns: [strain, stress, eps_p]}
END
sed -i 's/yy: -5, yy: 0/yy: -5/' case.yaml
for scheme in $schemes implicit-euler; do
  run result.csv --set solver.scheme=$scheme --set solver.control=path
  echo "$scheme" | awk '{ printf "%.17g,%.17g,%.17g,0,0,0,20,-5,0,0,0,0\n",
    21.5/150e3, -11/150e3, -4.5/150e3 }' >exact.csv
  found=$(like exact.csv result.csv 12 1e-12) ||
    fail "jump, $scheme: off by $found"
done
[ $runs -ge 100 ] || fail "$runs runs"
exit $failed
