# Files of src/cli, including headers.
automat_SOURCES += src/cli/axes.c
automat_SOURCES += src/cli/batch.c
automat_SOURCES += src/cli/bench.c
automat_SOURCES += src/cli/cache.c
automat_SOURCES += src/cli/case_file.c
automat_SOURCES += src/cli/check.c
automat_SOURCES += src/cli/check_file.c
automat_SOURCES += src/cli/check_files.h
automat_SOURCES += src/cli/check_report.c
automat_SOURCES += src/cli/command.h
automat_SOURCES += src/cli/compare.c
automat_SOURCES += src/cli/completion.c
automat_SOURCES += src/cli/describe.c
automat_SOURCES += src/cli/emit.c
automat_SOURCES += src/cli/evaluate.c
automat_SOURCES += src/cli/export.c
automat_SOURCES += src/cli/fit.c
automat_SOURCES += src/cli/help.c
automat_SOURCES += src/cli/homogenize.c
automat_SOURCES += src/cli/list.c
automat_SOURCES += src/cli/main.c
automat_SOURCES += src/cli/merge.c
automat_SOURCES += src/cli/new.c
automat_SOURCES += src/cli/options.c
automat_SOURCES += src/cli/plan.c
automat_SOURCES += src/cli/report.c
automat_SOURCES += src/cli/run.c
automat_SOURCES += src/cli/run_picture.c
automat_SOURCES += src/cli/run_picture.h
automat_SOURCES += src/cli/schema.c
automat_SOURCES += src/cli/signals.c
automat_SOURCES += src/cli/signals.h
automat_SOURCES += src/cli/start.c
automat_SOURCES += src/cli/study.c
automat_SOURCES += src/cli/terminal.c
automat_SOURCES += src/cli/terminal.h

# The common part of the completion of all commands, as a string
EXTRA_DIST += src/cli/completion.bash
BUILT_SOURCES += src/cli/completion.inc
CLEANFILES += src/cli/completion.inc src/cli/completion.inc.new

src/cli/completion.$(OBJEXT): src/cli/completion.inc

src/cli/completion.inc: FORCE
	@$(embed); embed cli/completion.bash
