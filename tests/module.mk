# Common part of all tests
noinst_HEADERS += tests/commas.h
noinst_HEADERS += tests/graph_tools.h
noinst_HEADERS += tests/support.h
dist_check_SCRIPTS += tests/layout.sh
dist_check_SCRIPTS += tests/size.sh
EXTRA_DIST += tests/reference
EXTRA_DIST += tests/unit-cc
