# Tests of libautomat, which include only automat.h, and the example.
check_PROGRAMS += tests/core/library/test_commas
tests_core_library_test_commas_LDADD = libautomat.la $(CHECK_LIBS)
check_PROGRAMS += tests/core/library/test_deform
tests_core_library_test_deform_LDADD = libautomat.la $(CHECK_LIBS)
check_PROGRAMS += tests/core/library/test_library
tests_core_library_test_library_LDADD = libautomat.la $(CHECK_LIBS)
check_PROGRAMS += tests/core/library/test_bearing
tests_core_library_test_bearing_LDADD = libautomat.la $(CHECK_LIBS)
EXTRA_DIST += tests/core/library/softening.yaml
check_PROGRAMS += tests/core/library/million
tests_core_library_million_CPPFLAGS = -I$(top_srcdir)/src/core/library
tests_core_library_million_LDADD = libautomat.la
dist_check_SCRIPTS += tests/core/library/example.sh
