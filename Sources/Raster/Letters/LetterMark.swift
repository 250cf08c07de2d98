/// A mark that composes new letters.
struct LetterMark {
  /// The combining character, or nil for several marks at once.
  let scalar: Unicode.Scalar?
  /// The strokes of the mark, centred on a small letter.
  let strokes: String
  /// Pairs of a letter and the composed one.
  let letters: [Character]

  init(_ scalar: Unicode.Scalar?, _ strokes: String, _ letters: String) {
    self.scalar = scalar
    self.strokes = strokes
    self.letters = Array(letters)
  }
}

extension LetterShapes {
  /// Later marks may be added to letters that earlier ones made.
  static let marks: [LetterMark] = latinMarks + greekMarks

  private static let grave = "-1.5,14.5 0.5,12.2"
  private static let acute = "-0.5,12.2 1.5,14.5"
  private static let tilde = "-3,12.5 ~-1.5,15 0,13.3 ~1.5,11.6 3,14"

  private static let latinMarks = [
    LetterMark(
      "\u{302}", "-2,12.2 0,14.2 2,12.2", "AÂEÊIÎOÔUÛCĈGĜHĤJĴSŜWŴYŶZẐaâeêıîoôuûcĉgĝhĥȷĵsŝwŵyŷzẑ"),
    LetterMark("\u{303}", tilde, "AÃEẼIĨNÑOÕUŨVṼYỸaãeẽıĩnñoõuũvṽyỹ"),
    LetterMark(
      "\u{304}", "-2,13 2,13", "AĀEĒGḠIĪOŌUŪYȲÆǢИӢУӮaāeēgḡıīoōuūyȳæǣиӣуӯαᾱιῑυῡ"),
    LetterMark(
      "\u{306}", "-2,14.2 ~-2,12 0,12 ~2,12 2,14.2",
      "AĂEĔGĞIĬOŎUŬАӐЕӖЖӁИЙУЎaăeĕgğıĭoŏuŭаӑеӗжӂийуўαᾰιῐυῠ"),
    LetterMark(
      "\u{307}", "0,13.5",
      "AȦBḂCĊDḊEĖFḞGĠHḢIİMṀNṄOȮPṖRṘSṠTṪWẆXẊYẎZŻaȧbḃcċdḋeėfḟgġhḣmṁnṅoȯpṗrṙsṡtṫwẇxẋyẏzż"),
    LetterMark(
      "\u{308}", "-2,13.5 / 2,13.5",
      "AÄEËHḦIÏOÖUÜWẄXẌYŸаӓЕЁЖӜЗӞІЇИӤОӦӨӪУӰЧӴЫӸЭӬaäeëhḧıïoöuüwẅxẍyÿАӒеёжӝзӟиӥоӧөӫуӱчӵыӹэӭıїΙΪΥΫιϊυϋ"
    ),
    LetterMark(
      "\u{30A}", "0,15 ~1.6,15 1.6,13.4 ~1.6,11.8 0,11.8 ~-1.6,11.8 -1.6,13.4 ~-1.6,15 0,15",
      "AÅUŮaåuůwẘyẙ"),
    LetterMark("\u{30B}", "-2,12.2 -0.5,14.5 / 1,12.2 2.5,14.5", "OŐUŰУӲoőuűуӳ"),
    LetterMark(
      "\u{30C}", "-2,14.2 0,12.2 2,14.2",
      "AǍCČDĎEĚGǦHȞIǏKǨNŇOǑRŘSŠTŤUǓZŽƷǮaǎcčeěgǧhȟıǐȷǰkǩnňoǒrřsšuǔzžʒǯ"),
    LetterMark(
      "\u{309}", "-1.3,14.2 ~-1,15.2 0,15.2 ~1.3,15.2 1.3,14.2 ~1.3,13.2 0,12.4",
      "AẢEẺIỈOỎUỦYỶÂẨĂẲÊỂÔỔƠỞƯỬaảeẻıỉoỏuủyỷâẩăẳêểôổơởưử"),
    LetterMark(
      "\u{300}", grave,
      "AÀEÈIÌNǸOÒUÙWẀYỲÜǛЕЀИЍÂẦĂẰÊỀÔỒƠỜƯỪĒḔŌṐaàeèıìnǹoòuùwẁyỳüǜеѐиѝâầăằêềôồơờưừēḕōṑ"),
    LetterMark(
      "\u{301}", acute,
      "AÁCĆEÉGǴIÍKḰLĹMḾNŃOÓPṔRŔSŚUÚWẂYÝZŹÆǼØǾÅǺÜǗГЃКЌÂẤĂẮÊẾÔỐƠỚƯỨĒḖŌṒaácćeégǵıíkḱlĺmḿnńoópṕrŕsśuúwẃyýzźæǽøǿåǻüǘгѓкќâấăắêếôốơớưứēḗōṓ"
    ),
    LetterMark(nil, tilde, "ÂẪĂẴÊỄÔỖƠỠƯỮâẫăẵêễôỗơỡưữ"),
    LetterMark("\u{30F}", "-2.5,14.5 -1,12.2 / 0.5,14.5 2,12.2", "AȀEȄIȈOȌRȐUȔѴѶaȁeȅıȉoȍrȑuȕѵѷ"),
    LetterMark("\u{311}", "-2,12.2 ~-2,14.4 0,14.4 ~2,14.4 2,12.2", "AȂEȆIȊOȎRȒUȖaȃeȇıȋoȏrȓuȗ"),
    LetterMark("\u{312}", "0.7,14.8 ~-0.7,14.3 -0.2,12.3", "gģ"),
    LetterMark("\u{326}", "0.5,-2 -0.5,-4", "GĢKĶLĻNŅRŖSȘTȚkķlļnņrŗsștț"),
    LetterMark(
      "\u{327}", "0,0 0,-1.5 ~2,-2 0.5,-3.7 -1,-4", "CÇDḐEȨHḨSŞTŢЗҘСҪcçdḑeȩhḩsştţзҙсҫ"),
    LetterMark("\u{328}", "2,0 ~0,-2 1,-3.5 ~1.5,-4 3,-4", "AĄEĘIĮOǪUŲaąeęiįoǫuų"),
    LetterMark(
      "\u{323}", "0,-3",
      "AẠBḄDḌEẸHḤIỊKḲLḶMṂNṆOỌRṚSṢTṬUỤVṾWẈYỴZẒÂẬĂẶÊỆÔỘƠỢƯỰaạbḅdḍeẹhḥiịkḳlḷmṃnṇoọrṛsṣtṭuụvṿwẉyỵzẓâậăặêệôộơợưự"
    ),
    LetterMark("\u{331}", "-2,-3 2,-3", "BḆDḎKḴLḺNṈRṞTṮZẔbḇdḏhẖkḵlḻnṉrṟtṯzẕ"),
  ]

