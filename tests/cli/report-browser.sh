#!/bin/sh
# report-browser.sh: pages of `automat report` in a browser, at 400 and 1200
# pixels and in print: no console messages, missing glyphs, clipped boxes or
# boxes that are too wide.
. "${srcdir:-.}/tests/cli/support.sh"
browser=$(command -v chromium) || exit 77
command -v gnuplot >/dev/null || exit 77

# browse OPTION... FILE: runs the browser; output goes to browsed and messages.
browse() {
  HOME=$PWD XDG_CONFIG_HOME=$PWD XDG_CACHE_HOME=$PWD "$browser" \
    --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --hide-scrollbars --enable-logging=stderr --user-data-dir="$PWD/profile" \
    --virtual-time-budget=20000 "$@" >browsed 2>said
}

# looked NAME: examines a page at two widths.
looked() {
  {
    printf '<!DOCTYPE html><meta charset="utf-8"><body>'
    printf '<script type="text/plain" id="page">'
    cat "$1.html"
    printf '</script><script>'
    cat "$source/tests/cli/report.js"
    printf '</script>'
  } >"$1-frames.html"
  browse --dump-dom "file://$PWD/$1-frames.html"
  sed -n '/<pre id="found">/,/<\/pre>/p' browsed | sed '1d;$d' >found
  [ "$(grep -c '^looked at [0-9][0-9]* letters' found)" = 2 ] ||
    fail "$1: the browser did not look: $(tail -n 5 said)"
  ! grep -v '^looked at' found || fail "$1: what is wrong (above)"
  ! grep CONSOLE said || fail "$1: messages of the console (above)"
}

# printed NAME: prints a page to PDF and expects its title.
printed() {
  browse --no-pdf-header-footer --print-to-pdf="$1.pdf" "file://$PWD/$1.html"
  [ "$(head -c 5 "$1.pdf" 2>/dev/null)" = '%PDF-' ] ||
    fail "$1: no PDF: $(tail -n 3 said)"
  ! grep CONSOLE said || fail "$1: messages of the console (above)"
  command -v pdftotext >/dev/null || return
  pdftotext "$1.pdf" - | grep -qF "$2" || fail "$1: the PDF lacks '$2'"
}

# Skipped if the browser cannot run here
echo '<!DOCTYPE html><p id="x">here</p>' >try.html
browse --dump-dom "file://$PWD/try.html"
grep -q here browsed || exit 77

for law in fcc-crystal thermo-norton ogden; do
  status 0 "$AUTOMAT" report $law --quick -q -o $law.html
  looked $law
done
status 0 "$AUTOMAT" report j2-cyclic -q -o j2-cyclic.html
looked j2-cyclic
printed thermo-norton 'Cost of schemes'

# Narrow columns do not break words in print.
status 0 "$AUTOMAT" report fit-michel-suquet -q -o fit.html
looked fit
printed fit deviatoric

# Planted errors are found.
before=$failed
sed 's|<main>|<main><p style="width:2000px">wide \&#x10fffe;</p><p style="width:9em;overflow:hidden;white-space:nowrap">a text that is far too long for it</p>|' \
  j2-cyclic.html >wrong.html
looked wrong >seen
failed=$before
for word in 'beyond 400 pixels' 'cut at 1200 pixels' 'no glyph of U+10fffe'; do
  grep -qF "$word" seen || fail "expected '$word': $(cat seen)"
done
exit $failed
