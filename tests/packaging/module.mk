# Tests of installation and release
dist_check_SCRIPTS += tests/packaging/relocated.sh
dist_check_SCRIPTS += tests/packaging/debian.sh
dist_check_SCRIPTS += tests/packaging/installed.sh
dist_check_SCRIPTS += tests/packaging/outputs.sh
dist_check_SCRIPTS += tests/packaging/reproducible.sh
