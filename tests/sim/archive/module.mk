# Tests of src/sim/archive, one program for each .c file.
check_PROGRAMS += tests/sim/archive/test_archive
check_PROGRAMS += tests/sim/archive/test_archive_damage
check_PROGRAMS += tests/sim/archive/test_archive_h5py
check_PROGRAMS += tests/sim/archive/test_archive_merge
check_PROGRAMS += tests/sim/archive/test_archive_read
check_PROGRAMS += tests/sim/archive/test_archive_resume
check_PROGRAMS += tests/sim/archive/test_archive_space
check_PROGRAMS += tests/sim/archive/test_histories
check_PROGRAMS += tests/sim/archive/test_vtkhdf
noinst_HEADERS += tests/sim/archive/archive_sample.h
noinst_HEADERS += tests/sim/archive/files.h
noinst_HEADERS += tests/sim/archive/run_table.h
