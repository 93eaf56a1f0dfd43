#!/bin/sh
# gpus.sh: measures a volume element shared by the GPUs of one host, and a batch
# streamed through them. Prints the time of an iteration in milliseconds and its
# parts, bytes per voxel, whether the tables have the same bytes on any number
# of GPUs, and the values of the model, `automat homogenize --plan`.
#
# gpus.sh [OPTION]...
#   -e EDGES     voxels along an edge, "256 512 768 1024"
#   -s SCHEMES   of the laws, "ode23 implicit-euler"
#   -g COUNTS    numbers of GPUs, "1 2 4 8"; larger than available: skipped
#   -n STEPS     first loading steps of the path, 1 to 16; 8
#   -p POINTS    points of the batch, 4000000; 0: no batch
#   -o KEY=VALUE another key of the case; may be repeated
#   -t SECONDS   time limit of a run, 300
#   -j FILE      JSON, gpus.json
#   -k FOLDER    keeps the messages and tables of all runs
# AUTOMAT: the program; CASES: the folder of its cases.
# A run that fails is reported, and the others go on; the exit status is then 1.
usage() { sed -n '2,/^[^#]/{/^#/!d; s/^# \{0,1\}//p;}' "$0"; }

: "${AUTOMAT:=automat}"
: "${CASES:=$(cd "$(dirname "$0")/../cases" && pwd)}"
edges="256 512 768 1024" schemes="ode23 implicit-euler" counts="1 2 4 8"
steps=8 points=4000000 limit=300 json=gpus.json keep='' keys=''
while getopts he:s:g:n:p:o:t:j:k: option; do
  case $option in
    e) edges=$OPTARG ;;
    s) schemes=$OPTARG ;;
    g) counts=$OPTARG ;;
    n) steps=$OPTARG ;;
    p) points=$OPTARG ;;
    o) keys="$keys --set $OPTARG" ;;
    t) limit=$OPTARG ;;
    j) json=$OPTARG ;;
    k) keep=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
: >"$work/records"
failed=0

# say WORDS...: prints progress and errors.
say() { echo "$*" >&2; }

# ---- machine ----------------------------------------------------------------

# Names and memory (GiB) of the GPUs, one per line.
"$AUTOMAT" list engines | sed -n '/^  cuda/,$s/.*here: //p' | tr ',' '\n' |
  sed -n 's/^ *\(.*\) (sm_[0-9]*$/\1/p' >"$work/names"
"$AUTOMAT" list engines | sed -n '/^  cuda/,$s/.*here: //p' | tr ',' '\n' |
  sed -n 's/^ *\([0-9]*\) GiB)$/\1/p' >"$work/memories"
devices=$(wc -l <"$work/names")
memory=$(sort -n "$work/memories" | head -1)
[ "$devices" -gt 0 ] || { say "no GPU: $("$AUTOMAT" list engines)"; exit 4; }
name=$(sort -u "$work/names" | paste -sd/)
host="$(nproc) processors"

# first_devices N: CUDA_VISIBLE_DEVICES for the first N GPUs.
first_devices() {
  echo "${CUDA_VISIBLE_DEVICES:-$(seq -s, 0 $((devices - 1)))}" |
    cut -d, -f"1-$1"
}

# ---- records ----------------------------------------------------------------

