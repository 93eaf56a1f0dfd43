# Tests of src/export, each made from the .c file of its name.
check_PROGRAMS += tests/export/test_hosts
noinst_HEADERS += tests/export/hosts.h
