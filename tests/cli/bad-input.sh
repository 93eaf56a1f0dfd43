#!/bin/sh
# bad-input.sh: each wrong input of bad/ gives its messages and its exit status.
#
# NAME.yaml is checked, or run with the command line in NAME.arguments. The file
# `expected` has, for each input, a line with its name and exit status, followed
# by the contents of its messages (content.awk), with AUTOMAT_PATH in place of
# the folder. With ACCEPT=yes in the environment, the results become the
# expected ones: review the difference before you commit it.
: "${AUTOMAT:?}" "${AUTOMAT_PATH:?}"
export LC_ALL=C # order of the names
accepted=$(cd "${srcdir:-.}/tests/cli/bad" && pwd) || exit 99
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cp -R "$accepted" "$folder" && cp "$accepted/../content.awk" "$folder" &&
  cd "$folder/bad" || exit 99
chmod -R u+w .

for input in *.yaml; do
  name=${input%.yaml}
  arguments="check $input"
  [ ! -f "$name.arguments" ] || arguments=$(cat "$name.arguments")
  # Word splitting is intended: arguments contain no blanks.
  # shellcheck disable=SC2086
  timeout "${AUTOMAT_TEST_LIMIT:-0}" "$AUTOMAT" $arguments >/dev/null \
    2>messages
  echo "$name: $?"
  awk -f ../content.awk messages | sed "s|$AUTOMAT_PATH|AUTOMAT_PATH|g; s/^/  /"
done >../found

count=$(ls ./*.yaml | wc -l)
echo "$count wrong inputs; lines expected (<) and found (>):"
diff expected ../found
failed=$?
[ -z "${ACCEPT-}" ] || cp ../found "$accepted/expected"
[ $failed -eq 0 ] && [ "$count" -ge 60 ]
