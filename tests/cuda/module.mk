# Tests of cuda. Without toolkit and device they run on emulations of the
# libraries of NVIDIA, found by LD_LIBRARY_PATH.
check_PROGRAMS += tests/cuda/test_bounds
check_PROGRAMS += tests/cuda/test_compile
check_PROGRAMS += tests/cuda/test_device
check_PROGRAMS += tests/cuda/test_emulation
check_PROGRAMS += tests/cuda/test_faults
check_PROGRAMS += tests/cuda/test_resources
dist_check_SCRIPTS += tests/cuda/cufft.sh
dist_check_SCRIPTS += tests/cuda/driver.sh
dist_check_SCRIPTS += tests/cuda/emit.sh
dist_check_SCRIPTS += tests/cuda/faults.sh
dist_check_SCRIPTS += tests/cuda/nccl.sh
dist_check_SCRIPTS += tests/cuda/nvrtc.sh
dist_check_SCRIPTS += tests/cuda/precision.sh
dist_check_SCRIPTS += tests/cuda/resources.sh
dist_check_SCRIPTS += tests/cuda/single.sh
noinst_HEADERS += tests/cuda/batch.h
noinst_HEADERS += tests/cuda/checks.h
noinst_HEADERS += tests/cuda/fake_cuda.h
noinst_HEADERS += tests/cuda/fake_device.h
noinst_HEADERS += tests/cuda/fakes.h
noinst_HEADERS += tests/cuda/transform_checks.h
EXTRA_DIST += tests/cuda/cufft_check.c
EXTRA_DIST += tests/cuda/driver_check.c
EXTRA_DIST += $(fake_cuda)
EXTRA_DIST += tests/cuda/fake_cufft.c
EXTRA_DIST += tests/cuda/fake_nccl.c
EXTRA_DIST += tests/cuda/fake_nvrtc.c
EXTRA_DIST += tests/cuda/nccl_check.c
EXTRA_DIST += tests/cuda/nvrtc_check.c
EXTRA_DIST += tests/cuda/ptx.c
EXTRA_DIST += tests/cuda/resources-13.0.txt

check_DATA += tests/cuda/fake/libcuda.so.1
CLEANFILES += tests/cuda/fake/libcuda.so.1
check_DATA += tests/cuda/fake/libcufft.so.12
CLEANFILES += tests/cuda/fake/libcufft.so.12
check_DATA += tests/cuda/fake/libnccl.so.2
CLEANFILES += tests/cuda/fake/libnccl.so.2
check_DATA += tests/cuda/fake/libnvrtc.so.13
CLEANFILES += tests/cuda/fake/libnvrtc.so.13

tests/cuda/fake/libnvrtc.so.13: tests/cuda/fake_nvrtc.c Makefile
	@$(MKDIR_P) tests/cuda/fake
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g -fPIC -shared -DFAKE_CC='"$(abs_srcdir)/tests/unit-cc"' \
	  -DFAKE_DEVICE='"$(abs_srcdir)/tests/cuda/fake_device.h"' -o $@ \
	  '$(srcdir)/tests/cuda/fake_nvrtc.c'

fake_cuda = \
  tests/cuda/fake_cuda_copy.c \
  tests/cuda/fake_cuda_device.c \
  tests/cuda/fake_cuda_machine.c \
  tests/cuda/fake_cuda_memory.c \
  tests/cuda/fake_cuda_module.c \
  tests/cuda/fake_cuda_stream.c

tests/cuda/fake/libcuda.so.1: $(fake_cuda) tests/cuda/fake_cuda.h \
    cuda/device.h cuda/driver.def
	@$(MKDIR_P) tests/cuda/fake
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g -fPIC -shared -I'$(srcdir)/src/core' -I'$(srcdir)/src/sim' \
	  -I'$(srcdir)' -Wl,-soname,libcuda.so.1 -o $@ \
	  '$(srcdir)'/tests/cuda/fake_cuda_*.c

# These libraries use the streams of the emulated driver, which is loaded first.
tests/cuda/fake/libnccl.so.2: tests/cuda/fake_nccl.c \
    tests/cuda/fake_cuda.h tests/cuda/fake/libcuda.so.1 cuda/sim/transpose.h \
    cuda/sim/nccl.def
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g -fPIC -shared -I'$(srcdir)/src/core' -I'$(srcdir)/src/sim' \
	  -I'$(srcdir)' -o $@ '$(srcdir)/tests/cuda/fake_nccl.c' \
	  tests/cuda/fake/libcuda.so.1

tests/cuda/fake/libcufft.so.12: tests/cuda/fake_cufft.c \
    tests/cuda/fake_cuda.h tests/cuda/fake/libcuda.so.1 cuda/sim/cufft.h \
    cuda/sim/cufft.def
	$(AM_V_CCLD)$(CC) -std=gnu17 -O1 -g -fPIC -shared -I'$(srcdir)/src/core' -I'$(srcdir)/src/sim' \
	  -I'$(srcdir)' $(FFTW_CFLAGS) -o $@ '$(srcdir)/tests/cuda/fake_cufft.c' \
	  tests/cuda/fake/libcuda.so.1 $(FFTW_LIBS)
