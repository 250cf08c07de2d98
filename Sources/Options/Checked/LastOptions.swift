package import WavethumbBytes

/// The options of the last scan of an output: what its ledger says that the next one repeats.
package struct LastOptions: Sendable {
  /// The settings as in a manifest: all options that shape outputs.
  package let settings: JSONValue
  /// The other options.
  package let choices: [RememberedChoice]

  package init(settings: JSONValue, choices: [RememberedChoice] = []) {
    self.settings = settings
    self.choices = choices
  }
}

/// An option that a scan remembers and its settings do not have, as it was typed.
package struct RememberedChoice: Sendable, Equatable {
  package let name: String
  /// Empty for a flag.
  package let text: [UInt8]

  package init(name: String, text: [UInt8]) {
    self.name = name
    self.text = text
  }

  private static let equals = UInt8(ascii: "=")

  /// The choice as in a file of options: `exclude=*.tmp`, or `page`.
  package var line: [UInt8] {
    if text.isEmpty { return Array(name.utf8) }
    return Array(name.utf8) + [Self.equals] + text
  }

  package init(line: ArraySlice<UInt8>) {
    let name = line.prefix { byte in byte != Self.equals }
    self.init(
      name: String(decoding: name, as: UTF8.self),
      text: Array(line.dropFirst(name.count + 1))
    )
  }
}
