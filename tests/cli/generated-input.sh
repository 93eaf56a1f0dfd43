#!/bin/sh
# generated-input.sh: generated inputs, too large or too odd to be stored: each
# gives one message and its exit status, in bounded time and memory.
: "${AUTOMAT:?}"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0
# Memory [kB]; sanitizers fail under a limit.
memory=4000000
(ulimit -v $memory && "$AUTOMAT" --version) >/dev/null 2>&1 ||
  memory=unlimited

# try STATUS MESSAGE: checks ./input.yaml and expects MESSAGE.
try() {
  (ulimit -v $memory
   timeout "${AUTOMAT_TEST_LIMIT:-0}" "$AUTOMAT" check ./input.yaml \
     >/dev/null 2>messages)
  status=$?
  if [ $status -ne "$1" ] || ! grep -qF -- "$2" messages; then
    echo "expected status $1 and '$2', found status $status and"
    head -c 2000 messages
    failed=1
  fi
  if [ "$(wc -c <messages)" -gt 2000 ]; then
    echo "the message is too long: $(wc -c <messages) bytes"
    failed=1
  fi
}

# nested OPEN CLOSE N: prints OPEN N times, then CLOSE N times.
nested() {
  awk -v open="$1" -v close_="$2" -v n="$3" 'BEGIN {
    for (i = 0; i < n; i++) printf "%s", open
    for (i = 0; i < n; i++) printf "%s", close_
    print "" }'
}

# repeated TEXT N: prints TEXT N times
repeated() {
  awk -v text="$1" -v n="$2" 'BEGIN {
    for (i = 0; i < n; i++) printf "%s", text }'
}

head -c 10000000 /dev/urandom >input.yaml
try 3 'error:'

head -c 10000000 /dev/urandom | base64 >input.yaml
try 3 'error:'

head -c 10000000 /dev/zero >input.yaml
try 3 'error:'

head -c 70000000 /dev/zero | tr '\0' '#' >input.yaml
try 3 '64 MB'

printf 'case: "\377\376"\n' >input.yaml
try 3 'UTF-8'

printf 'case: a\0b\n' >input.yaml
try 3 'error:'

rm input.yaml && mkdir input.yaml
try 3 'it is a folder'
rmdir input.yaml

ln -s input.yaml input.yaml
try 3 'cannot be read'
rm input.yaml

{ printf 'case: '; nested '[' ']' 100000; } >input.yaml
try 3 '100'

{ printf 'case: '; nested '{a: ' '}' 100000; } >input.yaml
try 3 '100'

{ printf 'material: deep\nfree_energy: '
  nested '(' ')' 1000000; } >input.yaml
try 3 'error:'

{ printf 'material: deep\nfree_energy: "'
  repeated '-' 1000000; echo 'tr(eps)"'; } >input.yaml
try 3 'error:'

{ printf 'material: deep\nfree_energy: "tr(eps)^2'
  repeated '^2' 1000000; echo '"'; } >input.yaml
try 3 'error:'

{ printf 'material: deep\nfree_energy: tr(eps)^2'
  repeated '[1]' 1000000; echo; } >input.yaml
try 3 'error:'

{ echo 'material: large'
  echo 'free_energy: |'
  echo '  sum(i, 1, 1000, sum(j, 1, 1000, sum(k, 1, 1000, i*j*k)))'
} >input.yaml
try 3 'operations'

{ echo 'material: large'
  echo 'internal: {x: {type: symmetric, count: 1000}}'
  echo 'free_energy: |'
  echo '  sum(i, 1, 1000, sum(j, 1, 1000, j*(x[i] : x[i]))) + tr(eps)^2'
  echo 'force_potential: |'
  echo '  sum(i, 1, 1000, A_x[i] : A_x[i])'
} >input.yaml
try 3 'operations'

{ echo 'material: long'
  printf 'title: '; repeated 'word ' 1000000; echo
  echo 'fre_energy: 1'; } >input.yaml
try 3 "unknown key 'fre_energy'"

{ printf 'material: long\n'; repeated 'x' 1000000; echo ': 1'; } >input.yaml
try 3 'error:'

{ echo 'material: many'; echo 'parameters:'
  awk 'BEGIN { for (i = 0; i < 20000; i++) printf "  p%d: 1\n", i }'
  echo 'free_energy: tr(eps)^2'; } >input.yaml
timeout "${AUTOMAT_TEST_LIMIT:-0}" "$AUTOMAT" check ./input.yaml >/dev/null ||
  failed=1

exit $failed
