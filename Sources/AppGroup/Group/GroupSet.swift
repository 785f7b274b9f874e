public import AppGroupPlatform

/// Several groups of one user, read as one: their apps in one order, and the apps that own a scheme.
///
/// If one of several groups cannot be read, it is left out and reported. The only one of a set is never left out: its error
/// is thrown.
public struct GroupSet: Sendable {
    /// The groups, in the order in which they are read.
    public let registries: [Registry]

    /// What was read of one group.
    public typealias Part<Value> = (registry: Registry, value: Value)

    /// The apps of several groups.
    public struct Apps: Sendable {
        /// The apps of each group, each list in the order that was asked for. Groups that were left out are missing.
        public let parts: [Part<[AppEntry]>]
        /// All apps, in one order.
        public let merged: [AppEntry]

        /// The group, if only one was read.
        public var onlyGroup: GroupID? { parts.count == 1 ? parts[0].registry.group : nil }

        /// The group of an app.
        public func registry(of app: AppEntry) -> Registry? {
            parts.first { $0.registry.group == app.group }?.registry
        }
    }

    /// These groups.
    public init(_ registries: [Registry]) { self.registries = registries }

    /// The group of that identifier, or every group on this machine, by name.
    ///
    /// - Throws: ``AppGroupError`` if the folder of groups cannot be read.
    public init(_ group: GroupID? = nil, environment: ProcessEnvironment = .current) throws(AppGroupError) {
        let groups = if let group { [group] } else { try Registry.groups(environment: environment) }
        registries = groups.map { Registry(group: $0, environment: environment) }
    }

    /// All other groups on this machine, for advice to a user who has asked only this one; none if they cannot be listed.
    package init(besides group: GroupID, environment: ProcessEnvironment) {
        let others = ((try? Registry.groups(environment: environment)) ?? []).filter { $0 != group }
        self.init(others.map { Registry(group: $0, environment: environment) })
    }

    /// The group of an app, if it is one of these.
    public func registry(of app: AppEntry) -> Registry? { registries.of(app.group) }

    /// What a user is told about a group that is left out.
    package static func sentence(leavingOut group: GroupID, because error: AppGroupError) -> String {
        "The group \(group) is skipped: \(error)"
    }

    /// Reads something from each group.
    ///
    /// - Parameters:
    ///   - onFailure: Called with each group that is left out.
    ///   - body: Reads one group.
    /// - Throws: ``AppGroupError`` if there is only one group, and it cannot be read.
    public func read<Value>(
        onFailure: (GroupID, AppGroupError) -> Void, _ body: (Registry) throws(AppGroupError) -> Value
    ) throws(AppGroupError) -> [Part<Value>] {
        var parts: [Part<Value>] = []
        for registry in registries {
            do {
                parts.append((registry, try body(registry)))
            } catch {
                guard registries.count > 1 else { throw error }
                onFailure(registry.group, error)
            }
        }
        return parts
    }

    /// The apps of all groups, in one order.
    ///
    /// The likelihood of an app is that of its group, times that of the app within the group. The likelihood of a group goes by
    /// the last openings of all groups, in order of time.
    ///
    /// - Parameters:
    ///   - order: As of ``Registry/apps(order:including:excludingCurrent:)``. With `nil`, each group is ranked by the order
    ///     that suits it: by ``AppOrder/smart`` or by ``AppOrder/frecency``.
    ///   - selection: Which apps.
    ///   - excludingCurrent: Leaves out the one app that was opened last of all, by the clock.
    ///   - onFailure: Called with each group that is left out.
    /// - Throws: ``AppGroupError`` if there is only one group, and it cannot be read.
    public func apps(
        order: AppOrder? = nil, including selection: Registry.Selection = .shown, excludingCurrent: Bool = false,
        onFailure: (GroupID, AppGroupError) -> Void
    ) throws(AppGroupError) -> Apps {
        try apps(
            order: order, including: selection, excludingCurrent: excludingCurrent, explaining: false,
            onFailure: onFailure)
    }

    /// - Parameter explaining: Says with each app what made its likelihood what it is.
    package func apps(
        order: AppOrder?, including selection: Registry.Selection, excludingCurrent: Bool, explaining: Bool,
        onFailure: (GroupID, AppGroupError) -> Void
    ) throws(AppGroupError) -> Apps {
        let isOne = registries.count == 1
        let isCompared = !isOne && order.isByLikelihood
        func listing(
            _ registry: Registry, excludingCurrent: Bool, isCompared: Bool
        ) throws(AppGroupError) -> GroupListing {
            try registry.listing(
                order: order, including: selection, excludingCurrent: excludingCurrent, explaining: explaining,
                isCompared: isCompared)
        }
        var parts = try read(onFailure: onFailure) { (registry) throws(AppGroupError) in
            try listing(registry, excludingCurrent: excludingCurrent && isOne, isCompared: isCompared)
        }
        var shares = isCompared ? GroupShares(parts.map(\.value.moments)) : nil
        if excludingCurrent, !isOne {
            // Groups have nothing in common but the clock.
            let last = parts.map(\.value.lastOpened)
            if let latest = last.compactMap(\.self).max(), let index = last.firstIndex(of: latest) {
                shares?.exclude(likelihood: parts[index].value.likelihoodOfCurrent, in: index)
                // The shares are known already.
                parts[index].value = try listing(parts[index].registry, excludingCurrent: true, isCompared: false)
            }
        }
        let lists = parts.map(\.value).apps(shares)
        return Apps(
            parts: zip(parts, lists).map { (registry: $0.registry, value: $1) },
            merged: Self.merged(lists, order: order))
    }

    /// The apps of several groups in one order; the list of a single group stays as it is.
    ///
    /// Lists that were read one by one say how likely each app is within its own group. What
    /// ``apps(order:including:excludingCurrent:onFailure:)`` reads can be compared across groups.
    ///
    /// - Parameters:
    ///   - lists: The apps of each group, in that order.
    ///   - order: `nil` for the one that suits the apps: ``AppOrder/preferred(for:)``.
    public static func merged(_ lists: [[AppEntry]], order: AppOrder?) -> [AppEntry] {
        if lists.count == 1 { return lists[0] }
        let apps = lists.flatMap(\.self)
        return (order ?? .preferred(for: apps)).sorted(apps)
    }

    /// The apps that own a URL scheme, at most one in each group. Apps that are not installed are among them only if none is.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - onFailure: Called with each group that is left out.
    /// - Throws: ``AppGroupError`` if there is only one group, and it cannot be read.
    public func owners(
        of scheme: URLScheme, onFailure: (GroupID, AppGroupError) -> Void
    ) throws(AppGroupError) -> [(registry: Registry, app: AppEntry)] {
        let parts = try read(onFailure: onFailure) { (registry) throws(AppGroupError) in
            try registry.app(holding: scheme)
        }
        let owners = parts.compactMap { part in part.value.map { (registry: part.registry, app: $0) } }
        let installed = owners.filter(\.app.availability.isInstalled)
        return installed.isEmpty ? owners : installed
    }
}

extension [Registry] {
    /// The registry of a group, if it is one of these.
    package func of(_ group: GroupID) -> Registry? { first { $0.group == group } }

    /// The group, if there is only one.
    package var onlyGroup: GroupID? { count == 1 ? self[0].group : nil }
}

extension AppOrder? {
    /// Whether lists in this order rank apps by how likely they are to be opened next. By badge, the second row of a widget does.
    var isByLikelihood: Bool {
        switch self {
        case nil, .smart, .frecency, .badge: true
        case .name, .recent, .frequent: false
        }
    }
}
