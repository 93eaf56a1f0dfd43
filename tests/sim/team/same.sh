#!/bin/bash
# same.sh: processes with different options, cases, materials or data files all
# end at the start, with one message about one of them.
. "${srcdir:-.}/tests/sim/team/launch.sh"
. "${srcdir:-.}/tests/cli/support.sh"
layers 2 >case.yaml
sed 's/0.3}/0.2}/' case.yaml >other.yaml

# Process 1 of three has a different folder, options and path.
cat >apart.sh <<'END'
if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
  cd one || exit 99
  [ -z "$ONE_PATH" ] || export AUTOMAT_PATH=$ONE_PATH:$AUTOMAT_PATH
  exec "$@" $ONE
fi
exec "$@"
END

# differ NAME: expects one message.
differ() {
  status 3 together 3 sh ../apart.sh "$AUTOMAT" homogenize case.yaml -q \
    -o x.csv
  message "process 1 on $(uname -n) and process 0 on $(uname -n) have different $1"
  [ ! -e x.csv ] || fail "$1: rows were written"
}

# element: makes a folder with the case, and one for process 1 in it.
element() {
  cd "$folder" && rm -rf element && mkdir -p element/one && cd element ||
    exit 99
  cp "$1" case.yaml && cp "$1" one/case.yaml || exit 99
}
folder=$PWD
unset ONE ONE_PATH

element ../case.yaml
status 0 together 3 sh ../apart.sh "$AUTOMAT" homogenize case.yaml -q -o x.csv
rm -f x.csv one/x.csv
export ONE='--set solver.rtol=1e-6'
differ options
ONE=--plan
differ options
ONE=
sed -i 's/case: /&another of /' one/case.yaml
differ 'case files'

cat >../own.yaml <<'END'
case: a material, a table and a field of its own
microstructure:
  size: [1, 1, 1]
  grid: [4, 4, 4]
  spheres: {label: 1, diameter: 0.5, count: 1, seed: 1}
phases:
  matrix: {label: 0, material: own.yaml}
  ball: {label: 1, material: mine}
solver: {scheme: implicit-euler, engine: interp}
path:
  - {table: history.csv}
output: {columns: [stress]}
END
own() {
  element ../own.yaml
  for place in . one; do
    sed 's/^material: .*/material: own/' "$source/materials/linear-elastic.yaml" \
      >$place/own.yaml
    mkdir -p $place/laws/materials
    sed 's/^material: .*/material: mine/' "$source/materials/linear-elastic.yaml" \
      >$place/laws/materials/mine.yaml
    printf 'time,strain.xx\n0,0\n1,1e-3\n' >$place/history.csv
  done
  AUTOMAT_PATH=$PWD/laws:$source
  export AUTOMAT_PATH
}
own
status 0 together 3 sh ../apart.sh "$AUTOMAT" homogenize case.yaml -q -o x.csv
rm -f x.csv one/x.csv
sed -i 's/300e3/301e3/' one/own.yaml
differ 'materials or data files'
own
sed -i 's/1e-3/2e-3/' one/history.csv
differ 'materials or data files'
own
sed -i 's/300e3/301e3/' one/laws/materials/mine.yaml
export ONE_PATH=$PWD/one/laws
differ 'materials or data files'
exit $failed
