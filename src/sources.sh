#!/bin/sh
# sources.sh: writes the lists of sources that Makefile.am includes to
# sources.mk; an unchanged sources.mk keeps its date. Sources of other programs
# are listed in the module.mk of their folder instead.
cd "$(dirname "$0")/.." || exit 1

# list NAME FOLDER...: the sources directly in these folders
list() {
  echo "${1}_SOURCES ="
  name=$1
  shift
  find "$@" -maxdepth 1 -name '*.[ch]' -o -maxdepth 1 -name '*.def' |
    LC_ALL=C sort -u | while read -r file; do
    grep -sqwF "$file" "${file%/*}/module.mk" ||
      echo "${name}_SOURCES += $file"
  done
}

{
  list libcore_la src/core/* src/core/kernel/* cuda
  list libprogram_la src/sim/* src/tools/* cuda/sim
  list automat src/cli
} 2>/dev/null > sources.mk.new
cmp -s sources.mk.new sources.mk || cp sources.mk.new sources.mk
rm -f sources.mk.new
