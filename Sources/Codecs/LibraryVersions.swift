import CMpg123
import CPNG
import CSndfile

/// The versions of the three libraries, as they report themselves.
package enum LibraryVersions {
  package static var sndfile: String { unsafe String(cString: sf_version_string()) }

  /// The library tells no version of its own before 1.32: the interface it was built for stands in.
  package static var mpg123: String { "libmpg123 interface \(MPG123_API_VERSION)" }

  package static var png: String { unsafe "libpng-\(String(cString: png_get_libpng_ver(nil)))" }

  /// The versions of all libraries that decoding and encoding depend on.
  package static var all: String { "\(sndfile) \(mpg123) \(png)" }
}
