/// The last openings in their order: which app followed which.
///
/// What comes next is estimated as in prediction by partial matching (Cleary and Witten, 1984): every earlier place where
/// the last apps were opened in the same order says what followed there, and longer matches overrule shorter ones as far as
/// they are frequent. The latest places count most.
struct Trail: Sendable {
    /// How many openings are kept: a power of 2.
    static let length = 4096
    /// Stands for an app that is no longer known.
    static let forgotten: UInt8 = .max

    /// How many openings were ever appended.
    private(set) var total = 0
    /// Opening number k is at k modulo ``length``.
    private var apps: [UInt8] = []
    private var gaps: [UInt8] = []
    /// The place where the same app was opened before; negative if there is none.
    private var earlier: [Int] = []
    /// How often each app occurs in the openings that are kept.
    private var counts = Array(repeating: 0, count: Int(UInt8.max) + 1)
    /// Where each app was opened last.
    private var latest = Array(repeating: -1, count: Int(UInt8.max) + 1)

    /// The longest match that is looked for.
    private static let longestMatch = 6
    /// How many earlier places are looked at, the latest first.
    private static let largestPlaceCount = 256
    /// The factor by which each later match of the same length reduces the weight of an earlier one, for lengths 1 to 6.
    private static let fading: [Double] = [0.97, 0.935, 0.9, 0.9, 0.9, 0.9]
    /// The weight of the estimate from shorter matches, in openings.
    private static let trustInShorter: [Double] = [4, 2, 2, 2, 2, 2]
    private static let trustInAnyGap = 3.0

    init() {}

    /// A trail as it was stored; `nil` if an app's number is not below `apps`, or a gap has no class.
    ///
    /// - Parameters:
    ///   - total: The number of openings ever appended.
    ///   - openings: ``openings``.
    init?(total: Int, openings: [(app: UInt8, gap: UInt8)], apps: Int) {
        let first = total - openings.count
        var kept = Array(repeating: Self.forgotten, count: openings.count)
        var (gaps, earlier) = (Array(repeating: UInt8(0), count: kept.count), Array(repeating: -1, count: kept.count))
        for (index, (app, gap)) in openings.enumerated() {
            guard app < apps || app == Self.forgotten, gap < Gap.classes else { return nil }
            let place = (first + index) & (Self.length - 1)
            kept[place] = app
            gaps[place] = gap
            earlier[place] = latest[Int(app)]
            latest[Int(app)] = first + index
            counts[Int(app)] += 1
        }
        latest[Int(Self.forgotten)] = -1
        (self.total, self.apps, self.gaps, self.earlier) = (total, kept, gaps, earlier)
    }

    /// The kept openings, the oldest first.
    var openings: [(app: UInt8, gap: UInt8)] {
        (max(0, total - Self.length)..<total).map { (apps[$0 % Self.length], gaps[$0 % Self.length]) }
    }

    private func app(_ place: Int) -> UInt8 { apps[place & (Self.length - 1)] }

    mutating func append(_ app: UInt8, gap: Int) {
        let place = total & (Self.length - 1)
        if place == apps.count {
            apps.append(app)
            gaps.append(UInt8(gap))
            earlier.append(latest[Int(app)])
        } else {
            counts[Int(apps[place])] -= 1
            apps[place] = app
            gaps[place] = UInt8(gap)
            earlier[place] = latest[Int(app)]
        }
        counts[Int(app)] += 1
        latest[Int(app)] = total
        total += 1
    }

    /// Forgets an app in all openings, so that another app can take its number.
    mutating func forget(_ app: UInt8) {
        var place = latest[Int(app)]
        while place >= max(0, total - Self.length) {
            apps[place & (Self.length - 1)] = Self.forgotten
            place = earlier[place & (Self.length - 1)]
        }
        latest[Int(app)] = -1
        counts[Int(app)] = 0
    }

    /// How large a share of the kept openings each app has. One opening more is added for each app, so that none has 0.
    ///
    /// - Parameter count: How many apps are known.
    func shares(of count: Int) -> [Double] {
        let counts = counts[..<count]
        let all = Double(counts.reduce(0, +) + count)
        return counts.map { Double($0 + 1) / all }
    }

    /// How likely each app follows the last ones, and how likely it follows the last one after a gap of this class.
    ///
    /// - Parameters:
    ///   - base: How likely each app is if nothing matches.
    ///   - gap: The class of the time since the last opening.
    func successors(_ base: [Double], gap: Int) -> (afterLastApps: [Double], afterGap: [Double]) {
        let (count, first) = (base.count, max(0, total - Self.length))
        var counts = Array(repeating: 0.0, count: Self.longestMatch * count)
        var sums = Array(repeating: 0.0, count: Self.longestMatch)
        var weights = Array(repeating: 1.0, count: Self.longestMatch)
        var (countsAfterGap, sumAfterGap, weightAfterGap) = (Array(repeating: 0.0, count: count), 0.0, 1.0)
        var seen = 0
        var place = total > 0 ? earlier[(total - 1) & (Self.length - 1)] : -1
        while place >= first, seen < Self.largestPlaceCount {
            let next = Int(app(place + 1))
            if next < count {
                for length in 0..<matchLength(at: place, from: first) {
                    counts[length * count + next] += weights[length]
                    sums[length] += weights[length]
                    weights[length] *= Self.fading[length]
                }
                if Gap.areAlike(Int(gaps[(place + 1) & (Self.length - 1)]), gap) {
                    countsAfterGap[next] += weightAfterGap
                    sumAfterGap += weightAfterGap
                    weightAfterGap *= Self.fading[0]
                }
            }
            seen += 1
            place = earlier[place & (Self.length - 1)]
        }
        var estimate = base
        var afterGap = base
        for length in 0..<Self.longestMatch where sums[length] > 0 {
            let trust = Self.trustInShorter[length]
            let scale = 1 / (sums[length] + trust)
            for app in 0..<count {
                estimate[app] = (counts[length * count + app] + trust * estimate[app]) * scale
            }
            if length == 0 { afterGap = estimate }
        }
        let scale = 1 / (sumAfterGap + Self.trustInAnyGap)
        for app in 0..<count { afterGap[app] = (countsAfterGap[app] + Self.trustInAnyGap * afterGap[app]) * scale }
        return (estimate, afterGap)
    }

    /// How many of the last openings are the same as those that end at an earlier place, which ends with the same app.
    private func matchLength(at place: Int, from first: Int) -> Int {
        var length = 1
        while length < Self.longestMatch, place - length >= first, app(place - length) == app(total - 1 - length),
            app(place - length) != Self.forgotten
        {
            length += 1
        }
        return length
    }
}
