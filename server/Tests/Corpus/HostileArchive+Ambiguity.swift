extension HostileArchive {
    private static let app = SoundArchive.app

    private static func differing(
        _ name: String, _ about: String, _ refusal: String,
        _ change: @escaping @Sendable (inout ZipWriter.Header) -> Void
    ) -> HostileArchive {
        HostileArchive(.ambiguity, name, about, refusal) {
            $0.add("\(app)/x", "contents") {
                if var header = $0.local {
                    change(&header)
                    $0.local = header
                }
            }
        }
    }

    private static func pair(
        _ name: String, _ about: String, _ refusal: String, _ first: String, _ second: String
    ) -> HostileArchive {
        HostileArchive(.ambiguity, name, about, refusal) {
            $0.add("\(app)/\(first)")
            $0.add("\(app)/\(second)")
        }
    }

    /// Archives that different programs read differently.
    static let ambiguity = [
        pair("twice", "two entries with one name", "is there twice", "x", "x"),
        pair("twice-folder", "one folder twice", "is there twice", "x/", "x/"),
        pair("file-and-folder", "a file and a folder with one name", "is there twice", "x", "x/"),
        pair(
            "below-file-with-mark", "a file, and a folder in it whose name begins with a combining mark",
            "which is not a folder", "x", "x/\u{301}y/z"),
        pair("folder-then-file", "a file in place of a folder", "other entries lie below it", "x/y", "x"),
        pair("case", "names that differ only in case", "but for case", "readme", "README"),
        pair("case-beyond-ascii", "names that differ only in the case of ß", "but for case", "straße", "STRASSE"),
        pair("kelvin", "a K and the kelvin sign", "but for case", "k", "\u{212A}"),
        pair("composition", "é in one character and in two", "the way accents are written", "caf\u{E9}", "cafe\u{301}"),
        pair("folder-case", "one folder in two spellings", "but for case", "Data/a", "data/b"),
        differing("local-name", "a different name before the contents", "a different name") {
            $0.name = Array("\(app)/y".utf8)
        },
        differing("local-method", "a different method before the contents", "a different method") { $0.method = 8 },
        differing("local-checksum", "a different checksum before the contents", "a different checksum") { $0.crc ^= 1 },
        differing("local-size", "a different size before the contents", "a different size") { $0.size -= 1 },
        differing("local-flags", "different flags before the contents", "set of flags") { $0.flags = 0x800 },
        differing("local-unsized", "no size before the contents, and none after them", "a different size") {
            ($0.size, $0.compressedSize) = (0, 0)
        },
        HostileArchive(.ambiguity, "unicode-path", "an extra field with a different name", "a second name") {
            $0.add("\(app)/x", "evil") {
                $0.central?.extra = .extra(0x7075, [1, 0, 0, 0, 0] + Array("\(app)/y".utf8))
            }
        },
        HostileArchive(
            .ambiguity, "local-unicode-path", "a different name in an extra field before the contents", "a second name"
        ) {
            $0.add("\(app)/x", "evil") { $0.local?.extra = .extra(0x7075, [1, 0, 0, 0, 0] + Array("../evil".utf8)) }
        },
        HostileArchive(.ambiguity, "unicode-path-twice", "two extra fields with a name", "a second name") {
            $0.add("\(app)/x", "evil") {
                let field = [UInt8].extra(0x7075, [1, 0, 0, 0, 0] + Array("\(app)/x".utf8))
                $0.both { $0.extra = field + field }
            }
        },
        HostileArchive(.ambiguity, "archive-in-comment", "a whole archive in the comment of another", "two end records")
        {
            $0.end.comment = SoundArchive.package.bytes()
        },
        HostileArchive(.ambiguity, "end-in-comment", "the mark of an end record in the comment", "two end records") {
            $0.end.comment = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 7, count: 30)
        },
        HostileArchive(
            .ambiguity, "end-around-archive", "an end record in a file whose comment is the rest of the archive",
            "two end records", bytes: endAroundArchive()),
        HostileArchive(
            .ambiguity, "end-in-directory", "an end record in the directory's extra fields", "hides an end record"
        ) {
            $0.add("\(app)/x", "") {
                $0.central?.extra = .extra(0xCAFE, ZipWriter().changed { $0.end.commentLength = 9 }.bytes())
            }
        },
        HostileArchive(.ambiguity, "end-in-entry-comment", "an end record in an entry's comment", "hides an end record")
        {
            $0.add("\(app)/x", "") { $0.central?.comment = ZipWriter().bytes() }
        },
    ]

    private static func endAroundArchive() -> [UInt8] {
        func archive(commentLength: Int) -> [UInt8] {
            SoundArchive.package.changed {
                $0.add("\(app)/x".utf8, ZipWriter().changed { $0.end.commentLength = commentLength }.bytes())
            }.bytes()
        }
        let bytes = archive(commentLength: 0)
        let mark = bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 5, 6]) } ?? 0
        return archive(commentLength: bytes.count - mark - 22)
    }
}
