# texts.awk: headers as strings, for the text of generated units: lines
# #include "…" are left out, since units put the texts together themselves.
function close_text() { if (name) print "    },"  }

FNR == 1 {
  close_text()
  name = FILENAME
  sub(/^(core|sim|tools)\//, "", name)
  printf "    {\"%s\",\n", name
}
/^#include "/ { next }
{ printf "     \"%s\\n\"\n", escaped($0) }
END { close_text() }
