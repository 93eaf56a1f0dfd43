# Tests of src/sim/file, one program for each .c file.
check_PROGRAMS += tests/sim/file/test_output_lock
check_PROGRAMS += tests/sim/file/test_csv_write
check_PROGRAMS += tests/sim/file/test_digest
check_PROGRAMS += tests/sim/file/test_file
check_PROGRAMS += tests/sim/file/test_json
check_PROGRAMS += tests/sim/file/test_number
check_PROGRAMS += tests/sim/file/test_schema
