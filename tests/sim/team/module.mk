# Tests of src/sim/team: scripts that start several processes, and programs.
check_PROGRAMS += tests/sim/team/test_team
EXTRA_PROGRAMS += tests/sim/team/turns
check_DATA += tests/sim/team/turns$(EXEEXT)
CLEANFILES += tests/sim/team/turns$(EXEEXT)
EXTRA_DIST += tests/sim/team/launch.sh
dist_check_SCRIPTS += tests/sim/team/bytes.sh
dist_check_SCRIPTS += tests/sim/team/devices.sh
dist_check_SCRIPTS += tests/sim/team/faults.sh
dist_check_SCRIPTS += tests/sim/team/restart.sh
dist_check_SCRIPTS += tests/sim/team/same.sh
dist_check_SCRIPTS += tests/sim/team/turns.sh
