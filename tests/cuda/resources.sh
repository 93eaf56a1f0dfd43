#!/bin/sh
# resources.sh: registers, stack and spills of the kernels of a covering set of
# laws, schemes and architectures equal the reviewed table for the installed
# version of NVRTC: each scheme and each law once, or all units of the table
# with AUTOMAT_LONG_TESTS. ACCEPT=yes updates the table. Needs NVRTC, but no
# device.
folder=${srcdir:-.}/tests/cuda
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
automat=${AUTOMAT:-automat}
# Memory that NVRTC keeps until the end is not a leak.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export automat work ASAN_OPTIONS

"$automat" emit linear-elastic --resources >"$work/version" 2>"$work/missing"
status=$?
if [ $status -ne 0 ]; then
  cat "$work/missing"
  [ $status -eq 4 ] && grep -q 'error: no NVRTC: ' "$work/missing" && exit 77
  exit 1
fi
version=$(sed -n 's/^# NVRTC \([0-9.]*\),.*/\1/p' "$work/version")
table=$folder/resources-$version.txt
if [ ! -f "$table" ] && [ "$ACCEPT" != yes ]; then
  echo "no table of NVRTC $version: skipped"
  exit 77
fi

# Laws with and without flow, damage, fields, eigenvalues and stated rates
laws() {
  for name in damage drucker-prager kachanov linear-elastic michel-suquet \
              norton spectral-damage thermo-norton; do
    echo "${srcdir:-.}/materials/$name.yaml"
  done
}

# ARCHITECTURE MATERIAL SCHEME OPTION..., slow ones first: for one law, every
# scheme and a second architecture; for the others, the usual schemes of each
# family.
all_units() {
  schemes=$("$automat" list schemes | awk '{ print $1 }')
  suquet=${srcdir:-.}/materials/michel-suquet.yaml
  for scheme in $schemes; do
    echo "90 $suquet $scheme solver.tangent=true"
  done
  laws=$(laws)
  for law in $laws; do
    usual='ode23 rodas4 implicit-euler'
    [ "$law" = "$suquet" ] && usual=$schemes
    for scheme in $usual; do
      echo "90 $law $scheme"
    done
  done
  echo "80 $suquet ode23"
  echo "80 $suquet implicit-euler"
  echo "80 $suquet rodas4"
  echo "80 $suquet ode23 solver.tangent=true"
  echo "80 $suquet implicit-euler solver.tangent=true"
  echo "90 $suquet implicit-euler solver.strategy=conventional"
  echo "90 ${srcdir:-.}/materials/generalized-maxwell.yaml ode23"
}

# Every scheme of one law except the one that takes a fifth of the time, the
# usual tangents, and one scheme of each other law in turn
few_units() {
  all_units | awk '
    $1 == 80 { if ($3 == "ode23" && $4) print; next }
    /michel-suquet/ {
      if ($3 != "implicit-euler-adaptive" &&
          ($4 !~ /tangent/ || $3 ~ /^(ode23|implicit-euler)$/)) print
      next
    }
    !($2 in seen) { seen[$2] = count++ }
    (++rows[$2] + seen[$2]) % 3 == 0 || /maxwell/'
}

if [ -n "$AUTOMAT_LONG_TESTS" ] || [ "$ACCEPT" = yes ]; then
  all_units >"$work/units"
else
  few_units >"$work/units"
fi

# Rows of one unit, in a separate file
cat >"$work/measure" <<'END'
architecture=$1 law=$2 scheme=$3 option=$4
name=$(basename "$law" .yaml)
"$automat" emit "$law" --resources --architecture "$architecture" \
  --scheme "$scheme" ${option:+--set "$option"} >"$work/out.$$" || exit 255
awk -v a="$architecture" -v l="$name" -v s="$scheme" -v o="${option#solver.}" '
  /^automat/ { if (o == "") o = "-"
               printf "sm_%d %-19s %-23s %-21s %-13s", a, l, s, o, $1
               printf "%4d%6d%6d%6d%3d\n", $2, $3, $4, $5, $6 }' \
  "$work/out.$$" >"$work/rows.$$"
END
xargs -P "$(nproc)" -L 1 sh "$work/measure" <"$work/units" || exit 1
{
  echo "# NVRTC $version: registers, stack, spill stores and loads [bytes],"
  echo "# least blocks of 128 threads on a multiprocessor"
  cat "$work"/rows.* | LC_ALL=C sort
} >"$work/table"
[ "$ACCEPT" != yes ] || cp "$work/table" "$table"
# Short runs compare only the rows that were measured; long runs compare the
# whole table.
if [ -n "$AUTOMAT_LONG_TESTS" ] || [ "$ACCEPT" = yes ]; then
  cp "$table" "$work/reviewed"
else
  awk 'NR == FNR { measured[$1, $2, $3, $4]; next }
       /^#/ || (($1, $2, $3, $4) in measured)' \
    "$work/table" "$table" >"$work/reviewed"
fi
diff -u "$work/reviewed" "$work/table"
