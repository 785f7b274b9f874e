/// The state as bytes, big-endian, all numbers of one kind in a row, with a checksum at the end. `docs/ranking.md` has the
/// layout. Nothing in the bytes is trusted before it is checked.
extension Predictor {
    package var stored: [UInt8] {
        var state = StateWriter()
        state.append([UInt64(openings), UInt64(bitPattern: lastSecond), UInt64(habits.count)])
        state.append(habits.map(\.item.value))
        for counter in [\Habit.fast, \.middle, \.slow] { state.append(habits.map { $0[keyPath: counter] }) }
        state.append(habits.map { UInt64($0.lastOpening) })
        state.append(habits.map { UInt64(bitPattern: $0.lastSecond) })
        for returns in [times, turns] { append(returns, to: &state) }
        state.append(hours.counts)
        state.append(places.counts)
        state.append(trail.openings.map { UInt16($0.app) << 8 | UInt16($0.gap) })
        state.append([UInt64(mixer.steps)])
        state.append(mixer.weights(of: 0..<Self.columnsAtFirst))
        state.append([UInt64(comparison.count)])
        state.append([comparison.prediction, comparison.frecency])
        state.append([mixture.logOdds])
        state.append(badges.arrivals.map { $0.map { UInt64($0.opening) } ?? Self.noArrival })
        state.append(badges.arrivals.map { UInt64(bitPattern: $0?.second ?? 0) })
        append(badges.answers, to: &state)
        state.append(mixer.badgeWeights(of: 0..<Self.badgeColumnsAtFirst))
        state.append(mixer.weights(of: Self.columnsAtFirst..<Evidence.width))
        state.append(badges.quiet.observed)
        state.append(badges.quiet.expected)
        state.append(mixer.badgeWeights(of: Self.badgeColumnsAtFirst..<BadgeEvidence.width))
        return state.sealed
    }

    /// The columns of ``Evidence`` that the first formats had. Later ones come at the end of the state.
    private static let columnsAtFirst = Evidence.Column.frequency.rawValue
    /// The columns of ``BadgeEvidence`` that the first format with badges had.
    private static let badgeColumnsAtFirst = BadgeEvidence.Column.quiet.rawValue

    /// What stands for the number of openings if nothing waits.
    private static let noArrival = UInt64.max

    private func append(_ returns: Returns, to state: inout StateWriter) {
        state.append(returns.chances)
        state.append(returns.returns)
        state.append(returns.observed)
        state.append(returns.expected)
    }

