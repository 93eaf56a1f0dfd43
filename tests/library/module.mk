# Tests of libautomat, which know nothing but automat.h, and the example.
check_PROGRAMS += tests/library/test_commas
tests_library_test_commas_LDADD = libautomat.la $(CHECK_LIBS)
check_PROGRAMS += tests/library/test_deform
tests_library_test_deform_LDADD = libautomat.la $(CHECK_LIBS)
check_PROGRAMS += tests/library/test_library
tests_library_test_library_LDADD = libautomat.la $(CHECK_LIBS)
check_PROGRAMS += tests/library/test_bearing
tests_library_test_bearing_LDADD = libautomat.la $(CHECK_LIBS)
EXTRA_DIST += tests/library/softening.yaml
check_PROGRAMS += tests/library/million
tests_library_million_CPPFLAGS = -I$(top_srcdir)/src/library
tests_library_million_LDADD = libautomat.la
dist_check_SCRIPTS += tests/library/example.sh
