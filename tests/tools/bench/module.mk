# Tests of src/tools/bench, one program for each .c file.
check_PROGRAMS += tests/tools/bench/test_bench
check_PROGRAMS += tests/tools/bench/test_bus
check_PROGRAMS += tests/tools/bench/test_cache
check_PROGRAMS += tests/tools/bench/test_device
check_PROGRAMS += tests/tools/bench/test_group
check_PROGRAMS += tests/tools/bench/test_machine
check_PROGRAMS += tests/tools/bench/test_operations
check_PROGRAMS += tests/tools/bench/test_placement
check_PROGRAMS += tests/tools/bench/test_workload
dist_check_SCRIPTS += tests/tools/bench/gpus.sh
dist_check_SCRIPTS += tests/tools/bench/paper.sh
noinst_HEADERS += tests/tools/bench/json_check.h
