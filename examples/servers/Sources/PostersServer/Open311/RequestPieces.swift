import GeoReport
import Synchronization

/// What everybody may see of reports, as it was written last, so that a list of a thousand reports need not be read and written
/// for each client.
final class RequestPieces: Sendable {
    private struct Held {
        let version: Int64
        let piece: GeoPiece
    }

    /// What is written into a piece beside the report itself.
    private struct Setting: Hashable {
        let format: GeoFormat
        let url: String
    }

    private struct State {
        var held: [Setting: [Int64: Held]] = [:]
        /// The names of the types that are in the pieces.
        var names: [String: String] = [:]
        var bytes = 0
    }

    private let store: PostersStore
    private let state = Mutex(State())

    /// How many bytes are kept; beyond that, everything is written again.
    private static let mostBytes = 48 << 20

    init(store: PostersStore) { self.store = store }

    /// The reports of a list, in its order.
    /// - Parameter url: The server's own.
    func pieces(
        _ filter: OpenReportFilter, limit: Int, offset: Int, as format: GeoFormat, at url: String
    ) async throws -> [GeoPiece] {
        let list = try await store.openVersions(filter, limit: limit, offset: offset)
        let setting = Setting(format: format, url: url)
        var pieces = [GeoPiece?](repeating: nil, count: list.reports.count)
        state.withLock { state in
            if state.names != list.typeNames { state = State(names: list.typeNames) }
            let held = state.held[setting] ?? [:]
            for (index, report) in list.reports.enumerated() {
                if let known = held[report.number], known.version == report.version { pieces[index] = known.piece }
            }
        }
        let missing = pieces.indices.filter { pieces[$0] == nil }
        guard !missing.isEmpty else { return pieces.compactMap(\.self) }
        let found = try await store.reports(missing.map { list.reports[$0].number })
        let places = Dictionary(uniqueKeysWithValues: missing.map { (list.reports[$0].number, $0) })
        var written: [(number: Int64, held: Held)] = []
        for report in found {
            // A report that has left the list since is left out.
            guard case .open = report.visibilityOnMap, let place = places[report.number] else { continue }
            let piece = GeoPiece(GeoRequest(report, .open, at: url, isExtended: false), as: format)
            pieces[place] = piece
            written.append((report.number, Held(version: report.version, piece: piece)))
        }
        state.withLock { state in
            state.bytes += written.reduce(0) { $0 + $1.held.piece.bytes.count + 64 }
            if state.bytes > Self.mostBytes { state = State(names: state.names) }
            for (number, held) in written { state.held[setting, default: [:]][number] = held }
        }
        return pieces.compactMap(\.self)
    }
}
