extension HostileArchive {
    private static func moded(
        _ name: String, _ about: String, _ refusal: String, _ mode: Int, path: String = "\(SoundArchive.app)/special"
    ) -> HostileArchive {
        HostileArchive(.specialFiles, name, about, refusal) { $0.add(path, mode: mode) }
    }

    /// Entries that are neither files, folders nor links, or that have special permissions.
    static let specialFiles = [
        moded("pipe", "a named pipe", "named pipe", 0o010644),
        moded("character-device", "a character device", "is a device", 0o020666),
        moded("block-device", "a block device", "is a device", 0o060666),
        moded("socket", "a socket", "is a socket", 0o140755),
        moded("no-kind", "a mode without a known kind", "no known kind", 0o150644),
        moded("setuid", "a program with the setuid bit", "rights of another user", 0o104755),
        moded("setgid", "a program with the setgid bit", "rights of another user", 0o102755),
        moded("sticky", "a file with the sticky bit", "rights of another user", 0o101755),
        moded("setgid-link", "a link with the setgid bit", "rights of another user", 0o122777),
        moded("folder-mode", "a folder by its mode, a file by its name", "but not by both", 0o040755),
        moded("file-mode", "a folder by its name, a file by its mode", "but not by both", 0o100644, path: "Payload/x/"),
        moded(
            "link-slash", "a folder by its name, a link by its mode", "but not by both", 0o120777, path: "Payload/x/"),
        HostileArchive(
            .specialFiles, "folder-attribute", "a folder by DOS's attributes, a file by its name", "but not by both"
        ) {
            $0.add("\(SoundArchive.app)/x", mode: 0) { $0.central?.attributes = 0x10 }
        },
        HostileArchive(.specialFiles, "full-folder", "a folder with contents", "has contents") {
            $0.add("\(SoundArchive.app)/x/", "evil")
        },
        HostileArchive(.specialFiles, "unix-extra", "an extra field that turns a file into a link", "can make a link") {
            $0.add("\(SoundArchive.app)/x", "evil") {
                $0.central?.extra = .extra(0x756E, [UInt8](repeating: 0, count: 14))
            }
        },
        HostileArchive(.specialFiles, "pkware-extra", "PKWARE's extra field with a link's target", "can make a link") {
            $0.add("\(SoundArchive.app)/x", "evil") {
                $0.both { $0.extra = .extra(0x000D, [UInt8](repeating: 0, count: 12) + Array("/etc/passwd".utf8)) }
            }
        },
    ]
}
