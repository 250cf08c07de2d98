# shellcheck shell=bash
# Row: how long a change takes, from a clean clone to a built command, and from there through the tests.

# loop_step NAME WHAT SECONDS COMMAND...: measures a command once, in the clone.
loop_step() {
  local name=$1 what=$2 goal=$3 wall cpu
  shift 3
  (cd "$work/clone" && "$work/measure" "$work/step" "$@" </dev/null >"$work/log" 2>&1) ||
    { tail -n 20 "$work/log" >&2; fail "$name failed"; }
  read -r wall cpu _ <"$work/step"
  print_row "$name" "$what" "$(printf '%.0f s' "$wall")" "" "$wall" "<= $goal" "$(printf '%.0f s' "$cpu")"
}

# The goals are for two idle processors; under load only the processor time means anything.
bench_loop() {
  rm -rf "$work/clone"
  git clone -q "$here" "$work/clone"
  loop_step loop-command "s from a clean clone to the command" 150 scripts/wavethumb --version
  loop_step loop-test "s of scripts/test in that clone" 540 scripts/test
  rm -rf "$work/clone"
}
