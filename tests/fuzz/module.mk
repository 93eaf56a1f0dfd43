# Fuzzing. Each harness gives a program of `make check`, which replays its
# corpus with any compiler, and a program of `make fuzz`, which uses libFuzzer.
check_PROGRAMS += tests/fuzz/replay_case
check_PROGRAMS += tests/fuzz/replay_expr
check_PROGRAMS += tests/fuzz/replay_hdf5
check_PROGRAMS += tests/fuzz/replay_material
check_PROGRAMS += tests/fuzz/replay_table
check_PROGRAMS += tests/fuzz/replay_typed
check_PROGRAMS += tests/fuzz/replay_yaml
tests_fuzz_replay_case_SOURCES = tests/fuzz/replay.c tests/fuzz/case.c
tests_fuzz_replay_expr_SOURCES = tests/fuzz/replay.c tests/fuzz/expr.c
tests_fuzz_replay_hdf5_SOURCES = tests/fuzz/replay.c tests/fuzz/hdf5.c
tests_fuzz_replay_material_SOURCES = tests/fuzz/replay.c tests/fuzz/material.c
tests_fuzz_replay_table_SOURCES = tests/fuzz/replay.c tests/fuzz/table.c
tests_fuzz_replay_typed_SOURCES = tests/fuzz/replay.c tests/fuzz/typed.c
tests_fuzz_replay_yaml_SOURCES = tests/fuzz/replay.c tests/fuzz/yaml.c

# Random laws on all engines
if HAVE_CHECK
check_PROGRAMS += tests/fuzz/test_differential
endif

noinst_HEADERS += tests/fuzz/files.h
noinst_HEADERS += tests/fuzz/fuzz.h
noinst_HEADERS += tests/fuzz/generate.h
noinst_HEADERS += tests/fuzz/h5_maker.h
noinst_HEADERS += tests/fuzz/random_law.h
noinst_HEADERS += tests/fuzz/words.h
EXTRA_DIST += tests/fuzz/corpus
EXTRA_DIST += tests/fuzz/run.sh

fuzzers = \
  tests/fuzz/fuzz_case \
  tests/fuzz/fuzz_expr \
  tests/fuzz/fuzz_hdf5 \
  tests/fuzz/fuzz_material \
  tests/fuzz/fuzz_table \
  tests/fuzz/fuzz_typed \
  tests/fuzz/fuzz_yaml
EXTRA_PROGRAMS += $(fuzzers)
CLEANFILES += $(fuzzers)

tests_fuzz_fuzz_case_SOURCES = tests/fuzz/case.c
tests_fuzz_fuzz_case_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_expr_SOURCES = tests/fuzz/expr.c
tests_fuzz_fuzz_expr_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_hdf5_SOURCES = tests/fuzz/hdf5.c
tests_fuzz_fuzz_hdf5_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_material_SOURCES = tests/fuzz/material.c
tests_fuzz_fuzz_material_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_table_SOURCES = tests/fuzz/table.c
tests_fuzz_fuzz_table_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_typed_SOURCES = tests/fuzz/typed.c
tests_fuzz_fuzz_typed_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_yaml_SOURCES = tests/fuzz/yaml.c
tests_fuzz_fuzz_yaml_LDFLAGS = -fsanitize=fuzzer

.PHONY: fuzz
if FUZZING
fuzz: automat $(fuzzers)
else
fuzz:
	@echo "configure with CC=clang --enable-fuzzing"; exit 1
endif
