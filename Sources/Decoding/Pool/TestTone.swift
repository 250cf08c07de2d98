/// Short tones in formats whose decoders make different system calls.
enum TestTone {
  /// MP3, FLAC, Ogg Vorbis and Ogg Opus.
  static var all: [[UInt8]] {
    [mp3, flac, vorbis, opus].map(bytes)
  }

  /// Decodes Base64 without padding.
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for letter in text.utf8 {
      guard let value = value(of: letter) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static let mp3 = """
    //sYxAAABsQzSHWTAADsDGmDOKAABaoAAQDlyy05acvGruJBYAyjjhfN1k0SQUOpu19/3/l4QQBAAQIEAQB8HwfD+CAY+nic
    EP6XAUHGDQ49AhC76joKNggYyqXjL1DNOA8zZUjPozBQGLTKMT6XU6BKAV8BUQQX34XRCPRV/yIfD40FfxEqAwLZhmAhGAsC
    //sYxASAB4glKBngAAD9D+oDNrAA4YaI2oMBrMEIeg5zWUTAfTIOFqdE2NjnzCr+KN20NUwYgXTAFAEMHQCwwCQAzDjAaHgS
    KZSl6UgzDhcEohvueZsaANZM8NTfZp7WS2n7wMBAlM/g4AkB3977BIHaN3+xlWSzYklH/7+mdnTZNxqh5/gs2gMAAuwNoDMG
    //sYxAQDx7yJLFz0AAgAADSAAAAEEZUbCeOqAW4nSFQzlNE0UNcFIAEBU0YHQNg+ooWFmkkVFbUVWoZmpma9VXlV9maihY6w
    V2ILTEFNRTMuMTAwVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV
    """

  private static let flac = """
    ZkxhQwAAACIQABAAAAEsAAEsAfQA8AAAAZAPnovlW9Dj+1wZW6vg7Or8hAAAKCAAAAByZWZlcmVuY2UgbGliRkxBQyAxLjQu
    MiAyMDIyMTAyMgAAAAD/+HQIAAGPJEgCVRVcKRc3Ej8ltLAVTnlp1HQAjAAIiE3lZ5IDeyL/pFwbaVeVOj2oiFkzn0lUjKRf
    Ter6kxZBTUqU2flwfs6hCinOQZ9SslPkxp0xTnEO5E6lZctbCIIY4rjMiZ9qyf3YUrhSGGZta1Zl22ahylDMcit30kv2bgo0
    MOQQ5PWXr1+mEI45iikYez5OvJy5UoorjkTkLa1LTvaQ5yCilSz3/73x8KQ5RmMZVRZK/Lv6xCjnIYRf0aTfSTGq7hTFFdWN
    lZK/+DpCHGEUQjb8lK27NIUQoxRq64W33tnbYhhBmEIu/X5kpTW85jiHKVO00uTYTPOSymFMapvC9CvGaIufKdObNfQeFgpG
    PiquWq7bL6Nv+71AkVgrWA1W0QJEHGEId+Q
    """

  private static let vorbis = """
    T2dnUwACAAAAAAAAAACKamkBAAAAAOf1aNkBHgF2b3JiaXMAAAAAAUAfAAAAAAAAQB8AAAAAAACZAU9nZ1MAAAAAAAAAAAAA
    imppAQEAAABNQ1W/CkT//////////5ADdm9yYmlzNAAAAFhpcGguT3JnIGxpYlZvcmJpcyBJIDIwMjAwNzA0IChSZWR1Y2lu
    ZyBFbnZpcm9ubWVudCkAAAAAAQV2b3JiaXMPQkNWAQAAAQAMUhQhJRlTSmMIlVJSKQUdY1BbRx1j1DlGIWQQU4hJGaV7TyqV
    WErIEVJYKUUdU0xTSZVSlilFHWMUU0ghU9YxZaFzFEuGSQklbE2udBZL6JljljFGHWPOWkqdY9YxRR1jUlJJoXMYOmYlZBQ6
    RsXoYnwwOpWiQii+x95S6S2FiluKvdcaU+sthBhLacEIYXPttdXcSmrFGGOMMcbF4lMogtCQVQAAAQAAQAQBQkNWAQAKAADC
    UAxFUYDQkFUAQAYAgAAURXEUx3EcR5IkywJCQ1YBAEAAAAIAACiO4SiSI0mSZFmWZVmWpnmWqLmqL/uuLuuu7eq6DoSGrAQA
    gAAAGEahdUwqgxBDykOEFGPQM6MQQwxMxhxjTjSkDDKIM8WQMohbLC6oEAShISsCgCgAAMAYxBhiDDnnpGRSIueYlE5KA52j
    1FHKKJUUS4wZpRJbiTGCzlHqKGWUQoylxYxSibHEVAAAQIADAECAhVBoyIoAIAoAgDAGKYWUQowp5hRziDHlHIMMMcYgZM4p
    6BiTTkrlnJPOSYkYY84xB5VzTkrnpHLQScmkEwAAEOAAABBgIRQasiIAiBMAMEiSplmaJoqWpomiZ4qq6omiqlqeZ5qeaaqq
    Z5qqaqqq65qq6sqW55mmZ5qq6pmmqoqm6rqmqrqup6q2bLqqLpuuatuu7Pq2a7u+7qmqbJuqK+um6sq66sq27rq27Uuep6qi
    qrquZ6quq7qubquua9uaasquqbqybbquLbuybOuuLOu6ZqqubLqqLZuuLOuu7Nq2Ksu6L7qubquyrPuqLPu+bOu67tq68Iuu
    a+uqLOu+Ksu+Mdu28Mu6LhyTJ6qqp6qu65mq66qua9uq69q6ppqubLquLZuqK9uqLOu2K8u2rpmqLJuuK9um68qyKsu+78qy
    bouu6+umLOu6KsvC7uq6Mcy2rfui6+q6Ksu6r8qyrru67vuybgu7pqq6bsqyr5uyrPu2rgvLrNu6Mbqu76uyLfyqLAu/rvvC
    Mus+Y3RdX1dtWRhW2fZ93feVY9Z1YVltW/ldW2e8vm4Mu278yq0Ly7LatrHMuq0sr68bwy7sfFv4lZqq2rbpurpuyrKvy7ou
    tHXdV0bX9X3Vtn1flWXft4VfaRvDsIyuq/uqLOvCa8vKL+u6sOzCLyyrbSu/q+vKMNu6sNy+sCy/7gvLqtu+7+q60rV1Zbl9
    n7Ert/ELAAAYcAAACDChDBQasiIAiBMAQBByDikGoWIKQgihpBBCKhVjUjLmpGTOSSmllBRKSa1iTErmnJTMMSmhlJZKKamE
    UloqpcQUSmktpdZiSqnFUEprpaTWSkmtpZRiTK3FGDEmJXNOSuaclJJSayWV1jLnKGUOSuogpJRKKq2k1GLmnKQOOisdhNRK
    KjGVlGILqcRWSmqtpBRjKzHV1FqOIaUYS0qxlZRabTHV1lqrNWJMSuaclMw5KiWl1koqrWXOSeogtNQ5KKmk1GIqKcXKOUkd
    hJQyyKiUlForqcQSUomttBRjKanF1GKuKcUWQ0ktlpRaLKnE1mKMtbVUUyelxZJSjCWVGFusubbWagylxFZKi7GklFtrMdcW
    Y46hpBZLK7GVlFpsteXYWss1tVRjSq3WFmONMeWUa609p9ZiTTHV2lqsudWWW8y1505Ka6WUFktKMbbWYo0x5hxKaa2kFFsp
    KcbWWq2txVxDKbGV0losqcTYYqy1xVZjaq3GFlutpbVaa629xlZbLq3V3GKsPbWUa6y15lhTbQUAAAw4AAAEmFAGCg1ZCQBE
    AQAAxjDGGIRGKceck9Io5ZxzUirnIISQUuYchBBSypyDUEpLmXMQSkkplJJSaq2FUlJqrbUCAAAKHAAAAmzQlFgcoNCQlQBA
    KgCAwXE0TRRV1XV9X7EsUVRV15Vt41csTRRVVXZtW/g1UVRV17Vt2xZ+TRRVVXZl2baFoqq6sm3bsm4Lw6iqrmvbsm3rqK6r
    27qt27ovVF1Zlm1bt3Ud17Z13fZ1XfgZs23rtm7rvvAjDEff+CHk4/t0QggAAE9wAAAqsGF1hJOiscBCQ1YCABkAAIAxShmF
    GDNIMaYYY0wxxpgAAIABBwCAABPKQKEhKwKAKAAAwDnnnHPOOeecc84555xzzjnnnHOOMcYYY4wxxhhjjDHGGGOMMcYYY4wx
    xhhjjDHGGGNMAMBOhAPAToSFUGjISgAgHAAAQAghKSmllFJKEVPOQUkppZRSqhSDjEpKKaWUUqQUdZRSSimllCKloKSSUkop
    pZRJSSmllFJKKaWMOkoppZRSSimllFJKKaWUUkoppZRSSimllFJKKaWUUkoppZRSSimllFJKKaWUUkoppZRSSimllFJKKaWU
    UkoppZRSSimlVEoppZRSSimllFJKKaUUAGDy4AAAlWDjDCtJZ4WjwYWGrAQAcgMAAIUYgxBCaa2kVFJKJVXOQSgllJRKSimV
    lFKqmIMQSiqppZJSSim10kEooZRQSikllFJKKCWEEEoJoZRUQiuphFJKB6GEEkIpoYRUSikllM5BKCGFDkJJpZTUQkgddFRS
    KSGVUkopJaWUOgihlJJSSy2VUlpKqXQSUimpldRSaqm1klIJoaRWSkklpdJaSSW1EkpJJaWUUksphVRSSSWEklIqJbWWWkqp
    tdZSSKmVlFJKqaXUUkolpZBKSqmUklJqJZWUUmohlZRKSSmk1EoppaRUQkmppVJaSi21lEpJqbRUUkmllJRKSSmlUkpLKaUS
    SkqppZRaSSmFklJKKZWSUksltVRKCiWllFJJqbSUUksplZJSAQBABw4AAAFGVFqInWZceQSOKGSYgAIAAEAAQIAJIDBAUDAK
    QYAwAgEAAAAAwAAAHwAARwEQEdGcwQFCgsICQ4PDAwAAAAAAAAAAAAAAgE9nZ1MABJABAAAAAAAAimppAQIAAABOUwHzAxMR
    Ea6eGXNTSwCgZwUAIiOLjCzKWgC6n5lzpxIA6JYCAEB09OcYAaqYmbeiBADvUXYAgDEGN3sC
    """

  private static let opus = """
    T2dnUwACAAAAAAAAAAAE0XolAAAAAPjWD1sBE09wdXNIZWFkAQE4AUAfAAAAAABPZ2dTAAAAAAAAAAAAAATReiUBAAAAD8/a
    1wGUT3B1c1RhZ3MfAAAAbGlib3B1cyAxLjMuMSwgbGlib3B1c2VuYyAwLjIuMQIAAAAjAAAARU5DT0RFUj1vcHVzZW5jIGZy
    b20gb3B1cy10b29scyAwLjI6AAAARU5DT0RFUl9PUFRJT05TPS0tYml0cmF0ZSA2IC0tcGFkZGluZyAwIC0tZGlzY2FyZC1j
    b21tZW50c09nZ1MABJgKAAAAAAAABNF6JQIAAABsK/m5Aw0SGAiEwXw+y6d3P9yDSeAItZb57KSIgffKdfvg6ZKNgYkIrsrB
    4KM+qUbuDTuWj1yn11iuN5SJdbI
    """
}
