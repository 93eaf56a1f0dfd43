#!/bin/sh
# man-pages.sh: each manual page is correct on a terminal of 80 columns, in
# UTF-8 and in ASCII: no warnings, long lines or lost characters, and options
# can be copied as typed.
. "${srcdir:-.}/tests/cli/support.sh"
command -v groff >/dev/null || exit 77

# rendered DEVICE PAGE: writes page.txt, and warnings of groff to messages.
# Hyphens and minus signs differ, which some installations do not do.
rendered() {
  sed '/^\.TH/a\
.char - \\[u2010]' "$2" | groff -t -man "-T$1" -rLL=80n -ww -P-cbou \
    >page.txt 2>messages
}

# long_lines: lines of page.txt with more than 80 UTF-8 characters.
long_lines() {
  LC_ALL=C awk '{ line = $0; gsub(/[\200-\277]/, "", line) }
                length(line) > 80' page.txt
}

hyphen=$(printf '\342\200\220')
count=0
for page in "$source"/man/*.[1-9]; do
  name=${page##*/}
  for device in ascii utf8; do
    rendered $device "$page"
    [ -s page.txt ] || fail "$name is empty"
    [ ! -s messages ] || fail "$name, $device: $(cat messages)"
    long_lines >long
    [ ! -s long ] || fail "$name, $device: longer than 80: $(cat long)"
    count=$((count + 1))
  done
  ! sed '$d' page.txt | grep -n "$hyphen" || # the last line has the date
    fail "$name: hyphens (above) that are no minus signs, write \\-"
  ! grep -n '‘[^’]*$' page.txt || fail "$name: a quotation (above) is broken"
  LC_ALL=C grep -n "$(printf '[\200-\377]')" "$page" &&
    fail "$name: characters (above) that are no ASCII"
done
[ $count -ge 30 ] || fail "$count pages"
exit $failed
