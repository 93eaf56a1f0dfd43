# The common part of the completion of all commands, as a string
EXTRA_DIST += src/cli/completion.bash
BUILT_SOURCES += src/cli/completion.inc
CLEANFILES += src/cli/completion.inc src/cli/completion.inc.new

src/cli/completion.$(OBJEXT): src/cli/completion.inc

src/cli/completion.inc: FORCE
	@$(embed); embed cli/completion.bash
