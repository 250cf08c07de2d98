# bash completion of wavethumb
_wavethumb_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_wavethumb_folders() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -d -- "${cur//\\/}")
}

# Folders, and files with one of the endings that are given, or all of them.
_wavethumb_files() {
  local name ending
  compopt -o filenames
  while IFS= read -r name; do
    if [[ $# -eq 0 || -d ${name/#\~\//$HOME/} ]]; then
      COMPREPLY+=("$name")
      continue
    fi
    for ending; do
      [[ ${name,,} == *."$ending" ]] && COMPREPLY+=("$name") && break
    done
  done < <(compgen -f -- "${cur//\\/}")
}

# Counts the operands before the cursor; the options that are given are followed by a value.
_wavethumb_count() {
  local index
  place=0
  for ((index = 2; index < COMP_CWORD; index++)); do
    if [[ ${COMP_WORDS[index]} != -?* ]]; then
      ((place += 1))
    elif [[ ${COMP_WORDS[index+1]} != = && " $1 " == *" ${COMP_WORDS[index]} "* ]]; then
      ((index += 1))
    fi
    # Bash takes `a=b` and `1:23` for three words.
    while [[ ${COMP_WORDS[index+1]-} == [=:] ]]; do ((index += 2)); done
  done
}
