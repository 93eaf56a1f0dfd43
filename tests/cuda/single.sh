#!/bin/sh
# single.sh: in single precision kernels take fewer registers, and nothing of
# their arithmetic is left in double precision, where one literal without
# suffix would put it: in PTX, fields and settings are converted and no more.
# Needs NVRTC for the one and nvcc for the other, no device.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
failed=0

# registers PRECISION: of the first kernel of michel-suquet, ode23, tangent.
registers() {
  "$AUTOMAT" emit michel-suquet --resources --set solver.tangent=true \
    --precision "$1" | awk '$1 == "automat_first" { print $2 }'
}

double=$(registers double 2>"$folder/missing")
if [ -z "$double" ]; then
  grep -q 'error: no NVRTC: ' "$folder/missing" && exit 77
  cat "$folder/missing"
  exit 1
fi
single=$(registers single)
if ! [ "$single" -lt "$double" ]; then
  echo "single precision takes ${single:-no} registers, double $double"
  failed=1
fi

for root in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda; do
  [ -x "$root/bin/nvcc" ] && nvcc=$root/bin/nvcc && break
done
echo '__global__ void nothing() {}' >"$folder/nothing.cu"
if ! "${nvcc:-nvcc}" -ptx -o "$folder/nothing.ptx" "$folder/nothing.cu" \
  >"$folder/log" 2>&1; then
  echo "no nvcc that works: the rest is skipped"
  [ $failed -eq 0 ] && exit 77
  exit 1
fi

# operations MATERIAL SCHEME [OPTION]...: operations on doubles, but for
# those of the one thread that binds parameters.  NVRTC is stricter than nvcc,
# about constants beyond single precision for one.
operations() {
  "$AUTOMAT" emit "$1" --resources --scheme "$2" --precision "$precision" \
    $3 $4 $5 >/dev/null || exit 1
  "$AUTOMAT" emit "$1" --language cuda --scheme "$2" --precision "$precision" \
    $3 $4 $5 >"$folder/unit.cu" &&
    "$nvcc" -arch=sm_90 -std=c++20 -fmad=false -w -ptx -o "$folder/unit.ptx" \
      "$folder/unit.cu" || exit 1
  sed -n '/entry automat_first/,$p' "$folder/unit.ptx" >"$folder/kernels.ptx"
  grep -E '[.]f64[[:space:]]' "$folder/kernels.ptx" |
    grep -vE '[[:space:]](cvt|ld|st|mov|selp|[.]reg|[.]param)[. ]'
}

# What is sought is found where it is.
precision=double
operations zener ode23 | grep -q . || {
  echo "nothing is found in double precision"
  exit 1
}

precision=single
for unit in 'michel-suquet ode23 --mixed --set solver.tangent=true' \
  'norton rodas4 --constraints --set solver.tangent=true' \
  'michel-suquet rodas4 --set solver.tangent=true' \
  'michel-suquet implicit-euler --set solver.tangent=true' \
  'michel-suquet implicit-euler --set solver.strategy=conventional' \
  'michel-suquet implicit-euler-adaptive' 'norton ode45' 'perzyna ode23s' \
  'generalized-maxwell ode12' 'j2 implicit-euler --mixed' 'fcc-crystal ode23' \
  'spectral-damage ode23s --set solver.tangent=true'; do
  # shellcheck disable=SC2086
  operations $unit >"$folder/operations"
  found=$(sort "$folder/operations" | uniq -c | head -5)
  [ -z "$found" ] && continue
  echo "$unit: arithmetic in double precision:"
  echo "$found"
  failed=1
done
exit $failed
