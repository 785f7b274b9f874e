#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A copy of the environment of this process: its entries `NAME=value`, each with a zero at its end.
///
/// Most programs ask for a few variables. To find one in the copy takes less than to make a dictionary of all, which would be a
/// tenth of the start of a tool.
struct EnvironmentBlock: Sendable {
    private let bytes: [CChar]

    /// The environment of this process, now.
    init() {
        var bytes: [CChar] = []
        // Null after clearenv(3), whatever its type says.
        if UInt(bitPattern: environ) != 0 {
            bytes.reserveCapacity(4096)
            var entry = environ
            while let pointer = entry.pointee {
                bytes.append(contentsOf: UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
                entry += 1
            }
        }
        self.bytes = bytes
    }

    /// The value of a variable.
    ///
    /// - Returns: The text, `nil` if there is none in UTF-8; and whether there is a value that is no text.
    func value(of name: String) -> (text: String?, isUndecodable: Bool) {
        var text: String?
        var isUndecodable = false
        let count = name.utf8.count
        name.withCString { name in
            forEachEntry { entry in
                guard strncmp(entry, name, count) == 0, entry[count] == CChar(UInt8(ascii: "=")) else { return }
                if let value = String(validatingCString: entry + count + 1) {
                    text = value
                } else {
                    isUndecodable = true
                }
            }
        }
        return (text, isUndecodable && text == nil)
    }

    /// All variables that are text in UTF-8, and by name the whole entries of the others.
    func variables() -> (texts: [String: String], bytes: [String: [CChar]]) {
        var (texts, bytes): ([String: String], [String: [CChar]]) = ([:], [:])
        forEachEntry { entry in
            let text = String(cString: entry)
            guard let separator = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
            let name = String(text[..<separator])
            if String(validatingCString: entry) != nil {
                texts[name] = String(text[text.utf8.index(after: separator)...])
            } else {
                bytes[name] = Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1))
            }
        }
        return (texts, bytes)
    }

    private func forEachEntry(_ body: (UnsafePointer<CChar>) -> Void) {
        bytes.withUnsafeBufferPointer { buffer in
            guard var entry = buffer.baseAddress else { return }
            let end = entry + buffer.count
            while entry < end {
                body(entry)
                entry += strlen(entry) + 1
            }
        }
    }
}
