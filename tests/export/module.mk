# Tests of src/export, each made from the .c file of its name, and with clients.
check_PROGRAMS += tests/export/test_gradients
check_PROGRAMS += tests/export/test_hosts
check_PROGRAMS += tests/export/test_umat
noinst_HEADERS += tests/export/hosts.h
dist_check_SCRIPTS += tests/export/bar.sh
dist_check_SCRIPTS += tests/export/calculix.sh
dist_check_SCRIPTS += tests/export/kratos.sh
dist_check_SCRIPTS += tests/export/mtest.sh
dist_check_SCRIPTS += tests/export/ogs.sh
EXTRA_DIST += tests/export/bar.c
EXTRA_DIST += tests/export/kratos.py
EXTRA_DIST += tests/export/plate
