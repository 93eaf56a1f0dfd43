# Macros for the functions and variables that hdf5.h declares.
BUILT_SOURCES += src/sim/archive/hdf5.inc
CLEANFILES += src/sim/archive/hdf5.inc

src/sim/archive/hdf5.inc: config.h
	@$(MKDIR_P) $(@D)
	@echo '#include <hdf5.h>' | $(CC) $(HDF5_CFLAGS) $(CPPFLAGS) -E - | \
	  $(SED) -n -e '/^#/d' \
	  -e 's/^extern hid_t \(H5[A-Z]*_.*_g\);.*/#define \1 am_hdf5_id("\1")/p' \
	  -e 's/^[^(]*\<\(H5[A-Za-z0-9_]*\) *(.*/#define \1 AM_HDF5(\1)/p' > $@
