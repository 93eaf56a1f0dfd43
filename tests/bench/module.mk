# Tests of src/bench, each made from the .c file of its name.
check_PROGRAMS += tests/bench/test_bench
check_PROGRAMS += tests/bench/test_bus
check_PROGRAMS += tests/bench/test_cache
check_PROGRAMS += tests/bench/test_device
check_PROGRAMS += tests/bench/test_group
check_PROGRAMS += tests/bench/test_machine
check_PROGRAMS += tests/bench/test_operations
check_PROGRAMS += tests/bench/test_ways
check_PROGRAMS += tests/bench/test_workload
dist_check_SCRIPTS += tests/bench/gpus.sh
noinst_HEADERS += tests/bench/json_check.h
