# Tests of src/sim/plot, each made from the .c file of its name.
check_PROGRAMS += tests/sim/plot/test_picture
check_PROGRAMS += tests/sim/plot/test_plot
