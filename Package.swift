// swift-tools-version: 6.2
import PackageDescription

var strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
]
// Only in scripts/test: a newer compiler may warn about more, and must build this all the same.
// Swift 6.2 warns where 6.3 wants `unsafe`: before the `bytes` of a span.
#if compiler(>=6.3)
  if Context.environment["WAVETHUMB_STRICT"] != nil {
    strict.append(.treatAllWarnings(as: .error))
  }
#endif

// Tests that compute little are not optimised: they take half as long to compile.
let plainTests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

let package = Package(
  name: "wavethumb",
  products: [
    .executable(name: "wavethumb", targets: ["wavethumb"]),
    .library(name: "Waveform", targets: ["Waveform"]),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "Thumbnails", targets: ["Thumbnails"]),
    .library(name: "Codecs", targets: ["Codecs"]),
    .library(name: "Outputs", targets: ["Outputs"]),
    .library(name: "Bytes", targets: ["Bytes"]),
    .library(name: "System", targets: ["System"]),
    .library(name: "Decoding", targets: ["Decoding"]),
    .library(name: "Library", targets: ["Library"]),
    .library(name: "Batch", targets: ["Batch"]),
  ],
  targets: [
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CMpg123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(name: "CSandbox"),
    .target(name: "CLanes"),
    .target(name: "Bytes", dependencies: ["CLanes"], swiftSettings: strict),
    .target(name: "System", dependencies: ["CSandbox", "Bytes"], swiftSettings: strict),
    .target(name: "Waveform", dependencies: ["Bytes", "CLanes"], swiftSettings: strict),
    .target(
      name: "Raster",
      resources: [
        "colors.txt", "Letters/latin.txt", "Letters/signs.txt", "Letters/greek.txt",
        "Letters/cyrillic.txt", "Letters/marks.txt",
      ].map { .embedInCode($0) }, swiftSettings: strict),
    .target(name: "Thumbnails", dependencies: ["Waveform", "Raster"], swiftSettings: strict),
    .target(
      name: "Codecs", dependencies: ["CSndfile", "CMpg123", "CPNG", "Bytes"], swiftSettings: strict),
    .target(
      name: "Decoding", dependencies: ["Codecs", "Waveform", "System", "Bytes", "CSandbox"],
      resources: ["tone.mp3", "tone.flac", "tone.ogg", "tone.opus"].map {
        .embedInCode("Pool/Tones/\($0)")
      }, swiftSettings: strict),
    .target(
      name: "Outputs", dependencies: ["Waveform", "Raster", "Thumbnails", "Codecs", "Bytes"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Library",
      dependencies: [
        "Waveform", "Raster", "Thumbnails", "Codecs", "Decoding", "Outputs", "System", "Bytes",
      ],
      exclude: ["Manifest/manifest.schema.json"], swiftSettings: strict),
    // A target of its own: its bytes take the compiler longer than most of Batch, and change seldom.
    .target(
      name: "PageSource", dependencies: ["Bytes"], path: "Sources/Batch/Page/Document",
      resources: [
        "page.html", "page.css", "time.js", "data.js", "recording.js", "bars.js", "theme.js",
        "coloring.js", "wave.js", "cover.js", "albums.js", "row.js", "list.js", "player.js",
        "playerbar.js", "finder.js", "details.js", "zoom.js", "sheet.js", "address.js", "keys.js",
        "main.js",
      ].map { .embedInCode($0) }, swiftSettings: strict),
    .target(
      name: "Batch",
      dependencies: [
        "Waveform", "Raster", "Thumbnails", "Codecs", "Decoding", "Outputs", "Library", "System",
        "Bytes", "PageSource",
      ],
      exclude: ["Page/Document"],
      resources: ["completions.bash", "completions.fish"].map { .embedInCode("Manual/\($0)") },
      swiftSettings: strict),
    .executableTarget(
      name: "wavethumb", dependencies: ["Batch", "Library", "Decoding", "System"],
      swiftSettings: strict),
    .testTarget(name: "WaveformTests", dependencies: ["Waveform"], swiftSettings: strict),
    .testTarget(name: "RasterTests", dependencies: ["Raster"], swiftSettings: strict),
    .testTarget(
      name: "ThumbnailsTests", dependencies: ["Thumbnails", "Codecs", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OutputsTests",
      dependencies: ["Outputs", "Thumbnails", "Codecs", "System", "TestSupport"],
      swiftSettings: plainTests),
    .testTarget(
      name: "CodecsTests", dependencies: ["Codecs", "Bytes", "TestSupport"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Decoding", "Codecs", "CPNG", "System", "Bytes"],
      path: "Tests/Support", swiftSettings: strict),
    .testTarget(name: "HouseTests", dependencies: ["System"], swiftSettings: plainTests),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "Codecs", "Decoding", "Raster", "System", "Thumbnails", "Waveform",
      ],
      swiftSettings: plainTests),
    .testTarget(name: "BytesTests", dependencies: ["Bytes"], swiftSettings: strict),
    .testTarget(
      name: "SystemTests", dependencies: ["System", "TestSupport"], swiftSettings: plainTests),
    .testTarget(
      name: "DecodingTests", dependencies: ["Decoding", "TestSupport", "wavethumb"],
      swiftSettings: plainTests),
    .testTarget(
      name: "LibraryTests", dependencies: ["Library", "Batch", "TestSupport"],
      swiftSettings: plainTests),
    .testTarget(
      name: "BatchTests", dependencies: ["Batch", "PageSource", "TestSupport"],
      swiftSettings: plainTests),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "wavethumb", "Batch", "Library", "Decoding", "Thumbnails", "Codecs", "System", "Bytes",
        "TestSupport",
      ],
      swiftSettings: plainTests),
  ],
  swiftLanguageModes: [.v6]
)

// Measurements of single rooms for scripts/bench; no part of a build that does not ask for them.
if Context.environment["WAVETHUMB_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Benchmarks", dependencies: ["Waveform", "Raster", "Thumbnails", "Codecs", "Bytes"],
      path: "Tests/Benchmarks", swiftSettings: strict))
}

// Brings a main function of libFuzzer's, so it is there only for scripts/fuzz.
if Context.environment["WAVETHUMB_FUZZ"] != nil {
  for target in package.targets
  where [
    "Bytes", "System", "Waveform", "Codecs", "Decoding", "Outputs", "Library", "Batch",
  ].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"]))
  }
  package.targets.append(
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "Batch", "Library", "Outputs", "Decoding", "System", "Bytes", "Codecs", "Waveform",
      ],
      path: "Tests/Fuzzing",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
