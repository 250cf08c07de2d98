import Glibc
import Thumbnails
import Waveform
import WavethumbBytes

// usage: Benchmarks NAME [PICTURE]: prints the median of five measurements.
// Each measurement is a process of its own, so that none finds the caches and the memory of another.
let arguments = CommandLine.arguments
let name = arguments.count > 1 ? arguments[1] : ""
switch name {
case "meter-16": printTwoDecimals(MeterBenchmark.gigabytesPerSecond(of: .int16))
case "meter-float": printTwoDecimals(MeterBenchmark.gigabytesPerSecond(of: .float32))
case "spectrum": printTwoDecimals(SpectrumBenchmark.microsecondsPerWindow(channels: 1))
case "spectrum-stereo": printTwoDecimals(SpectrumBenchmark.microsecondsPerWindow(channels: 2))
case "digest": printTwoDecimals(DigestBenchmark.gigabytesPerSecond())
case "draw": printTwoDecimals(try PictureBenchmark().microsecondsToDraw())
case "picture": printTwoDecimals(try PictureBenchmark().microsecondsToDrawAndEncode())
case "encode-bars": printTwoDecimals(try PictureBenchmark(.mirroredBars).microsecondsToEncode())
case "encode-circular": printTwoDecimals(try PictureBenchmark(.circular).microsecondsToEncode())
case "png-bars" where arguments.count > 2: try PictureBenchmark().write(to: arguments[2])
case "png-circular" where arguments.count > 2:
  try PictureBenchmark(.circular).write(to: arguments[2])
default: exit(2)
}

/// Prints a number with two decimals.
// By hand, as the formatter of Foundation is not linked.
func printTwoDecimals(_ value: Double) {
  let hundredths = Int((value * 100).rounded())
  let decimals = hundredths % 100
  let padding = decimals < 10 ? "0" : ""
  print("\(hundredths / 100).\(padding)\(decimals)")
}
