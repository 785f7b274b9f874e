/// A model that has learned a group's openings before the writer's lock is taken, because learning thousands of them takes long
/// and other writers would have to wait.
struct PreparedModel {
    private let predictor: Predictor
    private let learned: [AppOpening]

    /// Learns these openings, the oldest first.
    init(_ openings: [AppOpening]) {
        var predictor = Predictor()
        for opening in openings { predictor.learn(opening) }
        self.predictor = predictor
        learned = openings
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
        guard new.count <= GroupModel.mostLearned, openings.starts(with: expected, by: Self.isSame) else {
            return false
        }
        var predictor = predictor
        for opening in new { predictor.learn(opening) }
        try writer.setModelState(ModelState(format: Predictor.format, opening: last, bytes: predictor.stored))
        return true
    }

    /// Whether two openings teach the same. One that was claimed in the meantime does.
    private static func isSame(_ left: AppOpening, _ right: AppOpening) -> Bool {
        left.number == right.number && left.app == right.app && left.localSeconds == right.localSeconds
    }
}
