#!/bin/sh
# nccl.sh: the declarations of cuda/sim/transpose.h agree with the header of the
# library. Needs the header, but neither a device nor a driver.
source=${srcdir:-.}
for root in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda; do
  [ -f "$root/include/cuda_runtime_api.h" ] || continue
  for folder in "$root/include" /usr/include; do
    [ -f "$folder/nccl.h" ] || continue
    exec cc -std=gnu17 -Wall -Wextra -Werror -fsyntax-only -I"$source/src/core" -I"$source/src/sim" \
      -I"$source" -isystem "$folder" -isystem "$root/include" \
      "$source/tests/cuda/nccl_check.c"
  done
done
echo "no nccl.h: skipped"
exit 77
