#!/bin/sh
# peers.sh: verification values of other projects: the cases of this folder,
# each of which names its source; docs/peers.md lists them.
. "${srcdir:-.}/tests/cli/support.sh"
peers=$source/tests/peers
cases=$(cd "$peers" && ls | sed '/\.law\.yaml$/d; /\.block\.yaml$/d; /\.yaml$/!d')

# All listed values are compared.
status 0 "$AUTOMAT" check $(printf "$peers/%s " $cases)
listed=$(cd "$peers" && cat $cases | grep -c '^  - {column: ')
[ "$listed" -ge 250 ] || fail "only $listed values are listed"
grep -q " $listed comparisons, 0 failed" out ||
  fail "expected $listed comparisons: $(cat out)"
status 0 "$AUTOMAT" check "$peers"/*.law.yaml

# Each case has a source, a project, and a line in the document.
for case in $cases; do
  head -1 "$peers/$case" |
    grep -Eq '^# (NEML|NEML2|Matmodlab2|TFEL) \(.* licence\), [a-zA-Z0-9_/]*' ||
    fail "$case has no source"
  grep -qF "\`${case%.yaml}\`" "$source/docs/peers.md" ||
    fail "docs/peers.md does not name ${case%.yaml}"
done

# A value changed by three times its tolerance is detected.
for case in $cases; do
  awk '/^expect:/ { list = 1 }
       list && /column:/ && !changed {
         changed = 1
         for (i = 1; i < NF; i++) {
           if ($i == "value:") { at = i + 1; value = $at + 0 }
           if ($i == "absolute:") absolute = $(i + 1) + 0
         }
         $at = sprintf("%.17g,", value + 3*absolute)
         $0 = "  " $0
       }
       { print }' "$peers/$case" >"$case"
done
cp "$peers"/*.law.yaml "$peers"/*.block.yaml .
for case in $cases; do
  "$AUTOMAT" check "$case" >out 2>&1 && fail "$case: a wrong value is not told"
  grep -q ' 1 failed' out || fail "$case: $(cat out)"
done
exit $failed
