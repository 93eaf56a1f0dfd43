# escaped.awk: a line as it stands in a string of C.  Backslashes and quotes
# one by one: implementations of awk differ in what a backslash means in
# gsub's replacement.
function escaped(line,    text, i, c) {
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    text = text (c == "\\" || c == "\"" ? "\\" : "") c
  }
  return text
}
