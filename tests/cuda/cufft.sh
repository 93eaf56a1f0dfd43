#!/bin/sh
# cufft.sh: the declarations of cuda/sim/cufft.h agree with the header of the
# toolkit. Needs the header, but neither a device nor a driver.
source=${srcdir:-.}
for root in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda; do
  [ -f "$root/include/cufft.h" ] || continue
  exec cc -std=gnu17 -Wall -Wextra -Werror -fsyntax-only -I"$source/src/core" -I"$source/src/sim" \
    -I"$source" -isystem "$root/include" "$source/tests/cuda/cufft_check.c"
done
echo "no cufft.h: skipped"
exit 77
