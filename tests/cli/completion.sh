#!/bin/sh
# completion.sh: completions by bash with the script that the program prints.
. "${srcdir:-.}/tests/cli/support.sh"

status 2 "$AUTOMAT" completion
status 2 "$AUTOMAT" completion zsh
message "shell 'zsh' is not supported"
status 0 "$AUTOMAT" completion bash
mv out script
[ ! -s messages ] || fail "messages: $(cat messages)"
"$AUTOMAT" completion bash | cmp - script || fail 'two calls, two scripts'

command -v bash >/dev/null || exit 77
cat >complete.bash <<'END'
# Input: words of a command line, the last one under the cursor. Output: sorted
# completions on one line.
set -u
. ./script
[ "$(complete -p automat)" = 'complete -F _automat automat' ] || exit 1
COMP_WORDS=(automat "$@")
COMP_CWORD=$#
_automat
printf '%s\n' "${COMPREPLY[@]+"${COMPREPLY[@]}"}" | LC_ALL=C sort -u |
  tr '\n' ' '
END
mkdir folder cases
touch a.yaml a.h5 a.csv a.svg b.yaml 'two words.yaml' "it's.csv" cases/x.yaml

# offers EXPECTED WORD...: compares the completions of the last word.
offers() {
  expected=$1
  shift
  found=$(bash complete.bash "$@" 2>messages) && [ ! -s messages ] &&
    [ "${found% }" = "$expected" ] && return
  fail "automat $*: expected '$expected', found '$found'"
  cat messages
}

# ---- commands and options --------------------------------------------------

"$AUTOMAT" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
[ "$(wc -l <commands)" -gt 10 ] || fail 'no commands'
all=$(LC_ALL=C sort commands | tr '\n' ' ')
offers "${all% }" ''
offers "${all% }" help ''
offers 'homogenize' ho
offers '--help --version -h' -
offers '--version' --v
offers '' frobnicate ''
while read -r command; do
  "$AUTOMAT" help "$command" |
    awk 'on { for (i = 1; i < 3; i++) if (sub(/^-/, "-", $i)) print $i }
         /^Options:/ { on = 1 }' | tr -d , | LC_ALL=C sort >options
  grep -qx -- --help options || fail "$command: no options"
  options=$(tr '\n' ' ' <options)
  offers "${options% }" "$command" -
done <commands
offers '--keep-script' run a.yaml --k
offers '' run -- -

# ---- names -----------------------------------------------------------------

offers 'cuda interp native' run --engine ''
offers 'native' run --engine = na
offers 'cuda interp native' batch a.yaml --engine =
offers 'double single' run --precision ''
offers 'ode12 ode23 ode23s ode45' emit norton --scheme ode
offers 'ode45,rodas4' study order --schemes ode45,r
offers 'strain strain.eq stress' compare a.csv a.csv --x st
offers 'time,strain time,strain.eq time,stress' compare --columns time,st
offers 'cases cell-columns columns' list c
offers 'accuracy' study a
offers 'hessian' check --only he
offers 'W1 W2 W3' bench --workload ''
offers 'bash' completion ''
offers 'michel-suquet michel-suquet-voce' emit mi
offers 'norton' new mine --from nor
offers 'uniaxial uniaxial-backward-euler uniaxial-corner-cut' run uni
offers '' run --set ''
offers '' run --set parameters.n = ''
offers 'norton' check a.yaml b.yaml nor

# ---- files -----------------------------------------------------------------

offers 'a.h5 a.yaml' run a.
offers 'a.h5 a.yaml' run --set parameters.n = 5 -o a.csv a.
offers 'cases/x.yaml' check cases/
offers 'a.csv a.h5' compare a.csv a.
offers 'a.svg' run --plot a
offers 'a.csv a.h5 a.svg a.yaml' run -o a
offers 'cases' check --replays ca
offers 'two words.yaml' run two
offers "it's.csv" compare it

# ---- file names are not executed as commands ---------------------------------

mkdir materials
for name in 'a;b' '$(touch stolen)' "q'; touch stolen; '" 'own-law_2'; do
  cp "$source/materials/norton.yaml" "materials/$name.yaml"
done
AUTOMAT_PATH=. "$AUTOMAT" completion bash >script
offers 'own-law_2' emit own
offers '' emit a\;
[ ! -e stolen ] || fail 'the name of a material was run'

exit $failed
