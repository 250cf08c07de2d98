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
    .executable(name: "wavethumb", targets: ["Command"]),
    .library(name: "Wavethumb", targets: ["Wavethumb"]),
    .library(name: "WavethumbFoundation", targets: ["WavethumbFoundation"]),
    .library(name: "Waveform", targets: ["Waveform"]),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "Thumbnails", targets: ["Thumbnails"]),
    .library(name: "Decoding", targets: ["Decoding"]),
  ],
  targets: [
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CMpg123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(name: "CSandbox"),
    .target(name: "CLanes"),
    .target(
      name: "WavethumbBytes",
      dependencies: ["CLanes"],
      path: "Sources/Bytes",
      swiftSettings: strict
    ),
    .target(
      name: "WavethumbSystem",
      dependencies: ["CSandbox", "WavethumbBytes"],
      path: "Sources/System",
      swiftSettings: strict
    ),
    .target(name: "Waveform", dependencies: ["WavethumbBytes", "CLanes"], swiftSettings: strict),
    .target(
      name: "Raster",
      resources: [
        "Pixels/colors.txt", "Letters/latin.txt", "Letters/signs.txt", "Letters/greek.txt",
        "Letters/cyrillic.txt", "Letters/marks.txt",
      ].map { .embedInCode($0) },
      swiftSettings: strict
    ),
    .target(name: "Thumbnails", dependencies: ["Waveform", "Raster"], swiftSettings: strict),
    .target(
      name: "Codecs",
      dependencies: ["CSndfile", "CMpg123", "CPNG", "WavethumbBytes"],
      swiftSettings: strict
    ),
    .target(
      name: "Decoding",
      dependencies: ["Codecs", "Waveform", "WavethumbSystem", "WavethumbBytes", "CSandbox"],
      resources: ["tone.mp3", "tone.flac", "tone.ogg", "tone.opus"].map {
        .embedInCode("Pool/Tones/\($0)")
      },
      swiftSettings: strict
    ),
    .target(
      name: "Outputs",
      dependencies: ["Waveform", "Raster", "Thumbnails", "Codecs", "WavethumbBytes"],
      exclude: ["README.md", "Recipes.md"],
      swiftSettings: strict
    ),
    .target(
      name: "WavethumbOptions",
      dependencies: [
        "Waveform", "Raster", "Thumbnails", "Codecs", "Decoding", "Outputs", "WavethumbSystem",
        "WavethumbBytes",
      ],
      path: "Sources/Options",
      swiftSettings: strict
    ),
    .target(
      name: "WavethumbLibrary",
      dependencies: [
        "WavethumbOptions",
        "Waveform", "Raster", "Thumbnails", "Codecs", "Decoding", "Outputs", "WavethumbSystem",
        "WavethumbBytes",
      ],
      path: "Sources/Library",
      exclude: ["Manifest/manifest.schema.json"],
      swiftSettings: strict
    ),
    // A target of its own: its bytes take the compiler longer than most of Batch, and change seldom.
    .target(
      name: "PageSource",
      dependencies: ["WavethumbBytes"],
      path: "Sources/Batch/Page/Document",
      resources: [
        "page.html", "page.css", "time.js", "data.js", "findings.js", "recording.js", "bars.js",
        "theme.js", "coloring.js", "wave.js", "cover.js", "albums.js", "columns.js", "command.js",
        "row.js", "list.js", "player.js", "playerbar.js", "finder.js", "details.js", "strip.js",
        "zoom.js", "sheet.js", "address.js", "keys.js", "main.js",
      ].map { .embedInCode($0) },
      swiftSettings: strict
    ),
    .target(
      name: "WavethumbBatch",
      dependencies: [
        "Waveform", "Raster", "Thumbnails", "Codecs", "Decoding", "Outputs", "WavethumbLibrary",
        "WavethumbOptions",
        "WavethumbSystem",
        "WavethumbBytes", "PageSource",
      ],
      path: "Sources/Batch",
      exclude: ["Page/Document"],
      resources: ["completions.bash", "completions.fish"].map { .embedInCode("Manual/\($0)") },
      swiftSettings: strict
    ),
    .target(
      name: "Wavethumb",
      dependencies: [
        "Waveform", "Raster", "Thumbnails", "Codecs", "Decoding", "Outputs", "WavethumbLibrary",
        "WavethumbOptions",
        "WavethumbSystem",
        "WavethumbBytes",
      ],
      swiftSettings: strict
    ),
    // The only target with Foundation, which neither the command nor `Wavethumb` links.
    .target(
      name: "WavethumbFoundation",
      dependencies: ["Wavethumb"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Command",
      dependencies: [
        "WavethumbBatch", "WavethumbLibrary", "WavethumbOptions", "Decoding", "WavethumbSystem",
      ],
      swiftSettings: strict
    ),
    .testTarget(name: "WaveformTests", dependencies: ["Waveform"], swiftSettings: strict),
    .testTarget(name: "RasterTests", dependencies: ["Raster"], swiftSettings: strict),
    .testTarget(
      name: "ThumbnailsTests",
      dependencies: ["Thumbnails", "Codecs", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "OutputsTests",
      dependencies: ["Outputs", "Thumbnails", "Codecs", "WavethumbSystem", "TestSupport"],
      swiftSettings: plainTests
    ),
    .testTarget(
      name: "CodecsTests",
      dependencies: ["Codecs", "WavethumbBytes", "TestSupport"],
      swiftSettings: strict
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Decoding", "Codecs", "CPNG", "WavethumbSystem", "WavethumbBytes"],
      path: "Tests/Support",
      swiftSettings: strict
    ),
    .testTarget(name: "HouseTests", dependencies: ["WavethumbSystem"], swiftSettings: plainTests),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "Codecs", "Decoding", "Raster", "WavethumbSystem", "Thumbnails", "Waveform",
      ],
      swiftSettings: plainTests
    ),
    .testTarget(
      name: "WavethumbTests",
      dependencies: ["Wavethumb", "WavethumbSystem", "TestSupport"],
      swiftSettings: plainTests
    ),
    .testTarget(name: "BytesTests", dependencies: ["WavethumbBytes"], swiftSettings: strict),
    .testTarget(
      name: "SystemTests",
      dependencies: ["WavethumbSystem", "TestSupport"],
      swiftSettings: plainTests
    ),
    .target(name: "CProbes", dependencies: ["CSandbox"], path: "Tests/Probes"),
    .executableTarget(
      name: "TestWorker",
      dependencies: ["Decoding", "WavethumbBytes", "CProbes"],
      path: "Tests/Worker",
      swiftSettings: strict
    ),
    .testTarget(
      name: "DecodingTests",
      dependencies: ["Decoding", "TestSupport", "TestWorker"],
      swiftSettings: plainTests
    ),
    .testTarget(
      name: "LibraryTests",
      dependencies: ["WavethumbLibrary", "WavethumbOptions", "WavethumbBatch", "TestSupport"],
      swiftSettings: plainTests
    ),
    .testTarget(
      name: "BatchTests",
      dependencies: ["WavethumbBatch", "PageSource", "TestSupport"],
      swiftSettings: plainTests
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Command", "WavethumbBatch", "WavethumbLibrary", "WavethumbOptions", "Decoding",
        "Thumbnails", "Codecs",
        "WavethumbSystem", "WavethumbBytes",
        "TestSupport",
      ],
      swiftSettings: plainTests
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Measurements of single rooms for scripts/bench; no part of a build that does not ask for them.
if Context.environment["WAVETHUMB_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Waveform", "Raster", "Thumbnails", "Codecs", "WavethumbLibrary", "WavethumbOptions",
        "WavethumbSystem", "WavethumbBytes",
      ],
      path: "Tests/Benchmarks",
      swiftSettings: strict
    )
  )
}

