#!/bin/sh
# paper.sh: the volume element of the AutoMat paper with several schemes, numbers
# of loading steps, strategies and reference materials, and the numbers of the
# paper next to the results.
#
# paper.sh [OPTION]...
#   -g GRID        voxels along an edge, 30; the paper has 150
#   -n STEPS       numbers of loading steps, "20 40 80"; multiples of 5
#   -s SCHEMES     of the laws, "implicit-euler ode12 ode23 ode23s"
#   -S STRATEGIES  "automatic"; also semi-automatic, and conventional (for
#                  implicit-euler only)
#   -r REFERENCES  "fixed"; also updated
#   -e ENGINE      auto; cuda is compared with the paper's GPU
#   -o KEY=VALUE   another key of the case; may be repeated
#   -k FOLDER      keeps tables and messages of all runs
# AUTOMAT: the program.  The paper's numbers are from 150^3 voxels and 80 loading
# steps, on 24 cores (two Intel Xeon E5-2687W v4), or with an Nvidia Quadro GV100
# that evaluates the laws; other grids are expected to differ.
# A run that fails is reported, and the others go on; the exit status is then 1.
usage() { sed -n '2,/^[^#]/{/^#/!d; s/^# \{0,1\}//p;}' "$0"; }

: "${AUTOMAT:=automat}"
grid=30 counts="20 40 80" schemes="implicit-euler ode12 ode23 ode23s"
strategies=automatic references=fixed engine=auto keep='' failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
while getopts hg:n:s:S:r:e:o:k: option; do
  case $option in
    g) grid=$OPTARG ;;
    n) counts=$OPTARG ;;
    s) schemes=$OPTARG ;;
    S) strategies=$OPTARG ;;
    r) references=$OPTARG ;;
    e) engine=$OPTARG ;;
    o) printf '%s\n' --set "$OPTARG" >>"$work/keys" ;;
    k) keep=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
: >>"$work/keys"

# Iterations of the elasticity solver by scheme.
cat >"$work/iterations" <<'END'
implicit-euler 1681
ode12 1571
ode23 1527
ode23s 1554
END

# Seconds by scheme, strategy, processor: total with an updated and with a fixed
# reference; laws and tangents with an updated reference.
cat >"$work/times" <<'END'
implicit-euler conventional   cpu 1162.74  1133.61 830.1  50.9
implicit-euler automatic      cpu 6282.41  6055.91 4996.7 408.1
implicit-euler semi-automatic cpu 2185.59  2100.79 1668.1 127.5
ode12          automatic      cpu 11555.43 2553.35 2062.8 9070.5
ode12          semi-automatic cpu 2839.94  1000.24 746.5  1844.7
ode23          automatic      cpu 3122.45  1438.54 1330.5 1683.9
ode23          semi-automatic cpu 1170.09  803.50  556.9  395.7
ode23s         semi-automatic cpu 4710.81  1877.27 1472.8 2885.7
implicit-euler conventional   gpu 492.14   473.91  249.7  34.9
implicit-euler automatic      gpu 541.88   527.92  257.7  38.1
implicit-euler semi-automatic gpu 532.13   502.07  257.8  38.3
ode12          automatic      gpu 574.26   485.00  237.3  133.6
ode12          semi-automatic gpu 600.93   481.27  247.4  121.3
ode23          automatic      gpu 534.34   470.86  238.1  73.2
ode23          semi-automatic gpu 487.55   453.94  229.1  63.3
ode23s         semi-automatic gpu 958.07   468.42  235.1  508.5
END
case $engine in cuda) processor=gpu ;; *) processor=cpu ;; esac

