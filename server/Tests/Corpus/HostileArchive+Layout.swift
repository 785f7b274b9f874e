extension HostileArchive {
    private static let app = SoundArchive.app

    /// Archives with something in places where nothing belongs.
    static let layout = [
        HostileArchive(.ambiguity, "before-first", "a program before the first entry", "belong to no entry") {
            $0.entries[0].before = Array("#!/bin/sh\nexit\n".utf8)
        },
        HostileArchive(.ambiguity, "between", "bytes between two entries", "belong to no entry") {
            $0.entries[3].before = [1, 2, 3]
        },
        HostileArchive(.ambiguity, "before-directory", "bytes before the directory", "belong to no entry") {
            $0.beforeDirectory = [UInt8](repeating: 0, count: 100)
        },
        HostileArchive(.ambiguity, "unlisted", "an entry that the directory does not list", "belong to no entry") {
            $0.add("\(app)/x", "evil") { $0.central = nil }
        },
        HostileArchive(.ambiguity, "after-directory", "bytes after the directory", "something was added") {
            $0.afterDirectory = [UInt8](repeating: 0, count: 100)
        },
        HostileArchive(.ambiguity, "signature", "a digital signature after the directory", "something was added") {
            $0.afterDirectory = Array("PK\u{5}\u{5}".utf8) + [0, 0]
        },
        HostileArchive(.ambiguity, "after-end", "bytes after the end", "does not end with its end record") {
            $0.trailer = [1]
        },
        HostileArchive(
            .ambiguity, "after-zeros", "zeros after the end, and then a byte", "does not end with its end record"
        ) {
            $0.trailer = [UInt8](repeating: 0, count: 500) + [1]
        },
        HostileArchive(.ambiguity, "zeros-and-archive", "zeros, and then another archive", "something was added") {
            $0.trailer = [UInt8](repeating: 0, count: 500) + SoundArchive.package.bytes()
        },
        HostileArchive(.ambiguity, "second-archive", "another archive after the first", "something was added") {
            $0.trailer = SoundArchive.package.bytes()
        },
        HostileArchive(.ambiguity, "nowhere", "an entry that lies in another entry's contents", "overlap") {
            $0.add("\(app)/x", "contents") { $0.central?.offset = 150 }
        },
        HostileArchive(.ambiguity, "no-header", "an entry without a header before its contents", "is not where") {
            $0.add("\(app)/x", "contents contents contents contents") { $0.local?.signature = 0 }
        },
        HostileArchive(.ambiguity, "beyond-directory", "an entry that lies beyond the directory", "lies beyond") {
            $0.add("\(app)/x") {
                $0.central?.offset = 0x7FFF_FFFF
            }
        },
        HostileArchive(
            .ambiguity, "after-stream", "bytes after the end of compressed contents", "after the end of its compressed"
        ) {
            $0.add("\(app)/x", "contents", deflated: true) {
                $0.content += Array("hidden".utf8)
                $0.both { $0.compressedSize += 6 }
            }
        },
        HostileArchive(
            .ambiguity, "second-stream", "compressed contents after the end of others",
            "after the end of its compressed"
        ) {
            $0.add("\(app)/x", "contents", deflated: true) {
                $0.content += $0.content
                $0.both { $0.compressedSize *= 2 }
            }
        },
        HostileArchive(.ambiguity, "empty-stream", "bytes in an empty file", "after the end of its compressed") {
            $0.add("\(app)/x", deflated: true) {
                $0.content += Array("hidden".utf8)
                $0.both { $0.compressedSize += 6 }
            }
        },
        HostileArchive(.ambiguity, "disk", "an archive on two disks", "one disk of several") { $0.end.disk = 1 },
        HostileArchive(.ambiguity, "entry-disk", "an entry on another disk", "a disk number") {
            $0.add("\(app)/x") { $0.central?.disk = 1 }
        },
    ]
}
