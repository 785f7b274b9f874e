import Synchronization

/// Numbered marks that come, move and go, joined to clusters.
///
/// A change counts at once: it is kept beside a ``ClusterIndex`` and applied to each answer. A cluster that a mark joined or left
/// in this way has the right count, but keeps its place, and a new mark without a cluster near it stands alone.
/// ``rebuild()`` makes a new index, after which nothing is approximate. Any number of threads may use the marks at once.
public final class LiveClusters<Mark: Sendable>: Sendable {
    /// How many changes are kept beside an index at most before the next one should be built.
    public static var mostChanges: Int { 256 }

    private struct Held: Sendable {
        let place: MapPlace
        let mark: Mark
    }

    /// Everything that an answer needs. Large parts are never changed in place.
    private struct State: Sendable {
        var index: ClusterIndex
        /// The marks of the points of the index, and the way back.
        var numbers: [Int64] = []
        var held: [Held] = []
        var points: [Int64: Int] = [:]
        /// Points of the index whose marks are elsewhere now or gone, with their trails.
        var gone: [Int: [Int]] = [:]
        /// Points of the index whose marks are new.
        var renewed: [Int: Mark] = [:]
        /// Marks that are not in the index.
        var added: [Int64: Held] = [:]
        /// The changes since the index was made, oldest first.
        var pending: [(number: Int64, held: Held?)] = []
    }

    private let state: Mutex<State>
    private let rebuilding = Mutex(())
    private let options: ClusterOptions

    /// A map without marks.
    public init(options: ClusterOptions = ClusterOptions()) {
        self.options = options
        state = Mutex(State(index: ClusterIndex([], options: options)))
    }

    /// How many marks there are.
    public var count: Int { state.withLock { $0.points.count - $0.gone.count + $0.added.count } }

    /// Adds a mark, moves it, or replaces what is known about it.
    public func set(_ number: Int64, at place: MapPlace, _ mark: Mark) {
        state.withLock { Self.apply(number, Held(place: place, mark: mark), to: &$0) }
    }

    /// Removes a mark, if there is one with this number.
    public func remove(_ number: Int64) {
        state.withLock { Self.apply(number, nil, to: &$0) }
    }

    /// Whether so much has changed since the index was made that ``rebuild()`` is due.
    public var isDue: Bool { state.withLock { $0.pending.count >= Self.mostChanges } }

    /// Makes a new index of all marks, if anything changed. Others may go on reading and changing marks meanwhile; a second
    /// caller waits for the first.
    public func rebuild() { rebuilding.withLock { _ in makeIndex() } }

    private func makeIndex() {
        let old = state.withLock { $0 }
        guard !old.pending.isEmpty else { return }
        var numbers: [Int64] = []
        var held: [Held] = []
        for (point, number) in old.numbers.enumerated() where old.gone[point] == nil {
            numbers.append(number)
            let known = old.held[point]
            held.append(old.renewed[point].map { Held(place: known.place, mark: $0) } ?? known)
        }
        for (number, new) in old.added.sorted(by: { $0.key < $1.key }) {
            numbers.append(number)
            held.append(new)
        }
        var new = State(index: ClusterIndex(held.map(\.place), options: options))
        new.points = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
        (new.numbers, new.held) = (numbers, held)
        state.withLock { state in
            for change in state.pending.dropFirst(old.pending.count) {
                Self.apply(change.number, change.held, to: &new)
            }
            swap(&state, &new)
        }
    }

    private static func apply(_ number: Int64, _ held: Held?, to state: inout State) {
        state.pending.append((number, held))
        guard let point = state.points[number] else {
            state.added[number] = held
            return
        }
        state.renewed[point] = nil
        if let held, held.place == state.held[point].place {
            state.added[number] = nil
            state.gone[point] = nil
            state.renewed[point] = held.mark
        } else {
            if state.gone[point] == nil { state.gone[point] = state.index.trail(of: point) }
            state.added[number] = held
        }
    }

    /// The entries of a map of a part of the earth. See ``ClusterIndex/entries(in:zoom:)``.
    public func entries(in box: MapBox, zoom: Int) -> [LiveEntry<Mark>] {
        let state = state.withLock { $0 }
        var left: [MapEntry.Content: Int] = [:]
        for trail in state.gone.values { left[state.index.content(on: trail, zoom: zoom), default: 0] += 1 }
        var entries: [LiveEntry<Mark>] = []
        for entry in state.index.entries(in: box, zoom: zoom) {
            let count = entry.count - (left[entry.content] ?? 0)
            switch entry.content {
            case .point(let point):
                if count == 1 { entries.append(Self.single(point, in: state)) }
            case .cluster(let id):
                if count > 1 {
                    let content = LiveEntry<Mark>.Content.cluster(id, expansionZoom: id.zoom)
                    entries.append(LiveEntry(content: content, count: count, place: entry.place))
                } else if count == 1,
                    let point = state.index.leaves(of: id, limit: entry.count)?
                        .first(where: { state.gone[$0] == nil })
                {
                    entries.append(Self.single(point, in: state))
                }
            }
        }
        Self.add(state.added.filter { box.contains($0.value.place) }, to: &entries, within: options.radius(at: zoom))
        return entries
    }

    private static func single(_ point: Int, in state: State) -> LiveEntry<Mark> {
        let held = state.held[point]
        return LiveEntry(
            content: .mark(state.numbers[point], state.renewed[point] ?? held.mark), count: 1, place: held.place)
    }

    /// Lets each mark join the cluster that is nearest, or stand alone.
    private static func add(_ marks: [Int64: Held], to entries: inout [LiveEntry<Mark>], within radius: Double) {
        guard !marks.isEmpty else { return }
        let clusters = entries.indices.filter { entries[$0].count > 1 }
        let points = clusters.map { MapPoint(entries[$0].place) }
        var joined: [Int: Int] = [:]
        for (number, held) in marks.sorted(by: { $0.key < $1.key }) {
            let point = MapPoint(held.place)
            var (nearest, distance): (Int?, Double) = (nil, radius * radius)
            for (index, other) in zip(clusters, points) {
                let (dx, dy) = (other.x - point.x, other.y - point.y)
                if dx * dx + dy * dy <= distance { (nearest, distance) = (index, dx * dx + dy * dy) }
            }
            if let nearest {
                joined[nearest, default: 0] += 1
            } else {
                entries.append(LiveEntry(content: .mark(number, held.mark), count: 1, place: held.place))
            }
        }
        for (index, count) in joined {
            let entry = entries[index]
            entries[index] = LiveEntry(content: entry.content, count: entry.count + count, place: entry.place)
        }
    }
}

/// A mark or a cluster of marks on the map, as ``LiveClusters`` shows it.
public struct LiveEntry<Mark: Sendable>: Sendable {
    /// The mark or the cluster of an entry.
    public enum Content: Sendable {
        /// A mark, with its number.
        case mark(Int64, Mark)
        /// Several marks, and the zoom at which they fall apart.
        case cluster(ClusterID, expansionZoom: Int)
    }

    /// The mark or the cluster.
    public let content: Content

    /// How many marks it stands for.
    public let count: Int

    /// The place of the mark, or about the mean of the places in the cluster.
    public let place: MapPlace
}
