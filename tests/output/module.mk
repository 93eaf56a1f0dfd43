# Tests of src/output, each made from the .c file of its name.
check_PROGRAMS += tests/output/test_csv_read
check_PROGRAMS += tests/output/test_csv_write
check_PROGRAMS += tests/output/test_file
check_PROGRAMS += tests/output/test_picture
check_PROGRAMS += tests/output/test_plot
check_PROGRAMS += tests/output/test_table
noinst_HEADERS += tests/output/files.h
noinst_HEADERS += tests/output/run_table.h
