# Files of src/core/kernel/control, including headers.
libcore_la_SOURCES += src/core/kernel/control/active_set.h
libcore_la_SOURCES += src/core/kernel/control/complementarity.h
libcore_la_SOURCES += src/core/kernel/control/constraints.h
libcore_la_SOURCES += src/core/kernel/control/cuts.h
libcore_la_SOURCES += src/core/kernel/control/domain.h
libcore_la_SOURCES += src/core/kernel/control/free_flow.h
libcore_la_SOURCES += src/core/kernel/control/given_gradient.h
libcore_la_SOURCES += src/core/kernel/control/given_stress.h
libcore_la_SOURCES += src/core/kernel/control/kinks.h
libcore_la_SOURCES += src/core/kernel/control/loading.h
libcore_la_SOURCES += src/core/kernel/control/logarithmic.h
libcore_la_SOURCES += src/core/kernel/control/mandel.h
libcore_la_SOURCES += src/core/kernel/control/point.h
libcore_la_SOURCES += src/core/kernel/control/principal.h
libcore_la_SOURCES += src/core/kernel/control/problem.h
libcore_la_SOURCES += src/core/kernel/control/projection.h
libcore_la_SOURCES += src/core/kernel/control/tangent.h
