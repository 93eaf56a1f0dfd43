#!/bin/sh
# single.sh: in single precision, kernels use fewer registers and no
# double-precision arithmetic, which a single literal without suffix would
# cause: PTX contains only conversions of fields and settings. Needs NVRTC for
# the first and its header for the second, but no device.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
failed=0

# registers PRECISION: registers of the first kernel of michel-suquet, ode23
registers() {
  "$AUTOMAT" emit michel-suquet --resources --precision "$1" |
    awk '$1 == "automat_first" { print $2 }'
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
  [ -f "$root/include/nvrtc.h" ] && break
done
if ! cc -std=gnu17 -o "$folder/ptx" -I"$root/include" \
  "${srcdir:-.}/tests/cuda/ptx.c" -L"$root/lib64" -Wl,-rpath,"$root/lib64" \
  -lnvrtc >"$folder/log" 2>&1; then
  echo "no header of NVRTC: the rest is skipped"
  [ $failed -eq 0 ] && exit 77
  exit 1
fi

# Fast compilation does not optimize, so all operations are visible; NVRTC
# supports it from 12.8 on.
fast=--Ofast-compile=max
compile() {
  "$folder/ptx" "$folder/unit.cu" --gpu-architecture=compute_90 --std=c++20 \
    --fmad=false --disable-warnings $fast >"$folder/unit.ptx"
}
echo '__global__ void nothing() {}' >"$folder/unit.cu"
compile 2>/dev/null || { fast='' && compile; } || exit 1

# operations MATERIAL SCHEME [OPTION]...: lists operations on doubles, except
# those of the thread that binds parameters and those of CUDA's sine for the
# remainder of large angles, which multiplies by 2^-65 pi.
operations() {
  "$AUTOMAT" emit "$1" --language cuda --scheme "$2" --precision "$precision" \
    $3 $4 $5 >"$folder/unit.cu" && compile || exit 1
  sed -n '/entry automat_first/,$p' "$folder/unit.ptx" >"$folder/kernels.ptx"
  grep -E '[.]f64[[:space:]]' "$folder/kernels.ptx" |
    grep -vE '[[:space:]](cvt|ld|st|mov|selp|[.]reg|[.]param)[. ]' |
    grep -v ', 0d3BF921FB54442D19;'
}

# Operations in double precision are detected.
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
  'spectral-damage ode23s --set solver.tangent=true' \
  'artery implicit-euler --set solver.tangent=true'; do
  # shellcheck disable=SC2086
  operations $unit >"$folder/operations"
  found=$(sort "$folder/operations" | uniq -c | head -5)
  [ -z "$found" ] && continue
  echo "$unit: arithmetic in double precision:"
  echo "$found"
  failed=1
done
exit $failed
