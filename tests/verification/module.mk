# Random combinations against independent references
check_PROGRAMS += tests/verification/test_combinations
noinst_HEADERS += tests/verification/admissible.h
noinst_HEADERS += tests/verification/convex_parts.h
noinst_HEADERS += tests/verification/convex_step.h
noinst_HEADERS += tests/verification/fine_steps.h
noinst_HEADERS += tests/verification/judge.h
noinst_HEADERS += tests/verification/tangents.h
noinst_HEADERS += tests/verification/loading.h
noinst_HEADERS += tests/verification/mixed_law.h
noinst_HEADERS += tests/verification/mixed_law_text.h
noinst_HEADERS += tests/verification/replay.h
noinst_HEADERS += tests/verification/small_matrix.h
noinst_HEADERS += tests/verification/walk.h
EXTRA_DIST += tests/verification/read_archive.py
