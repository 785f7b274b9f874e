extension HostileArchive {
    private static let app = SoundArchive.app

    /// Small archives that unpack to a lot, or take much time or memory.
    static let bombs = [
        HostileArchive(.bombs, "zeros", "one entry of 10 MB of zeros", "more than 100 times its size") {
            $0.add("\(app)/x".utf8, [UInt8](repeating: 0, count: 10_000_000), deflated: true)
        },
        HostileArchive(.bombs, "many", "many entries of 1 MB of zeros each", "unpacks to more than 100 times") { zip in
            let zeros = [UInt8](repeating: 0, count: 1_000_000)
            for number in 1...10 { zip.add("\(app)/\(number)".utf8, zeros, deflated: true) }
        },
        HostileArchive(.bombs, "hidden", "10 MB of zeros that claim to be 1,000 bytes", "unpacks to more than 1000") {
            $0.add("\(app)/x".utf8, [UInt8](repeating: 0, count: 10_000_000), deflated: true) {
                let content = $0.content.prefix(2000)
                $0.content = Array(content)
                $0.both { ($0.size, $0.compressedSize) = (1000, content.count) }
            }
        },
        HostileArchive(.bombs, "five-gibibytes", "an entry that claims to have 5 GiB", "unpacks to more than 4 GiB") {
            $0.add("\(app)/x") {
                $0.both { ($0.size, $0.extra) = (0xFFFF_FFFF, .extra(1, .numbers([5 << 30], 8))) }
            }
        },
        HostileArchive(.bombs, "nine-gibibytes", "three entries that claim to have 3 GiB each", "more than 8 GiB") {
            zip in
            for number in 1...3 {
                zip.add("\(app)/\(number)", deflated: true) {
                    $0.both { ($0.size, $0.compressedSize) = (3 << 30, 1 << 30) }
                }
            }
        },
        HostileArchive(.bombs, "shared", "entries that all share the contents of one", "overlaps") { zip in
            let contents = [UInt8](repeating: 0, count: 20_000)
            let start = zip.bytesBeforeDirectory
            zip.add("\(app)/0".utf8, contents, deflated: true)
            for number in 1...50 {
                zip.add("\(app)/\(number)".utf8, contents, deflated: true) {
                    ($0.local, $0.content) = (nil, [])
                    $0.central?.offset = start
                }
            }
        },
        HostileArchive(
            .bombs, "quoted",
            "entries whose contents are the next entry's header, quoted, and then its contents",
            "overlaps", bytes: quoted(count: 40)),
        HostileArchive(
            .bombs, "holding-itself", "an entry whose contents are the whole archive", "overlaps",
            bytes: holdingItself()),
        HostileArchive(.bombs, "deep", "a path of 33 parts", "at most 32 are allowed") {
            $0.add("\(app)/" + String(repeating: "a/", count: 30) + "x")
        },
        HostileArchive(.bombs, "long-name", "a name of 256 bytes", "at most 255") {
            $0.add("\(app)/" + String(repeating: "a", count: 256))
        },
        HostileArchive(.bombs, "long-path", "a path of more than 1,024 bytes", "at most 1024") {
            $0.add("\(app)/" + String(repeating: String(repeating: "a", count: 200) + "/", count: 6) + "x")
        },
        HostileArchive(.bombs, "folders", "paths that amount to 36,000 folders", "more than 30000 files and folders") {
            zip in
            for number in 1...1500 { zip.add("\(number)/" + String(repeating: "a/", count: 24) + "x") }
        },
    ]

    /// A bomb with overlapping entries: deflate's stored blocks hide the headers that are in the contents of earlier entries.
    private static func quoted(count: Int) -> [UInt8] {
        var zip = SoundArchive.package
        let start = zip.bytesBeforeDirectory
        var content = [UInt8](repeating: 0, count: 90_000)
        var stored = Deflate.compressed(content)
        var entries: [ZipWriter.Entry] = []
        for number in (1...count).reversed() {
            var made = ZipWriter()
            made.add("\(app)/\(number)".utf8, content) {
                $0.content = []
                $0.both { ($0.method, $0.compressedSize) = (8, stored.count) }
            }
            guard let entry = made.entries.first, let header = entry.local?.localBytes else { break }
            entries.insert(entry, at: 0)
            content = header + content
            // A stored block that is not the last: its length, and the complement of that.
            stored = [0] + .numbers([header.count, ~header.count], 2) + header + stored
        }
        var offset = start
        for index in entries.indices {
            entries[index].central?.offset = offset
            offset += (entries[index].local?.localBytes.count ?? 0) + 5
            let isLast = index == entries.indices.last
            entries[index].content = isLast ? Deflate.compressed([UInt8](repeating: 0, count: 90_000)) : []
            if !isLast, let next = entries[index + 1].local?.localBytes {
                entries[index].content = [0] + .numbers([next.count, ~next.count], 2)
            }
        }
        zip.entries += entries
        return zip.bytes()
    }

    private static func holdingItself() -> [UInt8] {
        func archive(of size: Int) -> [UInt8] {
            SoundArchive.package.changed {
                $0.add("\(app)/itself.zip") { $0.both { ($0.size, $0.compressedSize, $0.crc) = (size, size, 1) } }
            }.bytes()
        }
        return archive(of: archive(of: 0).count)
    }
}

extension ZipWriter {
    /// Where the next entry will begin.
    package var bytesBeforeDirectory: Int {
        entries.reduce(0) {
            $0 + $1.before.count + ($1.local?.localBytes.count ?? 0) + $1.content.count + $1.after.count
        }
    }
}
