# The files of src/core/host: texts of exported laws (src/core/emit/module.mk).
EXTRA_DIST += src/core/host/deformed.h
EXTRA_DIST += src/core/host/dump.h
EXTRA_DIST += src/core/host/generic.h
EXTRA_DIST += src/core/host/host.h
EXTRA_DIST += src/core/host/umat.h
