#!/bin/sh
# nvrtc.sh: the CUDA text of laws and schemes compiles.  Needs nvcc, which
# compiles it as NVRTC does; no device.
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
[ -n "$nvcc" ] || { echo "no nvcc: skipped"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
status=0

# MATERIAL SCHEME OPTION...
check() {
  "${AUTOMAT:-automat}" emit "$1" --language cuda --scheme "$2" \
    ${3+--set "$3"} > "$work/unit.cu" || exit 1
  "$nvcc" -arch=sm_90 -std=c++20 -fmad=false -w -cubin \
    -o "$work/unit.cubin" "$work/unit.cu" || { echo "fails: $*"; status=1; }
}

check michel-suquet ode23
check michel-suquet ode45 solver.tangent=true
check michel-suquet implicit-euler solver.tangent=true
check michel-suquet implicit-euler solver.strategy=conventional
check norton implicit-euler-adaptive
check zener rodas4
check linear-elastic ode12
check perzyna ode23s
exit $status
