# Tests of src/bench, each made from the .c file of its name.
noinst_HEADERS += tests/bench/json_check.h
check_PROGRAMS += tests/bench/test_bench
check_PROGRAMS += tests/bench/test_bus
check_PROGRAMS += tests/bench/test_device
check_PROGRAMS += tests/bench/test_group
check_PROGRAMS += tests/bench/test_machine
check_PROGRAMS += tests/bench/test_operations
check_PROGRAMS += tests/bench/test_placed
check_PROGRAMS += tests/bench/test_scratch
check_PROGRAMS += tests/bench/test_workload
