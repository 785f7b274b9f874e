package import NIOCore
package import TestSupport

extension [UInt8] {
    /// The bytes in random pieces, some of them empty.
    package func pieces(using random: inout RandomSource, atMost longest: Int) -> [ByteBuffer] {
        var pieces: [ByteBuffer] = []
        var rest = self[...]
        while !rest.isEmpty {
            let piece = rest.prefix(random.below(longest + 1))
            pieces.append(ByteBuffer(bytes: piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}

/// Pieces that arrive one after another, with an error at the end if they are cut off.
package struct ArrivingBytes: AsyncSequence, Sendable {
    package struct CutOff: Error {}

    private let pieces: [ByteBuffer]
    private let isCutOff: Bool

    package init(pieces: [ByteBuffer], isCutOff: Bool = false) {
        self.pieces = pieces
        self.isCutOff = isCutOff
    }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pieces: ArraySlice<ByteBuffer>
        fileprivate let isCutOff: Bool

        package mutating func next() async throws -> ByteBuffer? {
            if let piece = pieces.popFirst() { return piece }
            if isCutOff { throw CutOff() }
            return nil
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces[...], isCutOff: isCutOff) }
}
