import WavethumbBytes

/// The result of one measure, as the cache keeps it: beside those of others, and independent of them.
package struct MeasureSection: Sendable, Equatable {
  /// The number of the measure.
  package let kind: UInt8
  /// The revision of the measure that found it.
  package let revision: UInt8
  package let bytes: ArraySlice<UInt8>

  package init(kind: UInt8, revision: UInt8, bytes: ArraySlice<UInt8>) {
    self.kind = kind
    self.revision = revision
    self.bytes = bytes
  }
}

extension WaveformMeasurement {
  /// The results of all measures, in the order of their numbers.
  package var sections: [MeasureSection] {
    let ordered = results.values.sorted { $0.key < $1.key }
    return ordered.compactMap { kind, result in
      guard let type = Measures.measure(ofKind: kind) else { return nil }
      return MeasureSection(kind: kind, revision: type.revision, bytes: result.encoded()[...])
    }
  }

  /// The frame: the measurement without the result of any measure.
  package var withoutResults: WaveformMeasurement {
    var frame = self
    frame.results = MeasureResults()
    return frame
  }

  /// Adds the results that these measures ask for from sections.
  ///
  /// Sections of another revision, and those that cannot be read, count as missing.
  package mutating func add(_ sections: [MeasureSection], for measures: Measures) {
    for section in sections {
      guard measures.asked[section.kind] != nil,
        let type = Measures.measure(ofKind: section.kind),
        type.revision == section.revision
      else { continue }
      // One that is malformed counts as missing, and is measured again.
      guard let result = MeasureResults.result(of: type, encoded: section.bytes) else { continue }
      results.set(result, ofKind: section.kind)
    }
    results.complete(&mix)
  }
}

extension Measures {
  /// Returns the measures of which a measurement has no result.
  package func lacking(in measurement: WaveformMeasurement) -> Measures {
    let known = measurement.results.values
    return Measures(asked: asked.filter { kind, _ in known[kind] == nil })
  }

  /// The measures whose results depend on no parameter, which share a file of the cache.
  package var sharingKey: Measures {
    let others = withOwnKeys.flatMap { $0.measures.asked.keys }
    let sharing = asked.filter { kind, _ in !others.contains(kind) }
    return Measures(asked: sharing)
  }

  /// The measures with a file of the cache for each of their parameters, and the word of its key.
  // A spectrogram of 800 columns says nothing about one of 1,000: in a shared file each scan would
  // replace the other's.
  package var withOwnKeys: [(word: String, measures: Measures)] {
    all.compactMap { measure in
      guard let word = measure.cacheWord else { return nil }
      return ("\(type(of: measure).kind) \(word)", Measures(measure))
    }
  }

  /// Returns whether a section has the result of one of these measures.
  package func ask(for section: MeasureSection) -> Bool { asked[section.kind] != nil }
}
