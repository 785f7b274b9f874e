import AppGroup

/// The refusals of archives: sentences that suggest what to do next.
enum ArchiveFault {
    private static let repacking = "pack the app again with “launcher pack Name.app -o Name.ipa”"

    /// Something is wrong with an entry. The problem continues the sentence “The archive's entry “…” …”.
    static func entry(_ name: some StringProtocol, _ problem: String) -> PackageError {
        PackageError(.refused, "The archive's entry \(PlainText.quoted(path: name)) \(problem); \(repacking).")
    }

    /// Something is wrong with the whole archive. The problem continues the sentence “The archive …”.
    static func archive(_ problem: String) -> PackageError {
        PackageError(.refused, "The archive \(problem); \(repacking).")
    }

    /// The same refusal for the person who has just packed the app and can change its folder.
    static func forAuthor(_ error: PackageError, of folder: String) -> PackageError {
        let ending = "; \(repacking)."
        guard error.code == .refused, error.description.hasSuffix(ending) else { return error }
        let problem = error.description.dropLast(ending.count)
        return PackageError(
            .refused, "\(problem); change that in \(PlainText.quoted(path: folder)), and pack it again.")
    }

    /// The file is incomplete or something else. The problem continues the sentence “The file …”.
    static func file(_ problem: String) -> PackageError {
        PackageError(.refused, "The file \(problem); fetch it again from where it comes.")
    }
}

/// Recognizes files that are not archives: the usual accidents of downloads have their own sentences.
enum ForeignFile {
    private static let beginnings: [(bytes: [UInt8], what: String)] = [
        ([0x1F, 0x8B], "a gzip file"), ([0x42, 0x5A, 0x68], "a bzip2 file"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file"), ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive"), (Array("Rar!".utf8), "a RAR archive"),
        (Array("xar!".utf8), "a macOS installer package"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        (Array("bplist".utf8), "a property list"),
    ]

    /// The refusal of a file that has no end record, or none at its end.
    static func refusal(of file: ArchiveWindow, hasEndRecord: Bool) throws(PackageError) -> PackageError {
        guard file.size > 0 else { return ArchiveFault.file("is empty") }
        let head = try file.bytes(at: 0, count: min(file.size, 1024))
        if head.starts(with: "version https://git-lfs".utf8) {
            return PackageError(
                .refused,
                "The file is a Git LFS pointer in place of the package; fetch the package with “git lfs pull”.")
        }
        let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix(9).map { $0 | 0x20 }
        if text.starts(with: "<!doctype".utf8.map { $0 | 0x20 }) || text.starts(with: "<html".utf8) {
            return ArchiveFault.file("is a web page, perhaps an error or a login, not a package")
        }
        let kind = beginnings.first { head.starts(with: $0.bytes) }?.what
        if let kind = kind ?? (head.dropFirst(257).starts(with: "ustar".utf8) ? "a tar archive" : nil) {
            return ArchiveFault.archive("is \(kind), where a zip archive is needed")
        }
        if hasEndRecord {
            return ArchiveFault.archive("does not end with its end record: something was added after it, or cut off")
        }
        if head.starts(with: [0x50, 0x4B, 3, 4]) {
            return ArchiveFault.file("is cut off: it begins as a zip archive and ends before the archive's directory")
        }
        return PackageError(.refused, "The file is not a zip archive, so it is not a package; check its name.")
    }
}
