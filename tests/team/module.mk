# Tests of src/team: scripts that start several processes, and what these run.
check_PROGRAMS += tests/team/test_team
EXTRA_PROGRAMS += tests/team/turns
check_DATA += tests/team/turns$(EXEEXT)
CLEANFILES += tests/team/turns$(EXEEXT)
EXTRA_DIST += tests/team/launch.sh
dist_check_SCRIPTS += tests/team/bytes.sh
dist_check_SCRIPTS += tests/team/devices.sh
dist_check_SCRIPTS += tests/team/faults.sh
dist_check_SCRIPTS += tests/team/restart.sh
dist_check_SCRIPTS += tests/team/same.sh
dist_check_SCRIPTS += tests/team/turns.sh
