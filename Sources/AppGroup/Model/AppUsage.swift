import AppGroupPlatform

/// How often and how recently an app was opened, in a few numbers that one opening updates.
///
/// The two decayed counters fade with every opening of any app in the group, not with time: nothing fades over a holiday,
/// and a wrong clock does no harm. An opening of this app sets
///
///     counter = counter · 2^(−Δ / halfLife) + 1
///
/// where Δ is the number of openings in the group since this app's last one.
public struct AppUsage: Hashable, Codable, Sendable {
    /// Openings ever.
    public var count: Int64
    /// When the app was last opened; `nil` if never.
    public var lastOpened: Timestamp?
    /// The number of the last opening; ``AppOpening/Number/none`` if never.
    public var lastOpening: AppOpening.Number
    /// The counter that halves every 5 openings, as of the last opening.
    public var fast: Double
    /// The counter that halves every 100 openings, as of the last opening.
    public var slow: Double

    /// After how many openings of the group the fast counter halves.
    public static let fastHalfLife = 5.0
    /// After how many openings of the group the slow counter halves.
    public static let slowHalfLife = 100.0

    /// Usage as it is stored; an app that was never opened has all zeros.
    public init(
        count: Int64 = 0, lastOpened: Timestamp? = nil, lastOpening: AppOpening.Number = .none, fast: Double = 0,
        slow: Double = 0
    ) {
        self.count = count
        self.lastOpened = lastOpened
        self.lastOpening = lastOpening
        self.fast = fast
        self.slow = slow
    }

    /// The usage after one more opening.
    public func opened(at moment: Timestamp, opening: AppOpening.Number) -> AppUsage {
        let faded = counters(at: opening)
        return AppUsage(
            count: count.addingClamped(1), lastOpened: moment, lastOpening: opening, fast: faded.fast + 1,
            slow: faded.slow + 1)
    }

    /// Both counters as they are at a later opening.
    private func counters(at opening: AppOpening.Number) -> (fast: Double, slow: Double) {
        let age = Self.age(of: lastOpening, at: opening)
        return (
            fast * Decay.factor(age, halfLife: Self.fastHalfLife), slow * Decay.factor(age, halfLife: Self.slowHalfLife)
        )
    }

    /// The usage by these openings and by others.
    func adding(_ other: AppUsage) -> AppUsage {
        guard lastOpening >= other.lastOpening else { return other.adding(self) }
        let faded = other.counters(at: lastOpening)
        var result = self
        result.count = count.addingClamped(other.count)
        result.lastOpened = [lastOpened, other.lastOpened].compactMap(\.self).max()
        result.fast += faded.fast
        result.slow += faded.slow
        return result
    }

    /// The usage without some of its openings.
    func without(_ part: AppUsage) -> AppUsage {
        let faded = part.counters(at: lastOpening)
        var result = self
        result.count = max(0, count - part.count)
        result.fast = max(0, fast - faded.fast)
        result.slow = max(0, slow - faded.slow)
        return result
    }

    /// The usage without an opening that was counted and did not happen.
    ///
    /// - Parameters:
    ///   - opening: The number of the opening that is taken back.
    ///   - before: The usage as it was before that opening.
    func takingBack(opening: AppOpening.Number, before: AppUsage) -> AppUsage {
        guard lastOpening != opening else { return before }
        return without(AppUsage(count: 1, lastOpening: opening, fast: 1, slow: 1))
    }

    /// How many openings lie between two; 0 if the later one has the smaller number.
    static func age(of opening: AppOpening.Number, at later: AppOpening.Number) -> Double {
        Double(max(0, opening.distance(to: later)))
    }
}

extension Sequence<AppOpening> {
    /// The usage of each app by these openings, the oldest first.
    var usages: [AppID: AppUsage] {
        reduce(into: [:]) { usages, opening in
            let before = usages[opening.app] ?? AppUsage()
            usages[opening.app] = before.opened(at: opening.moment, opening: opening.number)
        }
    }
}

/// Exponential decay.
enum Decay {
    /// 2^(−age / halfLife): 1 at age 0, ½ at one half-life.
    static func factor(_ age: Double, halfLife: Double) -> Double { Libm.exp2(-age / halfLife) }
}
