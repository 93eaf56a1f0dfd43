# The files of src/yaml, headers too.
libautomat_a_SOURCES += src/yaml/cursor.c
libautomat_a_SOURCES += src/yaml/encoding.c
libautomat_a_SOURCES += src/yaml/file.c
libautomat_a_SOURCES += src/yaml/parse.h
libautomat_a_SOURCES += src/yaml/read.c
libautomat_a_SOURCES += src/yaml/set.c
libautomat_a_SOURCES += src/yaml/syntax.c
libautomat_a_SOURCES += src/yaml/value.c
libautomat_a_SOURCES += src/yaml/write.c
libautomat_a_SOURCES += src/yaml/write.h
libautomat_a_SOURCES += src/yaml/yaml.h
