import CLibzip

/// What libzip says of something that it could not do.
struct ZipFailure {
    private let code: Int32
    private let words: String

    init(_ error: UnsafeMutablePointer<zip_error_t>) {
        code = zip_error_code_zip(error)
        words = String(cString: zip_error_strerror(error))
    }

    /// The failure to read an entry.
    func refusal(of name: String) -> PackageError {
        switch code {
        case ZIP_ER_MEMORY:
            PackageError(.inputOutput, "The archive's entry \(Quoted.text(name)) can't be read: \(words); try again.")
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
