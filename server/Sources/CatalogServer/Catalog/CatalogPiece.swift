import AppGroup
import AppGroupCrypto
import Serving
import Synchronization

/// A package in catalogs, with some of its releases: rendered once, as bytes, for all catalogs that it is part of.
final class CatalogPiece: Sendable {
    let package: AppID
    /// The releases that it shows, newest first; at least one.
    let releases: [Release]
    let json: [UInt8]
    /// The SHA-256 of the JSON.
    let digest: [UInt8]

    private struct Packed {
        var first: Gzip.Piece?
        var next: Gzip.Piece?
    }

    private let packed = Mutex(Packed())
    private let room: PieceRoom
    private let isCounted: Bool

    /// - Parameters:
    ///   - texts: The JSON of each release.
    ///   - frame: The JSON before and after the releases.
    ///   - room: Where it takes its place, if there is any left.
    init(
        _ package: AppID, _ releases: [Release], texts: [[UInt8]], frame: JSONFrame, room: PieceRoom
    ) throws {
        self.package = package
        self.releases = releases
        json = frame.around(texts)
        let hash = try SHA256Hasher()
        hash.update(json)
        digest = try hash.digest()
        self.room = room
        isCounted = room.take(Self.cost(json.count))
    }

    deinit { if isCounted { room.giveBack(Self.cost(json.count)) } }

    /// Whether there is room to keep it.
    var canStay: Bool { isCounted }

    /// Twice the JSON and what surrounds it: the compressed forms take about half of it each.
    private static func cost(_ count: Int) -> Int { 500 + 2 * count }

    /// The JSON, compressed. All pieces of a catalog but the first begin with a comma.
    func gzip(isFirst: Bool) throws -> Gzip.Piece {
        if let known = packed.withLock({ isFirst ? $0.first : $0.next }) { return known }
        let piece = try Gzip.Piece(isFirst ? json : [UInt8(ascii: ",")] + json)
        packed.withLock { packed in
            if isFirst { packed.first = piece } else { packed.next = piece }
        }
        return piece
    }
}

/// The room for all pieces that are kept.
final class PieceRoom: Sendable {
    private let limit: Int
    private let taken = Atomic<Int>(0)

    /// - Parameter limit: In bytes, approximately.
    init(limit: Int) { self.limit = limit }

    var takenBytes: Int { taken.load(ordering: .relaxed) }

    fileprivate func take(_ count: Int) -> Bool {
        if taken.add(count, ordering: .relaxed).newValue <= limit { return true }
        giveBack(count)
        return false
    }

    fileprivate func giveBack(_ count: Int) { taken.subtract(count, ordering: .relaxed) }
}

/// The JSON around a list that is put in later.
struct JSONFrame: Sendable {
    let start: [UInt8]
    let end: [UInt8]

    /// Splits a document with an empty list. Its text can't contain the name of the list as it stands in the document: in a text,
    /// quotation marks are escaped.
    init(_ document: some Encodable, list name: String) throws {
        let bytes = Array(try JSON.encode(document))
        let mark = Array("\"\(name)\":[".utf8)
        guard let place = bytes.firstRange(of: mark) else { throw ServiceError(.inputOutput, "There is no \(name).") }
        start = Array(bytes[..<place.upperBound])
        end = Array(bytes[place.upperBound...])
    }

    /// The document with these items.
    func around(_ items: [[UInt8]]) -> [UInt8] {
        var bytes = start
        bytes.reserveCapacity(items.reduce(start.count + end.count) { $0 + $1.count + 1 })
        for (number, item) in items.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += item
        }
        return bytes + end
    }
}
