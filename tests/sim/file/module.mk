# Tests of src/sim/file, each made from the .c file of its name.
check_PROGRAMS += tests/sim/file/test_output_lock
check_PROGRAMS += tests/sim/file/test_csv_write
check_PROGRAMS += tests/sim/file/test_file
check_PROGRAMS += tests/sim/file/test_json
check_PROGRAMS += tests/sim/file/test_schema
