import NIOCore

/// A part of a file, in pieces, each read when it is wanted.
struct FilePieces: AsyncSequence, Sendable {
    let path: String
    let start: UInt64
    /// The byte after the last one. Whatever the file has gained by then is not sent.
    let end: UInt64
    let line: ProgressLine

    /// Bytes of a piece.
    static let pieceSize = 256 << 10

    struct AsyncIterator: AsyncIteratorProtocol {
        let pieces: FilePieces
        var file: OpenFile?
        var position: UInt64

        mutating func next() async throws -> ByteBuffer? {
            guard position < pieces.end else { return nil }
            let size = Int(Swift.min(UInt64(FilePieces.pieceSize), pieces.end - position))
            var buffer = ByteBuffer()
            do {
                let file = try file ?? open()
                self.file = file
                try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { space in
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: space.prefix(size)))
                }
            } catch {
                throw StoreError(.inputOutput, "\(pieces.path) cannot be read any more (\(error)); publish it again.")
            }
            guard buffer.readableBytes > 0 else {
                throw StoreError(.badData, "\(pieces.path) was cut while it was sent; publish it again.")
            }
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
