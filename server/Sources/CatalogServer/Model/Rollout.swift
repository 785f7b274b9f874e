/// For how many percent of those who may have a release it is there: 0 to 100.
struct Rollout: Hashable, Comparable, Sendable {
    let percent: Int

    /// For everyone.
    static let complete = Rollout(100)

    /// Takes a percentage that comes from outside.
    init(percent: Int) throws(ServiceError) {
        guard (0...100).contains(percent) else {
            throw ServiceError(.invalid, "A rollout is 0 to 100 percent, not \(percent).")
        }
        self.percent = percent
    }

    private init(_ percent: Int) { self.percent = percent }

    static func < (one: Rollout, other: Rollout) -> Bool { one.percent < other.percent }
}
