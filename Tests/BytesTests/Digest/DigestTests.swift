import Testing
import WavethumbBytes

struct DigestTests {
  /// The test buffer of xxhsum: the top bytes of powers of a prime.
  private static let sanityBuffer: [UInt8] = {
    var state: UInt64 = 0x9E37_79B1
    return (0..<(1 << 20) + 1).map { _ in
      defer { state = state &* 0x9E37_79B1_85EB_CA8D }
      return UInt8(state >> 56)
    }
  }()

  /// Prefix lengths of the buffer and their digests by xxHash 0.8.
  // XXH3 has formulas of its own for 0, 1 to 3, 4 to 8, 9 to 16, 17 to 128 and 129 to 240 bytes;
  // more are taken 64 at a time, and mixed after each 1,024. The lengths are the ends of these
  // ranges, those beside them, and some between.
  private static let vectors: [(count: Int, hex: String)] = [
    (0, "99aa06d3014798d86001c324468d497f"),
    (1, "a6cd5e9392000f6ac44bdff4074eecdb"),
    (2, "76750c3c7bf956687a9978044cb8a8bb"),
    (3, "20efc49ff02422ea54247382a8d6b94d"),
    (4, "970d585ac632bf8e2e7d8d6876a39fe9"),
    (6, "082afe0b8162d12a3e7039bdda43cfc6"),
    (8, "47a7f080d82bb45664c69cab4bb21dc5"),
    (9, "564ef6078950d457ed7ccbc501eb7501"),
    (12, "6e3efd8fc7802b18061a192713f69ad9"),
    (16, "c68c368ecf8a9c05562980258a998629"),
    (17, "955fa78643ed3669abbc12d11973d7db"),
    (24, "0ce966e4678d37611e7044d28b1b901d"),
    (32, "98fc6458710dc2e8278410a17595e3f9"),
    (33, "3103c192ceaa2dede593bc4e5914c9d1"),
    (48, "a002ac4e5478227ef942219aed80f67b"),
    (64, "6d90e81a9b0fd622efdb6a44690721a9"),
    (65, "6c074d65e54db85afe2f650fa500ec6e"),
    (80, "fdf2cefde9eaac8a454ae6bf7a8a532d"),
    (96, "d9d0b885f56c93f1e9324473ea9afebe"),
    (97, "09dff37faa6b284c7c87228ae9671ba7"),
    (112, "d1b2cf3831d419adcbfd9024e4b6c79d"),
    (128, "39992220e045260aebb15e34a7fb5ab1"),
    (129, "03815fc91f1b30b686c9e3bc8f0a3b5c"),
    (130, "90e701a84d20072fbe0500e135cd4b35"),
    (140, "e60f153cf2250422ed9989b70ce1316a"),
    (160, "ba5d218964b622ad737126c8d7c09cee"),
    (161, "58621e54439ee75c524bf4f00d882c4e"),
    (192, "064934db40706c3d0679e7f625e389d9"),
    (193, "6ff6eafca24d9e4af4daf8b3794d1844"),
    (222, "337e09641b948717f1aebd597cec6b3a"),
    (240, "aa4202daa2769dc85c9aae94c8ebe5a0"),
    (241, "99a80ecf0ecfc647c5a639ecd2030e5e"),
    (256, "8b1c66091423d28855de574ad89d0ac5"),
    (403, "1b6de21e332dd73dcdeb804d65c6dea4"),
    (512, "18d2d110dcc9bca1617e49599013cb6b"),
    (1024, "0d30d24071c64c57dd85c9b5c1109c5c"),
    (1025, "fd3ee4fe7f2954c6d870c0fa13211c6a"),
    (2048, "f736557fd47073a5dd59e2c3a5f038e0"),
    (2240, "ccb134fbfa7ce49d6e73a90539cf2948"),
    (2367, "e89c0f6ff369b427cb37aeb9e5d361ed"),
    (4096, "b9cfaea2ca5626a4e91206429d1f48f9"),
    (100000, "351330331bc078fb34d658192a014311"),
    (1048576, "6f7444ca6384250b7ade52bbfbd697ba"),
    (1048577, "8b681a08cb82d737e950650fea43ee85"),
  ]

