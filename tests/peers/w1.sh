#!/bin/sh
# w1.sh: bench/peers/w1.c calls laws of libraries with the generic interface at
# the same points, and compares their stresses.
. "${srcdir:-.}/tests/cli/support.sh"
command -v cc >/dev/null && command -v "${AUTOMAT_CC:-cc}" >/dev/null || exit 77
status 0 cc -std=gnu17 -Wall -Wextra -Werror -o w1 "$source/bench/peers/w1.c" \
  -ldl -lm
for law in 'linear-elastic --name SOFT' \
    'linear-elastic --name STIFF --set parameters.E=330e3' \
    'norton --name CREEP' 'norton --name OPEN --properties E' \
    'hencky --name DEFORMED'; do
  # shellcheck disable=SC2086
  status 0 "$AUTOMAT" export $law -o "$(echo "$law" | awk '{ print $3 }').so"
done

# row BEHAVIOUR DIFFERENCE: its row has times, this difference, and no failure.
row() {
  awk -v name="$1" -v off="$2" '
    $1 == name && $2 > 0 && $3 > 0 && $5 == off && $6 == 0 { good = 1 }
    END { exit !good }' out || fail "$1, $2: $(cat out)"
}

# Stresses of linear elasticity are proportional to its modulus.
status 0 ./w1 64 ./SOFT.so SOFT ./STIFF.so STIFF
row SOFT 0.0e+00
row STIFF 1.0e-01
# The same law twice, with its own state
status 0 ./w1 64 ./CREEP.so CREEP ./CREEP.so CREEP
[ "$(grep -c '^CREEP .* 0.0e+00 *0$' out)" -eq 2 ] || fail "$(cat out)"

status 1 ./w1 64 ./OPEN.so OPEN
message "OPEN: it has material properties; make them parameters"
status 1 ./w1 64 ./DEFORMED.so DEFORMED
message "DEFORMED: it is not for small strains"
status 1 ./w1 64 ./SOFT.so HARD
message "HARD_Tridimensional"
status 2 ./w1 8 ./SOFT.so SOFT
message "expected POINTS (32 at least)"
exit $failed
