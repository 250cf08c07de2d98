import Glibc

/// Finds repetitions in rows: runs, the row above, an equal row, and matches by hash.
@safe
struct RowMatcher: ~Copyable {
  /// The number of candidates to examine, for a smaller file.
  enum Effort {
    /// For stills, which have equal rows.
    case quick
    /// For frames of animations, in which rows rarely repeat: an eighth fewer bytes.
    case thorough

    /// The number of candidates examined per hash.
    var tries: Int { self == .quick ? 2 : 24 }
    /// The number of bytes at the end of a match that are registered.
    var remembered: Int { self == .quick ? 4 : DeflateSymbols.longestMatch }
  }

  private static let hashBits: UInt32 = 12
  /// A match of this length ends the search for a better one.
  private static let enough = 32
  /// A match of this length is used without looking for a better one at the next byte.
  private static let eager = 16
  /// The number of readable bytes required after the last one.
  static let slack = 16

  private let stride: Int
  private let tries, remembered: Int
  private let isThorough: Bool
  /// The last position of each hash of four bytes, counted from 1.
  private let latest: UnsafeMutablePointer<UInt32>
  /// The previous position for each position; undefined for skipped ones.
  private let earlier: UnsafeMutablePointer<UInt32>
  /// The distance of the last match that was neither of the row above nor a run.
  private var recent = 0
  /// The end of the current row, and the distance of an equal one.
  private var rowEnd = 0
  private var twin = 0

  init(stride: Int, effort: Effort) {
    self.stride = stride
    (tries, remembered, isThorough) = (effort.tries, effort.remembered, effort == .thorough)
    unsafe latest = .allocate(capacity: 1 << Int(Self.hashBits))
    unsafe latest.initialize(repeating: 0, count: 1 << Int(Self.hashBits))
    unsafe earlier = .allocate(capacity: DeflateSymbols.farthest)
  }

  deinit {
    unsafe latest.deallocate()
    unsafe earlier.deallocate()
  }

  /// Produces tokens for the bytes up to `limit`, or until they are full, and returns the end.
  ///
  /// Bytes exist from `base` to `end`; those before `position` are known.
  mutating func match(
    _ bytes: UnsafePointer<UInt8>, base: Int, from position: Int, to limit: Int, end: Int,
    twins: borrowing RepeatedRows, into tokens: inout DeflateTokens
  ) -> Int {
    let window = unsafe Window(bytes: bytes, base: base, end: end)
    var position = position
    // The match already found for this position.
    var known: Match?
    while position < limit, !tokens.isFull {
      if position >= rowEnd {
        let row = position / stride
        rowEnd = (row &+ 1) &* stride
        twin = twins.distance(ofRow: row)
      }
      let match = unsafe known ?? best(at: position, in: window)
      if unsafe position < window.hashEnd { unsafe insert(position, in: window) }
      known = nil
      if match.length > 0, match.length < Self.eager, position &+ 1 < limit {
        // A better match that begins one byte later is worth a literal.
        let next =
          unsafe isThorough ? best(at: position &+ 1, in: window) : near(position &+ 1, in: window)
        if next.score > match.score &+ 2 { known = next }
      }
      guard match.length > 0, known == nil else {
        unsafe tokens.append(literal: window.bytes[position &- base])
        position &+= 1
        continue
      }
      tokens.append(length: match.length, distance: match.distance)
      let end = position &+ match.length
      unsafe insert(from: max(position &+ 1, end &- remembered), to: end, in: window)
      position = end
      if match.distance != stride, match.distance > 1 { recent = match.distance }
    }
    return position
  }

  private struct Match {
    var length = 0
    var distance = 0
    /// The approximate number of bits saved.
    var score = 0

    /// Uses the match at another distance if it saves more.
    @inline(__always)
    mutating func improve(_ position: Int, _ distance: Int, _ word: UInt64, in window: Window) {
      let difference = unsafe window.word(position &- distance) ^ word
      guard difference & 0xFF_FFFF == 0 else { return }
      var length = unsafe min(difference.trailingZeroBitCount &>> 3, window.end &- position)
      if length == 8 { length = unsafe window.length(position, distance) }
      let score = length &* 5 &- DeflateSymbols.extraBits(ofDistance: distance)
      if length >= 3, score > self.score {
        (self.length, self.distance, self.score) = (length, distance, score)
      }
    }
  }

