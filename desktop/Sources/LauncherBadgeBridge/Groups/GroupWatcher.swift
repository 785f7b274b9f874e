import AppGroup

/// Follows every family of the user, and wakes the loop when a badge changed, or an app came, changed or went.
actor FamilyWatcher {
    private let environment: ProcessEnvironment
    private let pipe: WakePipe
    private var followed: [GroupID: Task<Void, Never>] = [:]

    init(_ environment: ProcessEnvironment, waking pipe: WakePipe) {
        self.environment = environment
        self.pipe = pipe
    }

    /// Follows as long as the process lives.
    func run() async {
        for await groups in Registry.groupLists(environment: environment) {
            for group in followed.keys where !groups.contains(group) {
                followed.removeValue(forKey: group)?.cancel()
            }
            for group in groups where followed[group] == nil {
                // From here on, before the loop looks at the family: what changes in between is told.
                let changes = Registry(group: group, environment: environment).changes
                followed[group] = Task { [pipe] in await Self.follow(changes, waking: pipe) }
            }
            pipe.wake([.badges, .entries])
        }
    }

    private static func follow(_ changes: AsyncStream<RegistryChange>, waking pipe: WakePipe) async {
        for await change in changes {
            switch change {
            case .badge: pipe.wake(.badges)
            case .joined, .left, .updated: pipe.wake([.badges, .entries])
            case .field, .opened, .setting: break
            }
        }
    }
}
