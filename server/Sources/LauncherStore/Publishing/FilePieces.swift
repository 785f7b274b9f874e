import NIOCore
import SystemPackage

/// A file from some byte on, in pieces, each read when it is wanted.
struct FilePieces: AsyncSequence, Sendable {
    let path: String
    let start: UInt64
    let line: ProgressLine

    /// Bytes of a piece.
    static let pieceSize = 256 << 10

    struct AsyncIterator: AsyncIteratorProtocol {
        let pieces: FilePieces
        var file: OpenFile?
        var position: UInt64

        mutating func next() async throws -> ByteBuffer? {
            let file = try file ?? open()
            self.file = file
            var buffer = ByteBuffer()
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: FilePieces.pieceSize) { space in
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: space.prefix(FilePieces.pieceSize)))
            }
            guard buffer.readableBytes > 0 else { return nil }
            position += UInt64(buffer.readableBytes)
            pieces.line.advance(to: position)
            return buffer
        }

        private func open() throws -> OpenFile {
            let file = try OpenFile(reading: pieces.path)
            try file.seek(to: pieces.start)
            return file
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: self, position: start) }
}
