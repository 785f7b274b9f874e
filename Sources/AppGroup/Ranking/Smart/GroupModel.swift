/// The predictor of a family, and how far in the family's openings it has come.
///
/// What a storage keeps of it may lag behind: who reads learns what was opened since, in memory, and keeps nothing of that;
/// who records an opening keeps a new state once it lags by ``largestLag``.
struct FamilyModel {
    private(set) var predictor = Predictor()
    /// The number of the last opening that is learnt; 0 before the first.
    private(set) var opening: Int64 = 0

    /// By how many openings a kept state lags behind before it is replaced.
    static let largestLag: Int64 = 16

    /// What is kept, and nothing learnt where that is of another format, damaged, or does not fit the openings: it is then
    /// ahead of them, or openings that it never learnt are not kept any more.
    init(kept reader: any RegistryReader) throws {
        let last = try reader.lastOpening()
        guard let state = try reader.modelState(format: Predictor.format), state.format == Predictor.format,
            (max(0, last - Opening.kept)...last).contains(state.opening),
            state.bytes.count <= ModelState.largestSize, let predictor = Predictor(stored: state.bytes)
        else { return }
        self.predictor = predictor
        opening = state.opening
    }

    /// What is kept, and whatever was opened since.
    init(current reader: any RegistryReader) throws {
        try self.init(kept: reader)
        try catchUp(reader)
    }

    /// The model, if it takes few openings to learn what is not kept; `nil` where many are missing, which the next one who
    /// records an opening learns.
    init?(soonCurrent reader: any RegistryReader) throws {
        try self.init(kept: reader)
        guard try reader.lastOpening() - opening <= 2 * Self.largestLag else { return nil }
        try catchUp(reader)
    }

    /// Learns the openings after the last one learnt.
    private mutating func catchUp(_ reader: any RegistryReader) throws {
        let last = try reader.lastOpening()
        guard last > opening else { return }
        for opening in try reader.openings(after: opening) where opening.number <= last {
            predictor.learn(Predictor.Item(opening.app), at: opening.localSeconds)
        }
        opening = last
    }

    /// Keeps a state that has learnt every opening so far, where the one that is kept lags behind by
    /// ``largestLag`` or does not fit the openings.
    static func keepIfItLags(_ writer: any RegistryWriter) throws {
        guard writer.keepsModel else { return }
        let last = try writer.lastOpening()
        let kept = try writer.modelOpening(format: Predictor.format) ?? 0
        guard !(max(0, last - largestLag + 1)...last).contains(kept) else { return }
        try keep(writer)
    }

    /// Keeps a state that has learnt every opening so far.
    static func keep(_ writer: any RegistryWriter) throws {
        let model = try FamilyModel(current: writer)
        try writer.setModelState(
            ModelState(format: Predictor.format, opening: model.opening, bytes: model.predictor.stored))
    }
}
