#!/bin/sh
# bad-input.sh: every wrong input of bad/ gets its one message and its exit
# status.
#
# NAME.yaml is checked, or run as the command line in NAME.arguments says; the
# first line of NAME.expected is the exit status, the others are what stands
# on standard error, with AUTOMAT_PATH for the folder of that name.  With
# ACCEPT=yes in the environment, what is found becomes what is expected: read
# the difference before you commit it.
: "${AUTOMAT:?}" "${AUTOMAT_PATH:?}"
accepted=$(cd "${srcdir:-.}/tests/cli/bad" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cp -R "$accepted" "$folder" && cd "$folder/bad" || exit 99
chmod -R u+w .
count=0
failed=0

for input in *.yaml; do
  name=${input%.yaml}
  arguments="check $input"
  [ ! -f "$name.arguments" ] || arguments=$(cat "$name.arguments")
  # The arguments hold no blanks but those between them.
  # shellcheck disable=SC2086
  timeout "${AUTOMAT_TEST_LIMIT:-0}" "$AUTOMAT" $arguments >/dev/null \
    2>messages
  echo $? >found
  sed "s|$AUTOMAT_PATH|AUTOMAT_PATH|g" messages >>found
  count=$((count + 1))
  cmp -s found "$name.expected" && continue
  echo "automat $arguments: expected (<), found (>)"
  diff "$name.expected" found
  failed=$((failed + 1))
  [ -z "${ACCEPT-}" ] || cp found "$accepted/$name.expected"
done

echo "$count wrong inputs, $failed answered otherwise than expected"
[ "$failed" -eq 0 ] && [ "$count" -ge 60 ]
