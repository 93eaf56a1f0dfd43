# Tests of src/sim/microstructure, one program for each .c file.
check_PROGRAMS += tests/sim/microstructure/test_generated
check_PROGRAMS += tests/sim/microstructure/test_inclusion
check_PROGRAMS += tests/sim/microstructure/test_microstructure
check_PROGRAMS += tests/sim/microstructure/test_voronoi
noinst_HEADERS += tests/sim/microstructure/making.h
