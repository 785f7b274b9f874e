import AppGroupPlatform

/// Says when to look for changes of groups, and of the programs of their apps: after hints by ``NameWatch``, and in sweeps, in
/// case there was none. For one thread at a time.
struct GroupHints {
    private let watch: NameWatch?
    private var registries: Set<NameWatch.Target> = []
    private var programs: Set<NameWatch.Target> = []
    /// The pauses before the next looks, in milliseconds.
    private var echoes: ArraySlice<Int32> = []
    /// When to look at everything, in milliseconds of the monotonic clock.
    private var nextSweep: Int64

    init() {
        watch = try? NameWatch()
        nextSweep = Self.now
        nextSweep += pause
    }

    /// The descriptor that is ready for reading after a hint; -1 if there are none.
    var descriptor: Int32 { watch?.number ?? -1 }

    /// Whether the descriptor is still there; see ``NameWatch/isIntact``.
    var isIntact: Bool { watch?.isIntact ?? true }

    private static var now: Int64 { SystemClock.monotonicNanoseconds() / 1_000_000 }

    /// The time between two sweeps, in milliseconds: a minute if every change gives a hint.
    private var pause: Int64 { watch?.isReliable == true ? 60_000 : Int64(GroupWatch.sweep) * 1000 }

    /// How long to wait for the next hint, in milliseconds.
    mutating func timeout() -> Int32 {
        nextSweep = min(nextSweep, Self.now + pause)
        return min(echoes.first ?? .max, Int32(clamping: max(0, nextSweep - Self.now)))
    }

    /// What may have changed, after a wait for as long as ``timeout()`` said, or for less.
    ///
    /// - Parameter isOver: Whether the whole time has passed.
    mutating func take(isOver: Bool) -> NameWatch.Subjects {
        let subjects = watch?.take().intersection(.groups) ?? []
        if !subjects.isEmpty { echoes = SQLiteStorage.echoes[...] }
        guard subjects.isEmpty, isOver else { return subjects }
        if Self.now >= nextSweep {
            watch?.arm()
            nextSweep = Self.now + pause
            return .groups
        }
        // The last echo is followed by a sweep, which then need not come later.
        if let echo = echoes.popFirst(), echoes.isEmpty { nextSweep = min(nextSweep, Self.now + 4 * Int64(echo)) }
        return .registries
    }

    /// Watches these registries.
    ///
    /// - Parameter environment: Says where the groups are, if groups that are created later matter too.
    mutating func watch(_ groups: [Registry], listIn environment: ProcessEnvironment?) {
        var targets = Set(groups.compactMap { $0.container?.hintTarget })
        if let environment { targets.formUnion(Registry.groupListTargets(environment: environment)) }
        registries = Set(targets.map { $0.about(.registries) })
        watch?.watch(registries.union(programs))
    }

    /// Watches what the apps of all groups start.
    ///
    /// - Returns: Whether that is something else than before.
    mutating func watch(_ lookups: [LaunchLookups]) -> Bool {
        let programs = lookups.flatMap { lookups in
            lookups.programs.map { NameWatch.Target(folder: $0, names: $1, subjects: .programs, detail: .permissions) }
                + lookups.entries.map { NameWatch.Target(folder: $0, names: $1, subjects: .programs) }
        }
        self.programs = Set(programs)
        return watch?.watch(registries.union(programs)) ?? false
    }
}

extension NameWatch.Subjects {
    static let registries = Self(rawValue: 1)
    static let programs = Self(rawValue: 2)
    /// All that a change may be about.
    static let groups: Self = [.registries, .programs]
}

extension NameWatch.Target {
    fileprivate func about(_ subjects: NameWatch.Subjects) -> Self {
        Self(folder: folder, names: names, subjects: subjects, detail: detail)
    }
}
