# Tests of src/core/table, each made from the .c file of its name.
check_PROGRAMS += tests/core/table/test_csv_read
check_PROGRAMS += tests/core/table/test_table
