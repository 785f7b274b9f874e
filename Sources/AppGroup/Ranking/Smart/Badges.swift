import AppGroupPlatform

/// What waits behind the badges, and how often each app is opened while something or nothing waits there.
struct Badges: Sendable {
    /// Something that waits: it arrived since the app was last opened.
    struct Arrival: Hashable, Sendable {
        /// The second in which the badge last rose.
        let second: Int64
        /// How many openings there were before.
        let opening: Int64
    }

    /// What waits behind each app's badge; `nil` if nothing does.
    private(set) var arrivals: [Arrival?] = []
    /// How often an app with something waiting was the next one, by the time since its badge rose.
    private(set) var answers = Returns(expected: Self.expectedAtFirst, lifts: Self.liftsAtFirst)
    /// How often an app was the next one while nothing waited there.
    var quiet = QuietOpenings()
    /// Whether something waited there at any opening: only then does it mean something that nothing waits.
    private var hasWaited: [Bool] = []

    /// Where a class of the time since a rise ends, in seconds; the last one has no end.
    private static let ends: [Int64] = [5, 30, 120, 600, 3600, 43_200]
    static let classes = 7

    /// How much more likely apps are opened in each class, as long as little is known of this user: about as on two phones.
    private static let liftsAtFirst = [7, 3, 2.5, 2, 1.3, 1, 1]
    /// How many openings that is worth.
    private static let expectedAtFirst = 2.0

    /// Neighboring classes, and how often an app whose badge rose that long ago must be the next one to be trusted fully.
    private static let stages: [(classes: Range<Int>, trustedShare: Double)] = [
        (0..<3, 0.2), (3..<5, 0.05), (5..<7, 0.05),
    ]
    /// How many openings at that share a new app's badge is worth.
    private static let trustInAdvance = 2.0

    init() {}

    /// Moves the seconds of what waits.
    mutating func moveArrivals(by seconds: Int64) {
        arrivals = arrivals.map { arrival in
            arrival.map { Arrival(second: $0.second.addingClamped(seconds), opening: $0.opening) }
        }
    }

    /// Stored badges; `nil` if a number is impossible.
    ///
    /// - Parameter openings: How many openings were learned.
    init?(arrivals: [Arrival?], answers: Returns, openings: Int64) {
        guard arrivals.allSatisfy({ $0.map { (0...openings).contains($0.opening) } ?? true }) else { return nil }
        (self.arrivals, self.answers) = (arrivals, answers)
        quiet = QuietOpenings(apps: arrivals.count)
        hasWaited = arrivals.indices.map(answers.hasChances)
    }

    mutating func addApp() {
        arrivals.append(nil)
        answers.addApp()
        quiet.addApp()
        hasWaited.append(false)
    }

    mutating func forget(_ app: Int) {
        arrivals[app] = nil
        answers.forget(app)
        quiet.forget(app)
        hasWaited[app] = false
    }

    mutating func rise(_ app: Int, at second: Int64, openings: Int64) {
        // The clock of another device may be behind.
        arrivals[app] = Arrival(second: max(second, arrivals[app]?.second ?? .min), opening: openings)
    }

    /// Nothing waits there any longer.
    mutating func clear(_ app: Int) { arrivals[app] = nil }

    /// Counts a chance of each app with something waiting, now or at times.
    ///
    /// - Parameter shares: How likely each app is by its frequency alone.
    mutating func countChances(opened: Int?, at second: Int64, shares: [Double]) {
        for (app, arrival) in arrivals.enumerated() {
            if let arrival {
                hasWaited[app] = true
                answers.count(
                    app, in: Self.ageClass(of: arrival, at: second), likelihood: shares[app], cameBack: app == opened)
            } else if hasWaited[app] {
                quiet.count(app, likelihood: shares[app], opened: app == opened)
            }
        }
    }

    /// The evidence for each app with something waiting, and against those with nothing waiting that are opened for it. A rise of
    /// an app's badge never makes its own weaker.
    ///
    /// - Parameters:
    ///   - openings: How many openings there were.
    ///   - base: How likely each app is by its frequency.
    ///   - isIgnored: Apps whose badge does not count now.
    func evidence(
        at second: Int64, openings: Int64, base: [Double], without isIgnored: (Int) -> Bool
    ) -> [BadgeEvidence] {
        var result: [BadgeEvidence] = []
        var waiting: [(app: Int, arrival: Arrival)] = []
        for (app, arrival) in arrivals.enumerated() {
            if let arrival, !isIgnored(app) {
                waiting.append((app, arrival))
            } else if hasWaited[app] {
                var evidence = BadgeEvidence(app: app)
                evidence[.quiet] = quiet.evidence(of: app)
                if evidence[.quiet] < 0 { result.append(evidence) }
            }
        }
        guard let newest = waiting.lazy.map(\.arrival.second).max() else { return result }
        let lifts = answers.lifts()
        for (app, arrival) in waiting {
            let ageClass = Self.ageClass(of: arrival, at: second)
            // The best of this age and all later ones, so that a fresh arrival is not worth less than an old one.
            var best = 0.0
            for later in ageClass..<Self.classes {
                best = max(best, answers.likelihood(of: app, in: later, base: base[app], lifts: lifts))
            }
            let trust = trust(in: app, ageClass)
            var evidence = BadgeEvidence(app: app)
            evidence[.sinceLastOpening] = arrival.opening == openings ? trust : 0
            evidence[.newest] = arrival.second == newest ? trust : 0
            evidence[.justNow] = ageClass == 0 ? trust : 0
            if best > base[app] { evidence[.answer] = trust * Libm.log((best + 1e-5) / (base[app] + 1e-5)) }
            result.append(evidence)
        }
        return result
    }

    /// How far an app's badge means something to this user, 0 to 1: whether the app is opened when an arrival is as old as this,
    /// or younger. So an arrival is not trusted less than an older one.
    private func trust(in app: Int, _ ageClass: Int) -> Double {
        var trust = 1.0
        for stage in Self.stages where stage.classes.lowerBound <= ageClass {
            let (chances, taken) = answers.total(of: app, in: stage.classes)
            let advance = Self.trustInAdvance
            trust = min(trust, (taken + advance) / (stage.trustedShare * chances + advance))
        }
        return trust
    }

    /// If the clock went back, the arrival is recent.
    private static func ageClass(of arrival: Arrival, at second: Int64) -> Int {
        let (age, overflow) = second.subtractingReportingOverflow(arrival.second)
        let seconds = overflow ? (second < 0 ? Int64.min : .max) : age
        return ends.firstIndex { seconds < $0 } ?? classes - 1
    }
}
