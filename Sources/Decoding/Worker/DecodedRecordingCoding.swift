package import Bytes
import Codecs
import Waveform

extension DecodedRecording: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    facts.append(to: &writer)
    writer.append(optional: digest) { $1.append(to: &$0) }
    writer.append(counted: measurement.encoded())
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    facts = try AudioFacts(from: &reader)
    digest = try reader.optional { reader throws(MalformedBytes) in
      try ContentDigest(from: &reader)
    }
    let bytes = [UInt8](try reader.countedBytes(atMost: WorkerMessage.longestAnswer))
    guard let measurement = WaveformMeasurement(encoded: bytes) else { throw MalformedBytes() }
    self.measurement = measurement
  }
}

extension DecodedPart: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(counted: measured.encoded())
    digests.append(to: &writer)
    writer.append(optional: last) { $1.append(to: &$0) }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let bytes = [UInt8](try reader.countedBytes(atMost: WorkerMessage.longestAnswer))
    guard let measured = WaveformPart(encoded: bytes) else { throw MalformedBytes() }
    self.measured = measured
    digests = try ContentDigestBuilder(from: &reader)
    last = try reader.optional { reader throws(MalformedBytes) in try CodedFrame(from: &reader) }
  }
}

extension CodedFrame: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Int64(number))
    writer.append(Int64(offset))
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let number = try reader.count(in: 0...Int.max)
    self.init(number: number, offset: try reader.count(in: 0...Int.max))
  }
}

extension ProbedRecording: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    facts.append(to: &writer)
    writer.append(optional: expectedFrames) { $0.append(Int64($1)) }
    writer.append(isDivisible)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    facts = try AudioFacts(from: &reader)
    expectedFrames = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 0...Int.max)
    }
    isDivisible = try reader.bool()
  }
}
