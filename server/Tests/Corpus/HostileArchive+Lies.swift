extension HostileArchive {
    private static let app = SoundArchive.app
    private static let text = String(repeating: "contents ", count: 50)

    private static func lying(
        _ name: String, _ about: String, _ refusal: String, deflated: Bool = false,
        _ change: @escaping @Sendable (inout ZipWriter.Header) -> Void
    ) -> HostileArchive {
        HostileArchive(.lies, name, about, refusal) {
            $0.add("\(app)/x", text, deflated: deflated) { $0.both(change) }
        }
    }

    private static func ending(
        _ name: String, _ about: String, _ refusal: String, _ change: @escaping @Sendable (inout ZipWriter.End) -> Void
    ) -> HostileArchive {
        HostileArchive(.lies, name, about, refusal) { change(&$0.end) }
    }

    private static func described(
        _ name: String, _ about: String, _ descriptor: @escaping @Sendable (ZipWriter.Header) -> [UInt8]
    ) -> HostileArchive {
        HostileArchive(.lies, name, about, "no sound record of its size") {
            $0.add("\(app)/x", text, deflated: true) {
                $0.both { $0.flags = 8 }
                if let header = $0.central { $0.after = descriptor(header) }
            }
        }
    }

    /// Archives with wrong sizes, counts and checksums.
    static let lies = [
        lying("stored-size", "a stored entry that unpacks to a different size", "lies about its size") { $0.size += 1 },
        lying("size-too-small", "an entry that unpacks to more than it says", "unpacks to more", deflated: true) {
            $0.size -= 1
        },
        lying("size-too-large", "an entry that unpacks to less than it says", "unpacks to 450 bytes", deflated: true) {
            $0.size += 1
        },
        lying("compressed-huge", "an entry that grew by being compressed", "lies about its size", deflated: true) {
            $0.compressedSize = 1 << 20
        },
        lying("compressed-too-large", "an entry that claims to reach into the next one", "overlaps", deflated: true) {
            $0.compressedSize += 1
        },
        lying("compressed-too-small", "an entry that ends before its contents do", "belong to no entry", deflated: true)
        {
            $0.compressedSize -= 1
        },
        lying("checksum", "a wrong checksum", "checksum is wrong", deflated: true) { $0.crc ^= 1 },
        lying("stored-checksum", "a wrong checksum of a stored entry", "checksum is wrong") { $0.crc ^= 0x8000_0000 },
        lying("extra-cut", "an extra field longer than the bytes that are left", "damaged extra") {
            $0.extra = [1, 0xCA, 99, 0]
        },
        lying("extra-stub", "an extra field of three bytes", "damaged extra") { $0.extra = [1, 2, 3] },
        HostileArchive(.lies, "empty-checksum", "an empty file with a checksum", "as if it were not") {
            $0.add("\(app)/x") { $0.both { $0.crc = 1 } }
        },
        HostileArchive(.lies, "name-length", "a name longer than the directory", "is cut off") {
            $0.add("\(app)/x") { $0.central?.nameLength = 60_000 }
        },
        HostileArchive(.lies, "local-name-length", "a name that reaches into the contents", "a different name") {
            $0.add("\(app)/x", text) { $0.local?.nameLength = 30 }
        },
        HostileArchive(.lies, "no-name", "an entry without a name", "without a name") { $0.add("") },
        ending("count-too-large", "a count of too many entries", "but has a different number") { $0.count = 5 },
        ending("count-too-small", "a count of too few entries", "but has a different number") { $0.count = 3 },
        ending("count-most", "65,535 entries", "at most 30000 are allowed") { $0.count = 65_535 },
        ending("counts-differ", "two counts that differ", "one disk of several") { $0.countHere = 3 },
        ending("directory-size", "a directory that is too short", "does not end where") { $0.size = 46 },
        ending("directory-offset", "a directory that begins elsewhere", "does not end where") { $0.offset = 0 },
        ending("directory-beyond", "a directory beyond the end", "does not end where") { $0.offset = 0x7FFF_FFFF },
        ending("comment-length", "a comment longer than the file", "does not end with its end record") {
            $0.commentLength = 9
        },
        described("descriptor-checksum", "a wrong checksum after the contents") {
            .numbers([0x0807_4B50, Int($0.crc ^ 1), $0.compressedSize, $0.size], 4)
        },
        described("descriptor-size", "a wrong size after the contents") {
            .numbers([Int($0.crc), $0.compressedSize, $0.size + 1], 4)
        },
        described("descriptor-missing", "nothing after the contents, where the size should be") { _ in [] },
        described("descriptor-long", "bytes after the size that follows the contents") {
            .numbers([0x0807_4B50, Int($0.crc), $0.compressedSize, $0.size, 0], 4)
        },
        described("descriptor-signature", "a size after the contents with a different mark") {
            .numbers([0, Int($0.crc), $0.compressedSize, $0.size], 4)
        },
    ]
}
