# shellcheck shell=bash
# Alternating turns of two sides, and the table rows. Sourced by scripts/bench.

# Prints the median of numbers, one per line.
median() { sort -g | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# column FILE N: prints the median of a column of measurements.
column() { awk -v n="$2" '{ print $n }' "$1" | median; }
calc() { awk "BEGIN { print $* }"; }

# print_row NAME WHAT OURS PEER RATIO GOAL CPU MEMORY: the goal begins with <= or >=, or is a dash.
print_row() {
  local verdict
  verdict=$(awk -v value="$5" -v goal="$6" 'BEGIN {
    split(goal, part, " ")
    if (goal == "-") print ""
    else if (part[1] == "<=") print (value <= part[2]) ? "ok" : "MISS"
    else print (value >= part[2]) ? "ok" : "MISS"
  }')
  # shellcheck disable=SC2059
  printf "$table" "$1" "$2" "$3" "$4" "$5" "$6" "$verdict" "${7:-}" "${8:-}"
}

# The two sides of a comparison: how to prepare a turn (not timed), and the command. A command that begins with `itself`
# measures itself and writes its result to {result}.
ours_prepare=: ours_command=() peer_prepare=: peer_command=()
our() { ours_prepare=$1; shift; ours_command=("$@"); }
peer() { peer_prepare=$1; shift; peer_command=("$@"); }

turn() {
  local results=$1 prepare=$2 status=0
  shift 2
  "$prepare"
  rm -f "$work/one"
  if [ "$1" = itself ]; then
    shift
    "${@//'{result}'/$work/one}" </dev/null >"$work/log" 2>&1 || status=$?
  else
    "$work/measure" "$work/one" "$@" </dev/null >"$work/log" 2>&1 || status=$?
  fi
  if [ "$status" -ne 0 ]; then
    say "$1 ended with $status: $(tail -c 300 "$work/log")"
    exit 1
  fi
  cat "$work/one" >>"$results"
}

# Runs each side `runs` times, alternating, after one warm-up turn.
interleave() {
  rm -f "$work/warm" "$work/ours" "$work/peer"
  touch "$work/ours" "$work/peer"
  turn "$work/warm" "$ours_prepare" "${ours_command[@]}"
  turn "$work/warm" "$peer_prepare" "${peer_command[@]}"
  local i
  for ((i = 0; i < runs; i++)); do
    turn "$work/ours" "$ours_prepare" "${ours_command[@]}"
    turn "$work/peer" "$peer_prepare" "${peer_command[@]}"
  done
}

cpu_pair() { printf '%.2f/%.2f s' "$(column "$work/ours" 2)" "$(column "$work/peer" 2)"; }
memory_pair() { printf '%.0f/%.0f MiB' "$(calc "$(column "$work/ours" 3) / 1024")" "$(calc "$(column "$work/peer" 3) / 1024")"; }

# compare NAME WHAT GOAL: compares the wall time of our side with the peer's.
compare() {
  interleave
  local one other
  one=$(column "$work/ours" 1)
  other=$(column "$work/peer" 1)
  print_row "$1" "$2" "$(printf '%.3f s' "$one")" "$(printf '%.3f s' "$other")" \
    "$(printf '%.2f' "$(calc "$one / $other")")" "$3" "$(cpu_pair)" "$(memory_pair)"
}

# Makes room for new output. Old output is moved aside: ext4 creates files more slowly after deletions.
aside=0
fresh() {
  mkdir -p "$work/aside"
  aside=$((aside + 1))
  local folder
  for folder in out peer-out; do
    if [ -e "$work/$folder" ]; then mv "$work/$folder" "$work/aside/$aside.$folder"; fi
  done
  mkdir "$work/peer-out"
}
scan() { printf '%s\0' "$ours" scan "$1" --output "$work/out" -q "${@:2}"; }
# our_scan PREPARE LIBRARY OPTION…
our_scan() { mapfile -d '' -t ours_command < <(scan "${@:2}"); ours_prepare=$1; }
peer_scan() { mapfile -d '' -t peer_command < <(scan "${@:2}"); peer_prepare=$1; }
