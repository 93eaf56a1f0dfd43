#!/bin/sh
# digits.sh: digits of tables in files, pipes and on a terminal, and the names of
# written files on a terminal.
. "${srcdir:-.}/tests/cli/support.sh"

cat >case.yaml <<'END'
case: digits
material: linear-elastic
path: [{time: 3, strain: {xx: 0.123456789}}]
output: {columns: [time, strain.xx]}
END

# value N ARGUMENT...: last number of the table
last() { "$AUTOMAT" run case.yaml -q "$@" | tail -n 1; }
[ "$(last)" = 3,0.123456789 ] || fail "not exact: $(last)"
[ "$(last --digits 3)" = 3,0.123 ] || fail "not 3 digits: $(last --digits 3)"
last --digits 17 | grep -q '^3,0.1234567890*' || fail "not 17 digits"
status 0 "$AUTOMAT" run case.yaml --digits 2 -o two.csv
[ "$(tail -n 1 two.csv)" = 3,0.12 ] || fail "not 2 digits in a file"
[ ! -s messages ] || fail "$(cat messages)"
status 2 "$AUTOMAT" run case.yaml --digits 18
grep -q "at least 1 and at most 17" messages || fail "no bounds"

script --version >/dev/null 2>&1 || exit $failed
# on_terminal ARGUMENT...
on_terminal() { script -qec "$AUTOMAT run case.yaml $*" /dev/null | tr -d '\r'; }
on_terminal | grep -qx '3,0.123457' || fail "not 6 digits on a terminal"
on_terminal --digits 4 | grep -qx '3,0.1235' || fail "not 4 digits"
on_terminal -o x.csv | grep -qx "table written to 'x.csv'" || fail "no name"
[ "$(tail -n 1 x.csv)" = 3,0.123456789 ] || fail "not exact in a file"
[ -z "$(on_terminal -q -o x.csv)" ] || fail "--quiet names files"
exit $failed
