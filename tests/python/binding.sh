#!/bin/sh
# binding.sh: the tests of python/automat with the library of this build. Needs
# numpy.
python3 -c 'import numpy' 2>/dev/null || exit 77
source=$(cd "${srcdir:-.}" && pwd) || exit 99
AUTOMAT_LIBRARY=$(pwd)/.libs/libautomat.so
[ -f "$AUTOMAT_LIBRARY" ] || exit 77
# With the address sanitizer, Python itself would have to be built with it.
! nm -D "$AUTOMAT_LIBRARY" | grep -q ' __asan_init$' || exit 77
AUTOMAT_PATH=${AUTOMAT_PATH:-$source}
export AUTOMAT_LIBRARY AUTOMAT_PATH
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/python \
  python3 -m unittest discover -s "$source/tests/python" -p "*.py"
