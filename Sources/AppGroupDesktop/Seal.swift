import AppGroup
import AppGroupPlatform

/// The seal of a file that a program of this project wrote: a comment in the last line, with the SHA-256 of all other lines. If the
/// seal is missing or wrong, another program wrote or changed the file.
package struct Seal {
    static let integrate = Seal(of: "launcher integrate")

    private let mark: String

    /// - Parameter writer: The command that writes the file.
    package init(of writer: String) { mark = "# Written by \(writer): " }

    /// A file of these lines, followed by the seal.
    package func sealed(_ lines: [String]) -> [UInt8] {
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        return text + Array("\(mark)\(SHA256.hexadecimal(of: text))\n".utf8)
    }

    /// Whether a file is sealed and unchanged since.
    package func isIntact(_ bytes: [UInt8]) -> Bool {
        let markSize = mark.utf8.count + 64 + 1
        guard bytes.count > markSize else { return false }
        let text = Array(bytes.dropLast(markSize))
        return Array("\(mark)\(SHA256.hexadecimal(of: text))\n".utf8) == Array(bytes.suffix(markSize))
    }
}
