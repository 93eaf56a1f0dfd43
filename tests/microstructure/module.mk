# Tests of src/microstructure, each made from the .c file of its name.
check_PROGRAMS += tests/microstructure/test_generated
check_PROGRAMS += tests/microstructure/test_inclusion
check_PROGRAMS += tests/microstructure/test_microstructure
noinst_HEADERS += tests/microstructure/making.h
