# Tests with failing calls, killed programs and damaged files. The scripts use
# the programs in $FAULTS.
dist_check_SCRIPTS += tests/faults/faults.sh
dist_check_SCRIPTS += tests/faults/kill.sh
dist_check_SCRIPTS += tests/faults/damage.sh
EXTRA_DIST += $(fault_sources)
EXTRA_DIST += tests/faults/calls.def
EXTRA_DIST += tests/faults/damage.c
EXTRA_DIST += tests/faults/inject.c
EXTRA_DIST += tests/faults/same.c
noinst_HEADERS += tests/faults/fault.h

check_DATA += tests/faults/build/libfault.so
CLEANFILES += tests/faults/build/libfault.so
check_DATA += tests/faults/build/inject
CLEANFILES += tests/faults/build/inject
check_DATA += tests/faults/build/same
CLEANFILES += tests/faults/build/same
check_DATA += tests/faults/build/damage
CLEANFILES += tests/faults/build/damage

fault_sources = \
  tests/faults/calls.c \
  tests/faults/fault.c \
  tests/faults/streams.c

tests/faults/build/libfault.so: $(fault_sources) tests/faults/fault.h \
    tests/faults/calls.def
	@$(MKDIR_P) tests/faults/build
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g -fPIC -shared -fno-builtin \
	  -D_GNU_SOURCE -I'$(srcdir)/tests/faults' -o $@ \
	  '$(srcdir)/tests/faults/calls.c' '$(srcdir)/tests/faults/fault.c' \
	  '$(srcdir)/tests/faults/streams.c' -ldl

tests/faults/build/inject: tests/faults/inject.c
	@$(MKDIR_P) tests/faults/build
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g -D_GNU_SOURCE -o $@ \
	  '$(srcdir)/tests/faults/inject.c'

tests/faults/build/same: tests/faults/same.c
	@$(MKDIR_P) tests/faults/build
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g $(HDF5_CFLAGS) -o $@ \
	  '$(srcdir)/tests/faults/same.c' $(HDF5_LIBS)

tests/faults/build/damage: tests/faults/damage.c
	@$(MKDIR_P) tests/faults/build
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g $(HDF5_CFLAGS) -o $@ \
	  '$(srcdir)/tests/faults/damage.c' $(HDF5_LIBS)