    /// Reads a stored state; `nil` if the bytes are not a complete state of that format.
    ///
    /// - Parameter format: One of ``formats``.
    package init?(stored: [UInt8], format: Int64 = Predictor.format) {
        guard var state = StateReader(stored), let head = state.words(3), let openings = Self.count(head[0]),
            head[2] <= Self.capacity
        else { return nil }
        let apps = Int(head[2])
        guard let items = state.words(apps), let fast = state.doubles(apps), let middle = state.doubles(apps),
            let slow = state.doubles(apps), let lastOpenings = state.words(apps), let lastSeconds = state.words(apps),
            let times = Self.returns(&state, apps, classes: Returns.timeClasses),
            let turns = Self.returns(&state, apps, classes: Returns.turnClasses),
            let hours = state.shorts(apps * HoursOfDay.hours).flatMap(HoursOfDay.init),
            let places = state.doubles(Places.count * Gap.classes).flatMap(Places.init),
            let trail = state.shorts(Int(min(openings, Int64(Trail.length)))).flatMap({ entries in
                Trail(
                    total: Int(openings), openings: entries.map { (UInt8($0 >> 8), UInt8($0 & 0xFF)) }, apps: apps)
            }),
            let steps = state.words(1).flatMap({ Self.count($0[0]) }),
            let weights = state.doubles(Mixer.rows * Self.columnsAtFirst),
            let count = state.words(1).flatMap({ Self.count($0[0]) }),
            let comparison = state.doubles(2).flatMap({
                Comparison(count: count, prediction: $0[0], frecency: $0[1])
            }),
            let mixture = state.doubles(1).flatMap({ RecencyMixture(logOdds: $0[0]) }),
            let (badges, badgeWeights) = Self.badges(&state, apps, openings: openings),
            let lastWeights = state.doubles(Mixer.rows),
            let (quiet, lastBadgeWeights) = Self.quiet(&state, format, apps),
            let mixer = Mixer(
                weights: weights, lastWeights: lastWeights, badgeWeights: badgeWeights,
                lastBadgeWeights: lastBadgeWeights, steps: steps),
            state.isAtEnd
        else { return nil }
        (self.badges, self.mixture) = (badges, mixture)
        self.badges.quiet = quiet
        (self.openings, lastSecond, self.times, self.turns) = (openings, Int64(bitPattern: head[1]), times, turns)
        (self.hours, self.places, self.trail, self.mixer) = (hours, places, trail, mixer)
        self.comparison = comparison
        for app in 0..<apps {
            guard let lastOpening = Self.count(lastOpenings[app]), (1...max(openings, 1)).contains(lastOpening),
                min(fast[app], middle[app], slow[app]) >= 0, max(fast[app], middle[app], slow[app]) <= 1000,
                numbers.updateValue(app, forKey: Item(value: items[app])) == nil
            else { return nil }
            habits.append(
                Habit(
                    item: Item(value: items[app]), fast: fast[app], middle: middle[app], slow: slow[app],
                    lastOpening: lastOpening, lastSecond: Int64(bitPattern: lastSeconds[app])))
        }
        byRecency = habits.indices.sorted { habits[$0].lastOpening > habits[$1].lastOpening }
        // No two apps were opened at once.
        guard zip(byRecency, byRecency.dropFirst()).allSatisfy({ habits[$0].lastOpening > habits[$1].lastOpening })
        else { return nil }
    }

    /// Turns the seconds of a state of format 3, which were those of the local clock, into UTC.
    ///
    /// - Parameter utcOffset: How many seconds the local clock was ahead of UTC.
    mutating func useUTC(insteadOf utcOffset: Int64) {
        lastSecond = lastSecond.addingClamped(-utcOffset)
        for app in habits.indices { habits[app].lastSecond = habits[app].lastSecond.addingClamped(-utcOffset) }
        badges.moveArrivals(by: -utcOffset)
    }

    private static func badges(_ state: inout StateReader, _ apps: Int, openings: Int64) -> (Badges, [Double])? {
        guard let numbers = state.words(apps), let seconds = state.words(apps),
            let answers = returns(&state, apps, classes: Badges.classes),
            let weights = state.doubles(Mixer.rows * badgeColumnsAtFirst)
        else { return nil }
        let arrivals = zip(numbers, seconds).map { number, second in
            number == noArrival
                ? nil
                : Badges.Arrival(second: Int64(bitPattern: second), opening: Int64(clamping: number))
        }
        return Badges(arrivals: arrivals, answers: answers, openings: openings).map { ($0, weights) }
    }

    private static func quiet(
        _ state: inout StateReader, _ format: Int64, _ apps: Int
    ) -> (QuietOpenings, [Double]?)? {
        guard format > 3 else { return (QuietOpenings(apps: apps), nil) }
        guard let observed = state.doubles(apps), let expected = state.doubles(apps),
            let quiet = QuietOpenings(observed: observed, expected: expected),
            let weights = state.doubles(Mixer.rows)
        else { return nil }
        return (quiet, weights)
    }

    private static func returns(_ state: inout StateReader, _ apps: Int, classes: Int) -> Returns? {
        guard let chances = state.shorts(apps * classes), let returns = state.shorts(apps * classes),
            let observed = state.doubles(classes), let expected = state.doubles(classes)
        else { return nil }
        return Returns(chances: chances, returns: returns, observed: observed, expected: expected)
    }

    /// A count of openings: sums and differences of them are exact in floating point.
    private static func count(_ word: UInt64) -> Int64? { word < 1 << 53 ? Int64(word) : nil }
}
