# Files of src/sim/archive, including headers.
libprogram_la_SOURCES += src/sim/archive/archive.h
libprogram_la_SOURCES += src/sim/archive/archive_compare.c
libprogram_la_SOURCES += src/sim/archive/archive_disk.c
libprogram_la_SOURCES += src/sim/archive/archive_file.h
libprogram_la_SOURCES += src/sim/archive/archive_layout.c
libprogram_la_SOURCES += src/sim/archive/archive_merge.c
libprogram_la_SOURCES += src/sim/archive/archive_read.c
libprogram_la_SOURCES += src/sim/archive/archive_resume.c
libprogram_la_SOURCES += src/sim/archive/archive_write.c
libprogram_la_SOURCES += src/sim/archive/chunk.c
libprogram_la_SOURCES += src/sim/archive/conventions.c
libprogram_la_SOURCES += src/sim/archive/conventions.h
libprogram_la_SOURCES += src/sim/archive/h5.c
libprogram_la_SOURCES += src/sim/archive/h5.h
libprogram_la_SOURCES += src/sim/archive/hdf5.c
libprogram_la_SOURCES += src/sim/archive/hdf5.h
libprogram_la_SOURCES += src/sim/archive/histories.c
libprogram_la_SOURCES += src/sim/archive/histories.h
libprogram_la_SOURCES += src/sim/archive/shard.c
libprogram_la_SOURCES += src/sim/archive/shard.h
libprogram_la_SOURCES += src/sim/archive/vtkhdf.c
libprogram_la_SOURCES += src/sim/archive/vtkhdf.h
libprogram_la_SOURCES += src/sim/archive/parts.h

# Macros for the functions and variables that hdf5.h declares.
BUILT_SOURCES += src/sim/archive/hdf5.inc
CLEANFILES += src/sim/archive/hdf5.inc

src/sim/archive/hdf5.inc: config.h
	@$(MKDIR_P) $(@D)
	@echo '#include <hdf5.h>' | $(CC) $(HDF5_CFLAGS) $(CPPFLAGS) -E - | \
	  $(SED) -n -e '/^#/d' \
	  -e 's/^extern hid_t \(H5[A-Z]*_.*_g\);.*/#define \1 am_hdf5_id("\1")/p' \
	  -e 's/^[^(]*\<\(H5[A-Za-z0-9_]*\) *(.*/#define \1 AM_HDF5(\1)/p' > $@
