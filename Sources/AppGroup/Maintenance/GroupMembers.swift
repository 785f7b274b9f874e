/// Which groups of a user have an app or a scheme. Each group is read once, however many are then compared.
struct GroupMembers {
    private let groups: [GroupID]
    private var apps: [AppID: [GroupID]] = [:]
    private var schemes: [URLScheme: [Holder]] = [:]

    /// The app that owns a scheme in a group.
    struct Holder {
        let group: GroupID
        let app: AppID
    }

    /// The members of the groups that can be read, whatever the version of their tables, in the order of the containers.
    init(_ containers: [Container]) {
        groups = containers.map(\.group)
        for container in containers { try? add(container) }
    }

    private mutating func add(_ container: Container) throws {
        let records = try SQLiteSession.readAsItIs(container, .current) { try $0.apps() } ?? []
        let members = records.filter { $0.unregistered == nil }
        for app in members.sorted(by: { $0.id < $1.id }) {
            apps[app.id, default: []].append(container.group)
            for scheme in app.schemes {
                schemes[scheme, default: []].append(Holder(group: container.group, app: app.id))
            }
        }
    }

    func hasOthers(than group: GroupID) -> Bool { groups.contains { $0 != group } }

    /// The other groups that an app is a member of.
    func holding(_ app: AppID, besides group: GroupID) -> [GroupID] { (apps[app] ?? []).filter { $0 != group } }

    /// The owners of a scheme in other groups.
    func holding(_ scheme: URLScheme, besides group: GroupID) -> [Holder] {
        (schemes[scheme] ?? []).filter { $0.group != group }
    }
}

extension GroupSet {
    /// Examines everything that could be wrong with the data of each group. Writes nothing.
    ///
    /// - Returns: What ``Registry/diagnose()`` returns for each of them, but an app that is in several of them is reported
    ///   only in the first. The time grows with the number of groups, and not with its square.
    public func diagnose() -> [Part<[RegistryFinding]>] {
        let members = registries.first?.membersOfAllGroups() ?? GroupMembers([])
        var reported: Set<RegistryFinding> = []
        return registries.map { registry in
            let findings = registry.diagnose(among: members)
            return (registry, findings.filter { $0.check != .membership || reported.insert($0).inserted })
        }
    }
}
