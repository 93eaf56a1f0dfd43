# Tests of src/sim/space, one program for each .c file.
check_PROGRAMS += tests/sim/space/test_cell
check_PROGRAMS += tests/sim/space/test_device_gpu
check_PROGRAMS += tests/sim/space/test_device_space
check_PROGRAMS += tests/sim/space/test_device_text
check_PROGRAMS += tests/sim/space/test_host
check_PROGRAMS += tests/sim/space/test_host_elastic
check_PROGRAMS += tests/sim/space/test_host_laws
check_PROGRAMS += tests/sim/space/test_moduli
check_PROGRAMS += tests/sim/space/test_rotated_scheme
noinst_HEADERS += tests/sim/space/cells.h
noinst_HEADERS += tests/sim/space/device_checks.h
noinst_HEADERS += tests/sim/space/spaces.h
