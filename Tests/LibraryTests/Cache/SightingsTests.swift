import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `What a run saw` {
  private let key = Sightings.Key(
    library: ContentDigest(high: 8, low: 9),
    // No UTF-8, as a path may be.
    output: RawPath(bytes: [0x2F, 0xFF]),
    ledger: ".wavethumb-ledger"
  )
  private let facts = Sightings.Facts(
    ledger: ContentDigest(high: 1, low: 2),
    manifest: FileIdentity(device: 1, inode: 2, size: 3, modified: -4, changed: 5),
    hasNoLeftovers: true
  )

  private func sighting(_ number: Int, in builder: inout SightingsBuilder) -> Sighting {
    // Numbers at the ends of 64 bits, times before 1970, and devices that do not fit 32 bits.
    var sighting = Sighting()
    sighting.path = UInt64(number) << 40
    sighting.content = .max - UInt64(number)
    sighting.inode = UInt64(number)
    sighting.modified = -Int64(number)
    sighting.changed = .max
    sighting.device = builder.number(ofDevice: UInt64(number % 3) << 40)
    sighting.folderDevice = builder.number(ofDevice: 7)
    sighting.flags = number % 2 == 0 ? .isKnown : [.isKnown, .isRacy]
    return sighting
  }

  private func encoded(_ count: Int) -> [UInt8] {
    var builder = SightingsBuilder(key)
    for number in 0..<count {
      let sighting = sighting(number, in: &builder)
      builder.append(sighting)
    }
    return builder.encoded(facts).bytes()
  }

  @Test func `survives a write and a read unchanged`() throws {
    let read = try #require(Sightings(encoded(50)))
    #expect(read.key == key)
    #expect(read.facts == facts)
    #expect(read.count == 50)
    var builder = SightingsBuilder(key)
    for number in 0..<50 {
      #expect(read[number] == sighting(number, in: &builder))
      let device = read.devices[Int(read[number].device)]
      #expect(device == UInt64(number % 3) << 40)
    }
  }

  @Test func `is rejected with a changed or missing byte`() throws {
    // By a time that is wrong in one bit, a recording that has changed could be taken for
    // unchanged.
    let whole = encoded(9)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x10
      #expect(Sightings(damaged) == nil)
      #expect(Sightings(Array(whole.prefix(index))) == nil)
    }
  }

  @Test func `takes half a hundred bytes for a recording`() throws {
    // 46, and the head with its paths. A run of a million recordings reads and writes so many
    // megabytes.
    #expect(encoded(1000).count < 1000 * 48)
  }
}
