#!/bin/sh
# surroundings.sh: each subcommand with closed or full streams, little memory,
# no home, no folder for temporary files, an unknown locale, or read-only
# folders: a result, or a status and a message with the cause.
. "${srcdir:-.}/tests/cli/support.sh"

cat >c.yaml <<'INPUT'
case: x
material: norton
path: [{duration: 1, steps: 5, strain: {xx: 1e-3}}]
INPUT
echo 'points: {count: 4}' | cat c.yaml - >b.yaml
layers 1 >e.yaml
printf 'time,strain.xx\n0,0\n1,1e-3\n' >t.csv
printf 'strain.xx\n1e-3\n' >p.csv
cp "$source"/cases/fit-* .
status 0 "$AUTOMAT" batch b.yaml -o s.h5 --shard 2/2

# Commands; the first word tells whether they print to standard output.
cat >lines <<'END'
prints run c.yaml
quiet run c.yaml -o o.csv
quiet batch b.yaml -o o.h5
quiet merge s.2of2.h5 -o o.h5
prints homogenize e.yaml
prints homogenize e.yaml --plan
prints evaluate norton p.csv -d 1
prints check linear-elastic --quick --no-replays
prints check --list
prints compare t.csv t.csv
prints study sweep c.yaml --over parameters.n=5,6
prints fit fit-michel-suquet.yaml
prints list materials
prints new fresh --from linear-elastic
prints emit linear-elastic
prints emit norton --language c
prints export norton --snippet ogs
quiet export norton --source -o o.c
prints bench --quick --seconds 0.001 --repetitions 1 --points 8
prints cache
prints schema material
prints completion bash
prints --help
END

# within NAME STATUSES COMMAND: runs every command as $line within COMMAND in a
# new folder; expects one of these statuses, and a message for failures.
within() {
  name=$1
  statuses=$2
  shift 2
  while read -r does line; do
    rm -rf work && mkdir work && cp ./*.yaml ./*.csv ./*.h5 work
    (cd work && line=$line sh -c "$*") >out 2>messages </dev/null
    found=$?
    case "$statuses $does" in
      full*quiet) expected=0 ;;
      full*) expected=4 ;;
      *) expected=$statuses ;;
    esac
    case " $expected " in
      *" $found "*) ;;
      *) fail "$name: $line: status $found"; cat messages ;;
    esac
    [ $found -eq 0 ] || [ "$name" = 'no messages' ] || [ -s messages ] ||
      fail "$name: $line: status $found without a message"
    find work -name '*.part' | grep . && fail "$name: $line: left behind"
  done <lines
}

run="exec timeout $limit \"$AUTOMAT\" \$line"
within 'as usual' 0 "$run"
within 'no output' full "$run >&-"
[ ! -w /dev/full ] || within 'full output' full "$run >/dev/full"
within 'no messages' 0 "$run 2>&-"
within 'no input' 0 "$run <&-"
within 'no home' '0 4' "unset HOME XDG_CACHE_HOME; $run"
within 'unknown locale' 0 "export LC_ALL=xx_YY.weird LANG=tr_TR; $run"
within 'no temporary files' '0 4' "export TMPDIR=/nowhere; $run"

# Little memory; sanitizers fail under a limit.
if (ulimit -v 4000000 && "$AUTOMAT" --version) >/dev/null 2>&1; then
  for kilobytes in 60000 120000 250000; do
    within "$kilobytes kB" '0 1 3 4' "ulimit -v $kilobytes; $run"
  done
fi

# Read-only folder, also for root; skipped if another user cannot read the
# materials.
nobody='setpriv --reuid 65534 --regid 65534 --clear-groups'
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null &&
  $nobody test -r "$source/materials"; then
  chmod 755 "$folder"
  within 'read-only folder' '0 4' "chmod 555 .; export HOME=/nowhere
    unset XDG_CACHE_HOME
    exec timeout $limit $nobody \"$AUTOMAT\" \$line"
fi

# Waiting threads spin only briefly, unless the user has chosen.
spins() { env -u GOMP_SPINCOUNT -u OMP_WAIT_POLICY OMP_NUM_THREADS=2 \
  OMP_DISPLAY_ENV=verbose "$@" "$AUTOMAT" --version 2>&1 |
  sed -n "s/.*GOMP_SPINCOUNT = '\(.*\)'/\1/p" | tail -n 1; }
if [ -n "$(spins)" ]; then
  [ "$(spins)" -eq 1000 ] || fail "threads spin $(spins) times"
  [ "$(spins GOMP_SPINCOUNT=77)" -eq 77 ] || fail "the choice is ignored"
fi
exit $failed
