/// How often and how recently one app was opened.
///
/// The counters are those of ``AppUsage``, which says how they fade, and a third between them.
struct Habit: Sendable {
    let item: Predictor.Item
    var fast = 0.0
    var middle = 0.0
    var slow = 0.0
    /// The number of its last opening, among those that the predictor has learned.
    var lastOpening: Int64 = 0
    /// The second of its last opening.
    var lastSecond: Int64 = 0

    private static let middleHalfLife = 20.0

    mutating func open(_ opening: Int64, at second: Int64) {
        let age = Double(opening - lastOpening)
        fast = fast * Decay.factor(age, halfLife: AppUsage.fastHalfLife) + 1
        middle = middle * Decay.factor(age, halfLife: Self.middleHalfLife) + 1
        slow = slow * Decay.factor(age, halfLife: AppUsage.slowHalfLife) + 1
        lastOpening = opening
        lastSecond = second
    }

    /// The middle counter as of an opening.
    func middle(at opening: Int64) -> Double {
        middle * Decay.factor(Double(opening - lastOpening), halfLife: Self.middleHalfLife)
    }

    /// The slow counter as of an opening.
    func slow(at opening: Int64) -> Double {
        slow * Decay.factor(Double(opening - lastOpening), halfLife: AppUsage.slowHalfLife)
    }
}
