extension HostileArchive {
    private static let saturated = 0xFFFF_FFFF

    private static func ending(
        _ name: String, _ about: String, _ refusal: String,
        _ change: @escaping @Sendable (inout ZipWriter.Zip64) -> Void
    ) -> HostileArchive {
        HostileArchive(.lies, "zip64-\(name)", "zip64: \(about)", refusal) {
            var zip64 = ZipWriter.Zip64()
            change(&zip64)
            $0.zip64 = zip64
        }
    }

    private static func entry(
        _ name: String, _ about: String, _ refusal: String,
        _ change: @escaping @Sendable (inout ZipWriter.Entry) -> Void
    ) -> HostileArchive {
        HostileArchive(.lies, "zip64-\(name)", about, refusal) {
            $0.add("\(SoundArchive.app)/x", "contents", change: change)
        }
    }

    /// False values in the records of large archives.
    static let zip64 = [
        ending("locator", "a locator that leads elsewhere", "zip64 locator") { $0.locatorOffset = 0 },
        ending("locator-beyond", "a locator that leads beyond the end", "zip64 locator") { $0.locatorOffset = -1 },
        ending("disks", "an archive on two disks", "zip64 locator") { $0.disks = 2 },
        ending("record-size", "a record of a different size", "that is not of version 1") { $0.size = 1 << 62 },
        ending("record-disk", "a different disk", "zip64 locator") { $0.disk = 1 },
        ending("count", "a different count from the plain record", "contradicts itself") { $0.count = 3 },
        ending("count-negative", "a count that no file can have", "impossible numbers") { $0.count = -1 },
        ending("offset", "a different place for the directory", "contradicts itself") { $0.directoryOffset = 1 << 40 },
        HostileArchive(.lies, "zip64-million", "zip64: a million entries", "at most 30000 are allowed") {
            $0.zip64 = ZipWriter.Zip64(count: 1_000_000)
            $0.end.count = 0xFFFF
        },
        HostileArchive(
            .lies, "zip64-overflow", "zip64: a directory whose end overflows", "does not end where"
        ) {
            $0.zip64 = ZipWriter.Zip64(directorySize: .max, directoryOffset: .max)
            ($0.end.size, $0.end.offset) = (saturated, saturated)
        },
        entry("missing", "sizes in a zip64 field that isn't there", "does not fit") {
            $0.both { ($0.size, $0.compressedSize) = (saturated, saturated) }
        },
        entry("short", "a zip64 field with too few numbers", "does not fit") {
            $0.both { ($0.size, $0.compressedSize, $0.extra) = (saturated, saturated, .extra(1, .numbers([8], 8))) }
        },
        entry("long", "a zip64 field with too many numbers", "does not fit") {
            $0.central?.extra = .extra(1, .numbers([8], 8))
        },
        entry("local", "one number in the zip64 field before the contents", "zip64 field that does not fit") {
            $0.local?.extra = .extra(1, .numbers([8], 8))
        },
        entry("local-plain", "a different size in the zip64 field than next to it", "a different size") {
            $0.local?.extra = .extra(1, .numbers([8, 9], 8))
        },
        entry("local-size", "a different size in the zip64 field before the contents", "a different size") {
            $0.local?.extra = .extra(1, .numbers([9, 8], 8))
            $0.local?.size = saturated
            $0.local?.compressedSize = saturated
        },
        entry("negative", "a size that no file can have", "does not fit") {
            $0.both {
                ($0.size, $0.compressedSize, $0.extra) = (saturated, saturated, .extra(1, .numbers([-1, 8], 8)))
            }
        },
        entry("twice", "two zip64 fields", "two zip64 fields") {
            $0.both {
                let field = [UInt8].extra(1, .numbers([8, 8], 8))
                ($0.size, $0.compressedSize, $0.extra) = (saturated, saturated, field + field)
            }
        },
        entry("largest", "an entry of almost 8 EiB", "more than 4 GiB") {
            $0.both {
                ($0.size, $0.compressedSize, $0.extra) = (saturated, saturated, .extra(1, .numbers([.max, .max], 8)))
            }
        },
    ]
}
