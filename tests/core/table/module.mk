# Tests of src/core/table, one program for each .c file.
check_PROGRAMS += tests/core/table/test_csv_read
check_PROGRAMS += tests/core/table/test_table
