# The common part of the completion of all commands, and a first law, as strings
EXTRA_DIST += src/cli/completion.bash src/cli/maxwell.yaml
BUILT_SOURCES += src/cli/texts.inc
CLEANFILES += src/cli/texts.inc src/cli/texts.inc.new

src/cli/completion.$(OBJEXT): src/cli/texts.inc

src/cli/texts.inc: FORCE
	@$(embed); embed cli/completion.bash cli/maxwell.yaml
