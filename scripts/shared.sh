# shellcheck shell=bash disable=SC2034
# What several scripts need; they source this file.

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$*"; exit 1; }
project_version() { sed -n 's/.*static let version = "\(.*\)".*/\1/p' "$checkout/Sources/Outputs/Generator.swift"; }

# Sets the time that everything made gets: that of the commit, or of the newest release note in a source package.
set_epoch() {
  [ -n "${SOURCE_DATE_EPOCH:-}" ] || SOURCE_DATE_EPOCH=$(git -C "$checkout" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
}

# need COMMAND:PACKAGE...: fails with the line that installs what is missing.
need() {
  local missing=() pair
  for pair in "$@"; do command -v "${pair%%:*}" >/dev/null 2>&1 || missing+=("${pair#*:}"); done
  [ ${#missing[@]} -eq 0 ] || fail "missing: run apt-get install ${missing[*]}"
}

# stage BINARY FOLDER ORIGIN: the command, its manual, completions and thumbnailer below FOLDER, as below a prefix;
# `wavethumb doctor` shows ORIGIN. WAVETHUMB_RUNNER runs a binary of another architecture.
stage() {
  local binary=$1 folder=$2 shell runner
  read -ra runner <<<"${WAVETHUMB_RUNNER:-}"
  install -D -m 755 "$binary" "$folder/bin/wavethumb"
  for shell in bash:bash-completion/completions/wavethumb zsh:zsh/site-functions/_wavethumb \
    fish:fish/vendor_completions.d/wavethumb.fish; do
    "${runner[@]}" "$binary" completions "${shell%%:*}" | put 644 "$folder/share/${shell#*:}"
  done
  "${runner[@]}" "$binary" manual | put 644 "$folder/share/man/man1/wavethumb.1"
  put 644 "$folder/share/thumbnailers/wavethumb.thumbnailer" <"$checkout/scripts/package.d/wavethumb.thumbnailer"
  echo "$3" | put 644 "$folder/share/wavethumb/origin"
}
put() { install -D -m "$1" /dev/stdin "$2"; } # MODE FILE: standard input as a file

# strip_binary FILE: also without what came of the path of the folder that it was built in.
strip_binary() {
  "${WAVETHUMB_STRIP:-strip}" --strip-unneeded --remove-section=.comment --remove-section=.swift_modhash \
    --remove-section=.note.gnu.build-id "$1"
}

# What `swift build` is given for the command: relative relocations packed, nothing exported, the same code of two
# functions once, no tables for unwinding, which Swift does not do. A fifth of the file, half of its start.
build_options=(-c release --static-swift-stdlib --product wavethumb -Xswiftc -use-ld=lld -Xlinker -z
  -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr
  -Xlinker -T -Xlinker "$checkout/scripts/release.d/no-unwinding.ld")

# Builds for this machine and prints the path of the binary.
build_binary() {
  "$checkout/scripts/wavethumb" --version >/dev/null
  printf '%s\n' "$checkout/.build/release/wavethumb"
}
