# Tests of src/core/base, one program for each .c file.
check_PROGRAMS += tests/core/base/test_arena
check_PROGRAMS += tests/core/base/test_basis
check_PROGRAMS += tests/core/base/test_text
check_PROGRAMS += tests/core/base/test_locale
check_PROGRAMS += tests/core/base/test_report
check_PROGRAMS += tests/core/base/test_installed
check_PROGRAMS += tests/core/base/test_statistics
check_PROGRAMS += tests/core/base/test_temporary
check_PROGRAMS += tests/core/base/test_unit
