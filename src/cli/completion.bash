
# What may stand where the cursor is goes to COMPREPLY: words, files by the
# ends of their names, folders.
_automat_offer() {
  local head='' found ending
  if [[ $list && $cur == *,* ]]; then head=${cur%,*},; fi
  while IFS= read -r found; do
    COMPREPLY+=("$found")
  done < <(compgen -P "$head" -W "$words" -- "${cur#"$head"}")
  [[ $endings ]] || return
  compopt -o filenames 2>/dev/null
  while IFS= read -r found; do
    for ending in $endings; do
      [[ $ending == any || $found == *."$ending" ||
        -d ${found/#\~\//$HOME/} ]] || continue
      COMPREPLY+=("$found")
      break
    done
  done < <(compgen -f -- "$cur")
}

# An option and its value may be parted by '=', which is a word of its own.
_automat() {
  local IFS=$' \t\n' cur=${COMP_WORDS[COMP_CWORD]} command='' option='' word
  local open=yes operand=1 at=2 words='' endings='' list=''
  COMPREPLY=()
  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
  while ((at < COMP_CWORD)); do
    word=${COMP_WORDS[at++]} option=''
    if [[ $word == '=' ]]; then
      ((at++ < COMP_CWORD)) || return
    elif [[ $open && $word == -- ]]; then
      open=''
    elif [[ $open && $word == -?* ]]; then
      _automat_expects "$command $word" || continue
      option=$word
      [[ ${COMP_WORDS[at]} != '=' ]] || ((at++))
      ((at++ < COMP_CWORD)) || break
      option=''
    else
      ((operand++))
    fi
  done
  if [[ $cur == '=' ]]; then
    [[ $option ]] || return
    cur=''
  elif [[ ! $option ]]; then
    words='' endings='' list=''
    if [[ $open && $cur == -* ]]; then
      _automat_options "$command"
    else
      _automat_expects "$command $operand"
    fi
  fi
  _automat_offer
}

complete -F _automat automat
