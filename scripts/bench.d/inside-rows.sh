# shellcheck shell=bash
# Rows: single targets, measured inside one process.

# in_process NAME WHAT GOAL MEASUREMENT: measures one target inside a process that does nothing else.
in_process() {
  local value i
  value=$(for ((i = 0; i < runs; i++)); do "$micro" "$4"; done | median)
  print_row "$1" "$2" "$value" "" "$value" "$3"
}
bench_meter_16() { in_process meter-16 "GB/s of 16-bit stereo measured" '>= 10' meter-16; }
bench_meter_float() { in_process meter-float "GB/s of Float stereo measured" '>= 12' meter-float; }
bench_spectrum() { in_process spectrum "µs a 1024-point window with its bands" '<= 6.4' spectrum; }
bench_digest() { in_process digest "GB/s of content digested" '>= 5' digest; }
bench_draw() { in_process draw "µs to draw 598x120 mirroredBars" '<= 150' draw; }
