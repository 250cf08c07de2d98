# shellcheck shell=bash
# What the tests within a Debian share: a user with a library, and a line for each thing that is checked.

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

# make_user LIBRARY: a user whose library has the recordings of the test.
make_user() {
  useradd -m user
  mkdir -p "$1"
  cp /test/audio/* "$1"
  chown -R user: /home/user
}
