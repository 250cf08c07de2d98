# shellcheck shell=bash
# Shared by the tests within a Debian: a user with a library, and one output line per check.

failed=0
check() { # WHAT COMMAND...
  local what=$1 said
  shift
  if said=$("$@" 2>&1); then
    printf 'ok: %s\n' "$what"
  else
    printf 'failed: %s: %s\n' "$what" "$(tail -8 <<<"$said")"
    failed=1
  fi
}

# make_user LIBRARY: creates a user whose library has the test recordings.
make_user() {
  useradd -m user
  mkdir -p "$1"
  cp /test/audio/* "$1"
  chown -R user: /home/user
}
