#!/usr/bin/env bash
# Installs wavethumb from the folder of this script into PREFIX (default /usr/local), with --audiowaveform also a link of
# that name, by which programs call it in the place of audiowaveform. --uninstall removes exactly the installed files.
# usage: install.sh [--audiowaveform] [PREFIX]
#        install.sh --uninstall [PREFIX]
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
uninstalls=false links=false
case ${1:-} in
  --uninstall) uninstalls=true; shift ;;
  --audiowaveform) links=true; shift ;;
esac
case ${1:-} in -*) printf 'install: there is no option %s\n' "$1" >&2; exit 2 ;; esac
prefix=$(realpath -m "${1:-/usr/local}")
root=()
nearest=$prefix
while [ ! -d "$nearest" ]; do nearest=$(dirname "$nearest"); done
if [ ! -w "$nearest" ]; then
  command -v sudo >/dev/null 2>&1 || { printf 'install: %s cannot be written\n' "$prefix" >&2; exit 1; }
  root=(sudo)
fi

# The installed files: digest and path of each, then the folders created for them.
record=$prefix/share/wavethumb/installed
digest() { sha256sum <"$1" | cut -d' ' -f1; }
if $uninstalls; then
  [ -e "$record" ] || { printf 'install: nothing was installed into %s\n' "$prefix" >&2; exit 1; }
  while IFS=' ' read -r sum path; do
    if [ "$sum" = folder ]; then
      "${root[@]}" rmdir "$path" 2>/dev/null || continue
    elif [ ! -f "$path" ]; then
      continue
    elif [ "$sum" != record ] && [ "$(digest "$path")" != "$sum" ]; then
      printf 'left: %s, which was changed since\n' "$path" >&2
      continue
    else
      "${root[@]}" rm -f "$path"
    fi
    printf 'removed: %s\n' "$path" >&2
  done < <(cat "$record")
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folders=() files=()
make_folder() { # FOLDER
  [ -d "$1" ] && return
  make_folder "$(dirname "$1")"
  "${root[@]}" install -d -m 755 "$1"
  folders=("$1" "${folders[@]}")
}
# Renamed into place, so that a running scan keeps its binary.
replace() { # PLACE COMMAND...: the command writes PLACE.new, which replaces PLACE
  local place=$1
  shift
  make_folder "$(dirname "$place")"
  "${root[@]}" "$@" "$place.new"
  "${root[@]}" mv -fT "$place.new" "$place"
  files+=("$place")
  printf 'installed: %s\n' "$place" >&2
}
# The command quoted for a shell, with % escaped for the desktop entry.
printf -v word %q "$prefix/bin/wavethumb"
for file in "$here"/share/thumbnailers/*; do
  while IFS= read -r line; do
    case $line in
      TryExec=wavethumb) printf 'TryExec=%s\n' "$prefix/bin/wavethumb" ;;
      Exec=*) printf 'Exec=%s%s\n' "${word//%/%%}" "${line#Exec=wavethumb}" ;;
      *) printf '%s\n' "$line" ;;
    esac
  done <"$file" >"$work/${file##*/}"
done

while IFS= read -r path; do
  source=$here/$path place=$prefix/$path mode=644
  case $path in
    bin/*) mode=755 ;;
    *.thumbnailer) source=$work/${path##*/} ;;
  esac
  replace "$place" install -m "$mode" "$source"
done < <(cd "$here" && find bin share -type f | LC_ALL=C sort)
if $links; then
  link=$prefix/bin/audiowaveform
  if [ -e "$link" ] && [ "$(readlink -f "$link")" != "$(readlink -f "$prefix/bin/wavethumb")" ]; then
    printf 'left: %s, which is another program\n' "$link" >&2
  else
    replace "$link" ln -sfT wavethumb
    # Listed first, so that it is removed while its digest can still be computed.
    files=("$link" "${files[@]}")
    unset 'files[-1]'
  fi
fi
# Folders created by an earlier installation are in its list.
if [ -e "$record" ]; then
  while IFS=' ' read -r sum path; do
    if [ "$sum" = folder ]; then folders+=("$path"); fi
  done <"$record"
fi
make_folder "$(dirname "$record")"
{
  for file in "${files[@]}"; do printf '%s %s\n' "$(digest "$file")" "$file"; done
  printf 'record %s\n' "$record"
  [ ${#folders[@]} -eq 0 ] || printf 'folder %s\n' "${folders[@]}"
} >"$work/installed"
replace "$record" install -m 644 "$work/installed"
