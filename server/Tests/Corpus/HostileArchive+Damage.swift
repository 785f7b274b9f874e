extension HostileArchive {
    private static let app = SoundArchive.app
    private static var whole: [UInt8] { SoundArchive.package.bytes() }

    /// Archives after a broken download or a disk error.
    static let truncated = [
        HostileArchive(.truncated, "half", "the first half", "is cut off", bytes: Array(whole.prefix(whole.count / 2))),
        HostileArchive(
            .truncated, "one-byte-less", "all but the last byte", "something was added", bytes: whole.dropLast()),
        HostileArchive(.truncated, "beginning", "the first 30 bytes", "is cut off", bytes: Array(whole.prefix(30))),
        HostileArchive(
            .truncated, "end", "all but the first byte", "does not end where", bytes: Array(whole.dropFirst())),
        HostileArchive(
            .truncated, "hole", "all but ten bytes in the middle", "does not end where",
            bytes: Array(whole.prefix(100) + whole.dropFirst(110))),
        HostileArchive(.truncated, "stream-cut", "a compressed entry whose end is missing", "is damaged") {
            $0.add("\(app)/x", String(repeating: "contents", count: 20), deflated: true) {
                $0.content = $0.content.dropLast(3)
                $0.both { $0.compressedSize -= 3 }
            }
        },
        HostileArchive(.truncated, "padding", "70,000 zeros after the end", "is cut off") {
            $0.trailer = [UInt8](repeating: 0, count: 70_000)
        },
        HostileArchive(.truncated, "no-final-block", "a compressed entry without a final block", "have no end") {
            $0.add("\(app)/x", "contents", deflated: true) {
                // A stored block that is not the last: its length, and the complement of that.
                $0.content = [0] + .numbers([8, ~8], 2) + Array("contents".utf8)
                let count = $0.content.count
                $0.both { $0.compressedSize = count }
            }
        },
        HostileArchive(.truncated, "stream-noise", "a compressed entry of noise", "is damaged") {
            $0.add("\(app)/x", "contents", deflated: true) { entry in
                entry.content = entry.content.map { _ in 0xFF }
            }
        },
        HostileArchive(.truncated, "no-stream", "a compressed entry without any bytes", "unpacks to 0 bytes") {
            $0.add("\(app)/x", "contents", deflated: true) {
                $0.content = []
                $0.both { $0.compressedSize = 0 }
            }
        },
        HostileArchive(.truncated, "directory-noise", "noise in the directory", "does not begin as one") {
            $0.entries[1].central?.signature = 0
        },
    ]

    private static func encoded(_ name: String, _ about: String, _ refusal: String, _ last: [UInt8]) -> HostileArchive {
        HostileArchive(.encodings, name, about, refusal) { $0.add("\(app)/".utf8 + last, []) }
    }

    /// Names that are not text, or not the text that they seem to be.
    static let encodings = [
        encoded("not-utf8", "a name that is not UTF-8", "not UTF-8", [0x63, 0x61, 0x66, 0xE9]),
        encoded("overlong", "a slash encoded in two bytes", "not UTF-8", [0x2E, 0x2E, 0xC0, 0xAF]),
        encoded("surrogate", "half of a surrogate pair", "not UTF-8", [0xED, 0xA0, 0x80]),
        encoded("cut-scalar", "a character that is cut off", "not UTF-8", [0xE2, 0x82]),
        encoded("nul", "a name that continues after a NUL", "control character", Array("Rooms\0.txt".utf8)),
        encoded("line-feed", "a name of two lines", "control character", Array("a\nb".utf8)),
        encoded("escape", "a name that colors the terminal", "control character", Array("\u{1B}[31mred".utf8)),
        encoded("delete", "a name with a delete character", "control character", [0x7F]),
        encoded("c1", "a control character beyond ASCII", "control character", Array("\u{9B}31m".utf8)),
        encoded("line-separator", "Unicode's line separator", "control character", Array("a\u{2028}b".utf8)),
        encoded(
            "right-to-left", "a name whose end is shown first", "direction-changing", Array("a\u{202E}gnp.exe".utf8)),
        encoded("isolate", "a name with an isolate", "direction-changing", Array("a\u{2066}b".utf8)),
        encoded("zero-width", "a name with a zero-width space", "invisible", Array("Roo\u{200B}ms".utf8)),
        encoded("byte-order-mark", "a name with a byte order mark", "invisible", Array("\u{FEFF}Rooms".utf8)),
        encoded("soft-hyphen", "a name with a soft hyphen", "invisible", Array("Ro\u{AD}oms".utf8)),
        encoded("tag", "a name with an invisible tag", "invisible", Array("Rooms\u{E0041}".utf8)),
        encoded("word-joiner", "a name with a word joiner", "invisible", Array("Roo\u{2060}ms".utf8)),
        encoded("joiner", "a joiner between Latin letters", "invisible", Array("Roo\u{200D}ms".utf8)),
        encoded("non-joiner", "a zero-width non-joiner at the end of a name", "invisible", Array("Rooms\u{200C}".utf8)),
        encoded("filler", "a name with a Hangul filler", "invisible", Array("Rooms\u{3164}".utf8)),
        encoded("grapheme-joiner", "a name with a grapheme joiner", "invisible", Array("Roo\u{34F}ms".utf8)),
        encoded("selector", "a variation selector after a Latin letter", "invisible", Array("Rooms\u{FE0F}".utf8)),
        encoded("braille-blank", "a name with Braille's blank", "invisible", Array("Rooms\u{2800}".utf8)),
        HostileArchive(.encodings, "codepage", "a name in DOS's code page", "not UTF-8") {
            $0.add("\(app)/".utf8 + [0x81], []) { $0.both { $0.flags = 0 } }
        },
    ]
}
