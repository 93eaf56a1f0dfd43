# Files of src/core/yaml, including headers.
libcore_la_SOURCES += src/core/yaml/keys.h
libcore_la_SOURCES += src/core/yaml/parse.h
libcore_la_SOURCES += src/core/yaml/read.c
libcore_la_SOURCES += src/core/yaml/set.c
libcore_la_SOURCES += src/core/yaml/source.c
libcore_la_SOURCES += src/core/yaml/syntax.c
libcore_la_SOURCES += src/core/yaml/take.c
libcore_la_SOURCES += src/core/yaml/value.c
libcore_la_SOURCES += src/core/yaml/write.c
libcore_la_SOURCES += src/core/yaml/yaml.h
