#!/bin/sh
# usage.sh: help, version, and wrong command lines.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
failed=0

# wrong MESSAGE ARGUMENT...: expects exit status 2 and only this message.
wrong() {
  message="automat: error: $1"
  shift
  "$AUTOMAT" "$@" >"$folder/out" 2>"$folder/messages"
  status=$?
  if [ $status -ne 2 ] || [ -s "$folder/out" ] ||
    [ "$(cat "$folder/messages")" != "$message" ]; then
    echo "automat $*: expected status 2 and '$message', found $status and"
    cat "$folder/messages"
    failed=1
  fi
}

# good TEXT ARGUMENT...: expects exit status 0 and TEXT on standard output only.
good() {
  text=$1
  shift
  if ! "$AUTOMAT" "$@" >"$folder/out" 2>"$folder/messages" ||
    [ -s "$folder/messages" ] || ! grep -qF -- "$text" "$folder/out"; then
    echo "automat $*: expected '$text', found"
    cat "$folder/out" "$folder/messages"
    failed=1
  fi
}

wrong "expected a command; try 'automat run uniaxial --plot uniaxial.svg'; \
'automat --help' lists all commands"
wrong "expected a command; try 'automat run uniaxial --plot uniaxial.svg'; \
'automat --help' lists all commands" --
wrong "unknown command 'rum' (did you mean 'run'?); 'automat --help' lists \
all commands" rum
wrong "unknown command 'frobnicate'; 'automat --help' lists all commands" \
  frobnicate
wrong "unknown command ''; 'automat --help' lists all commands" ''
wrong "unknown option '--verison' (did you mean '--version'?)" --verison
wrong "unknown option '--plto' of 'automat run' (did you mean '--plot'?)" \
  run --plto=x.svg case.yaml
wrong "unknown option '-x' of 'automat run' (did you mean '--x'?)" \
  run -x case.yaml
wrong "option '--quiet' takes no value" run --quiet=yes case.yaml
wrong "option '--set' needs a value: --set KEY=VALUE" run case.yaml --set
wrong "option '-o' needs a value: -o FILE" run case.yaml -o
wrong "'automat run' needs CASE; see 'automat help run'" run
wrong "unexpected argument 'b.yaml': 'automat run' expects CASE" \
  run a.yaml b.yaml
wrong "unexpected argument '--quiet': 'automat run' expects CASE" \
  run -- a.yaml --quiet
wrong "'automat check' needs FILE...; see 'automat help check'" check
wrong "option '--describe' needs a value: --describe NAME" \
  list materials --describe
wrong "unknown list 'shemes' (did you mean 'schemes'?); 'automat list' prints \
all names" list shemes
wrong "unknown command 'chekc' (did you mean 'check'?); 'automat --help' \
lists all commands" help chekc
wrong "unknown picture format 'x.gif', expected a name that ends in .svg, \
.png, .pdf, .eps or .tex" run case.yaml --plot x.gif
wrong "--keep-script needs --plot FILE" run case.yaml --keep-script

good 'Usage: automat COMMAND' --help
good 'Usage: automat COMMAND' -h
good 'Usage: automat COMMAND' help
good 'automat ' --version
for command in run evaluate check compare study fit list new emit schema \
    cache report completion help; do
  good "Usage: automat $command" help $command
  good "Usage: automat $command" $command --help
  good "Usage: automat $command" $command -h
  good "  $command " --help
done
for topic in materials schemes operators columns engines; do
  good "  $topic " list
  good '  ' list $topic
done
good 'michel-suquet' list materials
good 'ode23s' list schemes

exit $failed
