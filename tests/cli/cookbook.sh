#!/bin/sh
# cookbook.sh: the recipes of docs/cookbook.md give the stated numbers.
. "${srcdir:-.}/tests/cli/support.sh"
. "$source/tests/cli/recipes.sh"
command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77

run_document "$source/docs/cookbook.md"
[ $recipes -ge 35 ] || fail "only $recipes recipes"
exit $failed
