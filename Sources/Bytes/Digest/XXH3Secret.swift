extension XXH3 {
  /// The 64 bits at a byte of the secret.
  @inline(__always)
  static func secret(_ at: Int) -> UInt64 {
    let word = at / 8
    let shift = UInt64(at % 8) * 8
    return shift == 0
      ? secretWords[word] : secretWords[word] >> shift | secretWords[word + 1] << (64 - shift)
  }

  @inline(__always)
  static func secretPair(_ at: Int) -> SIMD2<UInt64> {
    SIMD2(secret(at), secret(at &+ 8))
  }

  /// The default secret, 192 bytes in words whose lowest byte comes first.
  private static let secretWords: InlineArray<24, UInt64> = [
    0xBE4B_A423_396C_FEB8, 0x1CAD_21F7_2C81_017C, 0xDB97_9083_E96D_D4DE,
    0x1F67_B3B7_A4A4_4072, 0x78E5_C0CC_4EE6_79CB, 0x2172_FFCC_7DD0_5A82,
    0x8E24_43F7_7446_08B8, 0x4C26_3A81_E690_35E0, 0xCB00_C391_BB52_283C,
    0xA32E_531B_8B65_D088, 0x4EF9_0DA2_9748_6471, 0xD8AC_DEA9_46EF_1938,
    0x3F34_9CE3_3F76_FAA8, 0x1D4F_0BC7_C7BB_DCF9, 0x3159_B4CD_4BE0_518A,
    0x6473_78D9_C97E_9FC8, 0xC3EB_D334_83AC_C5EA, 0xEB63_13FA_FFA0_81C5,
    0x49DA_F0B7_51DD_0D17, 0x9E68_D429_2655_16D3, 0xFCA1_477D_58BE_162B,
    0xCE31_D07A_D1B8_F88F, 0x2804_1695_8F3A_CB45, 0x7E40_4BBB_CAFB_D7AF,
  ]
}
