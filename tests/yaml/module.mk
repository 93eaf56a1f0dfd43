# Tests of src/yaml, each made from the .c file of its name.
check_PROGRAMS += tests/yaml/test_cursor
check_PROGRAMS += tests/yaml/test_encoding
check_PROGRAMS += tests/yaml/test_file
check_PROGRAMS += tests/yaml/test_read
check_PROGRAMS += tests/yaml/test_set
check_PROGRAMS += tests/yaml/test_syntax
check_PROGRAMS += tests/yaml/test_value
check_PROGRAMS += tests/yaml/test_write
noinst_HEADERS += tests/yaml/parsing.h
