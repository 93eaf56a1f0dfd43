#!/bin/sh
# hdf5.sh: only commands that need the HDF5 library open it.
. "${srcdir:-.}/tests/cli/support.sh"

library=$(sed -n 's/^#define AM_HDF5_FILE "\(.*\)"$/\1/p' \
  "${AUTOMAT%/*}/config.h" 2>/dev/null)
[ -n "$library" ] || {
  echo "HDF5 is linked here"
  exit 77
}

cat >one.yaml <<'INPUT'
case: one point
material: norton
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
output: {columns: [stress]}
INPUT
cat >some.yaml <<'INPUT'
case: some points
material: norton
solver: {engine: interp}
points: {count: 3, seed: 1, variables: {K: {normal: [115, 2]}}}
path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]
output: {columns: [stress]}
INPUT

# Invalid file in place of the library
mkdir broken
echo nothing >broken/"$library"
with_broken() {
  LD_LIBRARY_PATH=$folder/broken "$AUTOMAT" "$@"
}

status 0 with_broken run one.yaml
status 4 with_broken batch some.yaml -o some.h5
message 'cannot open the library HDF5, which is needed for .h5 files: '
message "$library"
[ ! -e some.h5 ] || fail "a file is left behind"
status 0 "$AUTOMAT" batch some.yaml -o some.h5
[ -s some.h5 ] || fail "no file"
exit $failed
