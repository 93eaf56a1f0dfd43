# Tests of src/homogenization, each made from the .c file of its name.
check_PROGRAMS += tests/homogenization/test_columns
check_PROGRAMS += tests/homogenization/test_conditions
check_PROGRAMS += tests/homogenization/test_effective
check_PROGRAMS += tests/homogenization/test_failures
check_PROGRAMS += tests/homogenization/test_laminate
check_PROGRAMS += tests/homogenization/test_march
check_PROGRAMS += tests/homogenization/test_mean
check_PROGRAMS += tests/homogenization/test_restart
check_PROGRAMS += tests/homogenization/test_schemes
check_PROGRAMS += tests/homogenization/test_substeps
noinst_HEADERS += tests/homogenization/marches.h
EXTRA_DIST += tests/homogenization/confined-euler.csv
EXTRA_DIST += tests/homogenization/confined-exact.csv
EXTRA_DIST += tests/homogenization/confined-voxels.csv
EXTRA_DIST += tests/homogenization/laminate.csv
EXTRA_DIST += tests/homogenization/uniaxial-euler.csv
