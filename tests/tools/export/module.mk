# Tests of src/tools/export, one program for each .c file, and tests with client
# programs.
check_PROGRAMS += tests/tools/export/test_gradients
check_PROGRAMS += tests/tools/export/test_hosts
check_PROGRAMS += tests/tools/export/test_plane_stress
check_PROGRAMS += tests/tools/export/test_umat
noinst_HEADERS += tests/tools/export/hosts.h
dist_check_SCRIPTS += tests/tools/export/bar.sh
dist_check_SCRIPTS += tests/tools/export/calculix.sh
dist_check_SCRIPTS += tests/tools/export/kratos.sh
dist_check_SCRIPTS += tests/tools/export/mtest.sh
dist_check_SCRIPTS += tests/tools/export/ogs.sh
EXTRA_DIST += tests/tools/export/bar.c
EXTRA_DIST += tests/tools/export/kratos.py
EXTRA_DIST += tests/tools/export/plate
