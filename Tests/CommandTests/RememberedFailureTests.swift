import TestSupport
import Testing
import WavethumbBytes

/// Tests remembered failures, and when they are retried.
@Suite struct RememberedFailureTests {
  @Test func `a failure is tried again only if its limit is raised`() throws {
    let library = try TemporaryLibrary()
    try library.addSettled("html.mp3")
    #expect(try library.scan("--no-cache").status == 3)

    // A failure that a longer timeout could mend, in the place of one that nothing can.
    try library.rewriteManifest([
      #""code":"not-audio""#: #""code":"timeout""#,
      #""fault":"content""#: #""fault":"content","limit":{"timeoutSeconds":2}"#,
    ])
    // With no more time than it had, it would fail again; that costs a look at the content only.
    for timeout in ["2", "1"] {
      let known = try library.scan("--no-cache --json --timeout \(timeout)")
      #expect(known.status == 3)
      #expect(known.text.contains(#""source":"digest","error":{"code":"timeout""#))
    }

    // A check promises what the scan would do.
    #expect(try library.scan("--no-cache --check --timeout 2").status == 3)
    #expect(try library.scan("--no-cache --check --timeout 3").status == 4)
    let again = try library.scan("--no-cache --json --timeout 3")
    #expect(again.text.contains(#""source":null,"error":{"code":"not-audio""#))
  }

  // A machine without memory makes any decoder compute without progress.
  @Test func `a timeout is tried once more, and then remembered for a week`() throws {
    let library = try TemporaryLibrary()
    try library.write(EndlessFile.bytes(filledWith: 2), to: "a.wav")
    library.shell("touch -d 2001-01-01 library/*; sleep 2.1")
    #expect(try library.scan("--timeout 0.3").status == 3)
    let first = try library.entry(of: "a.wav")?["error"]
    #expect(first?["fault"]?.string == "machine")
    #expect(first?["retryAfter"] == nil)

    // It is no known failure yet.
    #expect(try library.scan("--timeout 0.3 --known-failures ok").status == 3)
    let second = try library.entry(of: "a.wav")?["error"]
    #expect(second?["fault"]?.string == "content")
    #expect(second?["retryAfter"]?.int != nil)

    let third = try library.scan("--timeout 0.3 --known-failures ok --json")
    #expect(third.status == 0)
    #expect(third.text.contains(#""source":"unchanged","error":{"code":"timeout""#))
  }

  @Test func `a longer duration is tried when allowed`() throws {
    let library = try TemporaryLibrary()
    // Five seconds of 8-bit mono, where 0.001 hours are 3.6.
    let bytes = 5 * 8000
    let head = StreamHeads.wav(dataSize: UInt32(bytes), bits: 8, channels: 1, sampleRate: 8000)
    try library.write(head + [UInt8](repeating: 1, count: bytes), to: "long.wav")
    #expect(try library.scan("--max-duration 0.001").status == 3)
    let error = try library.entries().first?["error"]
    #expect(error?["limit"]?["maxDurationHours"]?.double == 0.001)
    #expect(try library.scan("--max-duration 0.001").errorOutput.contains("1 failed"))
    #expect(try library.scan("--max-duration 1").status == 0)
  }
}

extension TemporaryLibrary {
  /// Adds recordings with times old enough to be trusted.
  fileprivate func addSettled(_ names: String...) throws {
    for name in names {
      try add(name)
    }
    // `touch` sets the time of the inode's change to now, which is not trusted for two seconds, and which
    // nothing but waiting makes older.
    shell("touch -d 2001-01-01 library/*; sleep 2.1")
  }

  /// Replaces text in the manifest, and what the ledger says of its entries.
  fileprivate func rewriteManifest(_ changes: [String: String]) throws {
    let part = ForgedPart(library: self, folder: "library/.wavethumb")
    var text = try part.text()
    for (old, new) in changes {
      text = text.replacing(old, with: new)
    }
    try part.write(text)
  }
}
