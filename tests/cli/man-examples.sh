#!/bin/sh
# man-examples.sh: the examples of the manual pages work.
#
# In a page, '.\" file: NAME' before an .EX block writes the block to a file,
# and '.\" test' runs its lines "$ automat ..." as commands; lines between them
# are the expected output. '.\" test N' expects the exit status N.
: "${AUTOMAT:?}"
pages=${srcdir:-.}/man
pages=$(cd "$pages" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# Writes the files, and lines "STATUS N", "RUN command", "OUT line" into
# ./script.
cat "$pages"/*.[157] | awk '
function plain(line) {
  gsub(/\\-/, "-", line)
  gsub(/\\\(aq/, "\047", line)
  gsub(/\\\(dq/, "\"", line)
  gsub(/\\&/, "", line)
  gsub(/\\e/, "\\", line)
  return line
}
/^\.\\" file: / { file = $3; next }
/^\.\\" test/ { testing = 1; status = $3 + 0; next }
/^\.EE/ { if (file) close(file); file = ""; testing = 0; next }
/^\.EX/ { next }
file { print plain($0) >file; next }
testing && (/^\$ automat / || unfinished) {
  line = plain(unfinished ? $0 : substr($0, 11))
  unfinished = unfinished line
  if (sub(/\\$/, "", unfinished)) next
  print "STATUS", status
  print "RUN", unfinished
  unfinished = ""
  next
}
testing { print "OUT", plain($0) }' >script

# Rounds numbers between commas to 12 digits for comparison.
rounded() {
  awk -F, -v OFS=, '{
    for (i = 1; i <= NF; i++)
      if ($i ~ /^[-+0-9.e]+$/) $i = sprintf("%.12g", $i)
    print }' "$1"
}

failed=0
count=0
arguments=
run() {
  [ -n "$arguments" ] || return
  count=$((count + 1))
  eval "timeout ${AUTOMAT_TEST_LIMIT:-0} \"$AUTOMAT\" $arguments" >out 2>messages
  found=$?
  if [ $found -ne "$status" ]; then
    echo "automat $arguments: expected status $status, found $found"
    cat messages
    failed=1
  elif [ -s expected ] && [ "$(rounded out)" != "$(cat expected)" ]; then
    echo "automat $arguments: expected (<), found (>)"
    diff expected out
    failed=1
  fi
}

while IFS= read -r line; do
  case $line in
    STATUS*) run; arguments=; status=${line#STATUS }; : >expected ;;
    RUN*) arguments=${line#RUN } ;;
    OUT*) printf '%s\n' "${line#OUT }" >>expected ;;
  esac
done <script
run
echo "$count commands"
[ "$count" -ge 15 ] && exit $failed
exit 1
