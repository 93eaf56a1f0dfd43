# Tests of the command line: shell scripts, $AUTOMAT is the program.
EXTRA_DIST += tests/cli/bad
dist_check_SCRIPTS += tests/cli/bad-input.sh
dist_check_SCRIPTS += tests/cli/batch.sh
dist_check_SCRIPTS += tests/cli/bench.sh
dist_check_SCRIPTS += tests/cli/cache.sh
dist_check_SCRIPTS += tests/cli/check.sh
dist_check_SCRIPTS += tests/cli/compare.sh
dist_check_SCRIPTS += tests/cli/engine.sh
dist_check_SCRIPTS += tests/cli/generated-input.sh
dist_check_SCRIPTS += tests/cli/golden.sh
EXTRA_DIST += tests/golden
dist_check_SCRIPTS += tests/cli/man-examples.sh
dist_check_SCRIPTS += tests/cli/readme-examples.sh
dist_check_SCRIPTS += tests/cli/run.sh
dist_check_SCRIPTS += tests/cli/sensitivity.sh
dist_check_SCRIPTS += tests/cli/usage.sh
dist_check_SCRIPTS += tests/cli/study.sh
