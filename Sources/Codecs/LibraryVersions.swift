import CMpg123
import CPNG
import CSndfile

/// The versions of the three libraries, as they report themselves.
public enum LibraryVersions {
  public static var sndfile: String { unsafe String(cString: sf_version_string()) }
}
