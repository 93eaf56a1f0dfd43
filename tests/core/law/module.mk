# Tests of src/core/law, one program for each .c file.
check_PROGRAMS += tests/core/law/test_blocks
check_PROGRAMS += tests/core/law/test_derivatives
check_PROGRAMS += tests/core/law/test_find
check_PROGRAMS += tests/core/law/test_file_formulas
check_PROGRAMS += tests/core/law/test_include
check_PROGRAMS += tests/core/law/test_law
check_PROGRAMS += tests/core/law/test_maxima
check_PROGRAMS += tests/core/law/test_parameter
check_PROGRAMS += tests/core/law/test_partials
check_PROGRAMS += tests/core/law/test_read
check_PROGRAMS += tests/core/law/test_rows
check_PROGRAMS += tests/core/law/test_sensitive
dist_check_SCRIPTS += tests/core/law/functions.sh
noinst_HEADERS += tests/core/law/laws.h
noinst_HEADERS += tests/core/law/materials.h