  private static let greekMarks = [
    LetterMark(nil, acute, "αάεέηήιίοόυύωώ"),
    LetterMark(nil, grave, "αὰεὲηὴιὶοὸυὺωὼ"),
    LetterMark(nil, "-3,13.5 / -0.5,12.2 0.8,14.8 / 3,13.5", "ιΐυΰ"),
    LetterMark(nil, "-3,13.5 / -0.8,14.8 0.5,12.2 / 3,13.5", "ιῒυῢ"),
    LetterMark("\u{342}", tilde, "αᾶηῆιῖυῦωῶ"),
    LetterMark("\u{313}", "-0.4,14.8 ~1,14.3 0.4,12.3", "αἀεἐηἠιἰοὀρῤυὐωὠ"),
    LetterMark("\u{314}", "0.4,14.8 ~-1,14.3 -0.4,12.3", "αἁεἑηἡιἱοὁρῥυὑωὡ"),
    LetterMark(nil, "-2,14.8 ~-0.6,14.3 -1.2,12.3 / 0.8,12.2 2.4,14.5", "αἄεἔηἤιἴοὄυὔωὤ"),
    LetterMark(nil, "-1.2,14.8 ~-2.6,14.3 -2,12.3 / 0.8,12.2 2.4,14.5", "αἅεἕηἥιἵοὅυὕωὥ"),
    LetterMark(nil, "-2,14.8 ~-0.6,14.3 -1.2,12.3 / 0.8,14.5 2.4,12.2", "αἂεἒηἢιἲοὂυὒωὢ"),
    LetterMark(nil, "-1.2,14.8 ~-2.6,14.3 -2,12.3 / 0.8,14.5 2.4,12.2", "αἃεἓηἣιἳοὃυὓωὣ"),
    LetterMark(
      nil, "-0.4,15 ~1,14.5 0.4,12.7 / -3,15.5 ~-1.5,18 0,16.3 ~1.5,14.6 3,17", "αἆηἦιἶυὖωὦ"),
    LetterMark(
      nil, "0.4,15 ~-1,14.5 -0.4,12.7 / -3,15.5 ~-1.5,18 0,16.3 ~1.5,14.6 3,17", "αἇηἧιἷυὗωὧ"),
    LetterMark(
      "\u{345}", "0,-2 0,-3.6 ~0,-4.4 1,-4.4",
      "αᾳηῃωῳάᾴήῄώῴὰᾲὴῂὼῲᾶᾷῆῇῶῷἀᾀἁᾁἠᾐἡᾑὠᾠὡᾡἄᾄἅᾅἤᾔἥᾕὤᾤὥᾥἂᾂἃᾃἢᾒἣᾓὢᾢὣᾣἆᾆἇᾇἦᾖἧᾗὦᾦὧᾧ"),
  ]

  /// Marks before the tops of capitals.
  static let marksBeforeCapitals = [
    LetterMark(nil, "0,11.5 1,14", "ΑΆΕΈΗΉΙΊΟΌΥΎΩΏ"),
    LetterMark(nil, "0,14 1,11.5", "ΑᾺΕῈΗῊΙῚΟῸΥῪΩῺ"),
    LetterMark(nil, "0,14.5 ~1.4,14 0.8,12", "ΑἈΕἘΗἨΙἸΟὈΩὨ"),
    LetterMark(nil, "0.8,14.5 ~-0.6,14 0,12", "ΑἉΕἙΗἩΙἹΟὉΡῬΥὙΩὩ"),
    LetterMark(nil, "-1,14.5 ~0.4,14 -0.2,12 / 1.2,11.8 2.2,14.2", "ΑἌΕἜΗἬΙἼΟὌΩὬ"),
    LetterMark(nil, "-0.2,14.5 ~-1.6,14 -1,12 / 1.2,11.8 2.2,14.2", "ΑἍΕἝΗἭΙἽΟὍΥὝΩὭ"),
  ]
}
