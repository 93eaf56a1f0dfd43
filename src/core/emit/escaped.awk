# escaped.awk: escapes a line for a string of C, character by character, because
# implementations of awk differ in the meaning of a backslash in the replacement
# of gsub.
function escaped(line,    text, i, c) {
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    text = text (c == "\\" || c == "\"" ? "\\" : "") c
  }
  return text
}
