#!/bin/sh
# wrong-input.sh: each row of wrong-input.txt gives one message with its place,
# in bounded time and memory.
#
# A row is KIND|TEXT, followed by a line with the content of the message
# (content.awk). The text, with \n at line ends, follows the beginning of its
# kind, below; for the kind `words` it is a command line. With ACCEPT=yes in the
# environment, the contents found become those expected: review the difference
# before you commit it.
. "${srcdir:-.}/tests/cli/support.sh"
rows=$source/tests/cli/wrong-input.txt
# Memory [kB]; sanitizers fail under a limit.
memory=4000000
(ulimit -v $memory && "$AUTOMAT" --version) >/dev/null 2>&1 ||
  memory=unlimited

walk='path: [{duration: 1, strain: {xx: 1e-3}}]\n'
phases='phases: {matrix: {label: 0, material: michel-suquet},
  rest: {label: 1, material: linear-elastic}}\n'
cube='microstructure: {grid: 4, laminate: {normal: x,
  layers: [{label: 0, voxels: 2}, {label: 1, voxels: 2}]}}\n'
# shellcheck disable=SC2059
printf "case: x\nmaterial: norton\n$walk" >case.yaml
# shellcheck disable=SC2059
printf "case: x\nmaterial: norton\npoints: {count: 4}\n$walk" >batch.yaml
printf 'time,strain.xx,stress.xx\n#s,,MPa\n0,0,0\n1,1e-3,100\n' >t.csv

# choose KIND: sets the beginning of the file and the command.
choose() {
  begin= command='run input.yaml'
  case $1 in
    point) begin='case: x\nmaterial: norton\n' ;;
    large) begin='case: x\nmaterial: hencky\n' ;;
    thermal) begin='case: x\nmaterial: thermo-norton\n' ;;
    cell) begin="case: x\n$phases$walk" command='homogenize input.yaml' ;;
    cells) begin="case: x\n$phases$cube" command='homogenize input.yaml' ;;
    phases) begin="case: x\n$walk$cube" command='homogenize input.yaml' ;;
    order) begin="case: x\n$walk" command='study order input.yaml' ;;
    schemes) begin="case: x\n$walk" command='study schemes input.yaml' ;;
    report) begin='case: x\n' command='report input.yaml -o out.html' ;;
    compare) command='compare input.csv t.csv' ;;
    start) command='run case.yaml --start input.csv' ;;
    points)
      begin="case: x\nmaterial: norton\n$walk"
      command='batch input.yaml -o out.h5'
      ;;
    fit) begin='case: x\nmaterial: norton\n' command='fit input.yaml' ;;
    law) begin='material: x\n' command='emit ./input.yaml' ;;
    table) command='evaluate norton input.csv -d 1' ;;
    deform) command='evaluate hencky input.csv -d 1' ;;
    words) command= ;;
    *) fail "unknown kind $1" ;;
  esac
}

# answer KIND TEXT: puts the first message in `found` and the exit status in
# `ended`.
answer() {
  choose "$1"
  if [ "$1" = words ]; then
    command=$2
  else
    printf '%b' "$begin$2" >input.yaml
    cp input.yaml input.csv
    case $1$2 in cells*path:*) ;; cells*) printf '\n%b' "$walk" >>input.yaml ;;
    esac
  fi
  # Word splitting is intended: words contain no blanks.
  # shellcheck disable=SC2086
  (ulimit -v $memory
   exec timeout "${AUTOMAT_TEST_LIMIT:-0}" "$AUTOMAT" $command) \
    >out 2>messages </dev/null
  ended=$?
  found=$(grep 'error: ' messages | head -n 1 |
    awk -f "$source/tests/cli/content.awk" | cut -c 1-200)
}

count=0
while IFS= read -r row && IFS= read -r expected; do
  kind=${row%%|*}
  answer "$kind" "${row#*|}"
  count=$((count + 1))
  printf '%s\n%s\n' "$row" "$found" >>accepted
  case $ended in
    1 | 2 | 3 | 4) ;;
    *) fail "$row: status $ended" ;;
  esac
  [ "$(grep -c 'error: ' messages)" -eq 1 ] ||
    { fail "$row: not one message"; cat messages; }
  [ $ended -ne 3 ] || [ "$kind" = words ] || printf "%s\n" "$found" |
    grep -q '^[^ ]*:[0-9]*:[0-9]*: ' || fail "$row: no place: $found"
  [ "$found" = "$expected" ] ||
    fail "$row: expected
$expected
found
$found"
done <"$rows"
[ -z "${ACCEPT-}" ] || cp accepted "$rows"
echo "$count wrong inputs"
[ $count -ge 400 ] || fail 'rows are missing'
exit $failed
