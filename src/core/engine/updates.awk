# updates.awk: writes the text that compiles the files materials/NAME.update.h
# into engine.c. The name of the material is prepended to their functions,
# which start with K_FN in the first column, so that two files may use the same
# name.
function identifier(file) {
  sub(/[.]update[.]h$/, "", file)
  gsub(/[^A-Za-z0-9]/, "_", file)
  return "update_" file "_"
}
FNR == 1 { files[++count] = FILENAME }
{
  texts[count] = texts[count] "     \"" escaped($0) "\\n\"\n"
}
/^K_FN / {
  sub(/[(].*/, "")
  word = split($0, words, /[ *]+/)
  functions[count] = functions[count] " " words[word]
}
END {
  print "/* Written by src/core/engine/updates.awk. */"
  for (i = 1; i <= count; i++) {
    last = split(functions[i], names, " ")
    for (j = 1; j <= last; j++)
      printf "#define %s %s%s\n", names[j], identifier(files[i]), names[j]
    printf "#include \"materials/%s\"\n", files[i]
    for (j = 1; j <= last; j++) printf "#undef %s\n", names[j]
  }
  print "static const row updates[] = {"
  for (i = 1; i <= count; i++)
    printf "    {\"%s\", %sk_update,\n%s    },\n", files[i],
           identifier(files[i]), texts[i]
  print "    {0},\n};"
}
