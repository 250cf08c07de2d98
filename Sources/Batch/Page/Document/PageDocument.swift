import WavethumbBytes

/// The page without its recordings: the files of this folder, which the build embeds.
package enum PageDocument {
  /// The page's HTML, with gaps for everything else.
  package static let template = text(PackageResources.page_html)

  package static let style = text(PackageResources.page_css)

  /// All scripts in one text. Each uses only declarations of the scripts before it; the last,
  /// `main.js`, starts the page.
  // Not modules: a page that is opened as a file may load none, and one text has one hash in the policy.
  package static let script: String = {
    let scripts = [
      PackageResources.time_js,
      PackageResources.data_js,
      PackageResources.findings_js,
      PackageResources.recording_js,
      PackageResources.bars_js,
      PackageResources.theme_js,
      PackageResources.coloring_js,
      PackageResources.wave_js,
      PackageResources.cover_js,
      PackageResources.albums_js,
      PackageResources.columns_js,
      PackageResources.command_js,
      PackageResources.row_js,
      PackageResources.list_js,
      PackageResources.player_js,
      PackageResources.playerbar_js,
      PackageResources.finder_js,
      PackageResources.details_js,
      PackageResources.strip_js,
      PackageResources.zoom_js,
      PackageResources.sheet_js,
      PackageResources.address_js,
      PackageResources.keys_js,
      PackageResources.main_js,
    ]
    return (["\"use strict\";"] + scripts.map(text)).joined(separator: "\n\n")
  }()

  /// The hash by which a content security policy allows an inline script or style sheet.
  package static func policyHash(of text: String) -> String {
    "sha256-" + Base64.text(of: SHA256.digest(of: Array(text.utf8)))
  }

  private static func text(_ file: [UInt8]) -> String {
    // Files end with a line break, which would be an empty line in the page.
    var text = file[...]
    if text.last == UInt8(ascii: "\n") {
      text.removeLast()
    }
    return String(decoding: text, as: UTF8.self)
  }
}
