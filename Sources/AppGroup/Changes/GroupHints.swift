import AppGroupPlatform

/// Says when to look for changes of groups, and of the programs of their apps: after hints by inotify(7), and in sweeps, in
/// case there was none. For one thread at a time.
struct GroupHints {
    /// What may have changed.
    struct Subjects: OptionSet {
        let rawValue: UInt8
        static let registries = Subjects(rawValue: 1)
        static let programs = Subjects(rawValue: 2)
        static let all: Subjects = [.registries, .programs]
    }

    #if os(Linux)
    /// The descriptor that is ready for reading after a hint; -1 if there are none.
    let descriptor: Int32
    private let watch: NameWatch?
    private var registries: Set<NameWatch.Target> = []
    private var programs: Set<NameWatch.Target> = []
    #else
    let descriptor: Int32 = -1
    #endif

    /// The pauses before the next looks, in milliseconds.
    private var echoes: ArraySlice<Int32> = []
    /// When to look at everything, in milliseconds of the monotonic clock.
    private var nextSweep: Int64

    init() {
        #if os(Linux)
        watch = try? NameWatch()
        descriptor = watch?.number ?? -1
        #endif
        nextSweep = Self.now
        nextSweep += pause
    }

    private static var now: Int64 { SystemClock.monotonicNanoseconds() / 1_000_000 }

    /// The time between two sweeps, in milliseconds: a minute if every change gives a hint.
    private var pause: Int64 {
        #if os(Linux)
        watch?.isReliable == true ? 60_000 : Int64(GroupWatch.sweep) * 1000
        #else
        Int64(GroupWatch.sweep) * 1000
        #endif
    }

    /// How long to wait for the next hint, in milliseconds.
    mutating func timeout() -> Int32 {
        nextSweep = min(nextSweep, Self.now + pause)
        return min(echoes.first ?? .max, Int32(clamping: max(0, nextSweep - Self.now)))
    }

    /// What may have changed, after a wait for as long as ``timeout()`` said, or for less.
    ///
    /// - Parameter isOver: Whether the whole time has passed.
    mutating func take(isOver: Bool) -> Subjects {
        var subjects: Subjects = []
        #if os(Linux)
        if let watch {
            subjects = Subjects(rawValue: watch.take().rawValue).intersection(.all)
            if !subjects.isEmpty { echoes = SQLiteStorage.echoes[...] }
        }
        #endif
        guard subjects.isEmpty, isOver else { return subjects }
        if Self.now >= nextSweep {
            #if os(Linux)
            watch?.arm()
            #endif
            nextSweep = Self.now + pause
            return .all
        }
        // The last echo is followed by a sweep, which then need not come later.
        if let echo = echoes.popFirst(), echoes.isEmpty { nextSweep = min(nextSweep, Self.now + 4 * Int64(echo)) }
        return .registries
    }
}

#if os(Linux)
extension GroupHints {
    /// Watches these registries.
    ///
    /// - Parameter environment: Says where the groups are, if groups that are created later matter too.
    mutating func watch(_ groups: [Registry], listIn environment: ProcessEnvironment?) {
        var targets = Set(groups.flatMap { ($0.storage as? SQLiteStorage)?.hintTargets ?? [] })
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
    fileprivate static let programs = Self(rawValue: GroupHints.Subjects.programs.rawValue)
}

extension NameWatch.Target {
    fileprivate func about(_ subjects: GroupHints.Subjects) -> Self {
        Self(folder: folder, names: names, subjects: .init(rawValue: subjects.rawValue), detail: detail)
    }
}
#endif
