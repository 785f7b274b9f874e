/// A model that has learned a group's openings before the writer's lock is taken, because learning thousands of them takes long
/// and other writers would have to wait.
struct PreparedModel {
    private let predictor: Predictor
    private let learned: [AppOpening]
    /// The rises before the last of these openings.
    private let noted: [BadgeRise]

    /// Learns these openings, the oldest first, and the rises before the last of them.
    init(_ openings: [AppOpening], _ rises: [BadgeRise] = []) {
        var predictor = Predictor()
        predictor.learn(openings, rises, through: openings.last?.number ?? .none)
        self.predictor = predictor
        learned = openings
        noted = rises.filter { $0.opening < openings.last?.number ?? .none }
    }

    /// Keeps a state that has learned every opening so far, if the storage keeps states and has none now. It is the same state
    /// that learning all openings in one go would give.
    ///
    /// - Returns: False if nothing was kept because learned openings are gone, or because too many others were recorded in the
    ///   meantime. Openings that made room for new ones stay learned.
    func keep(_ writer: any RegistryWriter) throws -> Bool {
        guard writer.keepsModel, try writer.modelOpening(format: Predictor.format) == nil else { return true }
        let last = try writer.lastOpening()
        let openings = try writer.openings()
        let dropped = last.advanced(by: -AppOpening.kept)
        let expected = learned.drop { $0.number <= dropped }
        let new = openings.dropFirst(expected.count)
        let rises = try writer.badgeRises(since: dropped.advanced(by: 1))
        let end = learned.last?.number ?? .none
        guard new.count <= GroupModel.mostLearned, openings.starts(with: expected, by: Self.isSame),
            rises.prefix(while: { $0.opening < end }) == noted.drop(while: { $0.opening <= dropped })
        else { return false }
        var predictor = predictor
        predictor.learn(new, rises.filter { $0.opening >= end }, through: last)
        try writer.setModelState(ModelState(format: Predictor.format, opening: last, bytes: predictor.stored))
        return true
    }

    /// Whether two openings teach the same. One that was claimed in the meantime does.
    private static func isSame(_ left: AppOpening, _ right: AppOpening) -> Bool {
        left.number == right.number && left.app == right.app && left.moment.seconds == right.moment.seconds
            && left.utcOffset == right.utcOffset
    }
}
