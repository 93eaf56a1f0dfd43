# Tests of src/sim/plot, one program for each .c file.
check_PROGRAMS += tests/sim/plot/test_picture
check_PROGRAMS += tests/sim/plot/test_plot
check_PROGRAMS += tests/sim/plot/test_script
