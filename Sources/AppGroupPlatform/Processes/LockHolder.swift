/// The process that holds the `flock` lock of a file, as far as the system tells: on Linux, in `/proc/locks`.
package struct LockHolder {
    /// The number of the process.
    package let process: Int32
    /// What the process calls itself, at most 15 bytes. It may contain any character.
    package let name: String

    /// `nil` if no process holds the lock, or if the system does not show which one.
    package init?(ofFileAt path: String) {
        #if os(Linux)
        guard let file = try? Files.status(path), let locks = Self.text("/proc/locks", limit: 1 << 22) else {
            return nil
        }
        for line in locks.split(separator: "\n") {
            // 1: FLOCK  ADVISORY  WRITE 4711 fd:01:1234567 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE", let process = Int32(words[4]),
                Self.isFile(words[5], file, at: path, of: process),
                let name = Self.text("/proc/\(process)/comm", limit: 4096)
            else { continue }
            self.process = process
            self.name = String(name.prefix { $0 != "\n" })
            return
        }
        #endif
        return nil
    }

    #if os(Linux)
    /// Whether a device and an inode, such as `fd:01:1234567`, are those of the file. Some file systems show another device
    /// there than to other programs; then the process must have the file open.
    private static func isFile(_ words: Substring, _ file: FileStatus, at path: String, of process: Int32) -> Bool {
        let parts = words.split(separator: ":")
        guard parts.count == 3, UInt64(parts[2]) == file.identity.inode else { return false }
        let device = file.identity.device
        let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
        if UInt64(parts[0], radix: 16) == major, UInt64(parts[1], radix: 16) == minor { return true }
        let folder = "/proc/\(process)/fd"
        guard let target = try? Files.resolved(path), let open = try? Files.entries(of: folder) else { return false }
        return open.contains { (try? Files.resolved("\(folder)/\($0)")) == target }
    }

    private static func text(_ path: String, limit: Int) -> String? {
        (try? Files.contents(of: path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
    }
    #endif
}
