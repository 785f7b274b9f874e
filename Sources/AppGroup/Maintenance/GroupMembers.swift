/// Which groups of a user have an app or a scheme. Each group is read once, however many are then compared.
struct GroupMembers {
    private let groups: [GroupID]
    /// The groups that this release may only read.
    private var readOnly: Set<GroupID> = []
    /// The groups that could not be read, and why.
    private var unread: [GroupID: AppGroupError] = [:]
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
        for container in containers {
            do {
                try add(container)
            } catch {
                unread[container.group] = (error as? SQLiteError)?.described(in: container) ?? AppGroupError(error)
            }
        }
    }

    private mutating func add(_ container: Container) throws {
        let schema = Schema.current
        let read = try SQLiteSession.readAsItIs(container, schema) { try ($0.apps(), schema.mayWrite($0.connection)) }
        guard let (records, isWritable) = read else { return }
        if !isWritable { readOnly.insert(container.group) }
        let members = records.filter { $0.unregistered == nil }
        for app in members.sorted(by: { $0.id < $1.id }) {
            apps[app.id, default: []].append(container.group)
            for scheme in app.schemes {
                schemes[scheme, default: []].append(Holder(group: container.group, app: app.id))
            }
        }
    }

    func hasOthers(than group: GroupID) -> Bool { groups.contains { $0 != group } }

    /// Whether this release may only read a group.
    func isReadOnly(_ group: GroupID) -> Bool { readOnly.contains(group) }

    /// What to say about a group that could not be read; `nil` about any other.
    func omission(of group: GroupID) -> RegistryFinding? {
        unread[group].map {
            RegistryFinding(
                .membership, .note, "\(group)", GroupSet.sentence(leavingOut: group, because: $0))
        }
    }

    /// The same for each group but one.
    func omissions(besides group: GroupID) -> [RegistryFinding] {
        groups.filter { $0 != group }.compactMap(omission)
    }

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
        // What is wrong with these groups, their own diagnoses say.
        var reported = Set(registries.compactMap { members.omission(of: $0.group) })
        return registries.map { registry in
            let findings = registry.diagnose(among: members)
            return (registry, findings.filter { $0.check != .membership || reported.insert($0).inserted })
        }
    }
}
