import AppGroup
import CLibzip

/// libzip's functions.
typealias Libzip = appgroup_zip

extension Libzip {
    /// libzip, loaded for the first archive. It never changes afterwards.
    ///
    /// - Throws: ``PackageError`` if it cannot be loaded.
    static func loaded() throws(PackageError) -> Libzip {
        guard let library else {
            throw PackageError(
                .inputOutput, "Packages can't be read or written, because libzip can't be loaded; install it.")
        }
        return library
    }

    /// libzip's words for an error.
    func words(for error: UnsafeMutablePointer<zip_error_t>) -> String { String(cString: error_strerror(error)!) }

    private static let library: Libzip? = {
        var zip = Libzip()
        return names.contains { appgroup_zip_load(&zip, $0) } ? zip : nil
    }()

    /// The library on Linux, in versions whose functions are the same, and where Homebrew puts it on macOS.
    private static let names = ["libzip.so.5", "libzip.so.4", "/opt/homebrew/lib/libzip.5.dylib"]
}

/// An error of libzip.
struct ZipFailure {
    private let code: Int32
    private let words: String

    init(_ error: UnsafeMutablePointer<zip_error_t>, _ zip: Libzip) {
        code = zip.error_code_zip(error)
        words = zip.words(for: error)
    }

    /// The failure to read an entry.
    func refusal(of name: String) -> PackageError {
        switch code {
        case ZIP_ER_MEMORY:
            PackageError(
                .inputOutput, "The archive's entry \(PlainText.quoted(path: name)) can't be read: \(words); try again.")
        case ZIP_ER_CRC: ArchiveFault.entry(name, "is damaged: its checksum is wrong")
        default: ArchiveFault.entry(name, "is damaged: \(words)")
        }
    }

    /// The failure to open an archive.
    var refusal: PackageError {
        switch code {
        case ZIP_ER_MEMORY:
            PackageError(.inputOutput, "The archive can't be read: \(words); try again.")
        default: ArchiveFault.archive("can't be read: \(words)")
        }
    }
}
