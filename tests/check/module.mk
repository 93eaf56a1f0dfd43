# Tests of src/check, each made from the .c file of its name.
