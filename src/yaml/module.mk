# The files of src/yaml, headers too.
libcore_la_SOURCES += src/yaml/keys.c
libcore_la_SOURCES += src/yaml/keys.h
libcore_la_SOURCES += src/yaml/parse.h
libcore_la_SOURCES += src/yaml/read.c
libcore_la_SOURCES += src/yaml/set.c
libcore_la_SOURCES += src/yaml/source.c
libcore_la_SOURCES += src/yaml/syntax.c
libcore_la_SOURCES += src/yaml/value.c
libcore_la_SOURCES += src/yaml/write.c
libcore_la_SOURCES += src/yaml/yaml.h
