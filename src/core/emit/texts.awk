# texts.awk: writes headers as C strings, for the text of generated units. Lines
# #include "…" are omitted, because units concatenate the texts themselves, except
# in kernel.h, which lists the texts of a unit.
function close_text() { if (name) print "    },"  }

FNR == 1 {
  close_text()
  name = FILENAME
  sub(/^(core|sim|tools)\//, "", name)
  printf "    {\"%s\",\n", name
}
/^#include "/ && name != "kernel/kernel.h" { next }
{ printf "     \"%s\\n\"\n", escaped($0) }
END { close_text() }
