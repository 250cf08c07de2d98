import Codecs
import WavethumbBytes

extension BroadcastTags {
  private typealias Place = WritableKeyPath<BroadcastTags, String?>

  /// The members with text.
  private static var texts: [(name: String, place: Place)] {
    [
      ("description", \.description), ("originator", \.originator), ("date", \.date),
      ("time", \.time),
    ]
  }

  /// Reads the member that `write` writes; nil if it is no object.
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    self.init()
    for text in Self.texts {
      self[keyPath: text.place] = json[text.name]?.string
    }
    timeReference = json["timeReference"]?.int
  }

  /// Writes the member `bext` with what is known.
  func write(to json: inout JSONWriter) {
    json.member("bext") { json in
      for text in Self.texts {
        if let value = self[keyPath: text.place] {
          json.member(text.name, value)
        }
      }
      if let timeReference {
        json.member("timeReference", timeReference)
      }
    }
  }
}
