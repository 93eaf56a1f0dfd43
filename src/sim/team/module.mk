# The MPI plug-in; no other binary is linked with MPI.
if HAVE_MPI
pkglib_LTLIBRARIES = automat-mpi.la
uninstall_team = uninstall-pkglibLTLIBRARIES
automat_mpi_la_SOURCES = src/sim/team/mpi.c
automat_mpi_la_CFLAGS = $(AM_CFLAGS) $(MPI_CFLAGS)
automat_mpi_la_LIBADD = -lfftw3_mpi $(FFTW_LIBS) $(MPI_LIBS)
automat_mpi_la_LDFLAGS = -module -avoid-version -shared
else
EXTRA_DIST += src/sim/team/mpi.c
endif
