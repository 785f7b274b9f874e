/// The pieces of a copy, in order: parts of its source, and new bytes.
struct CopyPieces {
    private enum Piece {
        case source(at: Int)
        case own([UInt8])
        case zeros
    }

    private let kind: PhotoKind
    private var pieces: [(start: Int, piece: Piece)] = []

    /// Whether the source goes on to the end of its picture.
    var isComplete = true

    /// How many bytes the copy has.
    private(set) var count = 0

    /// Where the part that was added last ends in the source, if that is the last piece.
    private var sourceEnd: Int?

    /// No camera writes so many segments. Each needs memory, and a hostile file can have millions.
    private static let limit = 20_000

    init(of kind: PhotoKind) { self.kind = kind }

    /// Adds a part of the source. It extends the piece before it if they are neighbors.
    mutating func add(_ part: Range<Int>) throws(PhotoError) {
        guard !part.isEmpty else { return }
        if sourceEnd == part.lowerBound {
            count += part.count
        } else {
            try add(.source(at: part.lowerBound), count: part.count)
        }
        sourceEnd = part.upperBound
    }

    /// Adds bytes.
    mutating func add(_ bytes: [UInt8]) throws(PhotoError) { try add(.own(bytes), count: bytes.count) }

    /// Adds bytes that are zero.
    mutating func add(zeros count: Int) throws(PhotoError) { try add(.zeros, count: count) }

    private mutating func add(_ piece: Piece, count length: Int) throws(PhotoError) {
        guard length > 0 else { return }
        guard pieces.count < Self.limit else { throw .damaged(kind, "it consists of too many parts") }
        pieces.append((count, piece))
        count += length
        sourceEnd = nil
    }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    func bytes(at offset: Int, length: Int, of source: any PhotoSource) throws(PhotoError) -> [UInt8] {
        guard offset >= 0, offset < count, length > 0 else { return [] }
        let end = offset + min(length, count - offset)
        var result: [UInt8] = []
        result.reserveCapacity(end - offset)
        var index = lastPiece(startingAtOrBefore: offset)
        while result.count < end - offset {
            let (start, piece) = pieces[index]
            let place = offset + result.count - start
            let pieceEnd = index + 1 < pieces.count ? pieces[index + 1].start : count
            let wanted = min(end, pieceEnd) - start - place
            switch piece {
            case .own(let bytes): result += bytes[place..<(place + wanted)]
            case .zeros: result += repeatElement(0, count: wanted)
            case .source(let first):
                let bytes = try source.bytes(at: first + place, length: wanted)
                guard bytes.count == wanted else { throw PhotoError(.inputOutput, "The photo became shorter.") }
                result += bytes
            }
            index += 1
        }
        return result
    }

    private func lastPiece(startingAtOrBefore offset: Int) -> Int {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
