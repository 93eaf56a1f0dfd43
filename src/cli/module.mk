# The files of src/cli, headers too.
automat_SOURCES += src/cli/batch.c
automat_SOURCES += src/cli/bench.c
automat_SOURCES += src/cli/case_file.c
automat_SOURCES += src/cli/case_file.h
automat_SOURCES += src/cli/check.c
automat_SOURCES += src/cli/command.h
automat_SOURCES += src/cli/commands.c
automat_SOURCES += src/cli/emit.c
automat_SOURCES += src/cli/help.c
automat_SOURCES += src/cli/interrupt.c
automat_SOURCES += src/cli/interrupt.h
automat_SOURCES += src/cli/list.c
automat_SOURCES += src/cli/main.c
automat_SOURCES += src/cli/options.c
automat_SOURCES += src/cli/progress.c
automat_SOURCES += src/cli/progress.h
automat_SOURCES += src/cli/run.c
