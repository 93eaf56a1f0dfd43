#!/bin/sh
# stack.sh: small stacks of the program and its threads are reported as errors.
. "${srcdir:-.}/tests/cli/support.sh"

cat >stack.yaml <<'END'
case: bars
material: norton
points: {count: 600}
path:
  - {time: 1, strain: {xx: 1e-3}}
END
# (Sanitizers need a larger stack.)
for kilobytes in 64 128 512; do
  (ulimit -s $kilobytes && "$AUTOMAT" --version) >/dev/null 2>&1 || continue
  status 4 sh -c "ulimit -s $kilobytes; exec '$AUTOMAT' batch stack.yaml -o x.h5"
  message "the stack is limited to $kilobytes kB, expected at least 1024 kB"
done
for size in 16 64k 900K 100000B ' 512 k'; do
  status 4 env OMP_STACKSIZE="$size" "$AUTOMAT" batch stack.yaml -o x.h5
  message "kB of stack, expected at least 1024 kB: unset it"
done
[ ! -e x.h5 ] || fail "x.h5 was begun"
for size in 2M 2048 1G; do
  status 0 env OMP_STACKSIZE="$size" "$AUTOMAT" list schemes
done

exit $failed
