# The files of src/host: texts of exported laws (src/emit/module.mk).
EXTRA_DIST += src/host/deformed.h
EXTRA_DIST += src/host/dump.h
EXTRA_DIST += src/host/generic.h
EXTRA_DIST += src/host/host.h
EXTRA_DIST += src/host/umat.h
