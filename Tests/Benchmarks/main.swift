import Glibc
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbSystem

// usage: Benchmarks NAME [PICTURE]: prints the median of five measurements.
//        Benchmarks parts OUTPUT CACHE COUNT PARTS: writes the parts of COUNT recordings beside one of one.
let arguments = CommandLine.arguments
let name = arguments.count > 1 ? arguments[1] : ""
switch name {
case "meter-16": tell(MeterBenchmark.gigabytesPerSecond(of: .int16))
case "meter-float": tell(MeterBenchmark.gigabytesPerSecond(of: .float32))
case "spectrum": tell(SpectrumBenchmark.microsecondsPerWindow(channels: 1))
case "spectrum-stereo": tell(SpectrumBenchmark.microsecondsPerWindow(channels: 2))
case "digest": tell(DigestBenchmark.gigabytesPerSecond())
case "draw": tell(try PictureBenchmark().microsecondsToDraw())
case "picture": tell(try PictureBenchmark().microsecondsToDrawAndEncode())
case "encode-bars": tell(try PictureBenchmark(.mirroredBars).microsecondsToEncode())
case "encode-circular": tell(try PictureBenchmark(.circular).microsecondsToEncode())
case "png-bars" where arguments.count > 2: try PictureBenchmark().write(to: arguments[2])
case "png-circular" where arguments.count > 2:
  try PictureBenchmark(.circular).write(to: arguments[2])
case "parts" where arguments.count == 6:
  guard let count = Int(arguments[4]), let parts = Int(arguments[5]) else { exit(2) }
  let forged = try ForgedParts(
    likeThatIn: RawPath(arguments[2]),
    cache: RawPath(arguments[3])
  )
  try forged.write(count, in: parts)
default: exit(2)
}

func tell(_ value: Double) {
  let hundredths = Int((value * 100).rounded())
  print("\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)")
}
