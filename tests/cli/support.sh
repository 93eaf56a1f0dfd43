# support.sh: what the scripts of this folder share; read by them from where
# they start.  They go on in an empty folder, which goes with them, and end
# with `exit $failed`.
: "${AUTOMAT:?}"
source=$(cd "${srcdir:-.}" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

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

# It says so, and has at most one error.
message() {
  grep -qF -- "$1" messages &&
    [ "$(grep -c 'error: ' messages)" -le 1 ] && return
  fail "expected the message '$1', found"
  cat messages
}
