import AppGroup

/// What the user can do about apps whose files are missing or damaged.
struct MissingApps {
    private enum Remedy {
        /// To install it again from there, which changes nothing about where it comes from.
        case install(from: ServerAddress)
        /// To decide from which of these servers it comes from now on.
        case choose([ServerAddress])
        /// To wait: the servers have it only for other systems.
        case wait
        /// To remove it: no server of the user has it. If it did not come from a server, its file may still be there.
        case remove
    }

    private let remedies: [(missing: MissingApp, remedy: Remedy)]
    private let namesServers: Bool

    /// - Parameters:
    ///   - isAll: Whether the plan has the current catalogs of all servers.
    ///   - namesServers: Whether commands need the server: see ``InstallPlan/needsServer(namesGroup:namesServer:)``.
    init(_ plan: InstallPlan, isAll: Bool, namesServers: Bool) {
        self.namesServers = namesServers
        let entries = plan.views.flatMap(\.entries)
        var groups: Set<GroupID> = []
        remedies = plan.views.filter { groups.insert($0.catalog.group).inserted }.flatMap { view in
            view.missing.compactMap { missing in
                let found = entries.filter { $0.group == view.catalog.group && $0.package.id == missing.app.id }
                return Self.remedy(for: missing, offeredBy: found, isAll: isAll).map { (missing, $0) }
            }
        }
    }

    /// - Parameter entries: The app's entries in the catalogs.
    /// - Returns: `nil` if it depends on servers that are not known.
    private static func remedy(for missing: MissingApp, offeredBy entries: [CatalogEntry], isAll: Bool) -> Remedy? {
        let servers = entries.filter { $0.newest != nil }.map(\.server)
        if let server = missing.origin ?? servers.first, servers.contains(server) {
            return missing.origin == nil && servers.count > 1 ? .choose(servers) : .install(from: server)
        }
        guard isAll else { return nil }
        return servers.isEmpty ? (entries.isEmpty ? .remove : .wait) : .choose(servers)
    }

    /// Each says what is missing, and what can be done about it.
    var sentences: [String] { installs + remedies.compactMap { Self.sentence(about: $0.missing, $0.remedy) } }

    /// One command for each server.
    private var installs: [String] {
        let offered = remedies.compactMap { missing, remedy -> (server: ServerAddress, app: AppRecord)? in
            guard case .install(let server) = remedy else { return nil }
            return (server, missing.app)
        }
        return Dictionary(grouping: offered, by: \.server).sorted { "\($0.key)" < "\($1.key)" }.map { server, offers in
            let (what, it) = offers.count > 1 ? ("\(offers.count) apps", "them") : ("\(offers[0].app.name)", "it")
            let command = "launcher install \(offers.map(\.app.id.description).joined(separator: " "))"
            return "The files of \(what) are missing or damaged. To install \(it) again: \(command)"
                + (namesServers ? " --server \(server)" : "")
        }
    }

    private static func sentence(about missing: MissingApp, _ remedy: Remedy) -> String? {
        let (name, id) = (missing.app.name, missing.app.id)
        let files = "The files of \(name) (\(id)) are missing or damaged"
        switch remedy {
        case .install: return nil
        case .choose(let servers):
            let choice = servers.map { "--server \($0)" }.joined(separator: ", or ")
            guard let origin = missing.origin else {
                return "\(files). To install it again: launcher install \(id) \(choice)"
            }
            return "\(files). It came from \(origin); to get it from elsewhere: "
                + "launcher install \(id) --replace \(choice)"
        case .wait: return "\(files), and none of its releases runs on this machine."
        case .remove:
            let again = missing.origin == nil ? "To install it again from a file: launcher install FILE.ipa; to" : "To"
            return "\(files), and none of your servers offers \(name). \(again) remove it: launcher remove \(id)"
        }
    }
}
