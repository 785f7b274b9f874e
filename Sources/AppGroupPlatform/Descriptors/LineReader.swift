#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The lines of a file or a pipe, read piece by piece.
package struct LineReader: ~Copyable {
    private let file: Descriptor
    private var buffer: [UInt8] = []
    /// Where in the buffer the next line begins.
    private var start = 0
    private var isAtEnd = false

    private static let pieceSize = 1 << 16

    package init(path: String) throws(SystemError) {
        file = try Descriptor(opening: path, O_RDONLY)
    }

    /// The next line without its end, which is a newline, or a return and a newline; `nil` after the last. One longer than
    /// `limit` bytes is refused with `EFBIG`.
    package mutating func next(limit: Int) throws(SystemError) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return try line(until: end, limit: limit)
            }
            guard buffer.count - start <= limit + 1 else { throw .tooLarge }
            if isAtEnd {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return try line(until: buffer.count, limit: limit)
            }
            searched = buffer.count - start
            try readPiece()
        }
    }

    private func line(until end: Int, limit: Int) throws(SystemError) -> ArraySlice<UInt8> {
        let line = buffer[start..<end]
        let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard text.count <= limit else { throw .tooLarge }
        return text
    }

    private mutating func readPiece() throws(SystemError) {
        buffer.removeFirst(start)
        start = 0
        let filled = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: Self.pieceSize))
        let number = file.number
        let count = try SystemError.retrying {
            buffer.withUnsafeMutableBytes { read(number, $0.baseAddress.map { $0 + filled }, Self.pieceSize) }
        }
        buffer.removeLast(Self.pieceSize - count)
        isAtEnd = count == 0
    }
}