# element NAME STEPS SCHEME STRATEGY REFERENCE: runs the volume element.
element() {
  name=$1 n=$2
  set -- --set "solver.scheme=$3" --set "solver.strategy=$4" \
    --set "homogenization.reference=$5" \
    --set "microstructure.grid=[$grid, $grid, $grid]" \
    --set "path.1.steps=$((n / 5))" --set "path.2.steps=$((2 * n / 5))" \
    --set "path.3.steps=$((2 * n / 5))"
  while IFS= read -r word; do set -- "$@" "$word"; done <"$work/keys"
  "$AUTOMAT" homogenize mmc-30 -v --engine "$engine" "$@" \
    -o "$work/$name.csv" 2>"$work/$name.txt" && return
  failed=1
  grep -m 1 error: "$work/$name.txt" >&2 || tail -1 "$work/$name.txt" >&2
  return 1
}

# row NAME STEPS SCHEME STRATEGY REFERENCE: prints results, with those of the
# paper in brackets.
row() {
  set -- "$@" '' '' '' ''
  if [ "$2" -eq 80 ]; then
    set -- "$1" "$2" "$3" "$4" "$5" \
      "$(awk -v s="$3" '$1 == s { print " (" $2 ")" }' "$work/iterations")" \
      $(awk -v s="$3" -v y="$4" -v p=$processor -v r="$5" '
        $1 == s && $2 == y && $3 == p {
          if (r == "updated") print "(" $4 ")", "(" $6 ")", "(" $7 ")"
          else print "(" $5 ")"
        }' "$work/times")
  fi
  awk -v head="$2 $3 $4 $5" -v i="$6" -v t="$7" -v l="$8" -v a="$9" '
    / iterations, / { iterations = $6 + 0 }
    / s: laws / {
      total = $1; laws = $4 + 0; tangents = $6 + 0
      transforms = $8 + 0; rest = $10 + 0
    }
    END {
      split(head, h, " ")
      printf "%5s  %-14s  %-14s  %-9s  %-12s  %-18s  %-17s  %-16s  %-10s  %s\n",
        h[1], h[2], h[3], h[4], iterations i, total " " t, laws " " l,
        tangents " " a, transforms, rest
    }' "$work/$1.txt"
}

# apart A B: largest difference of the mean stress at the times of B.
apart() {
  "$AUTOMAT" compare "$work/$1.csv" "$work/$2.csv" --columns stress.xx -q \
    -o - 2>/dev/null | awk -F, '$1 == "stress.xx" { printf "%.4g", $4 }'
}

echo "Volume element with $grid x $grid x $grid voxels, engine $engine;" \
  "in brackets the AutoMat paper ($processor), 150 x 150 x 150 voxels"
echo
printf '%5s  %-14s  %-14s  %-9s  %-12s  %-18s  %-17s  %-16s  %-10s  %s\n' \
  steps scheme strategy reference iterations 'total s' 'laws s' 'tangents s' \
  transforms rest
for n in $counts; do
  for scheme in $schemes; do
    for strategy in $strategies; do
      case $strategy,$scheme in
        conventional,implicit-euler) ;;
        conventional,*) continue ;;
      esac
      for reference in $references; do
        name=$n-$scheme-$strategy-$reference
        element "$name" "$n" "$scheme" "$strategy" "$reference" &&
          row "$name" "$n" "$scheme" "$strategy" "$reference"
      done
    done
  done
done

# Stresses depend neither on the strategy nor on the reference.
variant=${strategies%% *}-${references%% *}
finest=$(printf '%s\n' $counts | sort -n | tail -1)
echo
echo "Largest difference of the mean stress xx in MPa from $finest loading steps" \
  "of the same scheme"
printf '%5s  %-14s  %s\n' steps scheme difference
for n in $counts; do
  for scheme in $schemes; do
    [ -f "$work/$n-$scheme-$variant.csv" ] || continue
    printf '%5s  %-14s  %s\n' "$n" "$scheme" \
      "$(apart "$finest-$scheme-$variant" "$n-$scheme-$variant")"
  done
done
if [ -n "$keep" ]; then
  mkdir -p "$keep" && cp "$work"/*.csv "$work"/*.txt "$keep" || failed=1
fi
exit $failed
