# support.sh: common part of the scripts in this folder. They read it first,
# from the folder in which they start; then they run in an empty temporary
# folder, and end with `exit $failed`.
: "${AUTOMAT:?}"
# A separate shell removes the folder: a background job of Bash that is killed
# before it starts would run the EXIT trap of its parent.
if [ -z "${test_folder-}" ]; then
  test_folder=$(mktemp -d) || exit 99
  export test_folder
  trap 'rm -rf "$test_folder"' EXIT
  "${BASH:-sh}" "$0" "$@"
  exit
fi
source=$(cd "${srcdir:-.}" && pwd) || exit 99
# The parent folder, `../`, also belongs to the test.
folder=$test_folder/work
unset test_folder
mkdir "$folder" || exit 99
cd "$folder" || exit 99
failed=0
# Time limit of a command or wait in seconds; 0 for no limit
limit=${AUTOMAT_TEST_LIMIT:-0}

fail() {
  echo "$*"
  failed=1
}

# status N COMMAND...: expects exit status N; output goes to out and messages.
status() {
  expected=$1
  shift
  "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] && return
  fail "$*: expected status $expected, found $found"
  cat messages
}

# wait_for JOB COMMAND...: waits until the command succeeds or the job ends.
wait_for() {
  job=$1
  tenths=0
  shift
  until "$@" 2>/dev/null; do
    kill -0 "$job" 2>/dev/null || return
    if [ "$limit" -gt 0 ] && [ $((tenths += 1)) -gt $((10 * limit)) ]; then
      fail "waited for $limit s: $*"
      return
    fi
    sleep 0.1
  done
}

# holds_bytes COUNT FILE...: true once the files have COUNT bytes in total.
holds_bytes() {
  least=$1
  shift
  [ "$(cat "$@" | wc -c)" -ge "$least" ]
}

# message TEXT: expects TEXT and at most one error in messages.
message() {
  grep -qF -- "$1" messages &&
    [ "$(grep -c 'error: ' messages)" -le 1 ] && return
  fail "expected the message '$1', found"
  cat messages
}

# near NAME FOUND EXPECTED BOUND: |found - expected| <= bound.
near() {
  awk -v found="$2" -v expected="$3" -v bound="$4" 'BEGIN {
    d = found - expected
    exit !(found != "" && (d < 0 ? -d : d) <= bound)
  }' || fail "$1: found $2, expected $3 within $4"
}

# layers STEPS: prints a case of a two-material volume element, engine interp.
layers() {
  cat <<INPUT
case: layers of two materials
microstructure:
  grid: [4, 3, 2]
  size: [2, 3, 4]
  laminate: {normal: x, layers: [{label: 1, voxels: 2}, {label: 2, voxels: 2}]}
phases:
  soft: {label: 1, material: michel-suquet}
  hard: {label: 2, material: linear-elastic, parameters: {E: 200e3, nu: 0.3}}
solver: {engine: interp}
path:
  - {time: 1, steps: $1, strain: {xx: 2e-3}, stress: {yy: 0}}
INPUT
}
