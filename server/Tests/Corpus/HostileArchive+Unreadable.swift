extension HostileArchive {
    private static let app = SoundArchive.app

    private static func flagged(_ name: String, _ about: String, _ refusal: String, _ flags: Int) -> HostileArchive {
        HostileArchive(.unreadable, name, about, refusal) {
            $0.add("\(app)/x", "contents") { $0.both { $0.flags = flags } }
        }
    }

    private static func method(_ name: String, _ number: Int) -> HostileArchive {
        HostileArchive(.unreadable, name, "an entry compressed by \(name)", "compressed by method \(number)") {
            $0.add("\(app)/x", "contents") { $0.both { $0.method = number } }
        }
    }

    private static func whole(_ name: String, _ about: String, _ refusal: String, _ bytes: [UInt8]) -> HostileArchive {
        HostileArchive(.foreign, name, about, refusal, bytes: bytes)
    }

    /// Archives that no program, or only some programs, can read.
    static let unreadable = [
        flagged("encrypted", "an encrypted entry", "is encrypted", 1),
        flagged("strongly-encrypted", "a strongly encrypted entry", "is encrypted", 0x41),
        flagged("masked", "an entry whose header is masked", "is encrypted", 0x2000),
        flagged("patched", "an entry that is a patch of another", "no program reads safely", 0x20),
        flagged("reserved", "a flag without a meaning", "no program reads safely", 0x8000),
        method("shrink", 1), method("deflate64", 9), method("bzip2", 12), method("lzma", 14), method("zstd", 93),
        method("aes", 99),
        HostileArchive(.unreadable, "aes-field", "the extra field of WinZip's encryption", "is encrypted") {
            $0.add("\(app)/x", "contents") { $0.both { $0.extra = .extra(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0]) } }
        },
        HostileArchive(.unreadable, "version", "an entry that needs a later version of the format", "needs version 63")
        {
            $0.add("\(app)/x", "contents") { $0.both { $0.version = 63 } }
        },
    ]

    /// Other files with the extension `.ipa`.
    static let foreign = [
        whole("empty", "an empty file", "is empty", []),
        whole("nothing-in-it", "an archive without entries", "is empty", ZipWriter().bytes()),
        whole(
            "lfs-pointer", "a Git LFS pointer", "git lfs pull",
            Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n".utf8)),
        whole("web-page", "a web page", "is a web page", Array("\u{FEFF}\r\n<!DOCTYPE html><title>404</title>".utf8)),
        whole("web-page-bare", "a web page without a document type", "is a web page", Array("<HTML>Log in".utf8)),
        whole("gzip", "a gzip file", "is a gzip file", [0x1F, 0x8B, 8, 0, 0]),
        whole("xz", "an xz file", "is an xz file", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
        whole("7-zip", "a 7-Zip archive", "is a 7-Zip archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4]),
        whole("rar", "a RAR archive", "is a RAR archive", Array("Rar!\u{1A}\u{7}\u{1}\0".utf8)),
        whole(
            "tar", "a tar archive", "is a tar archive",
            Array("Payload/".utf8) + [UInt8](repeating: 0, count: 249) + Array("ustar\000".utf8)
                + [UInt8](repeating: 0, count: 249)),
        whole("text", "a text file", "is not a zip archive", Array("Hello".utf8)),
    ]
}
