/// The first line of a script, which names the program that runs it: `#!/bin/sh` (POSIX leaves it open; execve(2)).
enum ScriptLine {
    /// Longer than any system reads.
    private static let maximumLength = 4096

    /// The program's path; `nil` where this is no script, or no path of text.
    static func interpreter(of bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.starts(with: "#!".utf8) else { return nil }
        let line = bytes.dropFirst(2).prefix(maximumLength).prefix { $0 != UInt8(ascii: "\n") }
        let path = line.drop(while: isBlank).prefix { !isBlank($0) }
        guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
        return String(validating: path, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
