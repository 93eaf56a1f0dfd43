#!/bin/sh
# links.sh: an output is not written through symbolic links of other users in
# world-writable folders, but follows other links. Skipped if this user cannot
# create links of another user, here number 65534.
. "${srcdir:-.}/tests/cli/support.sh"
unset AUTOMAT_CC
other=65534
mkdir -m 1777 public
mkdir private cache public/mine
export XDG_CACHE_HOME="$folder/cache" TMPDIR="$folder"

cat >case.yaml <<'INPUT'
case: elastic
material: linear-elastic
path: [{time: 1, steps: 4, strain: {xx: 1e-3}}]
INPUT
cp case.yaml native.yaml
echo 'solver: {engine: native}' >>native.yaml
echo 'points: {count: 3}' | cat case.yaml - >batch.yaml
layers 2 >cell.yaml
echo 'output: {fields: {file: public/cell, format: hdf5}}' >>cell.yaml

# Targets of links, which must not change
echo kept >kept
sum() { cat private/* kept 2>/dev/null | cksum; }

# ---- links of the user ---------------------------------------------------

echo old >private/target
ln -s ../private/target public/own.csv
ln -s own.csv public/twice.csv
ln -s "$folder/private" public/through
for name in own.csv twice.csv through/target; do
  echo old >private/target
  status 0 "$AUTOMAT" run case.yaml -o "public/$name"
  grep -q '^time' private/target || fail "$name: the link is not followed"
  [ -L public/own.csv ] && [ -L public/twice.csv ] ||
    fail "$name: the link is replaced"
done

# ---- links of other users ------------------------------------------------

ln -s ../kept public/probe
[ "$(id -u)" -eq 0 ] && chown -h $other public/probe 2>/dev/null ||
  exit $((failed ? 1 : 77))
rm public/probe

# lay NAME TARGET: makes a link owned by another user.
lay() {
  ln -s "$2" "public/$1" && chown -h $other "public/$1"
}

# refused NAME COMMAND...: expects one message that names the link and its
# owner, and an unchanged target.
refused() {
  name=$1
  shift
  before=$(sum)
  status 4 "$AUTOMAT" "$@"
  message "'public/$name' belongs to"
  message 'remove it, or write to another folder'
  [ "$(sum)" = "$before" ] || fail "automat $*: written through the link"
  [ -L "public/$name" ] || [ -p "public/$name" ] ||
    fail "automat $*: public/$name is replaced"
}

lay a.csv ../kept
refused a.csv run case.yaml -o public/a.csv
refused a.csv run case.yaml --set output.file=public/a.csv
refused a.csv compare private/target private/target -o public/a.csv
lay b.csv ../private/none
refused b.csv run case.yaml -o public/b.csv
[ ! -e private/none ] || fail 'a link to nothing is followed'
lay c.csv a.csv
refused c.csv run case.yaml -o public/c.csv
# Through a link of the user
ln -s a.csv public/d.csv
refused a.csv run case.yaml -o public/d.csv
mkfifo public/pipe.csv
chown $other public/pipe.csv
refused pipe.csv run case.yaml -o public/pipe.csv

lay batch.h5 ../kept
refused batch.h5 batch batch.yaml -o public/batch.h5
refused batch.h5 batch batch.yaml -o public/batch.h5 --resume
status 0 "$AUTOMAT" batch batch.yaml -o one.h5 --shard 1/2
status 0 "$AUTOMAT" batch batch.yaml -o one.h5 --shard 2/2
refused batch.h5 merge one.1of2.h5 one.2of2.h5 -o public/batch.h5
lay cell.h5 ../kept
refused cell.h5 homogenize cell.yaml -o cell.csv
rm public/cell.h5
lay cell.h5.part ../kept
refused cell.h5.part homogenize cell.yaml -o cell.csv
lay law.json ../kept
refused law.json check linear-elastic --quick --json public/law.json
lay law.xml ../kept
refused law.xml check linear-elastic --quick --junit public/law.xml
lay law.c ../kept
refused law.c export linear-elastic --source -o public/law.c
lay schema.json ../kept
refused schema.json schema material -o public/schema.json
lay picture.svg ../kept
refused picture.svg run case.yaml -o own.csv --plot public/picture.svg
lay part.csv.part ../kept
status 4 "$AUTOMAT" run case.yaml -o public/part.csv
message "'public/part.csv.part' exists and is not an unfinished output"

# Neither temporary nor cache folders of the compiler
lay temporary "$folder/private"
TMPDIR=public/temporary refused temporary export linear-elastic -o law.so
XDG_CACHE_HOME="$folder/public/temporary" status 4 "$AUTOMAT" cache
[ -z "$(find private -mindepth 1 -not -name target)" ] ||
  fail 'a folder is made through the link'
XDG_CACHE_HOME="$folder/public/temporary" TMPDIR="$folder/public/temporary" \
  status 0 "$AUTOMAT" run native.yaml -o own.csv
message 'other users could replace it there'

# Links of the folder's owner are followed; in the user's own folders, all links
# are followed.
chown $other public
status 0 "$AUTOMAT" run case.yaml -o public/a.csv
grep -q '^time' kept || fail 'the link of the owner of the folder'
chown 0 public
chmod 755 public
echo kept >kept
status 0 "$AUTOMAT" run case.yaml -o public/a.csv
grep -q '^time' kept || fail 'the link in a folder that only one may write to'

exit $failed