# record KEY VALUE...: adds a line of JSON; numbers are not quoted.
record() {
  awk 'BEGIN {
    for (i = 1; i < ARGC; i += 2) {
      value = ARGV[i + 1]
      if (value !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) {
        gsub(/["\\]/, "\\\\&", value)
        gsub(/[\t\n]/, " ", value)
        value = "\"" value "\""
      }
      printf "%s\"%s\": %s", (i > 1 ? ", " : "{"), ARGV[i], value
    }
    print "}"
  }' "$@" >>"$work/records"
}

# kept NAME: copies messages and table of a run to the folder of -k.
kept() {
  [ "$keep" ] || return 0
  mkdir -p "$keep" && cp "$work/messages" "$keep/$1.txt" &&
    { [ ! -f "$work/$1.csv" ] || cp "$work/$1.csv" "$keep/"; }
}

# why STATUS: prints the reason why a run failed.
why() {
  if [ "$1" -eq 124 ] || [ "$1" -eq 137 ]; then
    echo "not done in $limit s"
  else
    sed -n 's/.*error: //p' "$work/messages" | tail -1 | grep . ||
      echo "exit status $1"
  fi
}

# ---- volume element ---------------------------------------------------------

# First loading steps of the path of the case
path=$(awk -v steps="$steps" '/^  - .*steps: 16,/ {
  for (i = 1; i < NF; i++) {
    if ($i ~ /time:$/) time = $(i + 1)
    if ($i ~ /xx:$/) { strain = $(i + 1); break }
  }
  printf "[{time: %.9g, steps: %d, strain: {xx: %.9g}, stress: {yy: 0, " \
    "zz: 0, yz: 0, xz: 0, xy: 0}}]", time*steps/16, steps, strain*steps/16
}' "$CASES/mmc-30.yaml")
[ "$path" ] || { say "no path in $CASES/mmc-30.yaml"; exit 3; }

# element EDGE SCHEME COUNT OPTION...: runs the volume element on COUNT GPUs.
element() {
  edge=$1 scheme=$2 count=$3
  shift 3
  # shellcheck disable=SC2086
  timeout -k 10 "$limit" "$AUTOMAT" homogenize "$CASES/mmc-30.yaml" \
    --set "microstructure.grid=[$edge, $edge, $edge]" \
    --set "solver.scheme=$scheme" --set "path=$path" $keys \
    --engine cuda --devices "$count" "$@"
}

# Prints values of the model, "laws transforms transposition rest all sent
# memory": times in ms, bytes of one GPU.
plan() {
  element "$@" --plan 2>"$work/messages" | awk '
    function bytes(text) {
      unit = index("kMGTP", substr(text, length(text)))
      return unit ? substr(text, 1, length(text) - 1) * 1000^unit : text
    }
    /^processes/ { table++; for (i in place) delete place[i]
                   for (i = 1; i <= NF; i++) place[$i] = i }
    /^ *[0-9]+ / && table == 1 && !memory { memory = bytes($place["device"]) }
    /^ *[0-9]+ / && table == 2 {
      print $place["laws"], $place["transforms"], $place["transposition"],
        $place["rest"], $place["all"], bytes($place["sent"]), memory
      exit
    }'
}

# Prints the figures of a run: "iterations laws transforms transposition rest
# all moved sent memory", in ms of an iteration. moved is the time of transfers,
# transposition the part of it that no other work hides.
measured() {
  awk '
    / loading steps, / { for (i = 2; i <= NF; i++)
                           if ($i ~ /^iterations/) n = $(i - 1) }
    /^[0-9.e+-]+ s: laws / {
      gsub(/[,;]/, "")
      all = $1; laws = $4 + $6; transforms = $8
      for (i = 1; i < NF; i++) if ($i == "take") memory = $(i + 1) * 1e6
    }
    /^fields moved between devices: / {
      gsub(/[,;]/, "")
      moved = $5; waited = $11; sent = $13 * 1e6
    }
    END {
      if (!n || !memory) exit 1
      print n, 1e3*laws/n, 1e3*(transforms - waited)/n, 1e3*waited/n,
        1e3*(all - laws - transforms)/n, 1e3*all/n, 1e3*moved/n, sent/n, memory
    }' "$work/messages"
}

# Adds a row of measured values to the table, and below it the model.
row() {
  printf '%5s %-15s %4s %-9s %8.3g %10.3g %13.3g %8.3g %8.3g %8.3g %8.1f  %s\n' \
    "$@"
}

# Compares with the table of the smallest number of GPUs.
same_as_before() {
  table=$work/$edge-$scheme-$count.csv
  first=$work/$edge-$scheme-first.csv
  if [ ! -f "$first" ]; then
    cp "$table" "$first"
    echo first
  elif cmp -s "$first" "$table"; then
    echo same
  else
    echo differs
  fi
}

skip() {
  say "$1³, $2, $3 GPUs: $4"
  record what element edge "$1" scheme "$2" gpus "$3" failed "$4"
}

measure_element() {
  run=$1-$2-$3
  model=$(plan "$@")
  # shellcheck disable=SC2086
  set -- "$1" "$2" "$3" $model
  if [ $# -ne 10 ]; then
    failed=1
    skip "$1" "$2" "$3" "no plan: $(why 3)"
    return
  fi
  if awk "BEGIN { exit !(${10} > $memory * 1073741824) }"; then
    skip "$1" "$2" "$3" "not run: ${10} bytes on a GPU of $memory GiB"
    return
  fi
  say "$1³, $2, $3 of $devices GPUs ..."
  element "$1" "$2" "$3" -o - -v >"$work/$run.csv" 2>"$work/messages"
  status=$?
  kept "$run"
  found=$(measured)
  if [ $status -ne 0 ] || [ ! "$found" ]; then
    rm -f "$work/$run.csv"
    failed=1
    skip "$1" "$2" "$3" "$(why $status)"
    return
  fi
  compare "$@"
}

# compare EDGE SCHEME COUNT MODEL...: adds two rows and a record.
compare() {
  bytes=$(same_as_before)
  [ "$bytes" != differs ] || failed=1
  edge=$1 scheme=$2 count=$3
  shift 3
  # shellcheck disable=SC2086
  set -- "$@" $found
  planned=$(awk "BEGIN { print $7 / $edge^3 * $count }")
  voxel=$(awk "BEGIN { print ${16} / $edge^3 * $count }")
  {
    row "$edge" "$scheme" "$count" measured "$9" "${10}" "${11}" "${12}" \
      "${13}" "${14}" "$voxel" "$bytes"
    row '' '' '' model "$1" "$2" "$3" "$4" "$5" "$3" "$planned" \
      "measured: $(awk "BEGIN { printf \"%.2f\", ${13} / $5 }") of it"
  } >>"$work/table"
  record what element edge "$edge" scheme "$scheme" gpus "$count" \
    iterations "$8" laws_ms "$9" transforms_ms "${10}" \
    transposition_ms "${11}" rest_ms "${12}" all_ms "${13}" moved_ms "${14}" \
    sent_bytes "${15}" bytes_of_voxel "$voxel" csv "$bytes" \
    model_laws_ms "$1" model_transforms_ms "$2" model_transposition_ms "$3" \
    model_rest_ms "$4" model_all_ms "$5" model_sent_bytes "$6" \
    model_bytes_of_voxel "$planned"
}

# ---- batch ------------------------------------------------------------------

# Writes only the final stresses.
batch() {
  CUDA_VISIBLE_DEVICES=$(first_devices "$1") timeout -k 10 "$limit" \
    "$AUTOMAT" batch "$CASES/million.yaml" --engine cuda -v \
    --set "points.count=$points" --set "output.columns=[stress]" \
    --set output.times=last -o "$work/$1.h5"
}

measure_batch() {
  say "$points points, $1 of $devices GPUs ..."
  batch "$1" >"$work/messages" 2>&1
  status=$?
  kept "batch-$1"
  speed=$(sed -n 's,.* \([0-9.e+]*\) points[^ ]*steps/s.*,\1,p' "$work/messages")
  if [ $status -ne 0 ] || [ ! "$speed" ]; then
    failed=1
    say "batch, $1 GPUs: $(why $status)"
    record what batch points "$points" gpus "$1" failed "$(why $status)"
    return
  fi
  if [ ! -f "$work/first.h5" ]; then
    mv "$work/$1.h5" "$work/first.h5"
    bytes=first
  else
    cmp -s "$work/first.h5" "$work/$1.h5" && bytes=same || bytes=differs
    rm -f "$work/$1.h5"
  fi
  [ "$bytes" != differs ] || failed=1
  echo "batch of $points points, $1 GPUs: $speed points·steps/s, $bytes" \
    >>"$work/batches"
  record what batch points "$points" gpus "$1" points_steps_per_s "$speed" \
    file "$bytes"
}

# ---- measurements -----------------------------------------------------------

for count in $counts; do
  [ "$count" -gt "$devices" ] || present="$present $count"
done
[ "$present" ] || { say "none of $counts GPUs: there are $devices"; exit 2; }
: >"$work/table"
: >"$work/batches"
for edge in $edges; do
  for scheme in $schemes; do
    for count in $present; do measure_element "$edge" "$scheme" "$count"; done
    rm -f "$work"/*.csv
  done
done
if [ "$points" -gt 0 ]; then
  for count in $present; do measure_batch "$count"; done
fi

version=$("$AUTOMAT" --version | head -1)
echo "$version; $devices x $name, $memory GiB; $host; $steps loading steps"
echo "milliseconds of an iteration; bytes of a voxel, on all GPUs; moved: fields"
echo "on their way, beside other work or not"
printf '%5s %-15s %4s %-9s %8s %10s %13s %8s %8s %8s %8s  %s\n' edge scheme \
  GPUs '' laws transforms transposition rest all moved bytes CSV
cat "$work/table" "$work/batches"
{
  printf '{"version": "%s", "device": "%s", "devices": %s, "memory_GiB": %s,\n' \
    "$version" "$name" "$devices" "$memory"
  printf ' "host": "%s", "loading_steps": %s, "runs": [\n' "$host" "$steps"
  sed '$!s/$/,/' "$work/records"
  echo ']}'
} >"$json"
exit $failed
