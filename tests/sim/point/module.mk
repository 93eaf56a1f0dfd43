# Tests of src/sim/point, one program for each .c file.
check_PROGRAMS += tests/sim/point/test_choose_engine
check_PROGRAMS += tests/sim/point/test_columns
check_PROGRAMS += tests/sim/point/test_derived
check_PROGRAMS += tests/sim/point/test_timeline
check_PROGRAMS += tests/sim/point/test_event_by
check_PROGRAMS += tests/sim/point/test_initial_state
check_PROGRAMS += tests/sim/point/test_point_parameters
check_PROGRAMS += tests/sim/point/test_run
check_PROGRAMS += tests/sim/point/test_sample
check_PROGRAMS += tests/sim/point/test_selection
check_PROGRAMS += tests/sim/point/test_sensitivity
noinst_HEADERS += tests/sim/point/away.h
noinst_HEADERS += tests/sim/point/runs.h
