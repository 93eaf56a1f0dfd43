#!/bin/sh
# tutorial.sh: docs/tutorial.md, followed literally in an empty folder.
. "${srcdir:-.}/tests/cli/support.sh"
. "$source/tests/cli/recipes.sh"

run_document "$source/docs/tutorial.md"
[ "$(ls ./*.text | wc -l)" -eq 11 ] || fail "not 11 files"
[ $all_commands -ge 15 ] || fail "only $all_commands commands"
[ $all_numbers -ge 14 ] || fail "only $all_numbers numbers"

# The wrong sign, and the case that reproduces the failure
sed 's/  K\/2\*tr(e)^2 + mu/  K\/2*tr(e)^2 - mu/' bingham.yaml >wrong.yaml
status 1 "$AUTOMAT" check --only convexity wrong.yaml
status 0 "$AUTOMAT" run bingham.convexity.case.yaml
exit $failed
