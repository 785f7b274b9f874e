import NIOCore

/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
struct RandomBytes: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below another one.
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}

extension [UInt8] {
    /// The bytes as they may arrive: in pieces of any size, some of them empty.
    func pieces(using random: inout RandomBytes, atMost longest: Int) -> [ByteBuffer] {
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

/// Pieces that arrive one after the other, and perhaps are cut off.
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