// The programs of the documentation; scripts/test builds them.
if Context.environment["WAVETHUMB_EXAMPLES"] != nil {
  for name in ["Picture", "CustomStyle", "Folder"] {
    package.targets.append(
      .executableTarget(
        name: "\(name)Example",
        dependencies: ["Wavethumb", "WavethumbFoundation"],
        path: "Sources/Examples/\(name)"
      )
    )
  }
}

// The parsers of untrusted bytes are fuzzed by scripts/fuzz, with a main function of libFuzzer's, and
// read a few broken inputs in every test: so their list cannot stay behind what they are called.
let parserDependencies: [Target.Dependency] = [
  "WavethumbBatch", "WavethumbLibrary", "WavethumbOptions", "Outputs", "Decoding",
  "WavethumbSystem", "WavethumbBytes", "Codecs", "Waveform",
]
if Context.environment["WAVETHUMB_FUZZ"] != nil {
  for target in package.targets
  where [
    "WavethumbBytes", "WavethumbSystem", "Waveform", "Codecs", "Decoding", "Outputs",
    "WavethumbLibrary", "WavethumbOptions", "WavethumbBatch",
  ].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"]))
  }
  package.targets.append(
    .executableTarget(
      name: "Fuzzing",
      dependencies: parserDependencies,
      path: "Tests/Fuzzing",
      exclude: ["ParserTests.swift"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
    )
  )
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests",
      dependencies: parserDependencies + ["TestSupport"],
      path: "Tests/Fuzzing",
      exclude: ["ParserFuzzing.swift"],
      swiftSettings: plainTests
    )
  )
}
