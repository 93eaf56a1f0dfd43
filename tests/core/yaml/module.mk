# Tests of src/core/yaml, one program for each .c file.
check_PROGRAMS += tests/core/yaml/test_cursor
check_PROGRAMS += tests/core/yaml/test_encoding
check_PROGRAMS += tests/core/yaml/test_file
check_PROGRAMS += tests/core/yaml/test_read
check_PROGRAMS += tests/core/yaml/test_set
check_PROGRAMS += tests/core/yaml/test_syntax
check_PROGRAMS += tests/core/yaml/test_take
check_PROGRAMS += tests/core/yaml/test_value
check_PROGRAMS += tests/core/yaml/test_write
noinst_HEADERS += tests/core/yaml/parsing.h
