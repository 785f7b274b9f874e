/// The predictor of a group, and the last opening that it has learned.
///
/// The state in the storage may lag behind. A reader learns later openings in memory and does not keep the result. A writer
/// that records an opening keeps a new state when the old one lags by ``largestLag``. Because others wait for that writer, it
/// learns only a part if the state lags by much more. Code that deletes openings uses a ``PreparedModel`` instead.
struct GroupModel {
    private(set) var predictor = Predictor()
    /// The last opening that was learned.
    private(set) var opening = AppOpening.Number.none

    /// By how many openings a kept state lags behind before it is replaced.
    static let largestLag: Int64 = 8

    /// How many openings a writer that records an opening learns at once, if the kept state lags by more than it should.
    static let soonLearned: Int64 = 128

    /// How many it learns at most, and only with every ``largestLag``-th opening.
    static let mostLearned: Int64 = 1024

    /// The kept state. If it has another format, is damaged, or does not fit the openings, nothing is learned yet. It does not
    /// fit if it is ahead of the openings, or if openings that it has not learned are no longer kept.
    init(kept reader: any RegistryReader) throws {
        let last = try reader.lastOpening()
        guard
            let state = try reader.readableModelState(), Predictor.formats.contains(state.format),
            (last.advanced(by: -AppOpening.kept)...last).contains(state.opening),
            state.bytes.count <= ModelState.largestSize,
            var predictor = Predictor(stored: state.bytes, format: state.format)
        else { return }
        if state.format == 3, let last = try reader.opening(state.opening) {
            predictor.useUTC(insteadOf: last.utcOffset)
        }
        self.predictor = predictor
        opening = state.opening
    }

    /// The kept state, and everything that was opened or arrived since.
    init(current reader: any RegistryReader) throws {
        try self.init(kept: reader)
        try catchUp(reader)
        try noteArrivals(reader)
    }

    /// The model, if few openings are missing in the kept state; `nil` if many are, which the next writer that records an opening
    /// learns.
    init?(soonCurrent reader: any RegistryReader) throws {
        try self.init(kept: reader)
        guard try opening.distance(to: reader.lastOpening()) <= 2 * Self.largestLag else { return nil }
        try catchUp(reader)
        try noteArrivals(reader)
    }

    /// Learns the openings after the last one learned.
    private mutating func catchUp(_ reader: any RegistryReader) throws {
        let last = try reader.lastOpening()
        guard last > opening else { return }
        try predictor.learn(reader.openings(after: opening), reader.badgeRises(since: opening), through: last)
        opening = last
    }

    /// Takes note of what arrived since the last opening. That is not kept, because it may still change.
    private mutating func noteArrivals(_ reader: any RegistryReader) throws {
        for rise in try reader.badgeRises(since: opening) { predictor.note(rise) }
    }

    /// Learns the openings with the next ``mostLearned`` numbers.
    private mutating func catchUpPartly(_ reader: any RegistryReader) throws {
        let last = try reader.lastOpening()
        let first = max(opening, last.advanced(by: -AppOpening.kept))
        let end = first.advanced(by: Self.mostLearned)
        guard end < last else { return try catchUp(reader) }
        let openings = try (first.advanced(by: 1)...end).compactMap { try reader.opening($0) }
        try predictor.learn(openings, reader.badgeRises(since: first), through: end)
        opening = end
    }

    /// Keeps a new state if the kept one lags behind by ``largestLag`` or does not fit the openings. The new state has learned
    /// every opening so far, unless there are more than a writer may learn.
    static func keepIfItLags(_ writer: any RegistryWriter) throws {
        guard writer.keepsModel else { return }
        let last = try writer.lastOpening()
        let kept = try writer.readableModelOpening() ?? .none
        guard !(last.advanced(by: 1 - largestLag)...last).contains(kept) else { return }
        // A state that is ahead does not fit, and everything is missing.
        let missing = kept > last ? last.value : kept.distance(to: last)
        guard missing <= soonLearned || last.value % largestLag == 0 else { return }
        var model = try GroupModel(kept: writer)
        try model.catchUpPartly(writer)
        try writer.setModelState(model.state)
    }

    /// What a storage keeps of the model.
    private var state: ModelState {
        ModelState(format: Predictor.format, opening: opening, bytes: predictor.stored)
    }
}

extension RegistryReader {
    /// The kept state of the newest format that can be read.
    fileprivate func readableModelState() throws -> ModelState? {
        for format in Predictor.formats { if let state = try modelState(format: format) { return state } }
        return nil
    }

    /// The last opening that the kept state has learned, if it has a format that can be read.
    func readableModelOpening() throws -> AppOpening.Number? {
        for format in Predictor.formats { if let opening = try modelOpening(format: format) { return opening } }
        return nil
    }
}
