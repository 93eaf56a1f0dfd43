#!/bin/sh
# reports.sh: writes the data sheets of all laws and of the cases in
# docs/laws.md to a folder, with an index page; `make reports`.
: "${AUTOMAT:?}" "${srcdir:?}"
folder=$1
failed=0

# title FILE: prints the title of a page.
title() { sed -n 's|^<p class="title">\(.*\)</p>$|\1|p' "$1" | head -n 1; }

# write NAME FILE: writes the page of a law or case.
write() {
  echo "  REPORT   $1"
  "$AUTOMAT" report "$2" --quiet -o "$folder/$1.html" || failed=1
}

cases=$(sed -n 's|.* cases/\([-a-z0-9]*\)\.yaml.*|\1|p' "$srcdir/docs/laws.md" |
  sort -u)
laws=$(sed -n 's|^### `\(.*\)`$|\1|p' "$srcdir/docs/laws.md")
for law in $laws; do write "$law" "$law"; done
for case in $cases; do write "case-$case" "$srcdir/cases/$case.yaml"; done

{
  cat <<'HEAD'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>Laws of automat</title>
<style>
body { font: 16px/1.6 Georgia, "DejaVu Serif", serif; max-width: 44rem;
  margin: 0 auto; padding: 1.5rem; color: #1c1f23; }
h1, h2 { font-family: "Helvetica Neue", Arial, sans-serif; }
a { color: #0b5cad; }
</style></head><body><h1>Laws of automat</h1><ul>
HEAD
  for law in $laws; do
    echo "<li><a href=\"$law.html\">$law</a>: $(title "$folder/$law.html")</li>"
  done
  echo '</ul><h2>Cases</h2><ul>'
  for case in $cases; do
    echo "<li><a href=\"case-$case.html\">$case</a></li>"
  done
  echo '</ul></body></html>'
} >"$folder/index.html"
exit $failed
