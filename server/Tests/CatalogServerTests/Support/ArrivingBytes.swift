import NIOCore
import PackageCorpus
import TestSupport

extension [UInt8] {
    /// The bytes in random pieces, some of them empty.
    func pieces(using random: inout RandomSource, atMost longest: Int) -> [ByteBuffer] {
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
struct ArrivingBytes: AsyncSequence, Sendable {
    struct CutOff: Error {}

    var pieces: [ByteBuffer]
    var isCutOff = false

    struct AsyncIterator: AsyncIteratorProtocol {
        var pieces: ArraySlice<ByteBuffer>
        let isCutOff: Bool

        mutating func next() async throws -> ByteBuffer? {
            if let piece = pieces.popFirst() { return piece }
            if isCutOff { throw CutOff() }
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces[...], isCutOff: isCutOff) }
}
