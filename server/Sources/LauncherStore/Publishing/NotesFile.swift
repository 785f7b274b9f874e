import AppGroupPlatform

/// The release notes that a publisher wrote.
enum NotesFile {
    /// The most bytes that a server takes.
    private static let limit = 64 << 10

    /// - Parameter path: A file of text in UTF-8; `-` for standard input.
    static func text(of path: String) throws(ClientError) -> String {
        var bytes: [UInt8] = []
        do throws(SystemError) {
            let file = path == "-" ? try Descriptor.standardInput() : try Descriptor.reading(path)
            let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
            defer { space.deallocate() }
            while bytes.count <= limit {
                let count = try file.read(into: space)
                if count == 0 { break }
                bytes += space[..<count]
            }
        } catch {
            throw ClientError(.notFound, "The notes in \(path) cannot be read: \(error.message); check the path.")
        }
        guard bytes.count <= limit else {
            throw ClientError(.badData, "The notes in \(path) are longer than 64 KiB; shorten them.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ClientError(.badData, "The notes in \(path) are not text in UTF-8; convert them.")
        }
        return text
    }
}