  @unsafe
  private struct Window {
    let bytes: UnsafePointer<UInt8>
    let base, end: Int

    @inline(__always)
    func word(_ position: Int) -> UInt64 {
      let start = unsafe UnsafeRawPointer(bytes + (position &- base))
      return UInt64(littleEndian: unsafe start.loadUnaligned(as: UInt64.self))
    }

    /// The end of the positions with the four bytes of a hash.
    @inline(__always)
    var hashEnd: Int { unsafe end &- 3 }

    /// Returns the number of equal bytes at a distance, of which eight are known to be equal.
    @inline(__always)
    func length(_ position: Int, _ distance: Int) -> Int {
      let longest = unsafe min(DeflateSymbols.longestMatch, end &- position)
      let here = unsafe UnsafeRawPointer(bytes + (position &- base))
      let there = unsafe here - distance
      func difference(_ offset: Int) -> UInt64 {
        unsafe here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          ^ there.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      var length = 8
      while length &+ 32 <= longest,
        difference(length) | difference(length &+ 8) | difference(length &+ 16)
          | difference(length &+ 24) == 0
      {
        length &+= 32
      }
      while length < longest {
        let difference = difference(length)
        if difference != 0 {
          return min(longest, length &+ difference.littleEndian.trailingZeroBitCount &>> 3)
        }
        length &+= 8
      }
      return longest
    }
  }

  /// Returns the best cheap match: a run, the row above, an equal row, the distance used before.
  @inline(__always)
  private func near(_ position: Int, in window: Window) -> Match {
    var best = Match()
    let known = unsafe position &- window.base
    let word = unsafe window.word(position)
    if known >= 1 { unsafe best.improve(position, 1, word, in: window) }
    if stride <= known, stride <= DeflateSymbols.farthest {
      unsafe best.improve(position, stride, word, in: window)
    }
    if best.length >= Self.enough { return best }
    if twin > 0 {
      unsafe best.improve(position, twin, word, in: window)
      if best.length >= Self.enough || position &+ best.length >= rowEnd { return best }
    }
    if recent > 0, recent <= known { unsafe best.improve(position, recent, word, in: window) }
    return best
  }

  /// Returns the best of those and of the positions with the same hash.
  @inline(__always)
  private func best(at position: Int, in window: Window) -> Match {
    var best = unsafe near(position, in: window)
    if best.length >= Self.enough || twin > 0 && position &+ best.length >= rowEnd { return best }
    guard unsafe position < window.hashEnd else { return best }
    let word = unsafe window.word(position)
    var place = unsafe Int(latest[slot(of: word)])
    var tries = tries
    let first = unsafe max(window.base, position &- DeflateSymbols.farthest)
    while tries > 0, place > first {
      unsafe best.improve(position, position &+ 1 &- place, word, in: window)
      let before = unsafe Int(earlier[(place &- 1) & (DeflateSymbols.farthest &- 1)])
      guard before < place else { break }
      place = before
      tries &-= 1
    }
    return best
  }

  /// Returns the slot of the next four bytes in the hash table.
  @inline(__always)
  private func slot(of word: UInt64) -> Int {
    let bytes = UInt32(truncatingIfNeeded: word)
    return Int((bytes &* 0x9E37_79B1) &>> (32 &- Self.hashBits))
  }

  /// Registers positions, except for those without the four bytes of a hash.
  @inline(__always)
  private func insert(from first: Int, to end: Int, in window: Window) {
    let end = unsafe min(end, window.hashEnd)
    var position = first
    while position < end {
      unsafe insert(position, in: window)
      position &+= 1
    }
  }

  @inline(__always)
  private func insert(_ position: Int, in window: Window) {
    let slot = unsafe slot(of: window.word(position))
    unsafe earlier[position & (DeflateSymbols.farthest &- 1)] = latest[slot]
    unsafe latest[slot] = UInt32(truncatingIfNeeded: position &+ 1)
  }
}
