# support.sh: common part of the scripts in this folder. They read it first,
# from the folder in which they start; then they run in an empty temporary
# folder, and end with `exit $failed`.
: "${AUTOMAT:?}"
# The shell that removes the folder does nothing else: a job of Bash that is
# killed before it has begun runs the EXIT trap of the shell that starts it.
if [ -z "${test_folder-}" ]; then
  test_folder=$(mktemp -d) || exit 99
  export test_folder
  trap 'rm -rf "$test_folder"' EXIT
  "${BASH:-sh}" "$0" "$@"
  exit
fi
source=$(cd "${srcdir:-.}" && pwd) || exit 99
# The parent folder, `../`, belongs to the test, too.
folder=$test_folder/work
unset test_folder
mkdir "$folder" || exit 99
cd "$folder" || exit 99
failed=0
# The seconds that a command or a wait may take, 0 without end.
limit=${AUTOMAT_TEST_LIMIT:-0}

fail() {
  echo "$*"
  failed=1
}

# status N COMMAND...: its exit status is N; output in out and messages.
status() {
  expected=$1
  shift
  "$@" >out 2>messages
  found=$?
  [ $found -eq "$expected" ] && return
  fail "$*: expected status $expected, found $found"
  cat messages
}

# wait_for JOB COMMAND...: until it succeeds, or the job has ended.
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

# holds_bytes COUNT FILE...: files, written so far, hold so much.
holds_bytes() {
  least=$1
  shift
  [ "$(cat "$@" | wc -c)" -ge "$least" ]
}

# It says so, and has at most one error.
message() {
  grep -qF -- "$1" messages &&
    [ "$(grep -c 'error: ' messages)" -le 1 ] && return
  fail "expected the message '$1', found"
  cat messages
}

# layers STEPS: the case of a volume element of two materials, by interp.
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
