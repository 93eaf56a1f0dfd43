# Tests of src/sim/image, each made from the .c file of its name.
check_PROGRAMS += tests/sim/image/test_images
check_PROGRAMS += tests/sim/image/test_labels
check_PROGRAMS += tests/sim/image/test_checksum
check_PROGRAMS += tests/sim/image/test_snapshot
check_PROGRAMS += tests/sim/image/test_vti
