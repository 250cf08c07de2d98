import Codecs
import WavethumbBytes

extension BroadcastTags {
  private typealias Property = WritableKeyPath<BroadcastTags, String?>

  /// The members with text.
  // One table for reading and writing, so that neither can know a member that the other does not.
  private static var texts: [(name: String, property: Property)] {
    [
      ("description", \.description), ("originator", \.originator),
      ("originatorReference", \.originatorReference), ("date", \.date), ("time", \.time),
    ]
  }

  /// Reads the member that `write` writes; nil if it is no object.
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    self.init()
    for text in Self.texts {
      self[keyPath: text.property] = json[text.name]?.string
    }
    timeReference = json["timeReference"]?.int
  }

  /// Writes the member `bext` with what is known.
  func write(to json: inout JSONWriter) {
    json.member("bext") { json in
      for text in Self.texts {
        if let value = self[keyPath: text.property] {
          json.member(text.name, value)
        }
      }
      if let timeReference {
        json.member("timeReference", timeReference)
      }
    }
  }
}
