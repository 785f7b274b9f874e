import CToolSupport

/// The names of files, which may be any bytes but a slash and zero.
enum FileName {
    /// A name as text. Each byte that is not UTF-8 is shown by its number, such as `bad\xFF.pdf`.
    static func shown(_ name: [CChar]) -> String {
        var text = ""
        var rest = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))[...]
        while let byte = rest.first {
            // UTF-8 has characters of one to four bytes.
            let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            text += character ?? #"\x"# + String(byte, radix: 16, uppercase: true)
            rest = rest.dropFirst(character?.utf8.count ?? 1)
        }
        return text
    }

    /// The name of an entry of a folder, with the zero at its end.
    static func bytes(of entry: UnsafeMutablePointer<dirent>) -> [CChar] {
        withUnsafePointer(to: &entry.pointee.d_name) { field in
            field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            }
        }
    }
}
