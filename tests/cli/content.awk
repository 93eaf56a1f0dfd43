# content.awk: the content of messages, independent of their wording. For each
# line with an error, a warning or a note it prints the place, then, sorted and
# without duplicates, quoted texts, numbers, names with a dot or underscore,
# kinds of values, and whether a key is unknown. It ignores text after "one of",
# since lists of known names grow.
function keep(word) { if (!(word in kept)) { kept[word] = 1; words[++n] = word } }
function sort(    i, j, word) {
  for (i = 2; i <= n; i++) {
    word = words[i]
    for (j = i - 1; j > 0 && words[j] > word; j--) words[j + 1] = words[j]
    words[j + 1] = word
  }
}
match($0, /(error|warning|note): /) {
  place = substr($0, 1, RSTART + RLENGTH - 2)
  text = substr($0, RSTART + RLENGTH)
  sub(/one of .*/, "", text)
  split("", kept)
  n = 0
  while (match(text, /'[^']*'/)) {
    keep(substr(text, RSTART, RLENGTH))
    text = substr(text, 1, RSTART - 1) " " substr(text, RSTART + RLENGTH)
  }
  gsub(/[(),;:?]/, " ", text)
  for (i = split(text, word, " "); i; i--) {
    sub(/\.$/, "", word[i])
    if (word[i] ~ /[0-9]|[a-z][._][a-z]/ ||
        word[i] ~ /^(list|mapping|text|number|integer|column|row|file)$/ ||
        word[i] ~ /^(unknown|key)$/)
      keep(word[i])
  }
  sort()
  for (i = 1; i <= n; i++) place = place " " words[i]
  print place
}
