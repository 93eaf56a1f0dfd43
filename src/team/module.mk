# The files of src/team, headers too.
libcore_la_SOURCES += src/team/fork.c
libcore_la_SOURCES += src/team/team.c
libcore_la_SOURCES += src/team/team.h

# The plug-in of MPI, which nothing else is linked with.
if HAVE_MPI
pkglib_LTLIBRARIES = automat-mpi.la
uninstall_team = uninstall-pkglibLTLIBRARIES
automat_mpi_la_SOURCES = src/team/mpi.c
automat_mpi_la_CFLAGS = $(AM_CFLAGS) $(MPI_CFLAGS)
automat_mpi_la_LIBADD = -lfftw3_mpi $(FFTW_LIBS) $(MPI_LIBS)
automat_mpi_la_LDFLAGS = -module -avoid-version -shared
else
EXTRA_DIST += src/team/mpi.c
endif
