# Files of src/core/kernel, including headers.
libcore_la_SOURCES += src/core/kernel/context.h
libcore_la_SOURCES += src/core/kernel/dialect.h
libcore_la_SOURCES += src/core/kernel/kernel.h
libcore_la_SOURCES += src/core/kernel/source_context.h
