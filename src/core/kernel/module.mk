# The files of src/core/kernel, headers too.
libcore_la_SOURCES += src/core/kernel/context.h
libcore_la_SOURCES += src/core/kernel/dialect.h
libcore_la_SOURCES += src/core/kernel/kernel.h
libcore_la_SOURCES += src/core/kernel/source_context.h
