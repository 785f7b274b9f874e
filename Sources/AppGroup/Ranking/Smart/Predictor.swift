import AppGroupPlatform

/// Predicts which app is opened next, from the openings of one user alone: the model behind ``AppOrder/smart``.
///
/// Several simple estimators each say how likely every app is (``Evidence``). A logistic regression that learns in use says how
/// far to trust each of them (``Mixer``). `docs/ranking.md` has the formulas, their sources and their results. The predictor uses
/// neither a clock nor randomness: the same openings give the same numbers.
///
/// - Complexity: Learning and predicting take time in proportion to the number of apps.
package struct Predictor: Sendable {
    /// The app that an opening names.
    package struct Item: Hashable, Sendable {
        package let value: UInt64

        package init(value: UInt64) { self.value = value }

        package init(_ id: AppID) { self.init(value: FNV1a.hash(id.folded.utf8)) }
    }

    /// The version of the model and of its stored state.
    package static let format: Int64 = 5
    /// The versions whose state can be read, the newest first. Version 3, of release 0.1.0, had local seconds and knew no
    /// ``BadgeEvidence/Column/quiet``. No release wrote another one.
    package static let formats: [Int64] = [5, 3]

    /// How many apps are known at most. For a further app, the least used one is forgotten.
    static let capacity = 255

    /// How many openings were learned.
    var openings: Int64 = 0
    /// The second of the last one, since 1970 in UTC.
    var lastSecond: Int64 = 0
    /// The habit of each app. An app's place in this list is its number in everything below.
    var habits: [Habit] = []
    var times = Returns(classes: Returns.timeClasses)
    var turns = Returns(classes: Returns.turnClasses)
    var hours = HoursOfDay()
    var badges = Badges()
    var places = Places()
    var trail = Trail()
    var mixer = Mixer()
    var mixture = RecencyMixture()
    var comparison = Comparison()
    /// The numbers of the apps.
    var numbers: [Item: Int] = [:]
    /// The numbers of the apps, the last opened first.
    var byRecency: [Int] = []

    package init() {}

    /// Whether prediction has ranked the opened apps higher than frecency has, so far.
    package var leadsFrecency: Bool { comparison.predictionLeads }

    /// How likely each known app is opened next.
    ///
    /// - Parameters:
    ///   - second: Now, in seconds since 1970 in UTC.
    ///   - utcOffset: How many seconds the local clock is ahead of UTC.
    ///   - excluded: An app that cannot come next.
    ///   - unbadged: Apps that have no badge now, although it was not noted that it was cleared.
    package func prediction(
        at second: Int64, utcOffset: Int64 = 0, excluding excluded: Item? = nil, unbadged: Set<Item> = []
    ) -> Prediction {
        let excluded = excluded.flatMap { numbers[$0] }
        let evidence = evidence(at: second, utcOffset: utcOffset, decay: slowDecay()) {
            $0 == excluded || unbadged.contains(habits[$0].item)
        }
        let likelihoods = mixer.likelihoods(evidence, excluding: excluded)
        let mixed = mixture.mixed(
            likelihoods, byRecency, badges: mixer.badgeScores(evidence), excluding: excluded)
        return Prediction(
            numbers: numbers, likelihoods: mixed, evidence: evidence,
            weights: mixer.weights(after: evidence.gap), badgeWeights: mixer.badgeWeights(after: evidence.gap),
            excluded: excluded)
    }

    /// Learns that an app was opened: predicts, compares, and counts.
    ///
    /// - Parameters:
    ///   - second: When, in seconds since 1970 in UTC. If it goes back, no time has passed.
    ///   - utcOffset: How many seconds the local clock was ahead of UTC. Only the time of day depends on it.
    package mutating func learn(_ item: Item, at second: Int64, utcOffset: Int64 = 0) {
        let gap = Gap.index(secondsSinceLastOpening(at: second))
        let decay = slowDecay()
        if let app = numbers[item] {
            let evidence = evidence(at: second, utcOffset: utcOffset, decay: decay)
            let likelihoods = mixer.likelihoods(evidence)
            let badges = mixer.badgeScores(evidence)
            comparison.count(
                predicted: rank(of: app, mixture.mixed(likelihoods, byRecency, badges: badges)),
                byFrecency: rank(of: app, frecencies(decay)))
            mixture.learn(
                model: likelihoods[app], recency: RecencyMixture.likelihoods(byRecency, badges: badges)[app])
            mixer.learn(evidence, opened: app, likelihoods: likelihoods)
            places.count(byRecency.firstIndex(of: app) ?? 0, after: gap)
        }
        countChances(opened: numbers[item], at: second, decay: decay)
        let app = number(of: item)
        openings += 1
        lastSecond = second
        habits[app].open(openings, at: second)
        badges.clear(app)
        hours.count(app, at: second.addingClamped(utcOffset))
        trail.append(UInt8(app), gap: gap)
        if let place = byRecency.firstIndex(of: app) { byRecency.remove(at: place) }
        byRecency.insert(app, at: 0)
    }

    /// Takes note that an app's badge rose. An app that was never opened has none.
    ///
    /// - Parameter second: When, in seconds since 1970 in UTC.
    package mutating func badgeRose(of item: Item, at second: Int64) {
        if let app = numbers[item] { badges.rise(app, at: second, openings: openings) }
    }

    /// Takes note that an app's badge was cleared.
    package mutating func badgeCleared(of item: Item) {
        if let app = numbers[item] { badges.clear(app) }
    }

    private func secondsSinceLastOpening(at second: Int64) -> Double {
        openings == 0 ? 0 : max(0, Double(second) - Double(lastSecond))
    }

    private func timeClass(of habit: Habit, at second: Int64) -> Int {
        Returns.timeClass(Double(second) - Double(habit.lastSecond))
    }

    private func turnClass(of habit: Habit) -> Int { Returns.turnClass(openings - habit.lastOpening + 1) }

    /// The evidence for each app now.
    ///
    /// - Parameter decay: ``slowDecay()``.
    private func evidence(
        at second: Int64, utcOffset: Int64, decay: [Double], withoutBadge isUnbadged: (Int) -> Bool = { _ in false }
    ) -> Evidence {
        let gap = Gap.index(secondsSinceLastOpening(at: second))
        var evidence = Evidence(gap: gap, count: habits.count)
        let base = base(decay)
        let (afterLastApps, afterGap) = trail.successors(base, gap: gap)
        let (timeLifts, turnLifts) = (times.lifts(), turns.lifts())
        let lifts = hours.lifts(at: second.addingClamped(utcOffset))
        for (app, habit) in habits.enumerated() {
            let byTime = times.likelihood(
                of: app, in: timeClass(of: habit, at: second), base: base[app], lifts: timeLifts)
            let byTurn = turns.likelihood(of: app, in: turnClass(of: habit), base: base[app], lifts: turnLifts)
            evidence[app, .returnTime] = Libm.log(byTime + 1e-5)
            evidence[app, .returnTurn] = Libm.log(byTurn + 1e-5)
            evidence[app, .hour] = Libm.log(lifts[app] + 1e-3)
            evidence[app, .successorAfterGap] = Libm.log(afterGap[app] + 1e-5)
            evidence[app, .successor] = Libm.log(afterLastApps[app] + 1e-5)
        }
        if Gap.isPause(gap) {
            for (app, share) in trail.shares(of: habits.count).enumerated() {
                evidence[app, .frequency] = Libm.log(share)
            }
        }
        let byPlace = places.likelihoods(after: gap).map { Libm.log($0 + 1e-4) }
        for (place, app) in byRecency.enumerated() {
            evidence[app, .place] = byPlace[min(place, Places.count - 1)]
        }
        for (app, column) in zip(byRecency, [Evidence.Column.isLast, .isSecondLast, .isThirdLast]) {
            evidence[app, column] = 1
        }
        evidence.badges = badges.evidence(at: second, openings: openings, base: base, without: isUnbadged)
        return evidence
    }

    /// By how much the slow counter of each app has faded. To compute it takes long, and three parts need it.
    private func slowDecay() -> [Double] {
        habits.map { Decay.factor(Double(openings - $0.lastOpening), halfLife: AppUsage.slowHalfLife) }
    }

    /// The slow counter of each app now.
    ///
    /// - Parameter decay: ``slowDecay()``.
    private func slowCounters(_ decay: [Double]) -> [Double] { zip(habits, decay).map { $0.slow * $1 } }

    /// How likely each app is by its frequency alone.
    private func base(_ decay: [Double]) -> [Double] {
        let slow = slowCounters(decay)
        let middle = habits.map { $0.middle(at: openings) }
        let (slowSum, middleSum) = (slow.reduce(0, +), middle.reduce(0, +))
        guard slowSum > 0, middleSum > 0 else { return slow.map { _ in 1 / Double(slow.count) } }
        let (slowScale, middleScale, floor) = (0.735 / slowSum, 0.245 / middleSum, 0.02 / Double(slow.count))
        return slow.indices.map { slow[$0] * slowScale + middle[$0] * middleScale + floor }
    }

    /// ``Frecency`` of each app, of the openings that were learned.
    private func frecencies(_ decay: [Double]) -> [Double] {
        zip(habits, decay).map { habit, decay in
            let fastDecay = Decay.factor(Double(openings - habit.lastOpening), halfLife: AppUsage.fastHalfLife)
            return Frecency.score(fast: habit.fast * fastDecay, slow: habit.slow * decay)
        }
    }

    /// The place of an app, from 1. Of two equal ones, the later opened comes first.
    private func rank(of app: Int, _ scores: [Double]) -> Int {
        let (score, last) = (scores[app], habits[app].lastOpening)
        var rank = 1
        for (other, otherScore) in scores.enumerated()
        where otherScore > score || (otherScore == score && habits[other].lastOpening > last) {
            rank += 1
        }
        return rank
    }

    private mutating func countChances(opened: Int?, at second: Int64, decay: [Double]) {
        let slow = slowCounters(decay)
        let sum = max(slow.reduce(0, +), .leastNormalMagnitude)
        let shares = slow.map { $0 / sum }
        badges.countChances(opened: opened, at: second, shares: shares)
        for (app, habit) in habits.enumerated() {
            let (likelihood, cameBack) = (shares[app], app == opened)
            times.count(app, in: timeClass(of: habit, at: second), likelihood: likelihood, cameBack: cameBack)
            turns.count(app, in: turnClass(of: habit), likelihood: likelihood, cameBack: cameBack)
        }
    }

    /// The number of an app; a new one if the app is not known yet.
    private mutating func number(of item: Item) -> Int {
        if let number = numbers[item] { return number }
        let habit = Habit(item: item, lastOpening: openings)
        if habits.count < Self.capacity {
            numbers[item] = habits.count
            habits.append(habit)
            times.addApp()
            turns.addApp()
            hours.addApp()
            badges.addApp()
            return habits.count - 1
        }
        let number = habits.indices.min { habits[$0].slow(at: openings) < habits[$1].slow(at: openings) } ?? 0
        numbers[habits[number].item] = nil
        numbers[item] = number
        habits[number] = habit
        times.forget(number)
        turns.forget(number)
        hours.forget(number)
        badges.forget(number)
        trail.forget(UInt8(number))
        byRecency.removeAll { $0 == number }
        return number
    }
}
