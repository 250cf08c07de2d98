import Codecs
import Waveform
package import WavethumbBytes

extension DecodedRecording: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    facts.append(to: &writer)
    writer.append(counted: measurement.encoded())
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    facts = try reader.read()
    let bytes = try reader.countedBytes(atMost: WorkerMessage.maximumAnswerSize)
    guard let measurement = WaveformMeasurement(encoded: bytes) else { throw MalformedBytes() }
    self.measurement = measurement
  }
}

extension DecodedPart: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(counted: measured.encoded())
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let bytes = try reader.countedBytes(atMost: WorkerMessage.maximumAnswerSize)
    guard let measured = WaveformPart(encoded: bytes) else { throw MalformedBytes() }
    self.measured = measured
  }
}

extension ProbedRecording: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: facts, expectedFrames, isDivisible)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    facts = try reader.read()
    expectedFrames = try reader.read()
    isDivisible = try reader.bool()
  }
}
