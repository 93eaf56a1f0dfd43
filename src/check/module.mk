# The files of src/check, headers too.
