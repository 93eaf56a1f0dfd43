#!/bin/sh
# older-archive.sh: batches of version 0.2 can be read; resuming one is rejected
# with a remedy.
. "${srcdir:-.}/tests/cli/support.sh"
cat >old.yaml <<'END'
case: an archive of version 0.2
material: linear-elastic
points: {count: 2, seed: 1, variables: {a: {uniform: [0.5, 1.5]}}}
path: [{time: 1, steps: 2, strain: {xx: "1e-3*a"}}]
output: {columns: [stress]}
END
cp "$source/tests/cli/version-0.2.h5" old.h5
status 0 "$AUTOMAT" batch old.yaml -o new.h5 --engine interp --quiet
status 0 "$AUTOMAT" compare old.h5 new.h5 --rtol 1e-12
status 0 "$AUTOMAT" run old.h5 --point 2 -o old.csv
status 0 "$AUTOMAT" run new.h5 --point 2 -o new.csv
cmp old.csv new.csv || fail "the point of the old file is another"
status 3 "$AUTOMAT" batch old.yaml -o old.h5 --engine interp --resume
message 'checksums of chunks: resume it with version 0.2'
cmp "$source/tests/cli/version-0.2.h5" old.h5 || fail "old.h5 is changed"
status 3 "$AUTOMAT" merge old.h5 -o merged.h5
message 'it is not a shard of a batch'
exit $failed
