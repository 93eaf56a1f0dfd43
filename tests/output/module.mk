# Tests of src/output, each made from the .c file of its name.
check_PROGRAMS += tests/output/test_archive
check_PROGRAMS += tests/output/test_archive_h5py
check_PROGRAMS += tests/output/test_archive_resume
check_PROGRAMS += tests/output/test_archive_space
check_PROGRAMS += tests/output/test_archive_undo
check_PROGRAMS += tests/output/test_csv_read
check_PROGRAMS += tests/output/test_csv_write
check_PROGRAMS += tests/output/test_file
check_PROGRAMS += tests/output/test_histories
check_PROGRAMS += tests/output/test_picture
check_PROGRAMS += tests/output/test_plot
check_PROGRAMS += tests/output/test_table
check_PROGRAMS += tests/output/test_xdmf
EXTRA_DIST += tests/verification/read_archive.py
noinst_HEADERS += tests/output/archive_sample.h
noinst_HEADERS += tests/output/files.h
noinst_HEADERS += tests/output/run_table.h
