# Tests of src/material, each made from the .c file of its name.
check_PROGRAMS += tests/material/test_blocks
check_PROGRAMS += tests/material/test_class
check_PROGRAMS += tests/material/test_derivatives
check_PROGRAMS += tests/material/test_find
check_PROGRAMS += tests/material/test_given
check_PROGRAMS += tests/material/test_include
check_PROGRAMS += tests/material/test_law
check_PROGRAMS += tests/material/test_parameter
check_PROGRAMS += tests/material/test_partials
check_PROGRAMS += tests/material/test_read
check_PROGRAMS += tests/material/test_rows
check_PROGRAMS += tests/material/test_sensitive
check_PROGRAMS += tests/material/test_state
check_PROGRAMS += tests/material/test_vary
dist_check_SCRIPTS += tests/material/functions.sh
noinst_HEADERS += tests/material/laws.h
noinst_HEADERS += tests/material/materials.h
