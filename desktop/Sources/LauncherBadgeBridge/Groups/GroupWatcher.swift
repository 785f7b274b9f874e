import AppGroup
import AppGroupPlatform

/// Follows every group of the user, and rings the bell when a badge changes or an app is added, changed or removed.
actor GroupWatcher {
    private let environment: ProcessEnvironment
    private let bell: WakeBell
    private var followed: [GroupID: Task<Void, Never>] = [:]

    init(_ environment: ProcessEnvironment, ringing bell: WakeBell) {
        self.environment = environment
        self.bell = bell
    }

    /// Follows the groups as long as the process lives.
    func run() async {
        for await groups in Registry.groupLists(environment: environment) {
            for group in followed.keys where !groups.contains(group) {
                followed.removeValue(forKey: group)?.cancel()
            }
            for group in groups where followed[group] == nil {
                // The changes begin here, before the loop reads the group, so that none is missed in between.
                let changes = Registry(group: group, environment: environment).changes
                followed[group] = Task { [bell] in await Self.follow(changes, ringing: bell) }
            }
            bell.ring([.badges, .entries])
        }
    }

    private static func follow(_ changes: AsyncStream<RegistryChange>, ringing bell: WakeBell) async {
        for await change in changes {
            switch change {
            case .badge: bell.ring(.badges)
            case .joined, .left, .updated: bell.ring([.badges, .entries])
            case .field, .opened, .setting: break
            }
        }
    }
}
