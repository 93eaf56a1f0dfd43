# lines.awk: a text as one string of C, line by line.
{ printf "\"%s\\n\"\n", escaped($0) }
