# Tests of src/sim/image, one program for each .c file.
check_PROGRAMS += tests/sim/image/test_images
check_PROGRAMS += tests/sim/image/test_labels
check_PROGRAMS += tests/sim/image/test_checksum
check_PROGRAMS += tests/sim/image/test_snapshot
check_PROGRAMS += tests/sim/image/test_vti