  @Test func `the digest of every length class equals the published one`() {
    for (count, hex) in Self.vectors {
      let bytes = Array(Self.sanityBuffer[..<count])
      #expect(ContentDigest(of: bytes).hex == hex)
      #expect(ContentDigest(hex: hex)?.hex == hex)
    }
  }

  // Around a stripe of 64 bytes and a block of 1,024, and of several.
  @Test(arguments: [1, 7, 63, 64, 65, 1023, 1024, 1025, 3000, 70_000])
  func `the digest of pieces equals that of the whole`(length: Int) {
    // A megabyte in pieces of a few bytes takes long, and shows no more than one of 4,096.
    for (count, hex) in Self.vectors where count / length < 20_000 {
      var digester = PieceDigester()
      for start in stride(from: 0, to: count, by: length) {
        digester.add(Array(Self.sanityBuffer[start..<min(count, start + length)]))
        // An empty block is allowed as well.
        if start % 3 == 0 {
          digester.add([])
        }
      }
      #expect(digester.digest().hex == hex, "\(count)")
    }
  }

  @Test func `only 32 lowercase digits are a digest`() {
    // None, one less, one more, upper case, a sign in place of a digit, and a letter that takes two
    // bytes of the 32.
    for hex in [
      "", "99aa06d3014798d86001c324468d497", "99aa06d3014798d86001c324468d497f0",
      "99AA06D3014798D86001C324468D497F", "+9aa06d3014798d86001c324468d497f",
      "éaa06d3014798d86001c324468d497f",
    ] {
      #expect(ContentDigest(hex: hex) == nil)
    }
  }

  // Each byte is the highest of 32 bits, so that it takes 4 GiB until they repeat. Were the shift
  // taken first, they would repeat every 256: blocks would be equal, and their order would not
  // matter.
  private static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 0x9E37_79B1) >> 24) }
  }

  /// The digest of content by its definition.
  private static func digest(of content: [UInt8]) -> ContentDigest {
    var encoded: [UInt8] = []
    for start in stride(from: 0, to: content.count, by: ContentDigester.blockSize) {
      let end = min(content.count, start + ContentDigester.blockSize)
      encoded += ContentDigest(of: Array(content[start..<end])).bytes
    }
    encoded.append(number: content.count)
    return ContentDigest(of: encoded)
  }

  // Pieces of less than a block, one byte less, several blocks, and several with a rest.
  @Test(arguments: [1 << 15, ContentDigester.blockSize - 1, 3 << 20, 5_000_000])
  func `content in pieces of any length has the same digest`(length: Int) throws {
    for count in [5, ContentDigester.blockSize, ContentDigester.blockSize * 3 + 5] {
      let content = Self.content(count)
      var digester = ContentDigester()
      for start in stride(from: 0, to: count, by: length) {
        digester.add(Array(content[start..<min(count, start + length)]))
      }
      #expect(digester.digest == Self.digest(of: content))
    }
  }

  @Test func `a byte changed anywhere, or moved to another block, changes the digest`() throws {
    var content = Self.content(ContentDigester.blockSize * 2 + 100)
    var seen: Set<ContentDigest> = []
    // In the first block, in the second, and in the last, which is short.
    for change in [nil, 0, 99, ContentDigester.blockSize, content.count - 1] {
      if let change {
        content[change] ^= 1
      }
      var digester = ContentDigester()
      digester.add(content)
      #expect(seen.insert(digester.digest).inserted)
    }
  }

  @Test func `an empty file has a digest`() {
    // No digests of blocks, and a length of zero in eight bytes.
    #expect(ContentDigester().digest == ContentDigest(of: [UInt8](repeating: 0, count: 8)))
  }
}
